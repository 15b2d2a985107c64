"""sonny where the system gives few threads or little memory: it keeps the tree, or says what failed."""

import subprocess
import threading
import unittest

import sonny_process as sonny

GOLDEN = "3x5"
DEPTH = 13  # generations a 3x5 tree can have, by its number of squares


@unittest.skipIf(sonny.is_sanitized(), "sanitizers make threads and memory of their own")
class FewTasks(unittest.TestCase):
    def limited(self, spare, *words):
        """sonny for a user who may have `spare` more tasks, its main thread among them."""
        return sonny.run(*words, preexec_fn=sonny.limit_tasks(sonny.tasks_in_use() + spare))

    def expect_whole_tree(self, done):
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue(sonny.shape(done.stdout, 3) == sonny.shape(sonny.golden(GOLDEN), 3))

    def test_the_default_bound_fits(self):
        for spare in (200, 60, 30, DEPTH + 6):
            self.expect_whole_tree(self.limited(spare, 3, 5))

    def test_no_parallel_needs_one_thread_per_generation(self):
        self.expect_whole_tree(self.limited(DEPTH + 6, "--no-parallel", 3, 5))

    def test_a_bound_above_the_limit_is_cut(self):
        self.expect_whole_tree(self.limited(60, "--max-threads=1000", 3, 5))

    def test_without_a_bound_the_limit_ends_the_program(self):
        done = self.limited(40, "--max-threads=unlimited", 3, 5)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"\AERROR: pthread_create\(\) failed: Resource temporarily "
                                      r"unavailable \(\d+ threads are alive; bound them [^\n]*\n\Z")
        self.expect_partial(done.stdout)

    def test_a_limit_below_one_path_ends_the_program(self):
        done = self.limited(4, 3, 5)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"\AERROR: pthread_create\(\) failed: [^\n]*"
                                      r"try a smaller --max-threads or a larger ulimit -u\)\n\Z")
        self.expect_partial(done.stdout)

    def expect_partial(self, text):
        """Whole lines only, each one that a complete run prints too."""
        self.assertTrue(text.endswith("\n"))
        allowed = {sonny.without_ids(line) for line in sonny.golden(GOLDEN).splitlines()}
        for line in text.splitlines():
            self.assertIn(sonny.without_ids(line), allowed)


@unittest.skipIf(sonny.is_sanitized(), "a sanitizer needs the address space")
class LittleMemory(unittest.TestCase):
    def test_the_default_bound_fits(self):
        for megabytes in (24, 48, 200):
            done = sonny.run(3, 5, preexec_fn=sonny.limit_address_space(megabytes))
            self.assertEqual((done.returncode, done.stderr), (0, ""), megabytes)
            self.assertTrue(sonny.shape(done.stdout, 3) == sonny.shape(sonny.golden(GOLDEN), 3))

    def test_without_a_bound_memory_ends_the_program(self):
        # Which of the two is refused first depends on how malloc maps memory.
        done = sonny.run("--max-threads=0", 4, 5, preexec_fn=sonny.limit_address_space(24))
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"\AERROR: (pthread_create|calloc|realloc)\(\) failed: "
                                      r"[^\n]*\n\Z")
        self.assertTrue(done.stdout.endswith("\n"))


class SeenFromOutside(unittest.TestCase):
    def test_the_kernel_never_sees_more_threads_than_the_bound_and_one_path(self):
        if sonny.is_sanitized():
            self.skipTest("sanitizers make threads of their own")
        for bound in (2, 10, 60):
            process = subprocess.Popen([sonny.SONNY, "--max-threads", str(bound), "4", "4"],
                                       stdout=subprocess.PIPE, text=True)
            reader = threading.Thread(target=process.stdout.read)
            reader.start()
            most = 0
            while process.poll() is None:
                try:
                    with open(f"/proc/{process.pid}/status") as status:
                        for line in status:
                            if line.startswith("Threads:"):
                                most = max(most, int(line.split()[1]))
                except OSError:
                    pass  # it has just ended
            reader.join()
            process.stdout.close()
            self.assertEqual(process.returncode, 0)
            # The main thread, and one that the kernel has not yet taken off its books per core.
            self.assertLessEqual(most, bound + 14 + 1 + 8)
            self.assertGreater(most, 1)


if __name__ == "__main__":
    sonny.main()
