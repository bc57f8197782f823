"""The doctor: each line by facts that are handed in, the whole as a user starts it."""

import json
import os
import re
import zipfile
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from typer.testing import CliRunner

from tableassist.capture.camera import CameraDevice
from tableassist.cli.app import app
from tableassist.errors import SourceError
from tableassist.package_version import loaded_version
from tableassist.setup.doctor import CheckSign, camera_lines, checks
from tableassist.setup.doctor.camera import watched_camera
from tableassist.sources import demo_table_path
from tableassist.vision.camera.frame import Frame


class FakeCamera:
    """Pictures of a given kind, and a clock that goes on with each."""

    name = "fake"

    def __init__(self, picture, *, frames_per_s=20.0, live=True, count=1000):
        self.live = live
        self.closed = False
        self._picture, self._step_s, self._left = picture, 1.0 / frames_per_s, count
        self._now = 0.0

    def clock(self):
        return self._now

    def read(self):
        if self._left == 0:
            return None
        self._left -= 1
        self._now += self._step_s
        return Frame(self._picture(self._left), 0, 0, self.name)

    def close(self):
        self.closed = True


def noisy(mean, size=(720, 1280, 3)):
    return lambda number: np.random.default_rng(number).integers(mean - 3, mean + 3, size, np.uint8)


def signs(camera):
    lines, _ = camera_lines("fake:", lambda _: camera)
    return {line.what: line.sign for line in lines}


def test_two_seconds_of_a_camera_are_counted_by_the_clock():
    camera = FakeCamera(noisy(120), frames_per_s=25.0)
    test = watched_camera(camera, camera.clock)
    assert (test.frames, test.seconds) == (51, pytest.approx(2.0))
    assert test.changes == 50
    assert camera.closed


def test_a_black_a_frozen_and_a_small_camera_are_each_told():
    small = (480, 640, 3)
    black = signs(FakeCamera(noisy(5, small), count=3))
    assert black["camera light"] is CheckSign.MISSING
    assert black["camera size"] is CheckSign.LOOK
    assert black["camera motion"] is CheckSign.OK
    still = np.full(small, 90, np.uint8)
    frozen = signs(FakeCamera(lambda _: still, count=3))
    assert frozen["camera motion"] is CheckSign.MISSING
    assert frozen["camera light"] is CheckSign.OK
    assert signs(FakeCamera(noisy(250), count=3))["camera light"] is CheckSign.LOOK


def test_a_file_is_not_called_slow_or_frozen():
    found = signs(FakeCamera(lambda _: np.full((720, 1280, 3), 90, np.uint8), live=False, count=1))
    assert found == {"camera size": CheckSign.OK, "camera speed": CheckSign.OK, "camera light": CheckSign.OK}


def test_a_camera_that_does_not_open_or_gives_nothing_is_missing():
    def broken(_):
        raise SourceError("camera:9: cannot be opened")

    (line,), frame = camera_lines("camera:9", broken)
    assert (line.sign, str(line.words), frame) == (CheckSign.MISSING, "camera:9: cannot be opened", None)
    assert line.do
    (line,), _ = camera_lines("x", lambda _: FakeCamera(noisy(100), count=0))
    assert line.sign is CheckSign.MISSING


def test_packages_that_are_missing_or_fight_each_other_are_told():
    both = {"opencv-python": "4.1", "opencv-python-headless": "5.0", "PyQt6": "6.9"}
    lines = {line.what: line for line in checks.package_lines(both.get, {}.get)}
    assert lines["opencv"].sign is CheckSign.LOOK
    assert "pip uninstall opencv-python" in str(lines["opencv"].do)
    assert lines["Qt"].sign is CheckSign.OK
    assert (lines["av"].sign, lines["av"].do) == (CheckSign.MISSING, "pip install av")


def test_a_bundle_without_metadata_has_what_it_can_load():
    def load(module):
        if module == "shapely":
            raise ImportError(module)
        said = {"cv2": {"__version__": "5.0.0"}, "PyQt6.QtCore": {"PYQT_VERSION_STR": "6.11.0"}}
        return SimpleNamespace(**said.get(module, {}))

    lines = {line.what: line for line in checks.package_lines({}.get, lambda module: loaded_version(module, load))}
    assert (lines["opencv"].sign, lines["opencv"].words) == (CheckSign.OK, "5.0.0 (cv2)")
    assert (lines["Qt"].sign, lines["Qt"].words) == (CheckSign.OK, "6.11.0 (PyQt6.QtCore)")
    assert (lines["apriltag"].sign, lines["apriltag"].words) == (CheckSign.OK, "? (pyapriltags)")
    assert lines["shapely"].sign is CheckSign.MISSING


def test_rights_cameras_cores_and_screens():
    devices = [Path("/dev/video0"), Path("/dev/video1")]
    (shut,) = checks.rights_lines("linux", devices, lambda device: device.name == "video0")
    assert (shut.sign, str(shut.words)) == (CheckSign.MISSING, "you have no permission to open video1")
    assert "usermod -aG video" in str(shut.do)
    for system in ("darwin", "win32"):
        (line,) = checks.rights_lines(system, (), lambda _: False)
        assert "Camera" in str(line.words)
    assert checks.cameras_line(()).sign is CheckSign.LOOK
    assert checks.cameras_line((CameraDevice(0, "C920"),)).words == "camera:0 C920"
    assert checks.cores_line(1).sign is CheckSign.LOOK
    assert checks.screen_line("linux", {}).sign is CheckSign.LOOK
    assert checks.screen_line("linux", {"DISPLAY": ":0"}).sign is CheckSign.OK
    assert checks.screen_line("win32", {}).sign is CheckSign.OK
    assert checks.screen_line("linux", {"QT_QPA_PLATFORM": "offscreen"}).sign is CheckSign.LOOK
    assert checks.python_line((3, 10, 1), "x").sign is CheckSign.MISSING


def test_the_disk_of_a_folder_that_is_not_there_yet_is_that_of_its_parent(tmp_path):
    free = os.statvfs(tmp_path)
    line = checks.disk_line("matches", tmp_path / "not" / "yet")
    told = float(str(line.words).rsplit(", ", 1)[1].split()[0])
    assert told == pytest.approx(free.f_bavail * free.f_frsize / 1e9, abs=0.5)
    assert line.sign is CheckSign.OK


@pytest.fixture(autouse=True)
def log_folder(tmp_path_factory, monkeypatch):
    folder = tmp_path_factory.mktemp("log")
    monkeypatch.setenv("TABLEASSIST_LOG_FOLDER", str(folder))
    return folder


def run(*arguments):
    return CliRunner().invoke(app, ["doctor", *map(str, arguments)])


def test_the_whole_for_programs_and_with_a_camera():
    done = run("--json", "--camera", "studio:demo")
    report = json.loads(done.stdout)
    found = {line["what"]: line for line in report["lines"]}
    assert found["camera size"]["words"] == "studio:demo: 1280 x 720"
    assert {"tableassist", "Python", "opencv", "Qt", "av", "apriltag", "cameras", "rights", "matches"} <= set(found)
    assert done.exit_code == (0 if report["fine"] else 1)


def test_a_bundle_is_listed_before_it_is_written_and_holds_no_picture(tmp_path):
    out = tmp_path / "report.zip"
    done = run("--bundle", out, "--table", demo_table_path(), "--yes")
    assert "Nothing is sent anywhere" in done.stdout
    assert re.search(rf"table\.toml +{demo_table_path().stat().st_size} bytes", done.stdout)
    with zipfile.ZipFile(out) as packed:
        assert packed.namelist() == ["doctor.txt", "doctor.json", "table.toml"]
        told = packed.read("doctor.txt").decode()
    assert "ok: tableassist: " in told
    assert str(Path.home()) not in told


def test_a_picture_is_only_in_a_bundle_if_asked_for(tmp_path):
    out = tmp_path / "report.zip"
    run("--camera", "studio:demo", "--bundle", out, "--with-picture", "--yes")
    with zipfile.ZipFile(out) as packed:
        assert packed.namelist() == ["doctor.txt", "doctor.json", "camera.txt", "picture.png"]


def test_what_went_wrong_so_far_is_in_the_bundle(tmp_path, log_folder):
    (log_folder / "tableassist.log").write_text("Traceback", "utf-8")
    (log_folder / "tableassist.log.1").write_text("older", "utf-8")
    run("--bundle", tmp_path / "report.zip", "--yes")
    with zipfile.ZipFile(tmp_path / "report.zip") as packed:
        assert packed.namelist()[2:] == ["tableassist.log", "tableassist.log.1"]
        assert packed.read("tableassist.log") == b"Traceback"


def test_without_a_yes_no_bundle_is_written(tmp_path):
    done = run("--bundle", tmp_path / "report.zip")
    assert "cannot ask for confirmation" in str(done.exception)
    assert list(tmp_path.iterdir()) == []


def test_a_password_in_an_address_stays_out_of_the_bundle(tmp_path):
    out = tmp_path / "report.zip"
    run("--camera", "http://anne:secret@127.0.0.1:9/video", "--bundle", out, "--yes")
    assert b"secret" not in b"".join(zipfile.ZipFile(out).read(name) for name in zipfile.ZipFile(out).namelist())
