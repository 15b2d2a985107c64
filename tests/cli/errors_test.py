"""Every error is one line on stderr, begins with "ktour: ", has its exit code, and shows no count.

A file that was there before stays as it was, and no temporary file stays behind. What a lack of
memory leaves is a valid partial report.
"""

import os
import pathlib
import re
import tempfile
import unittest

import ktour_process as ktour

USAGE, NO_DEVICE, NO_SPACE = 2, 3, 4

# Words (separated by |), and what the message must name.
USAGE_ERRORS = [
    ("", "subcommand|command"),
    ("frobnicate|5x5", "frobnicate"),
    ("run", "board"),
    ("run|5", "'5'"),
    ("run|5x", "'5x'"),
    ("run|5x5x5", "'5x5x5'"),
    ("run|-1x5", "-1x5"),
    ("run|5x\n5", "is not a board"),
    ("run|9x9", "9x9.*64.*ktour count"),
    ("run|99999999999x1", "99999999999x1"),
    ("run|5x5|6x6", "6x6"),
    ("run|5x5|--frobnicate", "--frobnicate"),
    ("run|5x5|--samples|-1", "--samples"),
    ("run|5x5|--unfold-limit|-1", "--unfold-limit"),
    ("list|5x5|--limit|-1", "--limit"),
    ("count|5x5|--batch|-1", "--batch"),
    ("queens", "queens"),
    ("queens|0", "'0'.*from 1 to 21"),
    ("queens|22", "'22'.*from 1 to 21"),
    ("queens|8x8", "'8x8'"),
    ("queens|8|--reductions|half,mirror", "'mirror'.*close, lookahead, half"),
    ("queens|8|--reductions|", "''"),
    ("queens|8|--depth-first-from|8", "from 0 to 7"),
    ("queens|8|--depth-first-from|x", "'x'"),
    ("queens|8|--limit|3", "--list"),
    ("queens|8|--fundamental", "--list"),
    ("queens|8|--list|--json|x", "--json"),
    ("queens|8|--list|--format|csv", "'csv'.*text and json"),
    ("queens|8|--list|--device|cuda", "--device cuda"),
    ("tiles", "board"),
    ("tiles|3", "'3'"),
    ("tiles|0x3", "0x3"),
    ("tiles|3x6", "at most 16 squares, and 3x6 has 18"),
    ("tiles|3x3|--device|abacus", "'abacus'.*cuda"),
    ("count|5x5|--start|f1", "'f1'"),
    ("count|5x5|--start|5,0", "'5,0'"),
    ("count|5x5|--start|0,0,0", "'0,0,0'"),
    ("count|5x5|--missing|a6", "'a6'"),
    ("count|5x5|--missing|c3|--end|c3", "end square 'c3'.*missing"),
    ("count|5x5|--end|a6", "'a6'"),
    ("run|5x6|--closed|--end|a1", "--end"),
    ("list|5x5|--undirected|--end|a1", "--undirected"),
    ("verify|--all|--end|a1", "--all"),
    ("count|5x5|--missing|c3|--start|c3", "'c3'.*missing"),
    ("count|1x1|--missing|a1", "1x1"),
    ("count|5x6|--closed|--start|a1|--start|b1", "--start"),
    ("count|5x5|--prune|hard", "'hard'.*isolated"),
    ("count|5x5|--threads|-1", "--threads"),
    ("count|5x5|--threads|two", "--threads"),
    ("count|5x5|--memory|lots", "'lots'"),
    ("count|5x5|--memory|-1", "'-1'"),
    ("count|5x5|--memory|99999999999999999999", "99999999999999999999"),
    ("count|5x5|--device|abacus", "'abacus'.*cuda"),
    ("list|5x5|--format|xml", "'xml'.*binary"),
    ("list|5x5|--undirected|--start|a1", "--undirected"),
    ("verify", "--all"),
    ("verify|--all|5x5", "--all"),
    ("verify|--all|--start|a1", "--all"),
    ("devices|5x5", "5x5"),
]


class Errors(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.kept = self.folder / "kept"
        self.kept.write_text("was here before")

    def expect_error(self, done, code, names):
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertRegex(done.stderr, r"\Aktour: [^\n]+\n\Z")
        self.assertRegex(done.stderr, names)
        self.assert_no_count(done.stdout)

    def assert_no_count(self, text):
        self.assertNotRegex(text, r"\bdirected\b|verified:")

    def expect_only_the_kept_file(self):
        self.assertEqual(os.listdir(self.folder), ["kept"])
        self.assertEqual(self.kept.read_text(), "was here before")

    def test_usage(self):
        for line, names in USAGE_ERRORS:
            words = line.split("|") if line else []
            with self.subTest(words=words):
                done = ktour.run(*words, timeout=20)
                self.expect_error(done, USAGE, names)
                self.assertEqual(done.stdout, "")

    def test_usage_errors_leave_files_alone(self):
        for words in (["run", "5x", "--json"], ["run", "5x5", "--threads", "-1", "--json"],
                      ["run", "5x5", "--memory", "lots", "--json"],
                      ["list", "5x5", "--format", "xml", "--output"]):
            with self.subTest(words=words):
                self.expect_error(ktour.run(*words, self.kept), USAGE, ".")
                self.expect_only_the_kept_file()

    def test_device_that_is_not_there(self):
        if re.search(r"^cuda\s+\d", ktour.run("devices").stdout, re.MULTILINE):
            self.skipTest("this machine has a GPU that ktour can use")
        for words in (["run", "5x5", "--json", self.kept], ["count", "5x5"], ["verify", "5x5"],
                      ["list", "5x5", "--output", self.kept], ["tiles", "3x3", "--json", self.kept]):
            done = ktour.run(*words, "--device", "cuda")
            self.expect_error(done, NO_DEVICE, r"no GPU can be used: .+; use --device cpu")
            self.assertEqual(done.stdout, "")
        self.expect_only_the_kept_file()

    def test_file_that_cannot_be_made(self):
        nowhere = self.folder / "no such folder" / "file"
        for words in (["run", "5x5", "--json", nowhere], ["list", "5x5", "--output", nowhere]):
            done = ktour.run(*words)
            self.expect_error(done, NO_SPACE, re.escape(f"'{nowhere}': No such file or directory"))
            self.assertEqual(done.stdout, "")
        self.expect_only_the_kept_file()

    def test_level_that_exceeds_the_memory(self):
        names = r"level 5 does not fit: .* \d+ states .* \d+ bytes, and --memory allows 102400; raise"
        for words in (["count", "5x5"], ["list", "5x5"], ["verify", "5x5"]):
            done = ktour.run(*words, "--memory", "100K", "--prune", "none")
            self.expect_error(done, NO_SPACE, names)
            self.assertEqual(done.stdout, "")
        self.expect_error(ktour.run("count", "5x5", "--memory", 0), NO_SPACE, r"level \d")

    def test_report_of_a_run_that_exceeds_the_memory(self):
        path = self.folder / "run.json"
        done = ktour.run("run", "5x5", "--memory", "100K", "--json", path)
        self.assertEqual(done.returncode, NO_SPACE)
        self.assert_no_count(done.stdout)
        self.assertRegex(done.stdout, r"no count: the search stopped after 4 of 25 levels")
        self.assertEqual([line.partition(":")[0] for line in done.stderr.splitlines()],
                         ["JSON", "ktour"])
        report = ktour.validated(path.read_text(), "ktour-run")
        self.assertEqual(report["status"], "out of memory")
        self.assertRegex(report["failure"], r"level 5 does not fit")
        self.assertIsNone(report["tours"])
        self.assertEqual([level["frontier"] for level in report["levels"]], [25, 96, 328, 888])

    def test_levels_that_cannot_be_kept_for_the_unfold(self):
        words = ["list", "5x5", "--memory", "16M", "--prune", "none"]
        done = ktour.run(*words)
        self.expect_error(done, NO_SPACE, r"the levels .* do not fit .* raise --memory")
        self.assertEqual(done.stdout, "")
        done = ktour.run(*words, "--format", "json")
        self.expect_error(done, NO_SPACE, r"the levels .* do not fit .* raise --memory")
        self.assertIs(ktour.validated(done.stdout, "ktour-tours")["complete"], False)


if __name__ == "__main__":
    ktour.main()
