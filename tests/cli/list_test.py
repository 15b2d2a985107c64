"""`ktour list`: the same tours in all four formats, each once, in the order of docs/formats.md.

What must come is worked out by plain backtracking in Python. Counts: OEIS A165134 (3x4: 16, 5x5:
1728, of them 64 from the centre) and A175855 (5x6: 8 undirected closed tours).
"""

import csv
import pathlib
import tempfile
import unittest

import ktour_process as ktour

BOARD_3X4 = {"rows": 3, "columns": 4, "missing": []}
BOARD_5X5 = {"rows": 5, "columns": 5, "missing": []}
BOARD_5X6 = {"rows": 5, "columns": 6, "missing": []}


def read_text(text, board):
    def square(name):
        return (board["rows"] - int(name[1:])) * board["columns"] + ord(name[0]) - ord("a")
    return [[square(name) for name in line.split(" ")] for line in text.splitlines()]


def read_csv(text):
    header, *rows = csv.reader(text.splitlines())
    assert header == [f"square_{move}" for move in range(len(header))], header
    return [list(map(int, row)) for row in rows]


def read_binary(content):
    rows, columns, squares = content[8:11]
    assert content[:8] == b"KTOURS1\n" and content[11:16] == bytes(5), content[:24]
    mask = int.from_bytes(content[16:24], "little")
    missing = [square for square in range(rows * columns) if mask >> square & 1]
    assert squares == rows * columns - len(missing) and (len(content) - 24) % squares == 0
    tours = [list(content[at:at + squares]) for at in range(24, len(content), squares)]
    return {"rows": rows, "columns": columns, "missing": missing}, tours


class List(unittest.TestCase):
    def listed(self, *words, says):
        """The tours of a list in text and its other formats, which must all agree."""
        done = ktour.run("list", *words, "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr.splitlines()[-1], says)
        document = ktour.validated(done.stdout, "ktour-tours")
        board, tours = document["board"], document["tours"]
        self.assertIs(document["complete"], "more exist" not in says)
        self.assertEqual(read_text(ktour.run("list", *words).stdout, board), tours)
        self.assertEqual(read_csv(ktour.run("list", *words, "--format", "csv").stdout), tours)
        content = ktour.run("list", *words, "--format", "binary", text=False).stdout
        self.assertEqual(read_binary(content), (board, tours))
        return tours

    def test_open_tours_ascend(self):
        for words, board, number in (("3x4", BOARD_3X4, 16), ("5x5", BOARD_5X5, 1728)):
            with self.subTest(board=words):
                tours = self.listed(words, says=f"{number} directed tours listed")
                moves = ktour.moves_of(board)
                self.assertEqual(len(tours), number)
                self.assertEqual(tours, sorted(tours))
                self.assertEqual(len(set(map(tuple, tours))), number)
                for tour in tours:
                    self.assertEqual(len(tour), len(moves))
                    self.assertTrue(ktour.is_path(moves, tour), tour)

    def test_the_set_of_tours(self):
        for words in ("3x4", "1x1", "3x3", "4x4", "1x5", "3x5 --missing c2", "4x4 --missing b2"):
            with self.subTest(board=words):
                rows, columns = map(int, words[:3].split("x"))
                missing = {"c2": [7], "b2": [9]}.get(words[-2:], [])
                board = {"rows": rows, "columns": columns, "missing": missing}
                expected = ktour.all_tours(board, ktour.moves_of(board))
                tours = self.listed(*words.split(), says=f"{len(expected)} directed tours listed")
                self.assertEqual(tours, expected)

    def test_start_gives_the_order_read_backwards(self):
        tours = self.listed("5x5", "--start", "c3", says="64 directed tours listed")
        expected = ktour.all_tours(BOARD_5X5, [12])
        self.assertEqual(tours, sorted(expected, key=lambda tour: tour[::-1]))
        board_last = self.listed("--start", "c3", "5x5", says="64 directed tours listed")
        self.assertEqual(board_last, tours)
        ending = self.listed("5x5", "--end", "c3", says="64 directed tours listed")
        self.assertEqual(sorted(tour[::-1] for tour in ending), sorted(tours))
        self.assertEqual(ending, sorted(ending, key=lambda tour: tour[::-1]))
        tours = self.listed("3x4", "--start=0,0", "--start=a1", says="4 directed tours listed")
        expected = ktour.all_tours(BOARD_3X4, [0, 8])
        self.assertEqual(tours, sorted(expected, key=lambda tour: tour[::-1]))

    def test_closed_tours(self):
        tours = self.listed("5x6", "--closed", says="16 directed tours listed")
        moves = ktour.moves_of(BOARD_5X6)
        self.assertEqual(tours, sorted(tours, key=lambda tour: tour[::-1]))
        self.assertEqual(len(set(map(tuple, tours))), 16)
        for tour in tours:
            self.assertTrue(len(tour) == 30 and ktour.is_path(moves, tour), tour)
            self.assertEqual(tour[0], 0)
            self.assertIn(0, moves[tour[-1]])
        self.assertEqual(self.listed("5x5", "--closed", says="0 directed tours listed"), [])

    def test_undirected_keeps_one_of_each_two(self):
        directed = self.listed("5x5", says="1728 directed tours listed")
        tours = self.listed("5x5", "--undirected", says="864 undirected tours listed")
        self.assertEqual(tours, [tour for tour in directed if tour[0] < tour[-1]])
        directed = self.listed("5x6", "--closed", says="16 directed tours listed")
        tours = self.listed("5x6", "--closed", "--undirected", says="8 undirected tours listed")
        self.assertEqual(tours, [tour for tour in directed if tour[1] < tour[-1]])
        tours = self.listed("1x1", "--undirected", says="1 undirected tours listed")
        self.assertEqual(tours, [[0]])

    def test_limit_lists_the_first(self):
        every = ktour.all_tours(BOARD_3X4, range(12))
        says = "{} directed tours listed, more exist (--limit)"
        for limit in (1, 15):
            tours = self.listed("3x4", "--limit", limit, says=says.format(limit))
            self.assertEqual(tours, every[:limit])
        for limit in (0, 16, 17):
            self.assertEqual(self.listed("3x4", "--limit", limit,
                                         says="16 directed tours listed"), every)

    def test_output_is_what_stdout_would_be(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "tours")
            for name in ("text", "csv", "json", "binary"):
                path.write_text("what was here before")
                words = ["list", "5x5", "--format", name]
                done = ktour.run(*words, "--output", path)
                self.assertEqual((done.returncode, done.stdout, done.stderr),
                                 (0, "", "1728 directed tours listed\n"))
                self.assertEqual(path.read_bytes(), ktour.run(*words, text=False).stdout)
                self.assertEqual([path], list(pathlib.Path(folder).iterdir()))

    def test_threads_batches_and_pruning_change_nothing(self):
        expected = ktour.run("list", "5x5").stdout
        for words in ("--threads 1", "--threads 3", "--batch 7", "--prune none", "--prune ends"):
            self.assertEqual(ktour.run("list", "5x5", *words.split()).stdout, expected, words)


if __name__ == "__main__":
    ktour.main()
