"""The game of `ktour slide`, played as a person would: in a terminal (tmux), by keys, looking at
what the window shows.

Nothing here waits for a fixed time: a look is repeated until the window shows what is expected, so
a slow machine only takes longer.
"""

import os
import pathlib
import re
import shlex
import signal
import subprocess
import tempfile
import time
import unittest

import ktour_process as ktour

PATIENCE_SECONDS = 60
KEYS = {"up": "Up", "down": "Down", "left": "Left", "right": "Right"}
OPPOSITE = {"up": "Down", "down": "Up", "left": "Right", "right": "Left"}
FIGURES = re.compile(r"Moves +(\d+)  Fewest left +(\d+)  Score +(-?\d\.\d\d)")
HINT = re.compile(r"Hint: move (\d+) (\w+)")


class Terminal:
    """A tmux server of its own with one window, in which a shell command runs."""

    def __init__(self, test, command, columns=80, rows=24, term="tmux-256color", locale="C.UTF-8"):
        self.test = test
        folder = tempfile.TemporaryDirectory()
        test.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        # Where newterm() fails ncurses leaks, and a signal during the leak detector's look stops it
        # for good; what the game itself leaks is the unit tests' business.
        environment = (f"env TERM={term} LC_ALL={locale} XDG_CACHE_HOME={self.folder} "
                       "ASAN_OPTIONS=detect_leaks=0")
        test.addCleanup(self.tmux, "kill-server", check=False)
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", columns, "-y", rows,
                  f"{environment} sh -c {shlex.quote(command)}")

    def tmux(self, *words, check=True):
        done = subprocess.run(
            ["tmux", "-u", "-S", self.folder / "socket", *map(str, words)], text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE_SECONDS,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"})
        if check and done.returncode != 0:
            self.test.fail(f"tmux {words}: {done.stderr}")
        return done.stdout

    def press(self, *keys):
        self.tmux("send-keys", *keys)

    def resize(self, columns, rows):
        self.tmux("resize-window", "-x", columns, "-y", rows)

    def shown(self, *options):
        return self.tmux("capture-pane", "-p", *options)

    def state(self, name):
        return self.tmux("display", "-p", f"#{{{name}}}").strip()

    def wait_for(self, wanted, *options):
        """The match of the regular expression, once the window shows one."""
        return self.until(lambda text: re.search(wanted, text), wanted, *options)

    def until(self, condition, name, *options):
        end = time.monotonic() + PATIENCE_SECONDS
        while True:
            text = self.shown(*options)
            found = condition(text)
            if found:
                return found
            if time.monotonic() > end:
                self.test.fail(f"the window never showed {name!r}:\n{text}")
            time.sleep(0.01)


def runs(pid):
    """Whether the process has not ended; one that nobody has waited for has."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


class SlideGame(unittest.TestCase):
    maxDiff = None

    def start(self, size="3x3", seed=1, **options):
        return Terminal(self, f"{shlex.quote(ktour.KTOUR)} slide --size {size} --seed {seed}; "
                        "echo code $?; read line", **options)

    def start_ready(self, **options):
        terminal = self.start(**options)
        terminal.wait_for("Ready to play")
        return terminal

    def start_between_shell_commands(self):
        """The game in a shell that looks at the terminal before and after, then reads a line."""
        terminal = Terminal(self, "trap : INT; stty -g >$XDG_CACHE_HOME/before; "
                            f"sh -c 'echo $$ >$XDG_CACHE_HOME/pid; exec \"$@\"' sh {ktour.KTOUR} "
                            "slide --size 3x3; echo code $?; stty -g >$XDG_CACHE_HOME/after; "
                            "read line; echo read: $line; read line")
        terminal.wait_for("Ready to play")
        self.assertEqual(terminal.state("cursor_flag"), "0")
        return terminal, int((terminal.folder / "pid").read_text())

    def check_usable(self, terminal, code):
        terminal.wait_for(f"code {code}\n")
        terminal.press("typed")
        terminal.wait_for("typed")  # as it is echoed
        terminal.press("Enter")
        terminal.wait_for("read: typed")
        self.assertEqual(terminal.state("cursor_flag"), "1")
        self.assertEqual(terminal.state("alternate_on"), "0")
        before, after = ((terminal.folder / name).read_text() for name in ("before", "after"))
        self.assertEqual(before, after)

    def figures(self, terminal, moves):
        """The moves left and the score, once so many moves are made, both are known, and the notice
        below them is no longer a hint for the board before."""
        found = terminal.until(
            lambda text: "Hint:" not in text and
            [row for row in FIGURES.findall(text) if int(row[0]) == moves], f"{moves} moves")
        return int(found[0][1]), found[0][2]

    def hint(self, terminal):
        terminal.press("?")
        return terminal.wait_for(HINT)[2]

    def solve_by_hints(self, terminal):
        moves, (left, _) = 0, self.figures(terminal, 0)
        fewest = left
        while left > 0:
            terminal.press(KEYS[self.hint(terminal)])
            moves += 1
            before, (left, score) = left, self.figures(terminal, moves)
            self.assertEqual((left, score), (before - 1, "1.00"))
        return fewest

    def test_board_and_notice(self):
        terminal = self.start_ready()
        text = terminal.shown()
        self.assertIn("Sliding tiles 3x3", text)
        self.assertEqual(sorted(re.findall(r"(?<=│) +(\d) +(?=│)", text)), list("12345678"))
        self.assertIn("Arrows or hjkl move a tile into the gap", text)
        left, score = self.figures(terminal, 0)
        self.assertGreater(left, 0)
        self.assertEqual(score, "0.00")

    def test_right_and_wrong_moves(self):
        terminal = self.start_ready()
        fewest, _ = self.figures(terminal, 0)
        direction = self.hint(terminal)
        terminal.press(KEYS[direction])
        terminal.wait_for("Right move")
        self.assertEqual(self.figures(terminal, 1), (fewest - 1, "1.00"))
        terminal.press(OPPOSITE[direction])
        terminal.wait_for("Wrong move")
        self.assertEqual(self.figures(terminal, 2), (fewest, "0.00"))
        terminal.press("u")
        terminal.wait_for("Taken back")
        self.assertEqual(self.figures(terminal, 3), (fewest - 1, "0.33"))

    def test_keys_move_the_tile_that_way(self):
        terminal = self.start_ready()
        self.assertEqual(self.tiles(terminal)[0], 0)
        for key in ("l", "j", "Right", "Down"):  # the gap is in the upper left corner
            terminal.press(key)
            terminal.wait_for("No tile can move " + ("right" if key in "lRight" else "down"))
        terminal.press("h", "k")
        self.figures(terminal, 2)
        moves = 2
        for key, opposite, step in (("h", "l", 1), ("j", "k", -3), ("k", "j", 3), ("l", "h", -1),
                                    ("Left", "Right", 1), ("Down", "Up", -3), ("Up", "Down", 3),
                                    ("Right", "Left", -1)):
            before = self.tiles(terminal)
            self.assertEqual(before.index(0), 4)
            terminal.press(key)
            self.figures(terminal, moves + 1)
            after = self.tiles(terminal)
            self.assertEqual(after.index(0), 4 + step)
            self.assertEqual(after[4], before[4 + step])
            terminal.press(opposite)
            self.figures(terminal, moves + 2)
            self.assertEqual(self.tiles(terminal), before)
            moves += 2

    def tiles(self, terminal):
        rows = [line for line in terminal.shown().splitlines() if re.search(r"│ .*\d.*│", line)]
        cells = [cell for row in rows for cell in row.strip().strip("│").split("│")]
        return [int(cell.strip() or 0) for cell in cells]

    def test_solved_by_hints_with_a_perfect_score(self):
        terminal = self.start_ready()
        fewest = self.solve_by_hints(terminal)
        terminal.wait_for(f"Solved in {fewest} moves, the fewest")
        self.assertEqual(self.tiles(terminal), [1, 2, 3, 4, 5, 6, 7, 8, 0])
        terminal.press("Left", "u", "?", "n")
        terminal.wait_for("Ready to play")
        self.assertNotEqual(self.tiles(terminal), [1, 2, 3, 4, 5, 6, 7, 8, 0])
        self.solve_by_hints(terminal)
        terminal.wait_for("Solved")
        terminal.press("q")
        terminal.wait_for("(?m)^Solved in [0-9]+ moves, the fewest, score 1.00\ncode 0$")

    def test_small_windows_and_resizing(self):
        terminal = self.start(columns=30, rows=8)
        terminal.wait_for("Too small: 30x8")
        terminal.resize(40, 12)
        terminal.wait_for("Ready to play")
        self.assertIn("│", terminal.shown())
        terminal.resize(12, 3)
        terminal.wait_for("Too small")
        terminal.press("n", "x", "?")
        terminal.resize(120, 40)
        terminal.wait_for("(?s)Sliding tiles 3x3.*q quit")
        text = terminal.shown()
        self.assertIn("│           │", text)
        self.assertNotIn("Too small", text)
        terminal.press("q")
        terminal.wait_for("(?m)^code 0$")

    def test_no_colours_and_no_utf8(self):
        terminal = self.start_ready(term="vt100", locale="C")
        terminal.press("?")
        terminal.wait_for("Hint: ")
        text = terminal.shown("-e")
        self.assertTrue(text.isascii())
        self.assertRegex(text, r"\+------\+")
        self.assertRegex(text, r"\x1b\[7m +[<>^v]?\d[<>^v]? ")  # the hint is in reverse
        self.assertNotRegex(text, r"\x1b\[[34][0-7]m")
        colours = self.start_ready()
        self.assertRegex(colours.shown("-e"), r"\x1b\[44m")

    def test_signals_leave_the_terminal_usable(self):
        for number in (signal.SIGTERM, signal.SIGHUP):
            with self.subTest(signal=number):
                terminal, pid = self.start_between_shell_commands()
                os.kill(pid, number)
                self.check_usable(terminal, 130)
                self.assertIn("ktour: interrupted\n", terminal.shown())

    def test_control_c_leaves_the_terminal_usable(self):
        terminal, _ = self.start_between_shell_commands()
        terminal.press("C-c")
        self.check_usable(terminal, 130)

    def test_quitting_leaves_the_terminal_usable(self):
        terminal, _ = self.start_between_shell_commands()
        terminal.press("q")
        self.check_usable(terminal, 0)

    def test_stopped_and_continued_by_the_shell(self):
        terminal = Terminal(self, "exec sh -i")
        terminal.press(f"{shlex.quote(ktour.KTOUR)} slide --size 3x3", "Enter")
        terminal.wait_for("Ready to play")
        terminal.press("C-z")
        terminal.wait_for("(?i)stopped")
        terminal.press("fg", "Enter")
        terminal.wait_for("Ready to play")
        self.hint(terminal)

    def test_a_terminal_that_goes_away_ends_the_game(self):
        terminal, pid = self.start_between_shell_commands()
        terminal.tmux("kill-server")
        end = time.monotonic() + PATIENCE_SECONDS
        while runs(pid):
            self.assertLess(time.monotonic(), end, "the game goes on without a terminal")
            time.sleep(0.01)

    def test_quitting_does_not_wait_for_the_solver(self):
        terminal = self.start(size="4x4")
        terminal.wait_for("Working out|Building|Ready")
        terminal.press("q")
        terminal.wait_for("(?m)^code 0$")

    def test_changing_the_size(self):
        terminal = self.start_ready()
        terminal.press("s")
        terminal.wait_for("Sliding tiles 4x4")
        terminal.press("s")
        terminal.wait_for("Sliding tiles 3x3")
        terminal.wait_for("Ready to play")

    def test_no_terminal(self):
        done = ktour.run("slide", stdin=subprocess.DEVNULL)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertRegex(done.stderr, "^ktour: the game needs a terminal.*\n$")

    def test_terminals_without_a_cursor(self):
        for name in ("dumb", "nonesuch"):
            terminal = self.start(term=name)
            text = terminal.until(lambda text: "\ncode 2\n" in text and text, "code 2", "-J")
            self.assertIn(f"ktour: the terminal '{name}' (TERM)", text)


if __name__ == "__main__":
    ktour.main()
