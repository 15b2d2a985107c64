"""Every way for sonny to end with an error: the text, the exit code, and what was printed before."""

import os
import signal
import subprocess
import tempfile
import unittest

import sonny_process as sonny

INVALID = "ERROR: Invalid argument(s)\nUSAGE: a.out <m> <n> [<x>]\n"


class Arguments(unittest.TestCase):
    def test_invalid_arguments(self):
        for words in ([], ["3"], ["2", "3"], ["3", "2"], ["3", "-3"], ["a", "3"], ["3", "3.0"],
                      ["3", "3", "0"], ["3", "3", "10"], ["3", "3", "-1"], ["3", "3", "x"],
                      ["3", "3", "3", "3"], ["3", "3", "--nope"], ["3", "3", "--max-threads", "-2"]):
            for program in (sonny.SONNY, sonny.SONNY_SEQUENTIAL):
                done = sonny.run(*words, program=program)
                self.assertEqual((done.returncode, done.stdout, done.stderr), (1, "", INVALID), words)

    def test_help_is_no_error(self):
        done = sonny.run("--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for word in ("--no-parallel", "--stable-ids", "--max-threads", "--json", "--help"):
            self.assertIn(word, done.stdout)


class Failure(unittest.TestCase):
    """Checks that an ending is exactly one ERROR line, after whole lines of output."""

    def expect_error(self, done, start, printed=None):
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stderr, rf"\AERROR: {start}[^\n]*\n\Z")
        if printed is not None:
            self.assertEqual(done.stdout, printed)
        elif done.stdout:
            self.assertTrue(done.stdout.endswith("\n"))


class Files(Failure):
    def test_stdout_is_full(self):
        with open("/dev/full", "w") as full:
            self.expect_error(sonny.run(3, 3, stdout=full), r"write\(\) failed: No space left")

    def test_stdout_is_closed(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "summary.json")
            done = subprocess.run(["sh", "-c", 'exec "$0" 3 3 --json "$1" >&-', sonny.SONNY, path],
                                  stderr=subprocess.PIPE, text=True)
            self.assertEqual(done.returncode, 1)
            self.assertIn("ERROR: fcntl() failed: Bad file descriptor", done.stderr)
            self.assertFalse(os.path.exists(path))

    def test_reader_goes_away(self):
        # As with every filter: SIGPIPE ends the program, no error is shown.
        process = subprocess.Popen([sonny.SONNY, "4", "5"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        process.stdout.close()
        self.assertEqual(process.stderr.read(), b"")
        self.assertEqual(process.wait(), -signal.SIGPIPE)
        process.stderr.close()

    def test_json_cannot_be_opened(self):
        done = sonny.run("--json", "/no/such/folder/x.json", 3, 3)
        self.expect_error(done, r"open\(\) failed: No such file or directory", printed="")
        self.assertIn("/no/such/folder/x.json", done.stderr)

    def test_json_cannot_be_written(self):
        done = sonny.run("--json", "/dev/full", "--no-parallel", "--stable-ids", 3, 3)
        self.expect_error(done, r"write\(\) failed: No space left", printed=sonny.golden("3x3"))

    def test_board_larger_than_memory(self):
        done = sonny.run(2147483647, 2147483647, 4611686014132420609)
        self.expect_error(done, r"calloc\(\) failed: Cannot allocate memory", printed="")


@unittest.skipIf(sonny.is_sanitized(), "a sanitizer does not go with a preloaded library")
class Refused(Failure):
    """Calls that fail on order, see refuse.cpp."""

    def refuse(self, order, *words):
        environment = dict(os.environ, LD_PRELOAD=sonny.REFUSE_LIBRARY, SONNY_REFUSE=order)
        return sonny.run(*words, env=environment)

    def test_thread_without_a_bound(self):
        # The fifth thread of a tree that is made in a fixed order until then is refused.
        done = self.refuse("pthread_create:5:1:11", "--max-threads=0", "--stable-ids", 4, 4)
        self.expect_error(done, r"pthread_create\(\) failed: Resource temporarily unavailable "
                                r"\(\d+ threads are alive; bound them with --max-threads\)")
        self.assertTrue(done.stdout.startswith("THREAD 1000: Solving Sonny's"))
        allowed = {sonny.without_ids(line) for line in sonny.golden("4x4").splitlines()}
        for line in done.stdout.splitlines():
            self.assertIn(sonny.without_ids(line), allowed)

    def test_thread_with_a_bound_is_asked_for_again(self):
        for switch in ("--max-threads=4", "--max-threads=1", "--no-parallel"):
            done = self.refuse("pthread_create:20:5:11", switch, "--stable-ids", 3, 4)
            self.assertEqual((done.returncode, done.stderr), (0, ""), switch)
            self.assertEqual(sonny.shape(done.stdout, 3), sonny.shape(sonny.golden("3x4"), 3))

    def test_thread_with_a_bound_refused_for_good(self):
        for switch in ("--max-threads=4", "--no-parallel"):
            done = self.refuse("pthread_create:20:1000000:11", switch, 3, 4)
            self.expect_error(done, r"pthread_create\(\) failed: .*try a smaller --max-threads")

    def test_output_before_a_refusal_is_intact(self):
        done = self.refuse("pthread_create:9:1000000:11", "--no-parallel", "--stable-ids", 3, 4)
        whole = sonny.golden("3x4")
        self.assertTrue(whole.startswith(done.stdout))
        # Eight threads were made, and the parent of the ninth had said so.
        self.assertIn("THREAD 1008:", done.stdout)
        self.assertNotIn("THREAD 1009:", done.stdout)

    def test_join(self):
        done = self.refuse("pthread_join:3:1:22", "--no-parallel", 3, 4)
        self.expect_error(done, r"pthread_join\(\) failed: Invalid argument")

    def test_attributes_of_threads(self):
        self.expect_error(self.refuse("pthread_attr_init:1:1:12", 3, 3),
                          r"pthread_attr_init\(\) failed: Cannot allocate memory", printed="")
        self.expect_error(self.refuse("pthread_attr_setstacksize:1:1:22", 3, 3),
                          r"pthread_attr_setstacksize\(\) failed: Invalid argument", printed="")

    def test_signal_handler(self):
        for call in (1, 2):
            self.expect_error(self.refuse(f"sigaction:{call}:1:22", 3, 3),
                              r"sigaction\(\) failed: Invalid argument", printed="")

    def test_first_board(self):
        # Refused at its last row, so that the rows before must be freed.
        done = self.refuse("calloc:3:1:12", 3, 3)
        self.expect_error(done, r"calloc\(\) failed: Cannot allocate memory", printed="")

    def test_board_of_a_thread(self):
        done = self.refuse("calloc:7:1:12", "--no-parallel", "--stable-ids", 3, 3)
        self.expect_error(done, r"calloc\(\) failed: Cannot allocate memory",
                          printed="".join(sonny.golden("3x3").splitlines(True)[:2]) +
                          "THREAD 1001: Dead end after move #8\n"
                          "THREAD 1000: Thread [1001] joined (returned 8)\n")

    def test_dead_end_list(self):
        done = self.refuse("realloc:1:1:12", "--no-parallel", "--stable-ids", 3, 3)
        self.expect_error(done, r"realloc\(\) failed: Cannot allocate memory",
                          printed="".join(sonny.golden("3x3").splitlines(True)[:2]))

    def test_writes_cut_short_lose_nothing(self):
        done = self.refuse("write:1:1000:1", "--no-parallel", "--stable-ids", 3, 4)
        self.assertEqual((done.returncode, done.stdout), (0, sonny.golden("3x4")))


if __name__ == "__main__":
    sonny.main()
