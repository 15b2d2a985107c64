"""`ktour table`: layout, limits, interruptions, JSON and b-files."""

import json
import pathlib
import re
import signal
import tempfile
import unittest

import ktour_process as ktour

# OEIS A079137 (4 x n), A083386 (5 x n), A165134 (n x n), undirected.
OPEN_3_TO_6 = """\
undirected open tours of boards of m rows and n columns
m\\n  3    4      5        6
  3  0    8      0        0
  4  8    0     82      744
  5  0   82    864    18784
  6  0  744  18784  3318960
"""


class Table(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def table(self, *words, code=0):
        done = ktour.run("table", *words)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def test_open_tours_each_board_once(self):
        done = self.table("3..6x3..6")
        self.assertEqual(done.stdout, OPEN_3_TO_6)
        shown = re.findall(r"^(\d+x\d+): (\S+) \(", done.stderr, re.MULTILINE)
        self.assertEqual(len(shown), 10)
        self.assertIn(("4x5", "82"), shown)
        self.assertRegex(done.stderr, r"verified: 10 of 10 counts agree")

    def test_directed_and_closed(self):
        self.assertEqual(self.table("--closed", "--directed", "5..6x5..6").stdout,
                         "directed closed tours of boards of m rows and n columns\n"
                         "m\\n   5      6\n"
                         "  5   0     16\n"
                         "  6  16  19724\n")  # OEIS A001230, A175855

    def test_boards_over_the_limit_show_a_question_mark(self):
        done = self.table("3x4", "--limit", "1h")
        self.assertIn("  3  8\n", done.stdout)
        done = self.table("8x7..9", "--closed", "--limit", "0.05s")
        self.assertRegex(done.stdout, r"\n  8  \?  \?  \?\n\Z")
        self.assertIn("? longer than --limit: 7x8, 8x8, 8x9\n", done.stderr)

    def test_boards_without_tours_need_no_time(self):
        done = self.table("11x11", "--closed")  # 121 squares
        self.assertIn("\n 11   0\n", done.stdout)

    def test_boards_that_do_not_fit_show_a_question_mark(self):
        done = self.table("3..6x6", "--memory", "300K", code=4)
        self.assertRegex(done.stdout, r"\n  3      0\n  4    744\n  5  18784\n  6      \?\n\Z")
        self.assertRegex(done.stderr, r"(?m)^\? did not fit: 6x6 \(level \d+ does not fit.*\)$")

    def test_interrupted_it_shows_what_there_is(self):
        path = self.folder / "table.json"
        bfile = self.folder / "bfile"
        process = ktour.start("table", "8x3..20", "--json", path, "--bfile", bfile,
                              "--memory", "2G")
        head = ""
        while "4x8:" not in head:
            head += process.stderr.readline()
        process.send_signal(signal.SIGINT)
        with process:
            stdout, stderr = process.stdout.read(), process.stderr.read()
        self.assertEqual(process.returncode, 130, stderr)
        self.assertRegex(stdout, r"\n  8  396  31088  .*  \?\n\Z")  # OEIS A169696, A079137
        self.assertRegex(stderr, r"(?m)^\? not reached: .*8x20$")
        self.assertTrue(stderr.endswith("ktour: interrupted\n"), stderr)
        report = json.loads(path.read_text())
        self.assertEqual(report["status"], "interrupted")
        self.assertEqual(report["boards"][-1]["absent"], "not reached")
        self.assertEqual(bfile.read_text().splitlines()[1:3], ["3 396", "4 31088"])

    def test_json_has_every_board(self):
        path = self.folder / "table.json"
        self.table("4..5x1..5", "--json", path)
        report = json.loads(path.read_text())
        self.assertEqual((report["format"], report["version"], report["status"]),
                         ("ktour-table", 1, "complete"))
        self.assertEqual(report["question"],
                         {"rows": [4, 5], "columns": [1, 5], "tours": "open",
                          "limit_seconds": None})
        boards = {(board["rows"], board["columns"]): board for board in report["boards"]}
        self.assertEqual(len(boards), 10)
        self.assertEqual(boards[5, 5]["tours"], {"directed": "1728", "undirected": "864"})
        self.assertEqual(boards[4, 5]["tours"], boards[5, 4]["tours"])
        self.assertEqual(boards[5, 5]["verified_by"], "OEIS A165134")
        self.assertEqual(boards[5, 5]["model"], "profile")
        self.assertGreater(boards[5, 5]["peak_states"], 0)

    def test_bfile(self):
        path = self.folder / "bfile"
        done = self.table("1..9x4", "--bfile", path)
        self.assertIn("m\\n", done.stdout)
        text = path.read_text()
        self.assertEqual(text, self.table("4x1..9", "--bfile", "-").stdout.replace("4 X n", "n X 4"))
        lines = text.split("\n")
        self.assertEqual(lines[0][0], "#")
        self.assertEqual(lines[-1], "")
        # OEIS A079137.
        self.assertEqual(lines[1:-1], ["1 0", "2 0", "3 8", "4 0", "5 82", "6 744", "7 6378",
                                       "8 31088", "9 189688"])

    def test_bfile_ends_at_the_first_gap(self):
        done = self.table("8x3..8", "--limit", "0.05s", "--bfile", "-")
        self.assertRegex(done.stdout, r"\A#.*\n3 396\n")
        self.assertNotIn("?", done.stdout)
        self.assertRegex(done.stderr, r"the b-file ends before n = \d: its count is not there \(limit\)")

    def test_bad_words_get_one_line(self):
        for words in ([], ["5"], ["8..3x4"], ["13x13"], ["1..12x1..1000000"], ["5x5", "--limit", "5"],
                      ["5x5", "--bfile", "-"], ["3..4x3..4", "--bfile", "-"], ["3x4", "--start", "a1"],
                      ["3x4", "--open", "--closed"]):
            done = ktour.run("table", *words)
            self.assertEqual(done.returncode, 2, (words, done.stderr))
            self.assertRegex(done.stderr, r"\Aktour: [^\n]+\n\Z")
            self.assertEqual(done.stdout, "")


if __name__ == "__main__":
    ktour.main()
