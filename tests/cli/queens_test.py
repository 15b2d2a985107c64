"""`ktour queens`: the level table, the answer, JSON, reductions, and ends before the last level."""

import json
import pathlib
import re
import tempfile
import unittest

import ktour_process as ktour


class Queens(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name, "queens.json")

    def queens(self, *words, code=0):
        done = ktour.run("queens", *words)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def report(self, *words, code=0):
        self.queens(*words, "--json", self.path, code=code)
        return json.loads(self.path.read_text())

    def test_table_and_answer(self):
        text = self.queens("8").stdout
        rows = re.findall(r"^ +\d+ .*$", text, re.MULTILINE)
        self.assertEqual([int(row.split()[0]) for row in rows], list(range(9)))
        self.assertIn("queens on 8x8: 92 in all, 12 fundamental\n", text)
        self.assertIn("verified: 4 of 4 comparisons agree", text)

    def test_boards_without_a_solution(self):
        self.assertIn("queens on 3x3: 0 in all, 0 fundamental\n", self.queens("3").stdout)

    def test_no_verify(self):
        text = self.queens("6", "--no-verify").stdout
        self.assertIn("queens on 6x6: 4 in all, 1 fundamental\nnot verified\n", text)
        self.assertNotIn("agree", text)

    def test_json(self):
        report = self.report("10", "--threads", "2")
        self.assertEqual((report["format"], report["version"]), ("ktour-queens", 1))
        self.assertEqual((report["status"], report["failure"]), ("complete", None))
        self.assertEqual(report["solutions"], {"all": "724", "fundamental": "92"})
        self.assertEqual(report["device"]["threads"], 2)
        self.assertEqual(report["question"], {
            "queens": 10, "model": "queens",
            "reductions": {"close": True, "lookahead": True, "half": True}})
        self.assertIs(report["verification"]["passed"], True)
        self.assertTrue(all(one["equal"] for one in report["verification"]["comparisons"]))
        levels = report["levels"]
        self.assertEqual([level["depth"] for level in levels], list(range(11)))
        self.assertEqual(levels[-1]["paths"], "362")  # one of each solution and its mirror image
        self.assertEqual(report["peak_states"], max(level["frontier"] for level in levels))
        for level, after in zip(levels, levels[1:]):
            self.assertEqual(level["duplicates"], level["generated"] - after["frontier"])
            self.assertEqual(sum(map(sum, level["messages"])), level["generated"])

    def test_reductions_can_be_combined_and_switched_off(self):
        peaks = {}
        for names in ("none", "close", "lookahead", "half", "close,half", "all"):
            report = self.report("9", "--reductions", names)
            self.assertEqual(report["solutions"], {"all": "352", "fundamental": "46"})
            wanted = ["close", "lookahead", "half"] if names == "all" else names.split(",")
            for name, on in report["question"]["reductions"].items():
                self.assertEqual(on, name in wanted)
            peaks[names] = report["peak_states"]
        for names in ("close", "lookahead", "half"):
            self.assertLess(peaks[names], peaks["none"])
            self.assertLess(peaks["all"], peaks[names])
        self.assertLess(peaks["close,half"], peaks["close"])

    def test_a_level_that_does_not_fit_leaves_a_marked_report(self):
        report = self.report("12", "--memory", "500K", code=4)
        self.assertEqual(report["status"], "stopped")
        self.assertIn("--memory", report["failure"])
        self.assertIsNone(report["solutions"])
        self.assertIsNone(report["verification"])
        self.assertLess(len(report["levels"]), 13)
        text = self.queens("12", "--memory", "500K", code=4).stdout
        self.assertIn("no count: the search stopped", text)
        self.assertNotIn("in all", text)


if __name__ == "__main__":
    ktour.main()
