"""The program talks to nobody unless it is told to: neither its first window, nor the demo, nor a command.

Python's own audit says of every process, children included, which sockets it connects, binds or looks names up for; the
kernel says of the open window what Qt may have opened past it.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUARD = """
import os, socket, sys
def _heard(event, args):
    if event in ("socket.connect", "socket.bind", "socket.sendto"):
        if args[0].family == socket.AF_UNIX:
            return
    elif event not in ("socket.getaddrinfo", "socket.gethostbyname", "urllib.Request"):
        return
    with open(os.environ["NETWORK_LOG"], "a") as log:
        log.write(f"{event} {args[1:]}\\n")
sys.addaudithook(_heard)
with open(os.environ["NETWORK_LOG"], "a") as log:
    log.write("guarded\\n")
"""
WINDOW = """
import json, os, sys, time
if __name__ == "__main__":
    import psutil
    from PyQt6 import QtWidgets

    def shown(*_):
        application = QtWidgets.QApplication.instance()
        start = next(each for each in application.topLevelWidgets() if hasattr(each, "demo"))
        start.demo.click()
        until = time.monotonic() + 120.0
        tables = []
        while time.monotonic() < until and not (tables and tables[0].session.moment is not None):
            application.processEvents()
            tables = [each for each in application.topLevelWidgets() if hasattr(each, "session") and each.isVisible()]
        me = psutil.Process()
        family = [me, *me.children(recursive=True)]
        sockets = [str(each) for one in family for each in one.net_connections(kind="inet")]
        seen = bool(tables) and tables[0].session.moment is not None
        tables[0].program.quit()
        print(json.dumps({"seen": seen, "children": len(family) - 1, "sockets": sockets}), flush=True)
        return 0

    QtWidgets.QApplication.exec = shown
    from tableassist.cli.play.watch import watch_source
    sys.exit(watch_source(None, None))
"""


@pytest.fixture
def guarded(tmp_path):
    """An environment in which every Python that starts keeps a log of its network."""
    (tmp_path / "sitecustomize.py").write_text(GUARD)
    log = tmp_path / "network.log"
    return log, {
        **os.environ, "NETWORK_LOG": str(log), "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)]),
        "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path),
        "QT_QPA_PLATFORM": "offscreen", "DISPLAY": ":0",
    }  # fmt: skip


def lines(log):
    return log.read_text().splitlines()


def test_neither_the_first_window_nor_the_demo_opens_a_connection(guarded, tmp_path):
    log, environment = guarded
    script = tmp_path / "window.py"
    script.write_text(WINDOW)
    run = subprocess.run(
        [sys.executable, str(script)], env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert run.returncode == 0, run.stderr
    told = json.loads(run.stdout.splitlines()[-1])
    assert told["seen"], "the demo runs"
    assert told["children"] >= 1, "with its capture process"
    assert told["sockets"] == []
    assert set(lines(log)) == {"guarded"}
    assert len(lines(log)) >= 2, "the child was guarded too"


def test_no_command_opens_one(guarded, tmp_path):
    log, environment = guarded
    for argv in (["--help"], ["catalog", "find", "titan"], ["new", str(tmp_path / "t.toml"), "--sample"]):
        subprocess.run([sys.executable, "-m", "tableassist", *argv], env=environment, capture_output=True, check=True)
    assert lines(log) == ["guarded"] * 3


def test_the_guard_would_notice(guarded):
    log, environment = guarded
    code = "import socket\ntry: socket.create_connection(('127.0.0.1', 9), 1)\nexcept OSError: pass"
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)
    assert [line.split()[0] for line in lines(log)] == ["guarded", "socket.getaddrinfo", "socket.connect"]
