"""Running sonny as a process: what the scripts of this folder share.

The environment names the programs: SONNY, SONNY_SEQUENTIAL, SONNY_TSAN (may be absent) and
SONNY_REFUSE_LIBRARY (refuse.cpp).
"""

import json
import lzma
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import unittest
from collections import Counter

FOLDER = pathlib.Path(__file__).resolve().parent
SONNY = os.environ["SONNY"]
SONNY_SEQUENTIAL = os.environ["SONNY_SEQUENTIAL"]
REFUSE_LIBRARY = os.environ["SONNY_REFUSE_LIBRARY"]
SKIPPED = 77  # what CTest is told to count as skipped

NOBODY = 65534


def is_sanitized(program=SONNY):
    """Sanitizers need terabytes of address space and do not go with valgrind or a preload."""
    text = pathlib.Path(program).read_bytes()
    return b"__asan_init" in text or b"__tsan_init" in text


def run(*words, program=SONNY, **options):
    """The finished process with its output as text."""
    options.setdefault("stdout", subprocess.PIPE)
    return subprocess.run([program, *map(str, words)], stderr=subprocess.PIPE, text=True, **options)


def run_with_json(*words, **options):
    """The finished process and the summary it wrote."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "summary.json")
        done = run("--json", path, *words, **options)
        return done, json.loads(pathlib.Path(path).read_text())


def golden(name):
    plain = FOLDER / "golden" / f"{name}.txt"
    if plain.exists():
        return plain.read_text()
    return lzma.open(f"{plain}.xz", "rt").read()


# Threads, dead ends, directed full tours and best of a board, stated with the specification.
FACTS = {(3, 3): (2, 2, 0, 8), (3, 4): (28, 13, 2, 12), (4, 3): (28, 13, 2, 12),
         (3, 5): (255, 140, 0, 14), (4, 4): (1380, 760, 0, 15), (4, 5): (21745, 12824, 32, 20),
         (3, 7): (8394, 4635, 8, 21), (5, 5): (1039834, 625004, 304, 25)}


def check_summary(case, rows, columns, *switches, **options):
    """Runs sonny and checks its summary against FACTS; gives the summary back."""
    done, summary = run_with_json(*switches, rows, columns, **options)
    with case.subTest(rows=rows, columns=columns, switches=switches):
        case.assertEqual((done.returncode, done.stderr), (0, ""))
        threads, dead_ends, tours, best = FACTS[rows, columns]
        case.assertEqual(summary["threads"], str(threads))
        case.assertEqual(summary["dead_ends"], str(dead_ends))
        case.assertEqual(sum(map(int, summary["dead_ends_by_squares"].values())), dead_ends)
        case.assertEqual(summary["full_tours_directed"], str(tours))
        case.assertEqual(summary["best_squares"], best)
        case.assertIs(summary["complete"], True)
        case.assertGreater(summary["seconds"], 0)
        depth = rows * columns - 2
        case.assertLessEqual(summary["deepest"], depth)
        if summary["mode"] == "no_parallel":
            case.assertIsNone(summary["max_threads"])
            case.assertEqual(summary["most_alive"], summary["deepest"])
        else:
            case.assertLessEqual(summary["most_alive"], summary["max_threads"] + depth)
    return summary


def without_ids(line):
    return re.sub(r"^THREAD \d+", "THREAD", re.sub(r"Thread \[\d+\]", "Thread []", line))


class Shape:
    """What may not vary between two runs: the lines of the tree without their thread numbers as a
    multiset, the two lines after it, the boards as a multiset. Takes lines one by one, because a
    5x5 board has six million."""

    def __init__(self, rows):
        self.rows = rows
        self.tree = Counter()
        self.verdict = []
        self.boards = Counter()
        self.board = []

    def add(self, line):
        line = without_ids(line.rstrip("\n"))
        if len(self.verdict) == 2:
            self.board.append(line)
            if len(self.board) == self.rows:
                self.boards[tuple(self.board)] += 1
                self.board = []
        elif self.verdict or "Best solution" in line:
            self.verdict.append(line)
        else:
            self.tree[line] += 1

    def __eq__(self, other):
        return vars(self) == vars(other)


def shape(lines, rows):
    """The Shape of a text or of any other source of lines."""
    result = Shape(rows)
    for line in lines.splitlines() if isinstance(lines, str) else lines:
        result.add(line)
    return result


def check_golden(case, rows, columns):
    """Both programs must print the golden file of this board without parallelism."""
    expected = golden(f"{rows}x{columns}")
    for program, switch in ((SONNY, ["--no-parallel"]), (SONNY_SEQUENTIAL, [])):
        with case.subTest(rows=rows, columns=columns, program=program):
            done = run(*switch, "--stable-ids", rows, columns, program=program)
            case.assertEqual((done.returncode, done.stderr), (0, ""))
            # assertTrue: a difference of megabytes is of no use to anybody.
            case.assertTrue(done.stdout == expected, "the output differs from the file")


def check_parallel(case, rows, columns, *switches):
    """In parallel the lines must be those of the golden file, in any order."""
    with case.subTest(rows=rows, columns=columns, switches=switches):
        done = run(*switches, rows, columns)
        case.assertEqual((done.returncode, done.stderr), (0, ""))
        expected = shape(golden(f"{rows}x{columns}"), rows)
        case.assertTrue(shape(done.stdout, rows) == expected, "the lines differ")


def limit_tasks(tasks):
    """For preexec_fn: a user with a limit on tasks. Root has none, so it becomes somebody else."""
    def apply():
        resource.setrlimit(resource.RLIMIT_NPROC, (tasks, tasks))
        if os.getuid() == 0:
            os.setgroups([])
            os.setresgid(NOBODY, NOBODY, NOBODY)
            os.setresuid(NOBODY, NOBODY, NOBODY)
    return apply


def tasks_in_use():
    """Tasks of the user that limit_tasks() runs as."""
    user = NOBODY if os.getuid() == 0 else os.getuid()
    tasks = 0
    for status in pathlib.Path("/proc").glob("[0-9]*/status"):
        try:
            text = status.read_text()
        except OSError:
            continue  # it has ended
        if re.search(rf"^Uid:\t{user}\t", text, re.M):
            tasks += int(re.search(r"^Threads:\t(\d+)", text, re.M)[1])
    return tasks


def limit_address_space(megabytes):
    def apply():
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
    return apply


def main():
    program = unittest.main(exit=False, verbosity=2)
    result = program.result
    if not result.wasSuccessful():
        sys.exit(1)
    if result.testsRun == len(result.skipped):
        sys.exit(SKIPPED)
