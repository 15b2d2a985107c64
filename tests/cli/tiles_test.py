"""`ktour tiles`: the level table, the answer, JSON, and ends before the last level."""

import json
import pathlib
import re
import signal
import tempfile
import unittest

import ktour_process as ktour

# OEIS A089473.
EIGHT_PUZZLE = [1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638,
                9529, 10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221,
                2]


class Tiles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name, "tiles.json")

    def tiles(self, *words, code=0):
        done = ktour.run("tiles", *words)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def report(self, *words, code=0):
        self.tiles(*words, "--json", self.path, code=code)
        return json.loads(self.path.read_text())

    def test_table_and_answer(self):
        text = self.tiles("3x3").stdout
        self.assertRegex(text.splitlines()[0], r"dead ends +revisited +duplicates")
        rows = [line.replace(",", "").split()
                for line in re.findall(r"^ +\d+ .*$", text, re.MULTILINE)]
        self.assertEqual([int(row[0]) for row in rows], list(range(32)))
        self.assertEqual([int(row[1]) for row in rows], EIGHT_PUZZLE)
        self.assertIn("sliding tiles on 3x3: 181,440 in all, 2 of them 31 moves from the goal, "
                      "none farther\n", text)
        self.assertIn("verified: 3 of 3 comparisons agree", text)

    def test_boards_of_one_row(self):
        self.assertIn("1 in all, 1 of them 0 moves from the goal", self.tiles("1x1").stdout)
        self.assertIn("6 in all, 1 of them 5 moves from the goal", self.tiles("1x6").stdout)

    def test_no_verify(self):
        text = self.tiles("2x3", "--no-verify").stdout
        self.assertIn("360 in all, 1 of them 21 moves from the goal, none farther\nnot verified\n",
                      text)
        self.assertNotIn("agree", text)

    def test_json(self):
        report = self.report("2x4", "--threads", "2")
        self.assertEqual((report["format"], report["version"]), ("ktour-tiles", 1))
        self.assertEqual((report["status"], report["failure"]), ("complete", None))
        self.assertEqual(report["boards"], {"states": "20160", "depth": 36, "farthest": "1"})
        self.assertEqual(report["question"], {"rows": 2, "columns": 4, "model": "tiles"})
        self.assertEqual((report["state_bits"], report["word_bits"]), (28, 64))
        self.assertEqual(report["device"]["threads"], 2)
        self.assertIs(report["verification"]["passed"], True)
        levels = report["levels"]
        self.assertEqual([level["depth"] for level in levels], list(range(37)))
        self.assertEqual(sum(level["frontier"] for level in levels), 20160)
        self.assertEqual(report["peak_states"], max(level["frontier"] for level in levels))
        self.assertEqual(report["generated"], sum(level["generated"] for level in levels))
        for level, after in zip(levels, levels[1:] + [{"frontier": 0, "revisited": 0}]):
            self.assertEqual(level["duplicates"],
                             level["generated"] - level["revisited"] - after["frontier"])
            self.assertEqual(level["dead_ends"], level["frontier"] - after["revisited"])
            self.assertEqual(level["expanded"], level["frontier"] - level["dead_ends"])
            self.assertEqual(sum(map(sum, level["messages"])), level["generated"])

    def test_a_level_that_does_not_fit_leaves_a_marked_report(self):
        report = self.report("3x3", "--memory", "300K", code=4)
        self.assertEqual(report["status"], "stopped")
        self.assertIn("--memory", report["failure"])
        self.assertIsNone(report["boards"])
        self.assertIsNone(report["verification"])
        self.assertEqual([level["frontier"] for level in report["levels"]],
                         EIGHT_PUZZLE[:len(report["levels"])])
        done = self.tiles("3x3", "--memory", "300K", code=4)
        self.assertRegex(done.stderr, r"\Aktour: level \d+ does not fit: [^\n]+ raise --memory\n\Z")
        self.assertIn("no answer: the search stopped", done.stdout)
        self.assertNotIn("in all", done.stdout)

    def test_interruption(self):
        process = ktour.start("tiles", "3x4", "--memory", "2G", "--json", self.path)
        self.addCleanup(process.kill)
        for line in process.stdout:
            if line.split()[0] == "15":
                break
        process.send_signal(signal.SIGINT)
        with process:
            stdout, stderr = process.stdout.read(), process.stderr.read()
        self.assertEqual(process.returncode, 130, stderr)
        self.assertEqual(stderr, "ktour: interrupted\n")
        self.assertIn("no answer: the search stopped", stdout)
        report = json.loads(self.path.read_text())
        self.assertEqual((report["status"], report["failure"]), ("stopped", "interrupted"))
        self.assertGreater(len(report["levels"]), 15)


if __name__ == "__main__":
    ktour.main()
