"""Nothing touches the network unless a stream is asked for; logs hold no pictures."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
WATCHED = """
import sys
from threading import Event

touched = []
def watch(event, arguments):
    if event.startswith("socket.") and event != "socket.__new__":
        touched.append((event, str(arguments)[:120]))
    if event == "socket.__new__" and arguments[1] in (2, 10):  # AF_INET, AF_INET6
        touched.append((event, str(arguments)[:120]))
    if event in ("urllib.Request", "http.client.connect", "webbrowser.open", "ftplib.connect", "smtplib.connect"):
        touched.append((event, ""))
sys.addaudithook(watch)
"""
PLAY = """
import logging, os
from pathlib import Path
logging.basicConfig(level=logging.DEBUG, filename="log.txt")
logging.debug("begun")
from tableassist.table.live.live_table import LiveTable
from tableassist.sources.supervised import open_tag_source
from tableassist.matches.recording import Recorder
from tableassist.sources import demo_settings
from tableassist.sources import find_stage
from tableassist.sources import demo_table_path
from tableassist.store.table import bundle_of
import psutil

settings = demo_settings(find_stage("demo"))
seen, enough = [], Event()
recorder = Recorder(Path("demo.match"), bundle_of(demo_table_path()), video=True)
def take(moment):
    recorder.take(moment)
    seen.append(len(moment.state.rulings))
    if len(seen) > 4:
        enough.set()
live = LiveTable(open_tag_source("studio:demo", settings.tag_families), settings, on_moment=take, on_end=print)
live.start()
assert enough.wait(60.0)
processes = [psutil.Process(), *psutil.Process().children(recursive=True)]
inet = [str(one) for each in processes for one in each.net_connections(kind="inet")]
live.close()
recorder.close()
print("frames", len(seen), "rulings", max(seen), "touched", touched, "open", inet)
"""
ASK = """
from tableassist.sources import open_table_source
try:
    open_table_source("http://127.0.0.1:9/video")
except Exception as problem:
    print(problem)
print("touched", [event for event, _ in touched])
"""


def run(script, folder):
    done = subprocess.run(
        [sys.executable, "-c", WATCHED + script],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_demo_is_watched_and_recorded_without_a_single_socket_of_the_network(tmp_path):
    said = run(PLAY, tmp_path)
    assert "touched [] open []" in said
    assert int(said.split("rulings ")[1].split()[0]) > 100
    # With everything logged: a single picture of 1280 x 720 would be megabytes.
    assert (tmp_path / "log.txt").stat().st_size < 50_000


def test_a_stream_that_is_asked_for_is_seen_by_the_same_watch(tmp_path):
    said = run(ASK, tmp_path)
    assert "socket.connect" in said
