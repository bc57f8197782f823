"""Runs a script of this folder on a real X server of its own, and hands over what it prints."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def play_on_screen(script: str, folder: Path, size: tuple[int, int] = (1500, 950), timeout_s: float = 240.0):
    """The last line that the script prints, as JSON. It is given the folder."""
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
        environment = {
            **os.environ,
            "DISPLAY": f":{number}",
            "QT_QPA_PLATFORM": "xcb",
            "PYTHONPATH": os.pathsep.join([str(HERE.parents[1]), str(HERE)]),
        }
        run = subprocess.run(
            [sys.executable, str(HERE / script), str(folder)],
            env=environment, capture_output=True, text=True, timeout=timeout_s, check=False,
        )  # fmt: skip
    finally:
        server.terminate()
        server.wait(timeout=20)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout.splitlines()[-1])
