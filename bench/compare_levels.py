#!/usr/bin/env python3
"""Compares the level tables, message counts and answers of two runs written with `ktour run --json`,
`ktour count --json`, `ktour queens --json` or `ktour tiles --json`.

    bench/compare_levels.py A.json B.json

Prints the first difference and exits with 1, or says that all is equal. Times and bytes may differ.
"""
import json
import sys

EXACT = ["depth", "frontier", "expanded", "generated", "pruned", "dead_ends", "revisited",
         "duplicates", "explored", "paths", "inbox_states", "messages", "samples"]  # a count has no samples


def main():
    first, second = (json.load(open(path)) for path in sys.argv[1:3])
    for name in ("question", "tours", "solutions", "boards", "multiplicity_bits", "unfold",
                 "finished_depth_first"):
        a, b = first.get(name), second.get(name)
        if name == "unfold":
            a, b = (side and side["tours"] for side in (a, b))
        if name == "finished_depth_first":
            a, b = (side and {**side, "ms": None} for side in (a, b))
        if a != b:
            sys.exit(f"{name} differs: {a} and {b}")
    if len(first["levels"]) != len(second["levels"]):
        sys.exit(f"levels differ: {len(first['levels'])} and {len(second['levels'])}")
    for a, b in zip(first["levels"], second["levels"]):
        for field in EXACT:
            if a.get(field) != b.get(field):
                sys.exit(f"level {a['depth']}: {field} differs: {a[field]} and {b[field]}")
    if "tours" in first:
        answer = f"{first['tours']['directed']} directed tours"
    elif "solutions" in first:
        answer = f"{first['solutions']['all']} solutions"
    else:
        answer = f"{first['boards']['states']} boards"
    print(f"{len(first['levels'])} levels are equal, {answer}")


if __name__ == "__main__":
    main()
