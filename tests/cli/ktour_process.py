"""What the tests of the command line share: the program as a process, its JSON and the schemas.

The program is the first argument of a test, or the environment variable KTOUR. Every command that
searches gets `--device cpu` unless a test asks for another, so that what is checked does not depend
on a GPU and nothing is said about the choice on stderr.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import jsonschema

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"
KTOUR = os.environ.get("KTOUR", "")
TIMEOUT_SECONDS = 120


def main():
    """Runs the tests of the script that calls it; arguments after the program are unittest's."""
    global KTOUR
    arguments = sys.argv[1:]
    if arguments and os.path.isfile(arguments[0]):
        KTOUR = os.path.abspath(arguments.pop(0))
    if not KTOUR:
        sys.exit("give the path of ktour as the first argument, or in the variable KTOUR")
    unittest.main(module="__main__", argv=[sys.argv[0], *arguments])


def command(*words):
    words = [word if isinstance(word, bytes) else str(word) for word in words]
    searches = ("run", "count", "table", "list", "verify", "queens", "tiles")
    if words and words[0] in searches and "--device" not in words:
        words += ["--device", "cpu"]
    return [KTOUR, *words]


def run(*words, **options):
    """The ended process, its output as text unless text=False."""
    settings = dict(stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                    timeout=TIMEOUT_SECONDS)
    return subprocess.run(command(*words), **{**settings, **options})


def start(*words, **options):
    """The running process; the caller waits for it."""
    settings = dict(stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return subprocess.Popen(command(*words), **{**settings, **options})


def validated(text, schema_name):
    """The document, if it meets the schema of docs/."""
    document = json.loads(text)
    schema = json.loads((DOCS / f"{schema_name}.schema.json").read_text())
    jsonschema.Draft7Validator(schema).validate(document)
    return document


def run_report(*words, code=0):
    """What `ktour run ... --json` wrote, validated, after an end with this exit code."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "run.json")
        done = run("run", *words, "--json", path)
        assert done.returncode == code, (words, done.returncode, done.stderr)
        assert os.listdir(folder) == ["run.json"], os.listdir(folder)
        return validated(path.read_text(), "ktour-run")


def moves_of(board):
    """The knight's moves between the squares of a board as the JSON formats describe it."""
    rows, columns, missing = board["rows"], board["columns"], set(board["missing"])
    squares = [square for square in range(rows * columns) if square not in missing]
    return {square: {other for other in squares
                     if abs(square // columns - other // columns)
                     * abs(square % columns - other % columns) == 2} for square in squares}


def is_path(moves, squares):
    """Whether a knight can visit these squares in this order, none of them twice."""
    return (len(set(squares)) == len(squares) and set(squares) <= set(moves)
            and all(there in moves[here] for here, there in zip(squares, squares[1:])))


def all_tours(board, starts, closed=False):
    """Every directed tour by plain backtracking, in ascending order of its squares."""
    moves = moves_of(board)
    tours = []

    def extend(path):
        if len(path) == len(moves):
            if not closed or path[0] in moves[path[-1]]:
                tours.append(list(path))
            return
        for square in sorted(moves[path[-1]] - set(path)):
            extend(path + [square])

    for square in sorted(starts):
        extend([square])
    return tours
