"""A record goes on when nobody reads along: output closed, full, or its reader gone; and a closed terminal ends it."""

import io
import os
import signal
import subprocess
import sys

import pytest

from tableassist.cli.streams import going_on_without_output
from tableassist.cli.terminal import echo
from tests.matches.test_recorder import wait_until
from tests.warm_program import run_program

RECORD = [sys.executable, "-m", "tableassist", "record", "studio:demo", "--no-video", "--out"]
pytestmark = pytest.mark.skipif(os.name == "nt", reason="descriptors and signals of POSIX")


def assert_whole(match):
    checked = run_program("verify", match, cwd=match.parent, env=os.environ)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "never closed" not in checked.stdout


def test_output_on_a_full_disk_costs_only_the_words(monkeypatch):
    class FullDisk(io.FileIO):
        def write(self, _content):
            raise OSError(28, "No space left on device")

    with FullDisk(os.dup(1), "w") as disk:
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BufferedWriter(disk)))
        with pytest.raises(OSError, match="No space"):
            echo("without protection")
        with going_on_without_output():
            echo("the first word fails")
            echo("the next ones too")


def test_closed_output_does_not_reach_the_capture_process(tmp_path):
    command = [*RECORD, tmp_path / "a.match", "--seconds", "1"]
    assert subprocess.run(["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", *command], check=False).returncode == 0
    assert_whole(tmp_path / "a.match")


def test_without_reader_it_goes_on_until_the_terminal_is_closed(tmp_path):
    match = tmp_path / "a.match"
    recorder = subprocess.Popen([*RECORD, match], stdout=subprocess.PIPE, text=True)
    for line in recorder.stdout:
        if "frames" in line:  # it records
            break
    recorder.stdout.close()
    log = match / "match.sqlite-wal"
    size = log.stat().st_size
    wait_until(lambda: log.stat().st_size != size or recorder.poll() is not None)
    assert recorder.poll() is None, "further moments are written though nobody reads the lines"
    recorder.send_signal(signal.SIGHUP)
    assert recorder.wait() == 0
    assert_whole(match)
