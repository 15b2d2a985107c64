"""The pattern databases of 4x4: built, kept, and good for boards that need 60 moves and more."""

import os
import tempfile
import unittest

import ktour_process as ktour

# Korf's instances (Artificial Intelligence 27, 1985, table 1): number, tiles, moves. His solved board
# has the blank first, so a board is turned by half and tile t becomes 16 - t.
KORF = [
    (1, "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", 57),
    (15, "13 11 4 12 1 8 9 15 6 5 14 2 7 3 10 0", 62),
    (17, "15 14 0 4 11 1 6 13 7 5 8 9 3 2 10 12", 66),
    (60, "11 14 13 1 2 3 12 4 15 7 9 5 10 6 8 0", 66),
    (82, "14 10 2 1 13 9 8 11 7 3 6 12 15 5 4 0", 62),
    (88, "15 2 12 11 14 13 9 5 1 3 8 7 0 10 6 4", 65),
]


class Patterns(unittest.TestCase):
    def test_korfs_boards(self):
        with tempfile.TemporaryDirectory() as cache:
            for number, tiles, moves in KORF:
                with self.subTest(number=number):
                    turned = " ".join("0" if tile == "0" else str(16 - int(tile))
                                      for tile in reversed(tiles.split()))
                    done = ktour.run("slide", "--solve", turned, env={**os.environ, "XDG_CACHE_HOME": cache})
                    self.assertEqual(done.returncode, 0, done.stderr)
                    first, *rest = done.stdout.splitlines()
                    self.assertTrue(first.startswith(f"{moves} moves;"), done.stdout)
                    self.assertEqual(len(" ".join(rest).split()), moves)
            self.assertEqual(os.listdir(os.path.join(cache, "ktour")), ["patterns-4x4"])


if __name__ == "__main__":
    ktour.main()
