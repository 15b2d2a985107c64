"""The 5x5 board: a million threads, within a gigabyte, and with SONNY_TIMED set within two minutes
(of a machine with two cores and nothing else to do)."""

import os
import resource
import tempfile
import unittest

import reference
import sonny_process as sonny

MOST_SECONDS = 120
GIBIBYTE_IN_KIB = 1 << 20


class FiveByFive(unittest.TestCase):
    def test_parallel_with_the_default_bound(self):
        with tempfile.TemporaryFile("w+") as output:
            summary = sonny.check_summary(self, 5, 5, stdout=output)
            most_kib = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
            print(f"{summary['seconds']:.1f} s, {most_kib} KiB, bound {summary['max_threads']}, "
                  f"at most {summary['most_alive']} threads alive")
            if not sonny.is_sanitized():
                self.assertLess(most_kib, GIBIBYTE_IN_KIB)
            if "SONNY_TIMED" in os.environ:
                self.assertLess(summary["seconds"], MOST_SECONDS)
            expected = sonny.Shape(5)
            reference.solve(5, 5, 1, expected.add)
            output.seek(0)
            self.assertTrue(sonny.shape(output, 5) == expected, "the lines differ")


if __name__ == "__main__":
    sonny.main()
