"""A real X server of a test's own, and a script that is run on it in another process."""

import json
import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PATIENCE_S = 300


@contextmanager
def screen(size=(1500, 950)):
    """Its environment, for processes that show windows."""
    if shutil.which("Xvfb") is None:
        pytest.skip("needs Xvfb")
    read_end, write_end = os.pipe()
    # With -displayfd the server picks a free number and writes it when it is ready.
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write_end), "-screen", "0", f"{size[0]}x{size[1]}x24", "-nolisten", "tcp"],
        pass_fds=[write_end], stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(write_end)
    try:
        with os.fdopen(read_end) as told:
            number = told.readline().strip()
        assert number, "Xvfb did not start"
        yield {
            **os.environ,
            "DISPLAY": f":{number}",
            "QT_QPA_PLATFORM": "xcb",
            "PYTHONPATH": os.pathsep.join([str(HERE.parents[1]), str(HERE)]),
        }
    finally:
        server.terminate()
        server.wait(timeout=20)


def played(script, folder, *more, environment):
    """What the script prints last, which is JSON."""
    run = subprocess.run(
        [sys.executable, "-X", "faulthandler", str(HERE / script), str(folder), *more],
        env=environment, capture_output=True, text=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    assert run.returncode == 0, f"{script} {more} ended with {run.returncode}: {run.stdout}{run.stderr}"
    return json.loads(run.stdout.splitlines()[-1])


def play_on_screen(script, folder, size=(1500, 950)):
    """On a screen of its own."""
    with screen(size) as environment:
        return played(script, folder, environment=environment)
