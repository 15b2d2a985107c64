"""The program as a process: what it prints, checked against all placements of one queen a column."""

import itertools
import pathlib
import subprocess
import sys
import unittest

PROGRAM = sys.argv.pop()


def solutions():
    """Rows by column, ascending: permutations without two queens on a diagonal."""
    for rows in itertools.permutations(range(8)):
        if len({r + c for c, r in enumerate(rows)}) == len({r - c for c, r in enumerate(rows)}) == 8:
            yield rows


class Program(unittest.TestCase):
    def run_program(self, *words, **options):
        options.setdefault("stdout", subprocess.PIPE)
        return subprocess.run([PROGRAM, *words], stderr=subprocess.PIPE, text=True, **options)

    def test_prints_the_first_of_all_solutions(self):
        done = self.run_program()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        found = list(solutions())
        self.assertEqual(len(found), 92)
        board = [["-"] * 8 for _ in range(8)]
        for column, row in enumerate(found[0]):
            board[row][column] = "Q"
        self.assertEqual(done.stdout, "".join(" ".join(row) + "\n" for row in board))

    def test_refuses_arguments_in_one_line(self):
        done = self.run_program("9")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertIn("no arguments", done.stderr)

    @unittest.skipUnless(pathlib.Path("/dev/full").exists(), "there is no /dev/full")
    def test_says_so_where_the_output_cannot_be_written(self):
        with open("/dev/full", "w", encoding="ascii") as full:
            done = self.run_program(stdout=full)
        self.assertEqual(done.returncode, 4)
        self.assertEqual(done.stderr.count("\n"), 1)


unittest.main(verbosity=2)
