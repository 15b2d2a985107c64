"""`ktour slide`: solutions that a person can play, the comparison of the solvers, the databases' cache."""

import os
import pathlib
import re
import signal
import tempfile
import time
import unittest

import ktour_process as ktour

USAGE, INTERRUPTED = 2, 130
SOLVERS = ["patterns", "ida", "conflict", "misplaced"]

# Korf's instance 94 (1985), turned so that the blank comes last: 53 moves.
KORF_94 = "14 12 15 10 1 13 4 6 3 7 2 0 8 5 9 11"
# The least number of squares whose databases are kept on disk, and quickly built.
KEPT = ["2x8", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15"]


def played(tiles, columns, moves):
    """The board after these moves, each the way that a tile slides into the blank."""
    tiles = list(tiles)
    step = {"up": columns, "down": -columns, "left": 1, "right": -1}
    for move in moves:
        blank = tiles.index(0)
        start = blank + step[move]
        assert 0 <= start < len(tiles), (tiles, move)
        assert move in ("up", "down") or start // columns == blank // columns, (tiles, move)
        tiles[blank], tiles[start] = tiles[start], 0
    return tiles


class Slide(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.cache = pathlib.Path(folder.name, "cache")
        self.environment = {**os.environ, "XDG_CACHE_HOME": str(self.cache)}

    def slide(self, *words, code=0, environment=None):
        done = ktour.run("slide", *words, env=environment or self.environment)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def expect_solution(self, board, columns, moves, *words):
        text = self.slide("--solve", board, *words).stdout
        first, *rest = text.splitlines()
        self.assertRegex(first, rf"^{moves} moves?; a move is the way that a tile slides$")
        words = " ".join(rest).split()
        self.assertEqual(len(words), moves)
        tiles = [int(tile) for tile in re.findall(r"\d+", board)]
        self.assertEqual(played(tiles, columns, words), [*range(1, len(tiles)), 0])

    def test_solutions(self):
        for solver in SOLVERS:
            with self.subTest(solver=solver):
                self.expect_solution("8 1 3 4 0 2 7 6 5", 3, 14, "--solver", solver)
                self.expect_solution("8 6 7 2 5 4 3 0 1", 3, 31, "--solver", solver)  # one of the two farthest
                self.expect_solution("1 2 3 4 5 6 7 0 8", 3, 1, "--solver", solver)
                self.expect_solution("1 2 3 4 5 6 7 8 0", 3, 0, "--solver", solver)
                self.expect_solution("4 1 3 2 0 5", 3, 5, "--size", "2x3", "--solver", solver)
        self.expect_solution("8,1,3\n4,0,2\n7,6,5\n", 3, 14)
        self.expect_solution(KORF_94, 4, 53, "--solver", "ida")

    def test_what_it_took_goes_to_stderr(self):
        done = self.slide("--solve", "8 1 3 4 0 2 7 6 5", "--solver", "misplaced")
        self.assertRegex(done.stderr, r"\AA\*, misplaced tiles: \d+ boards expanded, \d+ generated, [\d.]+ ms\n\Z")

    def rows(self, text):
        """The table of --bench: {solver: [boards, mean, median, largest of the boards expanded, ...]}."""
        found = re.findall(rf"^({'|'.join(SOLVERS)}) +(\d.*)$", text, re.MULTILINE)
        return {solver: [float(number) for number in numbers.split()] for solver, numbers in found}

    def test_comparison(self):
        text = self.slide("--bench", "--boards", "40", "--seed", "7").stdout
        self.assertTrue(text.startswith("40 random 3x3 boards, seed 7\n"))
        rows = self.rows(text)
        self.assertEqual(list(rows), SOLVERS)
        for numbers in rows.values():
            self.assertEqual(numbers[0], 40)
            self.assertLessEqual(numbers[2], numbers[3])
            self.assertLessEqual(numbers[1], numbers[3])
        for better, worse in (("patterns", "ida"), ("conflict", "misplaced")):
            self.assertLess(rows[better][1], rows[worse][1])
        self.assertRegex(text, r"moves of a shortest solution: mean 2\d\.\d\d, median 2\d, largest [23]\d\n\Z")

    def test_comparison_is_of_the_same_boards_for_the_same_seed(self):
        def expanded(*words):
            rows = self.rows(self.slide("--bench", "--boards", "10", "--solver", "conflict", *words).stdout)
            self.assertEqual(list(rows), ["conflict"])
            return rows["conflict"][:4]
        self.assertEqual(expanded(), expanded("--seed", "1"))
        self.assertNotEqual(expanded("--seed", "1"), expanded("--seed", "2"))

    def test_comparison_leaves_out_what_takes_too_long(self):
        text = self.slide("--bench", "--boards", "3", "--size", "3x4").stdout
        self.assertEqual(list(self.rows(text)), SOLVERS[:3])
        self.assertRegex(text, r"(?m)^misplaced +left out: ")

    def test_interrupt_of_a_comparison(self):
        with ktour.start("slide", "--bench", "--boards", "1000000", env=self.environment) as process:
            while not process.stdout.readline().startswith("solver"):
                pass
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
            stdout, stderr = process.communicate(timeout=ktour.TIMEOUT_SECONDS)
        self.assertEqual(process.returncode, INTERRUPTED)
        self.assertTrue(stderr.endswith("ktour: interrupted\n"))
        self.assertRegex(stdout, r"interrupted: the last row is of the boards solved before\n\Z")
        self.assertEqual(list(self.rows(stdout)), ["patterns"])

    def test_interrupt_of_a_solver(self):
        with ktour.start("slide", "--solve", "4 8 3 14 12 15 13 11 10 7 5 6 9 0 2 1", "--solver", "misplaced", env=self.environment) as process:
            time.sleep(0.5)
            process.send_signal(signal.SIGTERM)
            stdout, stderr = process.communicate(timeout=ktour.TIMEOUT_SECONDS)
        self.assertEqual((process.returncode, stdout, stderr), (INTERRUPTED, "", "ktour: interrupted\n"))

    def test_databases_are_kept(self):
        size, board = KEPT
        file = self.cache / "ktour" / "patterns-2x8"

        def solve(environment=None):
            done = self.slide("--size", size, "--solve", board, environment=environment)
            self.assertEqual(done.stdout.splitlines()[1:], ["left"])
            return done.stderr.splitlines()[:-1]

        self.assertEqual(solve(), [])
        self.assertEqual(os.listdir(self.cache / "ktour"), ["patterns-2x8"])
        whole, written = file.read_bytes(), file.stat().st_mtime_ns
        self.assertEqual(solve(), [])
        self.assertEqual(file.stat().st_mtime_ns, written)

        file.write_bytes(whole[:1000] + b"?" + whole[1001:])
        (message,) = solve()
        self.assertRegex(message, r"patterns-2x8' is damaged or of another version; .* built again$")
        self.assertEqual(file.read_bytes(), whole)

        self.cache.rename(self.cache.with_name("away"))
        self.cache.write_text("no directory")
        (message,) = solve()
        self.assertRegex(message, r"^the pattern databases are built each time: could not make the directory '.*'")
        self.assertEqual(self.cache.read_text(), "no directory")

    def test_databases_go_to_the_home_without_a_cache_directory(self):
        environment = {**self.environment, "HOME": str(self.cache)}
        del environment["XDG_CACHE_HOME"]
        size, board = KEPT
        self.slide("--size", size, "--solve", board, environment=environment)
        self.assertEqual(os.listdir(self.cache / ".cache" / "ktour"), ["patterns-2x8"])

    def test_small_databases_leave_no_file(self):
        self.slide("--solve", "8 1 3 4 0 2 7 6 5")
        self.assertFalse(self.cache.exists())


if __name__ == "__main__":
    ktour.main()
