"""SIGINT and SIGTERM end a run with exit code 130, and what was complete is reported and marked.

The searches are far larger than the time they get. They are stopped when they have printed enough,
so that a slow machine only waits longer.
"""

import os
import pathlib
import signal
import tempfile
import threading
import time
import unittest

import ktour_process as ktour

INTERRUPTED = 130


class Interrupt(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def start(self, *words):
        process = ktour.start(*words, "--memory", "2G")
        self.addCleanup(process.kill)
        return process

    def read_rows(self, process, last_depth):
        """The depth and frontier of the rows of the level table, down to this depth."""
        rows = []
        for line in process.stdout:
            words = line.replace(",", "").split()
            if words and words[0].isdecimal():
                rows.append((int(words[0]), int(words[1])))
                if rows[-1][0] == last_depth:
                    return rows
        self.fail(f"the search ended too early: {process.stderr.read()}")

    def stop(self, process, number):
        """What the process still prints when it gets this signal; it is killed if it takes long."""
        patience = threading.Timer(30, process.kill)
        patience.start()
        process.send_signal(number)
        # Not communicate(): it forgets what readline has read ahead.
        with process:
            stdout, stderr = process.stdout.read(), process.stderr.read()
        patience.cancel()
        self.assertEqual(process.returncode, INTERRUPTED, stderr)
        return stdout, stderr

    def report(self):
        self.assertEqual(os.listdir(self.folder), ["run.json"])
        return ktour.validated((self.folder / "run.json").read_text(), "ktour-run")

    def check_search_stopped_by(self, number, *words):
        process = self.start("run", "5x7", "--prune", "none", "--json", self.folder / "run.json",
                              *words)
        rows = self.read_rows(process, last_depth=7)
        stdout, stderr = self.stop(process, number)
        self.assertRegex(stdout, r"no count: the search stopped after \d+ of 35 levels")
        self.assertNotRegex(stdout, r"\bdirected\b|verified:")
        self.assertTrue(stderr.endswith("ktour: interrupted\n"), stderr)
        self.assertEqual(stderr.count("ktour:"), 1)

        report = self.report()
        self.assertEqual((report["status"], report["failure"]), ("interrupted", "interrupted"))
        self.assertEqual((report["tours"], report["unfold"]), (None, None))
        self.assertIsNone(report["verification"]["passed"])
        levels = report["levels"]
        self.assertEqual([(level["depth"], level["frontier"]) for level in levels[:8]], rows)
        self.assertLess(len(levels), 35)
        explored = 0
        for level, below in zip(levels, levels[1:] + [None]):
            explored += level["frontier"]
            self.assertEqual(level["explored"], explored)
            self.assertEqual(sum(map(sum, level["messages"])), level["generated"])
            self.assertEqual(level["expanded"], level["frontier"] - level["dead_ends"])
            if below:
                self.assertEqual(level["generated"] - level["duplicates"], below["frontier"])

    def test_interrupt_of_the_search(self):
        self.check_search_stopped_by(signal.SIGINT)

    def test_interrupt_of_the_search_on_one_thread(self):
        self.check_search_stopped_by(signal.SIGINT, "--threads", 1)

    def test_termination_of_the_search(self):
        self.check_search_stopped_by(signal.SIGTERM)

    def test_interrupt_of_the_verification(self):
        # With pruning the search is short, while the tree walks 2.5 thousand million partial tours.
        process = self.start("run", "5x6", "--prune", "all", "--threads", 2,
                              "--json", self.folder / "run.json")
        self.read_rows(process, last_depth=29)
        time.sleep(0.5)
        stdout, stderr = self.stop(process, signal.SIGINT)
        self.assertNotIn("verified:", stdout)
        self.assertRegex(stdout, r"not verified \(the verification ended early: interrupted\)")
        self.assertTrue(stderr.endswith("ktour: interrupted\n"), stderr)
        report = self.report()
        self.assertEqual((report["status"], len(report["levels"])), ("interrupted", 30))
        self.assertEqual(report["tours"]["undirected"], "18784")  # OEIS A083386
        self.assertEqual(report["verification"],
                         {"passed": None, "why_not": "the verification ended early: interrupted"})

    def test_interrupt_of_the_other_commands(self):
        for words in (["count", "6x6", "--prune", "none"], ["verify", "6x6"]):
            with self.subTest(words=words):
                process = self.start(*words, "--threads", 2)
                time.sleep(1)
                self.assertEqual(self.stop(process, signal.SIGINT), ("", "ktour: interrupted\n"))

    def test_interrupt_of_a_list(self):
        # A list of 130 MB waits in the pipe until the signal is sent.
        process = self.start("list", "5x7", "--format", "json")
        head = process.stdout.readline() + process.stdout.readline()
        rest, stderr = self.stop(process, signal.SIGINT)
        self.assertEqual(stderr, "ktour: interrupted\n")
        document = ktour.validated(head + rest, "ktour-tours")
        self.assertIs(document["complete"], False)
        self.assertGreater(len(document["tours"]), 0)


if __name__ == "__main__":
    ktour.main()
