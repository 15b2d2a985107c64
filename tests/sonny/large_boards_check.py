"""What takes longer: golden files and facts of the boards between 4x4 and 5x5."""

import unittest

import reference
import sonny_process as sonny


class LargeBoards(unittest.TestCase):
    def test_golden_file_of_4x5(self):
        pieces = []
        reference.solve(4, 5, 1, pieces.append)
        self.assertTrue("".join(pieces) == sonny.golden("4x5"))
        sonny.check_golden(self, 4, 5)

    def test_4x5_in_parallel(self):
        sonny.check_parallel(self, 4, 5)
        sonny.check_parallel(self, 4, 5, "--max-threads=8", "--stable-ids")

    def test_threshold_on_4x5(self):
        # Of its 12,824 dead ends 129 cover 19 squares.
        done = sonny.run(4, 5, 19)
        self.assertEqual(done.stdout.count("> "), 129)

    def test_facts_of_4x5_and_3x7(self):
        for board in ((4, 5), (3, 7)):
            sonny.check_summary(self, *board)
            sonny.check_summary(self, *board, "--no-parallel")


if __name__ == "__main__":
    sonny.main()
