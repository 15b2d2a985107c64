"""What ktour does to files and streams: it replaces nothing but plain files, loses no report,
leaves no temporary file, and says so when its output does not arrive.
"""

import os
import pathlib
import stat
import subprocess
import tempfile
import unittest

import ktour_process as ktour

NO_SPACE = 4


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def expect_error(self, done, codes=(NO_SPACE,)):
        self.assertIn(done.returncode, codes, done.stderr)
        self.assertRegex(done.stderr, r"\Aktour: [^\n]+\n\Z")

    def through_shell(self, redirection, *words):
        return subprocess.run(["sh", "-c", f'exec "$0" "$@" {redirection}', *ktour.command(*words)],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              timeout=ktour.TIMEOUT_SECONDS)

    def test_pipe_by_name_stays_a_pipe(self):
        # Renaming over a name would do the same to /dev/null, which is nothing to try.
        path = self.folder / "pipe"
        os.mkfifo(path)
        reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reader)
        for words in (["run", "3x4", "--json", path], ["list", "3x4", "--output", path]):
            with self.subTest(words=words[0]):
                done = ktour.run(*words)
                self.assertTrue(stat.S_ISFIFO(path.lstat().st_mode), "the pipe was replaced")
                if done.returncode == 0:
                    self.assertGreater(len(os.read(reader, 1 << 16)), 500)
                else:
                    self.expect_error(done, codes=(2, NO_SPACE))
                self.assertEqual(os.listdir(self.folder), ["pipe"])

    def test_symbolic_link_stays_a_link(self):
        target, link = self.folder / "target", self.folder / "link"
        target.write_text("was here before")
        link.symlink_to("target")
        self.assertEqual(ktour.run("run", "3x4", "--json", link).returncode, 0)
        self.assertTrue(link.is_symlink())
        ktour.validated(target.read_text(), "ktour-run")

    def test_directory_is_refused_before_the_search(self):
        for words in (["run", "5x5", "--json"], ["list", "5x5", "--output"]):
            done = ktour.run(*words, self.folder)
            self.expect_error(done, codes=(2, NO_SPACE))
            self.assertEqual(done.stdout, "")
            self.assertEqual(os.listdir(self.folder), [])

    def test_permissions_of_a_file_stay(self):
        path = self.folder / "run.json"
        path.write_text("was here before")
        path.chmod(0o600)
        self.assertEqual(ktour.run("run", "3x4", "--json", path).returncode, 0)
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o600)

    def test_list_that_fails_leaves_the_file(self):
        path = self.folder / "tours"
        path.write_text("was here before")
        for memory in ("1K", "16M"):
            done = ktour.run("list", "5x5", "--prune", "none", "--memory", memory, "--output", path)
            self.expect_error(done)
            self.assertEqual(path.read_text(), "was here before", memory)
        self.assertEqual(os.listdir(self.folder), ["tours"])

    def test_stdout_is_full(self):
        for words in (["run", "5x5"], ["run", "5x5", "--closed"], ["count", "5x5"],
                      ["list", "5x5"], ["list", "3x4", "--limit", 1], ["verify", "4x5"],
                      ["devices"], ["--version"], ["--help"]):
            with self.subTest(words=words), open("/dev/full", "w") as full:
                done = ktour.run(*words, stdout=full)
                self.assertEqual(done.returncode, NO_SPACE, done.stderr)
                self.assertRegex(done.stderr, r"(\A|\n)ktour: [^\n]+\n\Z")

    def test_full_stdout_does_not_lose_the_report(self):
        path = self.folder / "run.json"
        with open("/dev/full", "w") as full:
            ktour.run("run", "4x5", "--json", path, stdout=full)
        self.assertEqual(ktour.validated(path.read_text(), "ktour-run")["status"], "complete")

    def test_closed_streams_do_not_write_into_the_report(self):
        path = self.folder / "run.json"
        for redirection in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
            with self.subTest(redirection=redirection):
                path.unlink(missing_ok=True)
                done = self.through_shell(redirection, "run", "4x5", "--json", path)
                self.assertIn(done.returncode, (0, NO_SPACE))
                self.assertEqual(os.listdir(self.folder), ["run.json"])
                ktour.validated(path.read_text(), "ktour-run")

    def test_reader_that_goes_away_does_not_lose_the_report(self):
        path = self.folder / "run.json"
        process = ktour.start("run", "5x5", "--json", path)
        process.stdout.close()
        process.stderr.read()
        process.stderr.close()
        process.wait(timeout=ktour.TIMEOUT_SECONDS)
        self.assertEqual(os.listdir(self.folder), ["run.json"])
        ktour.validated(path.read_text(), "ktour-run")

    def test_reader_of_a_list_goes_away(self):
        process = ktour.start("list", "5x5")
        process.stdout.readline()
        process.stdout.close()
        self.assertEqual(process.stderr.read().count("\n"), 0)
        process.stderr.close()
        self.assertNotEqual(process.wait(timeout=ktour.TIMEOUT_SECONDS), 0)

    def test_name_that_is_not_utf8(self):
        name = os.fsencode(self.folder) + b"/\xff.json"
        done = ktour.run("run", "3x4", "--json", name, text=False)
        self.assertIn(done.returncode, (0, 2, NO_SPACE), done.stderr)
        self.assertNotIn(b"terminate", done.stderr)
        for path in self.folder.iterdir():
            ktour.validated(path.read_text(), "ktour-run")


if __name__ == "__main__":
    ktour.main()
