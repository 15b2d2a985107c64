"""`ktour queens`: the level table, the answer, JSON, reductions, what goes depth first, and lists."""

import itertools
import json
import pathlib
import re
import signal
import tempfile
import time
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

    def test_where_a_level_does_not_fit_the_rest_goes_depth_first(self):
        whole = self.report("12")
        self.assertIsNone(whole["finished_depth_first"])
        for words in (["--memory", "500K"], ["--depth-first-from", 5], ["--depth-first-from", 0]):
            report = self.report("12", *words)
            self.assertEqual((report["status"], report["failure"]), ("complete", None))
            self.assertEqual(report["solutions"], {"all": "14200", "fundamental": "1787"})
            self.assertIs(report["verification"]["passed"], True)
            rest = report["finished_depth_first"]
            self.assertEqual(len(report["levels"]), rest["level"])
            self.assertEqual(rest["states"], whole["levels"][rest["level"]]["frontier"])
            self.assertGreater(rest["visited"], 0)
            self.assertEqual(report["peak_states"], max(
                [level["frontier"] for level in report["levels"]] + [rest["states"]]))
        done = self.queens("12", "--memory", "500K")
        self.assertRegex(done.stderr, r"level \d+ does not fit.*raise --memory; what is left is "
                                      r"searched depth first")
        self.assertRegex(done.stdout, r"\nlevels \d to 12: depth first from the [\d,]+ states of "
                                      r"level \d, [\d,]+ visited in \d+\.\d\d s\n")
        text = self.queens("6", "--depth-first-from", 5).stdout
        self.assertIn("\nlevel 6: depth first from the 2 states of level 5, 2 visited", text)

    def test_interrupts_of_both_ways_to_search(self):
        for words in ([], ["--depth-first-from", 3]):
            process = ktour.start("queens", "20", *words, "--memory", "1G", "--json", self.path)
            self.addCleanup(process.kill)
            while not process.stdout.readline().startswith("    2"):
                pass
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
            stdout, stderr = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 130, stderr)
            self.assertRegex(stdout, r"no count: the search stopped after \d+ of 21 levels")
            self.assertTrue(stderr.endswith("ktour: interrupted\n"), stderr)
            report = json.loads(self.path.read_text())
            self.assertEqual((report["status"], report["failure"]), ("stopped", "interrupted"))
            self.assertEqual((report["solutions"], report["finished_depth_first"]), (None, None))

    def listed(self, *words, says):
        """The solutions of a list, the same in both formats."""
        done = self.queens(*words, "--list", "--format", "json")
        self.assertEqual(done.stderr, says + "\n")
        document = json.loads(done.stdout)
        self.assertEqual((document["format"], document["version"]), ("ktour-queens-list", 1))
        self.assertEqual(document["queens"], int(words[0]))
        self.assertIs(document["fundamental"], "--fundamental" in words)
        self.assertIs(document["complete"], "more exist" not in says)
        text = self.queens(*words, "--list").stdout
        self.assertEqual([[int(row) for row in line.split(" ")] for line in text.splitlines()],
                         document["solutions"])
        return document["solutions"]

    def test_list_of_all_solutions(self):
        for queens in (1, 3, 4, 6, 7):
            expected = [list(rows) for rows in itertools.permutations(range(1, queens + 1))
                        if all(abs(rows[a] - rows[b]) != b - a
                               for a, b in itertools.combinations(range(queens), 2))]
            says = f"{len(expected)} solutions listed, as many as OEIS A000170 has"
            self.assertEqual(self.listed(str(queens), says=says), expected)

    def test_list_of_fundamental_solutions(self):
        for queens, classes in ((1, 1), (5, 2), (8, 12), (10, 92)):
            says = f"{classes} fundamental solutions listed, as many as OEIS A002562 has"
            fundamental = self.listed(str(queens), "--fundamental", says=says)
            self.assertEqual(fundamental, sorted(fundamental))
            images = set()
            for solution in fundamental:
                rows, images_of_one = solution, set()
                for _ in range(4):
                    rows = [queens - rows.index(row) for row in range(1, queens + 1)]  # a turn
                    images_of_one |= {tuple(rows), tuple(reversed(rows))}
                self.assertEqual(min(images_of_one), tuple(solution))
                self.assertFalse(images & images_of_one)
                images |= images_of_one
            every = self.queens(str(queens), "--list").stdout.splitlines()
            self.assertEqual(sorted(images), sorted(tuple(map(int, line.split())) for line in every))

    def test_list_limit_and_output(self):
        every = self.queens("8", "--list").stdout
        for limit in (1, 91):
            text = "".join(every.splitlines(keepends=True)[:limit])
            done = self.queens("8", "--list", "--limit", limit)
            self.assertEqual(done.stdout, text)
            self.assertEqual(done.stderr, f"{limit} solutions listed, more exist (--limit)\n")
        self.assertEqual(len(self.listed("8", "--limit", "5",
                                         says="5 solutions listed, more exist (--limit)")), 5)
        for limit in (0, 92, 93):
            done = self.queens("8", "--list", "--limit", limit, "--output", self.path)
            self.assertEqual(done.stdout, "")
            self.assertEqual(self.path.read_text(), every)
        # The first ones come before the rest is known.
        first = self.queens("21", "--list", "--limit", "1").stdout
        self.assertEqual(first, "1 3 5 2 4 9 11 15 21 18 20 17 19 7 12 10 8 6 14 16 13\n")

    def test_a_list_that_is_cut_short(self):
        process = ktour.start("queens", "18", "--list", "--format", "json")
        head = process.stdout.readline() + process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest, stderr = process.stdout.read(), process.stderr.read()
        with process:
            pass
        self.assertEqual((process.returncode, stderr), (130, "ktour: interrupted\n"))
        document = json.loads(head + rest)
        self.assertIs(document["complete"], False)
        process = ktour.start("queens", "18", "--list")
        process.stdout.readline()
        process.stdout.close()
        self.assertEqual((process.wait(timeout=60), process.stderr.read()), (141, ""))
        process.stderr.close()


if __name__ == "__main__":
    ktour.main()
