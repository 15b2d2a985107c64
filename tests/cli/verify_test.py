"""`ktour verify`, and that every command gives the same number, which plain backtracking gives too.

Counts: 4x5 from OEIS A079137 (82 undirected tours), 5x5 from A165134, 5x6 from A083386 and A175855.
"""

import re
import unittest

import ktour_process as ktour

# Words, directed tours where they are published, and the publication that the program must name.
QUESTIONS = [
    ("4x5", 164, "OEIS A079137 82"),
    ("5x4", 164, "OEIS A079137 82"),
    ("4x5 --prune all --threads 1", 164, "OEIS A079137 82"),
    ("5x5", 1728, "OEIS A165134 1728"),
    ("5x5 --start c3", 64, "OEIS A165134 64"),
    ("5x6 --closed --prune all", 16, "OEIS A175855 8"),
    ("4x5 --missing a1 --missing b1", None, None),
    ("4x5 --start 1,1 --start e4", None, None),
    ("4x5 --start a1 --end e4 --end 0,1", None, None),
    ("5x5 --end a1", 304, None),
    ("3x3", 0, None),
    ("4x4", 0, "OEIS A165134 0"),
    ("4x5 --closed", 0, None),
    ("5x5 --closed", 0, None),
    ("1x1", 1, None),
    ("1x1 --closed", 0, None),
    ("64x1", 0, None),
]


def directed(text):
    return int(re.search(r": (\d+) directed", text).group(1))


class Verify(unittest.TestCase):
    def test_board_of_4_by_5(self):
        done = ktour.run("verify", "4x5")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        tours, checks = done.stdout.splitlines()
        self.assertEqual(tours, "open tours of 4x5: 164 directed, 82 undirected")
        self.assertRegex(checks, r"^verified: (\d+) of \1 comparisons agree \(.*\)$")
        # By start and by end square, the totals, and the set of tours.
        self.assertGreaterEqual(int(checks.split()[1]), 2 * 20 + 4)
        for side in ("pthread tree 164", "unfold 164", "OEIS A079137 82"):
            self.assertIn(side, checks)

    def test_commands_agree(self):
        for line, tours, publication in QUESTIONS:
            with self.subTest(question=line):
                words = line.split()
                done = {name: ktour.run(name, *words)
                        for name in ("count", "run", "verify", "list")}
                self.assertEqual({name: one.returncode for name, one in done.items()},
                                 dict.fromkeys(done, 0))
                numbers = {name: directed(done[name].stdout) for name in ("count", "run", "verify")}
                numbers["list"] = len(done["list"].stdout.splitlines())
                if tours is None:
                    tours = numbers["list"]
                self.assertEqual(numbers, dict.fromkeys(numbers, tours))
                self.assertEqual(len(done["count"].stdout.splitlines()), 1)
                self.assertRegex(done["verify"].stdout, r"verified: (\d+) of \1 comparisons agree")
                if publication:
                    for name in ("run", "verify"):
                        self.assertIn(publication, done[name].stdout)

    def test_parity_is_given_as_the_reason(self):
        for name in ("count", "run"):
            done = ktour.run(name, "5x5", "--closed")
            self.assertIn("closed tours of 5x5: 0 directed, 0 undirected", done.stdout)
            self.assertIn("colour", done.stdout + done.stderr)
            self.assertEqual(done.returncode, 0)

    def test_count_of_backtracking_in_python(self):
        board = {"rows": 4, "columns": 5, "missing": [15]}
        expected = len(ktour.all_tours(board, ktour.moves_of(board)))
        self.assertEqual(directed(ktour.run("verify", "4x5", "--missing", "a1").stdout), expected)
        closed = ktour.all_tours({"rows": 3, "columns": 6, "missing": []}, [0], closed=True)
        self.assertEqual(directed(ktour.run("verify", "3x6", "--closed").stdout), len(closed))

    def test_every_pruning_rule_gives_the_same_count(self):
        rules = ("none", "colour", "isolated", "ends", "connected", "colour,isolated", "all")
        for words, tours in (("5x5", 1728), ("4x5 --missing b2", None), ("3x10 --closed", 32)):
            numbers = {directed(ktour.run("count", *words.split(), "--prune", rule).stdout)
                       for rule in rules}
            self.assertEqual(len(numbers), 1, words)
            if tours is not None:
                self.assertEqual(numbers, {tours})

    def test_set_of_tours_that_memory_is_too_short_for(self):
        done = ktour.run("verify", "5x5", "--memory", "20M")
        self.assertEqual(done.returncode, 0)
        self.assertIn("open tours of 5x5: 1728 directed", done.stdout)
        self.assertRegex(done.stdout, "the set of tours was not compared")
        self.assertNotIn("more than", done.stdout)

    def test_all_published_counts(self):
        done = ktour.run("verify", "--all")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        *lines, last = done.stdout.splitlines()
        self.assertGreater(len(lines), 300)
        self.assertRegex(last, rf"^{len(lines)} of {len(lines)} published counts agree ")
        self.assertTrue(all(line.startswith("ok ") for line in lines))
        for words in (r"open 5x5, directed, start 2,2 +64 ", r"open 1x1, directed +1 ",
                      r"closed 5x4, undirected, first 18 squares +1 ",
                      r"closed 3x46, undirected +10145938076107491328 "):
            self.assertRegex(done.stdout, words)

    def test_fewer_states_check_fewer_counts(self):
        done = ktour.run("verify", "--all", "--states", 1000)
        states = [int(word) for word in re.findall(r" (\d+) states ", done.stdout)]
        self.assertGreater(len(states), 100)
        self.assertLessEqual(max(states), 1000)
        for words in (["--all", "--states", 0], ["5x5", "--states", 1000]):
            done = ktour.run("verify", *words)
            self.assertEqual(done.returncode, 2)
            self.assertRegex(done.stderr, r"\Aktour: [^\n]+\n\Z")

    def test_device_auto_says_which_it_took(self):
        done = ktour.run("verify", "4x5", "--device", "auto")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr, r"\Adevice: (cpu|cuda) \(.+\)\n\Z")


if __name__ == "__main__":
    ktour.main()
