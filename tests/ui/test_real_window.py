"""The real window on a real X server, as a user would start it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PyQt6.QtGui import QImage

from tableassist.ui.pixels import to_bgr

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def screenshot(tmp_path_factory):
    if shutil.which("Xvfb") is None:
        pytest.skip("needs Xvfb")
    path = tmp_path_factory.mktemp("screen") / "window.png"
    read_end, write_end = os.pipe()
    # With -displayfd the server picks a free number and writes it when it is ready.
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "1500x950x24", "-nolisten", "tcp"],
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
            [sys.executable, str(HERE / "show_real_window.py"), str(path)],
            env=environment, capture_output=True, text=True, timeout=90, check=False,
        )  # fmt: skip
    finally:
        server.terminate()
        server.wait(timeout=20)
    return run, path


def test_window_opens_shows_and_closes(screenshot):
    run, path = screenshot
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == ["xcb", "saved", "closed"]
    assert path.exists()


def test_both_views_the_banner_and_the_rulings_are_painted(screenshot):
    picture = to_bgr(QImage(str(screenshot[1])))
    height, width = picture.shape[:2]
    assert width > 1000
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 2000

    def share(part, bgr, tolerance):
        return float((np.abs(part.astype(int) - bgr).max(axis=2) <= tolerance).mean())

    camera, plan = picture[:, : width // 2], picture[:, int(width * 0.6) :]
    assert share(camera, (70, 95, 128), 14) > 0.05, "wood around the mat"
    assert share(camera, (150, 112, 62), 14) > 0.05, "the mat in the picture"
    assert share(plan, (0x5C, 0x3F, 0x17), 4) > 0.10, "the plan's sea"
    assert share(picture[: height // 5], (0x42, 0xE4, 0xF0), 4) > 0.05, "the banner"
    assert share(picture[int(height * 0.7) :, :250], (0xE9, 0xB4, 0x56), 30) > 0.0015, "a tick of YES"
