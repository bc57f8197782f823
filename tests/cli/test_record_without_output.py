"""A record goes on when nobody reads along: output closed, full, or its reader gone; and a closed terminal ends it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

FULL = Path("/dev/full")
RECORD = [sys.executable, "-m", "tableassist", "record", "studio:demo", "--seconds", "2", "--out"]


def verified(match):
    done = subprocess.run(
        [sys.executable, "-m", "tableassist", "verify", match], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "never closed" not in done.stdout


@pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
def test_output_on_a_full_disk_costs_only_the_words(tmp_path):
    with FULL.open("w") as full:
        done = subprocess.run([*RECORD, tmp_path / "a.match"], stdout=full, stderr=full, check=False)
    assert done.returncode == 0
    verified(tmp_path / "a.match")


def test_a_reader_that_goes_away_costs_only_the_words(tmp_path):
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as pipe:
        done = subprocess.run([*RECORD, tmp_path / "a.match"], stdout=pipe, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 0, done.stderr
    verified(tmp_path / "a.match")


@pytest.mark.skipif(os.name == "nt", reason="a shell of POSIX")
def test_closed_output_does_not_reach_the_capture_process(tmp_path):
    line = ['exec "$@" <&- >&- 2>&-', "sh", *RECORD, tmp_path / "a.match"]
    assert subprocess.run(["sh", "-c", *line], check=False).returncode == 0
    verified(tmp_path / "a.match")


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="Windows has no SIGHUP")
def test_a_closed_terminal_ends_the_record_as_ctrl_c_does(tmp_path):
    endless = [*RECORD, tmp_path / "a.match"]
    endless[endless.index("2")] = "600"
    recorder = subprocess.Popen(endless, stdout=subprocess.PIPE, text=True)
    for line in recorder.stdout:
        if "frames" in line:  # it records
            break
    recorder.send_signal(signal.SIGHUP)
    recorder.communicate()
    assert recorder.returncode == 0
    verified(tmp_path / "a.match")
