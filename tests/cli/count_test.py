"""`ktour count` and `ktour resume`: models, strips, JSON, and checkpoints that survive SIGKILL."""

import json
import pathlib
import random
import re
import signal
import tempfile
import time
import unittest

import ktour_process as ktour


class Count(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def counted(self, *words):
        done = ktour.run("count", *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_models_agree(self):
        for board in ("5x5", "4x6", "3x8"):
            for goal in ("--open", "--closed"):
                texts = {self.counted(board, goal, "--model", model) for model in ("path", "profile")}
                self.assertEqual(len(texts), 1, texts)

    def test_numbers_are_labelled(self):
        self.assertEqual(self.counted("6x6", "--closed"),
                         "closed tours of 6x6: 19724 directed, 9862 undirected\n")  # OEIS A001230
        for model in ("path", "profile"):
            self.assertEqual(self.counted("6x6", "--closed", "--directed", "--model", model),
                             "closed tours of 6x6: 19724 directed\n")
        self.assertEqual(self.counted("1x1"), "open tours of 1x1: 1 directed, 1 undirected\n")
        self.assertEqual(self.counted("5x5", "--start", "a1"),
                         "open tours of 5x5 starting on a1: 304 directed\n")  # OEIS A165134

    def test_given_ends(self):
        for words in (["5x5", "--start", "a1", "--end", "e5", "--end", "c1"],
                      ["4x6", "--missing", "c2", "--end", "a1"], ["6x6", "--start", "a1", "--end", "b1"]):
            texts = {self.counted(*words, "--model", model) for model in ("path", "profile")}
            self.assertEqual(len(texts), 1, texts)
        # Reversed, the tours that end on a1 are those that start there: OEIS A165134.
        self.assertEqual(self.counted("5x5", "--end", "a1"), "open tours of 5x5 ending on a1: 304 directed\n")

    def test_given_ends_in_json_and_checkpoints(self):
        path = self.folder / "count.json"
        words = ["6x7", "--start", "a1", "--end", "b1", "--end", "c6"]
        expected = self.counted(*words, "--json", path)
        question = json.loads(path.read_text())["question"]
        self.assertEqual((question["starts"], question["ends"]), ([35], [2, 36]))
        directory = self.folder / "kept"
        done = ktour.run("count", *words, "--checkpoint", directory, "--checkpoint-every", 0,
                         "--memory", "300K")
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertEqual(ktour.run("resume", directory).stdout, expected)

    def test_a_long_strip_has_hundreds_of_digits(self):
        text = self.counted("3x1000")
        digits = re.search(r"(\d+) undirected", text).group(1)
        self.assertGreater(len(digits), 300)
        self.assertEqual(text, self.counted("1000x3").replace("1000x3", "3x1000"))

    def test_long_strips_are_compared_with_published_values(self):
        path = self.folder / "count.json"
        for board in ("3x46", "46x3"):
            done = ktour.run("count", board, "--closed", "--json", path)
            self.assertIn("10145938076107491328 undirected", done.stdout)
            self.assertIn("OEIS A070030 10145938076107491328", done.stderr)
            self.assertEqual(json.loads(path.read_text())["verified_by"], "OEIS A070030")
        done = ktour.run("count", "3x46")
        self.assertIn("not verified", done.stderr)

    def test_reductions_do_not_move_the_count(self):
        expected = self.counted("5x6")
        for reductions in ("none", "degree", "forced", "keep", "colour", "mirror", "keep,mirror"):
            self.assertEqual(self.counted("5x6", "--reductions", reductions), expected)

    def test_json_has_the_level_table(self):
        path = self.folder / "count.json"
        self.counted("5x6", "--json", path)
        report = json.loads(path.read_text())
        self.assertEqual(report["format"], "ktour-count")
        self.assertEqual(report["tours"], {"directed": "37568", "undirected": "18784"})
        self.assertEqual([level["depth"] for level in report["levels"]], list(range(31)))
        self.assertEqual(report["peak_states"], max(l["frontier"] for l in report["levels"]))

    def test_bad_words_get_one_line(self):
        for words in (["5x5", "--model", "other"], ["5x5", "--reductions", "some"],
                      ["13x13"], ["5x100", "--start", "a1"], ["5x5", "--open", "--closed"],
                      ["5x100", "--end", "a1"], ["5x6", "--closed", "--end", "a1"],
                      ["5x5", "--end", "f1"], ["5x5", "--missing", "c3", "--end", "c3"],
                      ["5x5", "--model", "profile", "--prune", "ends"],
                      ["3x100", "--prune", "ends"], ["5x5", "--checkpoint-every", "-1"],
                      ["1x1", "--checkpoint", self.folder / "none"],
                      ["5x5", "--model", "path", "--spill", self.folder / "none"]):
            done = ktour.run("count", *words)
            self.assertEqual(done.returncode, 2, (words, done.stderr))
            self.assertRegex(done.stderr, r"\Aktour: [^\n]+\n\Z")
        self.assertEqual(ktour.run("resume", self.folder / "none").returncode, 2)

    def test_killed_at_any_moment_it_goes_on(self):
        directory = self.folder / "kept"
        words = ["count", "5x9", "--checkpoint", directory, "--checkpoint-every", 0]
        chance = random.Random(5)
        killed = 0
        for _ in range(12):
            process = ktour.start(*words, "--threads", 1)
            time.sleep(chance.uniform(0.02, 0.25))
            process.send_signal(signal.SIGKILL)
            process.communicate()
            killed += process.returncode == -signal.SIGKILL
        self.assertGreater(killed, 0)
        done = ktour.run(*words)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("went on from level", done.stderr)
        self.assertEqual(done.stdout, self.counted("5x9"))
        self.assertEqual(ktour.run("resume", directory).stdout, done.stdout)

    def test_levels_on_disk_survive_a_kill(self):
        directory = self.folder / "spilled"
        words = ["count", "6x7", "--spill", directory, "--memory", "100K"]
        chance = random.Random(6)
        killed = 0
        for _ in range(6):
            process = ktour.start(*words)
            while not (directory / "checkpoint.ktour").exists() and process.poll() is None:
                time.sleep(0.01)
            time.sleep(chance.uniform(0, 0.3))
            process.send_signal(signal.SIGKILL)
            process.communicate()
            killed += process.returncode == -signal.SIGKILL
        self.assertGreater(killed, 0)
        self.assertEqual(ktour.run("count", "5x8", *words[2:]).returncode, 5)  # another run's
        done = ktour.run("resume", directory, "--memory", "100K")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, self.counted("6x7"))
        self.assertLess(len(list(directory.iterdir())), 4)

    def test_an_interrupted_count_says_how_to_go_on(self):
        directory = self.folder / "kept"
        process = ktour.start("count", "6x9", "--checkpoint", directory)
        time.sleep(0.7)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=ktour.TIMEOUT_SECONDS)
        self.assertEqual(process.returncode, 130, errors)
        self.assertEqual(output, "")
        self.assertIn(f"ktour resume {directory}", errors)
        self.assertTrue((directory / "checkpoint.ktour").exists())

    def test_a_foreign_or_damaged_checkpoint_is_refused(self):
        directory = self.folder / "kept"
        ktour.run("count", "6x6", "--checkpoint", directory, "--checkpoint-every", 0)
        path = directory / "checkpoint.ktour"
        kept = path.read_bytes()
        self.assertEqual(ktour.run("count", "5x6", "--checkpoint", directory).returncode, 5)
        self.assertEqual(path.read_bytes(), kept)
        damaged = kept[:-30] + b"x" + kept[-29:]
        path.write_bytes(damaged)
        done = ktour.run("resume", directory)
        self.assertEqual(done.returncode, 5, done.stderr)
        self.assertRegex(done.stderr, r"\Aktour: [^\n]+\n\Z")
        self.assertEqual(path.read_bytes(), damaged)


if __name__ == "__main__":
    ktour.main()
