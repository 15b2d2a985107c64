"""What valgrind and the thread sanitizer have to say about small boards."""

import os
import pathlib
import shutil
import subprocess
import unittest

import sonny_process as sonny

SUPPRESSIONS = pathlib.Path(__file__).with_name("helgrind.supp")
RUNS = (["3", "3"], ["3", "4"], ["3", "5", "--no-parallel"], ["4", "4", "--max-threads", "12"],
        ["3", "5", "--max-threads", "0"])


@unittest.skipIf(shutil.which("valgrind") is None, "there is no valgrind here")
@unittest.skipIf(sonny.is_sanitized(), "a sanitizer does not go with valgrind")
class Valgrind(unittest.TestCase):
    def expect_clean(self, switches, words):
        done = subprocess.run(["valgrind", "--quiet", "--error-exitcode=9", *switches, sonny.SONNY,
                               *words], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""), words)

    def test_no_leak_and_no_wrong_access(self):
        for words in RUNS:
            self.expect_clean(["--leak-check=full", "--show-leak-kinds=all",
                               "--errors-for-leak-kinds=all"], words)

    def test_no_race(self):
        for words in RUNS:
            self.expect_clean(["--tool=helgrind", f"--suppressions={SUPPRESSIONS}"], words)


@unittest.skipIf("SONNY_TSAN" not in os.environ, "there is no thread sanitizer here")
class ThreadSanitizer(unittest.TestCase):
    def test_no_race(self):
        for words in (*RUNS, ["4", "5"]):
            done = sonny.run(*words, program=os.environ["SONNY_TSAN"])
            self.assertEqual((done.returncode, done.stderr), (0, ""), words)


if __name__ == "__main__":
    sonny.main()
