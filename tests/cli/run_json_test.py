"""The JSON of complete runs: it meets the schema, its numbers agree with one another, and with a
second search written in Python.

Counts: 5x5, 3x4 and 4x5 from OEIS A165134 and A079137, the closed 3x10 board from OEIS A070030.
"""

import collections
import unittest

import ktour_process as ktour

# The words of a run, and the directed tours that it must count, where they are published or ruled
# out by the colours of the squares; the pthread tree checks the others.
RUNS = [
    ("5x5", 1728),
    ("5x5 --prune all", 1728),
    ("5x5 --start c3", 64),
    ("5x5 --start 0,0 --start a1 --samples 9", 608),
    ("5x5 --start b1 --prune all", 0),
    ("4x5 --start a1 --end c1", None),
    ("3x4 --unfold-limit 0", 16),
    ("4x5 --no-verify", 164),
    ("4x5 --missing a1", None),
    ("4x5 --missing a1 --missing 3,1 --prune isolated,ends", None),
    ("3x10 --closed", 32),
    ("3x4 --closed", 0),
    ("4x4 --samples 0", 0),
    ("5x5 --closed", 0),
    ("4x5 --missing a1 --missing a3", 0),
    ("1x1", 1),
    ("1x1 --closed", 0),
    ("1x5", 0),
    ("2x2", 0),
    ("2x2 --closed", 0),
    ("64x1 --prune all", 0),
]
# These alone may differ between thread counts and batches.
MEASURED = ("ms", "states_per_second", "bytes")


def counted(report):
    """Everything that does not depend on how the work was shared out."""
    levels = [{key: value for key, value in level.items() if key not in MEASURED}
              for level in report["levels"]]
    return levels, report["tours"]


class CompleteRun(unittest.TestCase):
    def check_answer(self, report, tours):
        self.assertEqual((report["status"], report["failure"]), ("complete", None))
        question, answer = report["question"], report["tours"]
        directed = int(answer["directed"])
        if tours is not None:
            self.assertEqual(directed, tours)
        self.assertEqual(sum(map(int, answer["by_end"])), directed)
        if answer["undirected"] is not None:
            one_square = question["board"]["squares"] == 1
            self.assertEqual(int(answer["undirected"]), directed if one_square else directed // 2)
        if report["unfold"]:
            self.assertEqual(report["unfold"]["tours"], answer["directed"])
        if report["verification"]["passed"] is None:
            self.assertTrue(report["impossible"] or "--no-verify" in report["command_line"])
        else:
            self.assertTrue(report["verification"]["passed"])
            for comparison in report["verification"]["comparisons"]:
                self.assertEqual(comparison["counted"], comparison["expected"])

    def check_levels(self, report):
        levels, board = report["levels"], report["question"]["board"]
        inboxes = board["rows"] * board["columns"]
        self.assertEqual([level["depth"] for level in levels], list(range(board["squares"])))
        explored = 0
        for level, below in zip(levels, levels[1:] + [None]):
            explored += level["frontier"]
            self.assertEqual(level["explored"], explored)
            self.assertEqual(len(level["inbox_states"]), inboxes)
            self.assertEqual(sum(level["inbox_states"]), level["frontier"])
            self.assertEqual([len(row) for row in level["messages"]], [inboxes] * inboxes)
            self.assertEqual(sum(map(sum, level["messages"])),
                             level["generated"] - level["pruned"])
            if below is None:
                self.assertEqual((level["expanded"], level["generated"], level["duplicates"]),
                                 (0, 0, 0))
                complete = level["frontier"] - level["dead_ends"]
                self.assertEqual(complete, sum(n != "0" for n in report["tours"]["by_end"]))
            else:
                self.assertEqual(level["expanded"], level["frontier"] - level["dead_ends"])
                self.assertEqual(level["generated"] - level["pruned"] - level["duplicates"],
                                 below["frontier"])

    def check_samples(self, report, most):
        moves = ktour.moves_of(report["question"]["board"])
        for level in report["levels"]:
            self.assertEqual(len(level["samples"]), min(most, level["frontier"]))
            for sample in level["samples"]:
                path, mask = sample["path"], int(sample["visited"], 16)
                self.assertTrue(ktour.is_path(moves, path), path)
                self.assertIn(path[0], report["question"]["starts"])
                self.assertEqual(path[-1], sample["endpoint"])
                self.assertEqual(sum(1 << square for square in path), mask)
                self.assertEqual(len(path), level["depth"] + 1)
                self.assertGreater(int(sample["multiplicity"]), 0)

    def test_numbers_agree_with_one_another(self):
        for line, tours in RUNS:
            with self.subTest(run=line):
                words = line.split()
                report = ktour.run_report(*words)
                self.check_answer(report, tours)
                if report["impossible"]:
                    continue
                self.check_levels(report)
                most = int(words[words.index("--samples") + 1]) if "--samples" in words else 4
                self.check_samples(report, most)

    def test_every_state_agrees_with_a_search_in_python(self):
        for words in ("3x4", "4x4 --start b2", "3x5 --missing c2", "3x4 --closed"):
            with self.subTest(run=words):
                report = ktour.run_report(*words.split(), "--samples", 100000)
                moves = ktour.moves_of(report["question"]["board"])
                frontier = {(1 << s, s): 1 for s in report["question"]["starts"]}
                for level in report["levels"]:
                    self.assertEqual({(int(sample["visited"], 16), sample["endpoint"]):
                                      int(sample["multiplicity"]) for sample in level["samples"]},
                                     frontier)
                    self.assertEqual(int(level["paths"]), sum(frontier.values()))
                    children, messages = collections.Counter(), collections.Counter()
                    for (visited, end), ways in frontier.items():
                        for square in moves[end]:
                            if not visited >> square & 1:
                                children[visited | 1 << square, square] += ways
                                messages[end, square] += 1
                    self.assertEqual({(s, t): n for s, row in enumerate(level["messages"])
                                      for t, n in enumerate(row) if n}, messages)
                    frontier = children

    def test_threads_and_batches_change_nothing(self):
        for board in (["4x5"], ["4x5", "--prune", "all", "--missing", "b2"], ["3x8", "--closed"]):
            expected = counted(ktour.run_report(*board, "--threads", 1))
            for words in ("--threads 2", "--threads 3", "--batch 1", "--batch 7 --threads 2"):
                with self.subTest(board=board, words=words):
                    self.assertEqual(counted(ktour.run_report(*board, *words.split())), expected)


if __name__ == "__main__":
    ktour.main()
