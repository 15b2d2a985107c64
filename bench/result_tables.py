#!/usr/bin/env python3
"""Prints the tables of README.md and docs/measurements.md from the files in results/.

    bench/result_tables.py
"""
import json
import pathlib

RESULTS = pathlib.Path(__file__).resolve().parent.parent / "results"
BOARDS = ["3x4", "4x5", "5x5", "3x10", "4x7", "5x6", "5x6-closed", "6x6-closed-pruned", "6x6-pruned"]
COLUMNS = ["level_engine/all states", "level_engine/two threads", "level_engine/pruned",
           "backtracker", "thread_tree"]


def board_rows():
    print("| board | tours, directed | states explored | largest frontier | search | pthread tree |")
    print("|---|---|---|---|---|---|")
    for board in BOARDS:
        run = json.loads((RESULTS / f"{board}.json").read_text())
        tree = run["verification"].get("thread_tree")
        name = board.replace("-", ", ")
        print(f"| {name} | {int(run['tours']['directed']):,} | {run['levels'][-1]['explored']:,} | "
              f"{max(level['frontier'] for level in run['levels']):,} | {run['wall_ms']:,.1f} ms | "
              + (f"{tree['ms']:,.0f} ms |" if tree else "not run |"))


def bench_rows():
    medians = {}
    rates = {}
    boards = {}
    for row in json.loads((RESULTS / "bench-cpu.json").read_text())["benchmarks"]:
        if row["aggregate_name"] != "median":
            continue
        name, index = row["name"].removesuffix("_median").rsplit("/", 1)
        medians[name, index] = row["real_time"]
        boards[index] = row["label"].split(",")[0]
        rates[name, index] = {key.removeprefix("states/s in "): value / 1e6
                              for key, value in row.items() if key.startswith("states/s in")}
    print("| board | level engine, 1 thread | 2 threads | pruned, 1 thread | backtracker | pthread tree |")
    print("|---|---|---|---|---|---|")
    for index, board in sorted(boards.items()):
        cells = [f"{medians[name, index]:,.1f} ms" if (name, index) in medians else "not run"
                 for name in COLUMNS]
        print(f"| {board} | " + " | ".join(cells) + " |")
    print()
    print("| board | expand | route | merge |")
    print("|---|---|---|---|")
    for index, board in sorted(boards.items()):
        rate = rates[COLUMNS[0], index]
        print(f"| {board} | {rate['expand']:,.0f} | {rate['route']:,.0f} | {rate['merge']:,.0f} |")


if __name__ == "__main__":
    board_rows()
    print()
    bench_rows()
