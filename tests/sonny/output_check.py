"""The output of sonny: golden files without parallelism, multisets of lines with it.

Boards up to 4x4; large_boards_check.py has the others.
"""

import os
import pty
import subprocess
import unittest

import reference
import sonny_process as sonny

# The example of the assignment with its lost line breaks put back.
EXAMPLE = """\
THREAD 1000: Solving Sonny's knight's tour problem for a 3x3 board
THREAD 1000: 2 moves possible after move #1; creating threads...
THREAD 1001: Dead end after move #8
THREAD 1002: Dead end after move #8
THREAD 1000: Thread [1001] joined (returned 8)
THREAD 1000: Thread [1002] joined (returned 8)
THREAD 1000: Best solution(s) found visit 8 squares (out of 9)
THREAD 1000: Dead end boards:
THREAD 1000: > SSS
THREAD 1000:   S.S
THREAD 1000:   SSS
THREAD 1000: > SSS
THREAD 1000:   S.S
THREAD 1000:   SSS
"""

BOARDS = [(3, 3), (3, 4), (4, 3), (3, 5), (4, 4)]


def reference_text(rows, columns, at_least=1):
    pieces = []
    reference.solve(rows, columns, at_least, pieces.append)
    return "".join(pieces)


class Golden(unittest.TestCase):
    def test_program_prints_the_golden_files(self):
        for board in BOARDS:
            sonny.check_golden(self, *board)

    def test_golden_files_are_what_the_reference_finds(self):
        for rows, columns in BOARDS:
            self.assertTrue(reference_text(rows, columns) == sonny.golden(f"{rows}x{columns}"))

    def test_the_example_of_the_assignment(self):
        # In parallel the example is one of several orders; what it shows must all be there.
        parallel = sonny.run("--stable-ids", 3, 3).stdout
        self.assertEqual(sorted(parallel.splitlines()[:6]), sorted(EXAMPLE.splitlines()[:6]))
        self.assertEqual(parallel.splitlines()[6:], EXAMPLE.splitlines()[6:])

    def test_larger_number_of_rows_or_columns(self):
        for rows, columns in ((5, 3), (3, 6)):
            done = sonny.run("--no-parallel", "--stable-ids", rows, columns)
            self.assertTrue(done.stdout == reference_text(rows, columns), (rows, columns))


class Ids(unittest.TestCase):
    def test_only_the_ids_vary_without_parallelism(self):
        first, second = (sonny.run("--no-parallel", 3, 4).stdout for _ in range(2))
        strip = lambda text: [sonny.without_ids(line) for line in text.splitlines()]
        self.assertEqual(strip(first), strip(second))
        self.assertEqual(strip(first), strip(sonny.golden("3x4")))

    def test_ids_are_those_of_the_kernel(self):
        process = subprocess.Popen([sonny.SONNY, "3", "3"], stdout=subprocess.PIPE, text=True)
        text = process.communicate()[0]
        self.assertTrue(text.startswith(f"THREAD {process.pid}: Solving"))

    def test_stable_ids_name_each_thread_once(self):
        done = sonny.run("--stable-ids", 4, 4)
        joined = [line.split("[")[1].split("]")[0] for line in done.stdout.splitlines()
                  if "joined" in line]
        self.assertEqual(sorted(map(int, joined)), list(range(1001, 1001 + 1380)))


class Parallel(unittest.TestCase):
    def test_lines_are_those_of_the_golden_files(self):
        for rows, columns in BOARDS:
            sonny.check_parallel(self, rows, columns)
            sonny.check_parallel(self, rows, columns, "--stable-ids")

    def test_lines_do_not_depend_on_the_bound(self):
        for bound in (1, 2, 3, 5, 10, 40, 1000):
            sonny.check_parallel(self, 3, 5, "--max-threads", bound)
        for bound in ("0", "unlimited"):
            sonny.check_parallel(self, 3, 5, "--max-threads", bound)

    def test_on_a_terminal(self):
        master, slave = pty.openpty()
        done = sonny.run("--no-parallel", "--stable-ids", 3, 3, stdout=slave)
        os.close(slave)
        text = os.read(master, 65536).decode().replace("\r\n", "\n")
        os.close(master)
        self.assertEqual((done.returncode, text), (0, sonny.golden("3x3")))


class Threshold(unittest.TestCase):
    def test_boards_below_x_are_not_shown(self):
        for x in (1, 9, 10, 11, 12):
            done = sonny.run("--no-parallel", "--stable-ids", 3, 4, x)
            self.assertEqual(done.stdout, reference_text(3, 4, x), x)

    def test_x_filters_boards_and_nothing_else(self):
        done = sonny.run("--no-parallel", "--stable-ids", 3, 3, 9)
        self.assertEqual(done.stdout, "".join(sonny.golden("3x3").partition("boards:\n")[:2]))


class Summary(unittest.TestCase):
    def test_json_has_the_facts(self):
        for board in BOARDS:
            for switches in ([], ["--no-parallel"], ["--max-threads=3"]):
                sonny.check_summary(self, *board, *switches)


if __name__ == "__main__":
    sonny.main()
