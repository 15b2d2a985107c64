#!/usr/bin/env python3
"""What sonny must print with --no-parallel --stable-ids, found without a thread.

Usage: reference.py m n [x]

A plain recursive walk, written from the assignment alone: it shares no code, no move table and no
data layout with the program. Squares are numbers, boards are sets, and the parent-child order of
lines follows from the recursion. Threads are numbered from 1000 in the order they would be made.
"""

import sys

# Row and column steps, clockwise from one row up, two columns to the left.
STEPS = [(-1, -2), (-2, -1), (-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2)]


def neighbours(rows, columns):
    """For each square the squares one move away, in the order of STEPS."""
    table = []
    for square in range(rows * columns):
        row, column = divmod(square, columns)
        table.append([(row + down) * columns + column + right for down, right in STEPS
                      if 0 <= row + down < rows and 0 <= column + right < columns])
    return table


class Walk:
    def __init__(self, rows, columns, write):
        self.squares = rows * columns
        self.near = neighbours(rows, columns)
        self.write = write
        self.threads = 0
        self.dead_ends = []

    def thread(self, number, square, visited):
        """One thread's life; `visited` is a frozenset that holds `square`. Returns squares covered."""
        while True:
            moves = [to for to in self.near[square] if to not in visited]
            if len(moves) != 1:
                break
            square = moves[0]
            visited = visited | {square}
        covered = len(visited)
        if not moves:
            if covered == self.squares:
                self.write(f"THREAD {number}: Sonny found a full knight's tour!\n")
            else:
                self.write(f"THREAD {number}: Dead end after move #{covered}\n")
                self.dead_ends.append(visited)
            return covered
        self.write(f"THREAD {number}: {len(moves)} moves possible after move #{covered}; "
                   "creating threads...\n")
        best = 0
        for to in moves:
            self.threads += 1
            child = 1000 + self.threads
            returned = self.thread(child, to, visited | {to})
            self.write(f"THREAD {number}: Thread [{child}] joined (returned {returned})\n")
            best = max(best, returned)
        return best


def solve(rows, columns, at_least, write):
    write(f"THREAD 1000: Solving Sonny's knight's tour problem for a {rows}x{columns} board\n")
    walk = Walk(rows, columns, write)
    best = walk.thread(1000, 0, frozenset({0}))
    write(f"THREAD 1000: Best solution(s) found visit {best} squares (out of {rows * columns})\n")
    write("THREAD 1000: Dead end boards:\n")
    for visited in walk.dead_ends:
        if len(visited) < at_least:
            continue
        for row in range(rows):
            cells = "".join("S" if row * columns + column in visited else "."
                            for column in range(columns))
            write(f"THREAD 1000: {' ' if row else '>'} {cells}\n")


if __name__ == "__main__":
    words = [int(word) for word in sys.argv[1:]]
    solve(words[0], words[1], words[2] if len(words) > 2 else 1, sys.stdout.write)
