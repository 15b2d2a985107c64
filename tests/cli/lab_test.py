"""`ktour lab`: a server that says where it is and ends with a signal, and pages that replay a run.

Where the program was built without the page or the server, the tests of what is missing are skipped.
"""

import http.client
import json
import os
import pathlib
import re
import signal
import socket
import tempfile
import threading
import time
import unittest
import urllib.parse

import ktour_process as ktour

ADDRESS = re.compile(r"the Lab is at (http://(\S+):(\d+)/\S*)\n")
DATA_BLOCK = re.compile(r'<script type="application/json" id="ktour-run">(.*?)</script>', re.S)


class Lab:
    """A running server, its address read from what it prints."""

    def __init__(self, *words, environment=None):
        self.process = ktour.start("lab", *words, env=environment)
        line = self.process.stdout.readline()
        found = ADDRESS.fullmatch(line)
        if not found:
            self.process.kill()
            with self.process:
                errors = self.process.stderr.read()
            if "built without" in errors:
                raise unittest.SkipTest(errors.strip())
            raise AssertionError((line, errors))
        self.url, self.host, self.port = found.group(1), found.group(2), int(found.group(3))

    def request(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Host": f"{self.host}:{self.port}", **(headers or {})}
        if body is not None:
            body, headers["Content-Type"] = json.dumps(body), "application/json"
        connection.request(method, path, body, headers)
        reply = connection.getresponse()
        return reply.status, reply.read().decode()

    def run_to_the_end(self, question):
        """The path of a finished run and the data of its level events."""
        status, text = self.request("POST", "/api/runs", question)
        assert status == 201, text
        path = "/api/runs/" + json.loads(text)["id"]
        self.request("POST", path + "/step", {"levels": "all"})
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("GET", path + "/events", headers={"Host": f"{self.host}:{self.port}"})
        stream = connection.getresponse()
        levels, name = [], ""
        for line in stream:
            key, _, value = line.decode().rstrip("\n").partition(": ")
            if key == "event":
                name = value
            elif key == "data" and name == "level":
                levels.append(json.loads(value))
            elif key == "data" and name in ("done", "failed"):
                assert name == "done", value
                return path, levels, connection
        raise AssertionError("the stream ended early")

    def stop(self, number=signal.SIGINT):
        """The exit code, stderr, and how long the end took."""
        patience = threading.Timer(30, self.process.kill)
        patience.start()
        begin = time.monotonic()
        self.process.send_signal(number)
        with self.process:
            errors = self.process.stderr.read()
        patience.cancel()
        return self.process.returncode, errors, time.monotonic() - begin


def without_times(level):
    return {key: value for key, value in level.items()
            if key not in ("ms", "states_per_second", "next_frontier", "next_samples",
                           "next_inbox_states")}


class Server(unittest.TestCase):
    def lab(self, *words, **options):
        lab = Lab("--no-browser", *words, **options)
        self.addCleanup(lab.process.kill)
        return lab

    def test_serves_until_a_signal(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            lab = self.lab()
            self.assertEqual(lab.url, f"http://127.0.0.1:{lab.port}/")
            status, page = lab.request("GET", "/")
            self.assertEqual(status, 200)
            self.assertEqual(DATA_BLOCK.findall(page), ["null"])
            code, errors, seconds = lab.stop(number)
            self.assertEqual((code, errors), (0, ""))
            self.assertLess(seconds, 10)

    def test_a_signal_ends_runs_and_streams_and_silent_connections(self):
        lab = self.lab()
        status, text = lab.request("POST", "/api/runs",
                                   {"rows": 8, "columns": 8, "tours": "open"})
        path = "/api/runs/" + json.loads(text)["id"]
        lab.request("POST", path + "/step", {"levels": "all"})
        stream = http.client.HTTPConnection("127.0.0.1", lab.port, timeout=60)
        stream.request("GET", path + "/events", headers={"Host": f"{lab.host}:{lab.port}"})
        self.assertTrue(stream.getresponse().readline())
        with socket.create_connection(("127.0.0.1", lab.port)) as silent:
            silent.sendall(b"GET / HTT")
            code, errors, seconds = lab.stop()
        self.assertEqual((code, errors), (0, ""))
        self.assertLess(seconds, 10)

    def test_levels_are_those_of_ktour_run(self):
        lab = self.lab("--threads", 1)
        path, levels, stream = lab.run_to_the_end(
            {"rows": 5, "columns": 5, "tours": "open", "starts": [], "prune": [], "device": "cpu"})
        expected = ktour.run_report("5x5", "--samples", 64, "--no-verify")
        self.assertEqual([without_times(level) for level in levels],
                         [without_times(level) for level in expected["levels"]])
        report = ktour.validated(lab.request("GET", path + "/run.json")[1], "ktour-run")
        self.assertEqual(report["status"], "complete")
        self.assertEqual(report["tours"], expected["tours"])
        self.assertEqual(report["verification"]["passed"], True)
        words = report["command_line"]
        self.assertEqual(words[:2], ["ktour", "run"])
        self.assertEqual(ktour.run_report(*words[2:])["question"], report["question"])
        stream.close()
        self.assertEqual(lab.stop()[0], 0)

    def test_a_port_in_use_is_refused(self):
        lab = self.lab()
        done = ktour.run("lab", "--no-browser", "--port", lab.port)
        self.assertEqual(done.returncode, 2)
        self.assertIn(f"port {lab.port}", done.stderr)
        self.assertEqual(lab.stop()[0], 0)

    def test_other_addresses_need_the_token(self):
        lab = self.lab("--listen", "0.0.0.0")
        self.assertEqual(lab.request("GET", "/")[0], 401)
        query = urllib.parse.urlparse(lab.url).query
        self.assertRegex(query, r"^token=[0-9a-f]{32}$")
        self.assertEqual(lab.request("GET", "/?" + query)[0], 303)
        self.assertEqual(lab.stop()[0], 0)

    def test_opens_a_browser_where_there_is_a_display(self):
        with tempfile.TemporaryDirectory() as folder:
            seen = pathlib.Path(folder, "seen")
            opener = pathlib.Path(folder, "xdg-open")
            opener.write_text(f'#!/bin/sh\nprintf %s "$1" > {seen}.part && mv {seen}.part {seen}\n')
            opener.chmod(0o755)
            path = f"{folder}:{os.environ['PATH']}"
            for display, no_browser in ((":7", False), ("", False), (":7", True)):
                environment = {**os.environ, "PATH": path}
                environment.pop("DISPLAY", None)
                environment.pop("WAYLAND_DISPLAY", None)
                if display:
                    environment["DISPLAY"] = display
                lab = Lab(*(["--no-browser"] if no_browser else []), environment=environment)
                self.addCleanup(lab.process.kill)
                opens = bool(display) and not no_browser
                end = time.monotonic() + (20 if opens else 0.1)
                while not seen.exists() and time.monotonic() < end:
                    time.sleep(0.01)
                self.assertEqual(seen.exists(), opens)
                if opens:
                    self.assertEqual(seen.read_text(), lab.url)
                    seen.unlink()
                self.assertEqual(lab.stop()[0], 0)

    def test_bad_words_are_refused(self):
        for words in (["--port", "70000"], ["--port", "-1"], ["--listen", ""], ["--from", "x.json"],
                      ["5x5"], ["--closed"], ["--device", "cpu"], ["--threads", "x"],
                      ["--export", "x.html", "--port", "80"],
                      ["--export", "x.html", "--from", "x.json", "5x5"],
                      ["--export", "x.html", "--from", "x.json", "--closed"]):
            done = ktour.run("lab", *words)
            self.assertEqual(done.returncode, 2, words)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)


class Export(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.page = self.folder / "page.html"

    def export(self, *words, code=0):
        done = ktour.run("lab", "--export", self.page, *words)
        if "without the Lab's page" in done.stderr:
            self.skipTest(done.stderr.strip())
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertEqual(self.page.exists(), code == 0)
        return done

    def document(self):
        page = self.page.read_text()
        blocks = DATA_BLOCK.findall(page)
        self.assertEqual(len(blocks), 1)
        self.assertNotIn("<", blocks[0])
        rest = page.replace(blocks[0], "")
        self.assertNotRegex(rest, r'(src|href)="(?!data:)', "the page is not self-contained")
        self.assertIn("Content-Security-Policy", rest)
        document = json.loads(blocks[0])
        self.assertEqual((document["format"], document["version"]), ("ktour-lab", 1))
        ktour.validated(json.dumps(document["run"]), "ktour-run")
        return document

    def squares(self, tour):
        alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        return [alphabet.index(letter) for letter in tour]

    def test_five_by_five_is_the_default(self):
        done = self.export("--device", "cpu")
        self.assertEqual(done.stdout, "open tours of 5x5: 1728 directed, 864 undirected\n")
        document = self.document()
        self.assertEqual(len(set(document["tours"])), 1728)
        self.assertEqual(len(document["run"]["levels"]), 25)
        self.assertEqual(len(document["run"]["levels"][10]["samples"]), 64)

    def test_takes_the_questions_of_run(self):
        self.export("3x4", "--start", "0,0", "--prune", "ends", "--device", "cpu")
        document = self.document()
        board = {"rows": 3, "columns": 4, "missing": []}
        self.assertEqual([self.squares(tour) for tour in document["tours"]],
                         sorted(ktour.all_tours(board, [0]), key=lambda tour: tour[::-1]))

    def test_replays_a_stored_run(self):
        stored = self.folder / "run.json"
        report = ktour.run("run", "3x4", "--json", stored)
        self.assertEqual(report.returncode, 0)
        self.export("--from", stored, "--device", "cpu")
        document = self.document()
        self.assertEqual(document["run"], json.loads(stored.read_text()))
        self.assertEqual([self.squares(tour) for tour in document["tours"]],
                         ktour.all_tours({"rows": 3, "columns": 4, "missing": []}, range(12)))

    def test_replays_the_runs_in_results(self):
        for name, tours in (("3x4", 16), ("6x6-closed-pruned", 19724)):
            stored = pathlib.Path(__file__).resolve().parents[2] / "results" / f"{name}.json"
            self.export("--from", stored, "--device", "cpu")
            self.assertEqual(len(self.document()["tours"]), tours)
            self.page.unlink()

    def test_impossible_questions_have_no_levels(self):
        self.export("--closed", "--device", "cpu")
        document = self.document()
        self.assertTrue(document["run"]["impossible"])
        self.assertEqual((document["run"]["levels"], document["tours"]), ([], []))

    def test_damaged_input_is_refused(self):
        stored = self.folder / "run.json"
        ktour.run("run", "3x4", "--json", stored)
        text = stored.read_text()
        stored.write_text(text[:len(text) // 2])
        self.export("--from", stored, code=5)
        report = json.loads(text)
        report["levels"][4]["frontier"] += 1
        stored.write_text(json.dumps(report))
        self.assertIn("level 4", self.export("--from", stored, code=5).stderr)
        self.export("--from", self.folder / "nothing.json", code=2)

    def test_a_count_that_the_engine_does_not_find_is_a_mismatch(self):
        stored = self.folder / "run.json"
        ktour.run("run", "3x4", "--json", stored)
        report = json.loads(stored.read_text())
        report["tours"]["directed"] = str(int(report["tours"]["directed"]) + 1)
        report["tours"]["by_end"][0] = str(int(report["tours"]["by_end"][0]) + 1)
        stored.write_text(json.dumps(report))
        self.assertIn("17 directed", self.export("--from", stored, "--device", "cpu", code=1).stderr)

    def test_a_run_that_does_not_fit_is_no_page(self):
        self.export("6x6", "--device", "cpu", "--memory", "1M", code=4)
        self.export("/", code=2)


if __name__ == "__main__":
    ktour.main()
