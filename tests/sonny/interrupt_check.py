"""A 6x6 tree never ends; it must stop on a signal and show what it found, marked as incomplete."""

import os
import pathlib
import re
import signal
import subprocess
import tempfile
import json
import time
import unittest

import sonny_process as sonny

MARK = "INCOMPLETE: interrupted; what follows was found until then"
TREE_LINE = re.compile(r"THREAD \d+: (Solving Sonny's knight's tour problem for a 6x6 board|"
                       r"\d moves possible after move #\d+; creating threads\.\.\.|"
                       r"Dead end after move #\d+|Sonny found a full knight's tour!|"
                       r"Thread \[\d+\] joined \(returned \d+\))")


class Interrupt(unittest.TestCase):
    def interrupted(self, *words, signals=(signal.SIGINT,), board=(6, 6)):
        """Exit code, stdout lines, stderr and summary of a run stopped after its first buffer is out."""
        with tempfile.TemporaryDirectory() as folder:
            output = pathlib.Path(folder, "output")
            summary = pathlib.Path(folder, "summary.json")
            with output.open("w") as stream:
                process = subprocess.Popen([sonny.SONNY, *words, "--json", str(summary),
                                            *map(str, board)],
                                           stdout=stream, stderr=subprocess.PIPE, text=True)
                while output.stat().st_size == 0:
                    self.assertIsNone(process.poll())
                    time.sleep(0.01)
                for number in signals:
                    process.send_signal(number)
                message = process.communicate(timeout=60)[1]
            return (process.returncode, output.read_text().splitlines(), message,
                    json.loads(summary.read_text()))

    def expect_incomplete(self, code, lines, message, summary, rows=6, squares=36):
        self.assertEqual(code, 130)
        self.assertEqual(message, "sonny: interrupted, the output is incomplete\n")
        marks = [number for number, line in enumerate(lines) if MARK in line]
        self.assertEqual(len(marks), 1)
        mark = marks[0]
        leaves = [line for line in lines[:mark] if "Dead end after move" in line]
        best = max(int(line.rsplit("#", 1)[1]) for line in leaves)
        if any("found a full knight's tour" in line for line in lines[:mark]):
            best = squares
        self.assertTrue(lines[mark + 1].endswith(
            f"Best solution(s) found visit {best} squares (out of {squares})"))
        self.assertTrue(lines[mark + 2].endswith("Dead end boards:"))
        boards = lines[mark + 3:]
        # A dead end is on the list if and only if its line was printed.
        self.assertEqual(len(boards), rows * len(leaves))
        self.assertEqual(summary["dead_ends"], str(len(leaves)))
        self.assertIs(summary["complete"], False)
        return mark

    def test_every_mode_stops_and_reports(self):
        for switches in ([], ["--no-parallel"], ["--max-threads=3"], ["--stable-ids"]):
            with self.subTest(switches=switches):
                code, lines, message, summary = self.interrupted(*switches)
                mark = self.expect_incomplete(code, lines, message, summary)
                for line in lines[:mark]:
                    self.assertTrue(TREE_LINE.fullmatch(line), line)

    def test_terminate_stops_too(self):
        self.expect_incomplete(*self.interrupted(signals=(signal.SIGTERM,)))

    def test_a_signal_that_arrives_twice_counts_once(self):
        self.expect_incomplete(*self.interrupted(signals=(signal.SIGINT,) * 3))

    def test_a_board_of_more_than_64_squares(self):
        result = self.interrupted(board=(9, 9))
        self.expect_incomplete(*result, rows=9, squares=81)

    def test_a_second_signal_later_ends_the_program_at_once(self):
        # Nobody reads the pipe, so that the report cannot end by itself.
        process = subprocess.Popen([sonny.SONNY, "6", "6"], stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL)
        process.stdout.read(1)
        process.send_signal(signal.SIGINT)
        time.sleep(1.2)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=60), -signal.SIGINT)
        process.stdout.close()

    def test_interrupt_while_boards_are_shown(self):
        # 4x5 prints 2.2 MB of tree, then 1.4 MB of boards; a slow reader holds it in the boards.
        process = subprocess.Popen([sonny.SONNY, "--stable-ids", "4", "5"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        text = b""
        while b"Dead end boards:" not in text[-70_000:]:
            piece = os.read(process.stdout.fileno(), 65536)
            self.assertTrue(piece, process.poll())
            text += piece
        process.send_signal(signal.SIGINT)
        rest, message = process.communicate(timeout=60)
        lines = (text + rest).decode().splitlines()
        self.assertEqual(process.returncode, 130)
        self.assertIn("INCOMPLETE: interrupted; further dead end boards are not shown", lines[-1])
        self.assertEqual(message, b"sonny: interrupted, the output is incomplete\n")
        best = next(line for line in lines if "Best solution" in line)
        self.assertTrue(best.endswith("visit 20 squares (out of 20)"))


if __name__ == "__main__":
    sonny.main()
