"""A table that is served in a process of its own without Qt, and the phones and pages of its people."""

import json
import re
import signal
import subprocess
import urllib.error
import urllib.request
from contextlib import contextmanager
from threading import Event, Thread

from tests.table.without_qt import start

COMMAND = """
from tableassist.cli.app import main
main()
"""


class Phone:
    """A seat's page, as far as its requests go."""

    def __init__(self, link):
        address, _, self._token = link.partition("#")
        self._root = address.rsplit("/", 1)[0]

    def get(self, path):
        return self._ask(path, None)

    def do(self, **command):
        return self._ask("/api/commands", command)

    def _ask(self, path, body):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._root + path, data, {"authorization": f"Bearer {self._token}"})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as problem:
            return problem.code, json.load(problem)

    def until(self, path, condition):
        """Ask again and again; what it says when the condition holds."""
        tick = Event()
        for _ in range(600):
            status, told = self.get(path)
            if status == 200 and told is not None and condition(told):
                return told
            tick.wait(0.1)
        raise AssertionError(f"{path}: it never came")


@contextmanager
def served(folder, *arguments, script=COMMAND):
    """A table that is served in a process of its own, by the command or by a script; its phones, by the words before
    each link."""
    process = start(script, folder, *arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    lines, ready = [], Event()

    def read():
        for line in process.stdout:
            lines.append(line)
            if "Ctrl-C" in line:
                ready.set()
        ready.set()

    reader = Thread(target=read)
    reader.start()
    assert ready.wait(90)
    links = dict(re.findall(r"^(.*?): (http://\S+)$", "".join(lines), re.MULTILINE))
    assert links, "".join(lines)
    try:
        yield {words: Phone(link) for words, link in links.items()}
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0, "".join(lines)
    finally:
        process.kill()
        process.wait()
        reader.join()
        process.stdout.close()
    assert "Traceback" not in "".join(lines), "".join(lines)
