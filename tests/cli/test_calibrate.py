"""`tableassist calibrate` as a person runs it."""

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.errors import BadRequestError, TableAssistError
from tableassist.store.camera import read_camera
from tableassist.studio.optics import Look, StudioCamera
from tests.studio.staged_board import StagedBoard, board_cameras, board_picture

LENS = {"fx": 450.0, "fy": 450.0, "cx": 322.0, "cy": 178.0, "dist": (-0.1, 0.03), "width_px": 640, "height_px": 360}
BOARD = StagedBoard(11, 8, 24.0, 17.0)


def base():
    return StudioCamera.looking_at((0.0, 0.0, 0.0), distance_mm=500.0, off_vertical_deg=0.0, **LENS)


@pytest.fixture(scope="module")
def pictures():
    rng = np.random.default_rng(1)
    return [board_picture(BOARD, camera, Look(), rng) for camera in board_cameras(11, rng, base(), 230.0)]


def run(*words):
    return CliRunner().invoke(app, ["calibrate", *map(str, words)])


def test_a_folder_gives_a_profile_and_a_report(pictures, tmp_path):
    folder = tmp_path / "shots"
    folder.mkdir()
    for number, picture in enumerate(pictures):
        cv2.imwrite(str(folder / f"{number:02}.png"), picture)
    done = run(folder, "--out", tmp_path / "cam.toml", "--report", tmp_path / "report.png", "--name", "my webcam")
    assert done.exit_code == 0, done.output
    camera = read_camera(tmp_path / "cam.toml")
    assert camera.camera == "my webcam"
    assert camera.lens.fx == pytest.approx(450.0, rel=0.01)
    assert camera.record.views >= 9
    assert "halves differ by" in done.output
    assert cv2.imread(str(tmp_path / "report.png")).shape == (1020, 1600, 3)


def test_a_video_is_watched_for_still_views(pictures, tmp_path):
    video = cv2.VideoWriter(str(tmp_path / "v.avi"), cv2.VideoWriter_fourcc(*"MJPG"), 10, (640, 360))
    for picture in pictures:
        for _ in range(3):
            video.write(picture)
    video.release()
    done = run(tmp_path / "v.avi", "--out", tmp_path / "cam.toml", "--keep")
    assert done.exit_code in {0, 1}, done.output
    assert read_camera(tmp_path / "cam.toml").lens.fx == pytest.approx(450.0, rel=0.02)


def test_too_few_views_are_one_line(pictures, tmp_path):
    for number, picture in enumerate(pictures[:3]):
        cv2.imwrite(str(tmp_path / f"{number}.png"), picture)
    done = run(tmp_path, "--out", tmp_path / "cam.toml")
    assert isinstance(done.exception, BadRequestError)
    assert "expected 5 or more" in str(done.exception)
    assert not (tmp_path / "cam.toml").exists()


def test_a_file_that_cannot_be_read_is_named_and_left_out(pictures, tmp_path):
    folder = tmp_path / "shots"
    folder.mkdir()
    for number, picture in enumerate(pictures):
        cv2.imwrite(str(folder / f"{number:02}.png"), picture)
    whole = (folder / "04.png").read_bytes()
    (folder / "04.png").write_bytes(whole[: len(whole) // 40])
    (folder / "no-picture.jpg").write_text("not at all")
    done = run(folder, "--out", tmp_path / "cam.toml")
    assert done.exit_code == 0, done.output
    lines = " ".join(done.output.split())
    assert "04.png: the picture is damaged or cut short" in lines
    assert "no-picture.jpg: not a picture that can be read" in lines
    assert read_camera(tmp_path / "cam.toml").record.views >= 8


def test_the_wrong_board_is_told_and_the_one_that_is_seen(pictures, tmp_path):
    for number, picture in enumerate(pictures[:2]):
        cv2.imwrite(str(tmp_path / f"{number}.png"), picture)
    done = run(tmp_path, "--board", "chessboard:13x9:30", "--out", tmp_path / "cam.toml")
    assert isinstance(done.exception, BadRequestError)
    words = str(done.exception)
    assert "a chessboard of 13x9 inner corners, 30 mm apart found in 0 usable views" in words
    assert "the pictures show a ChArUco board of 11x8 squares with tags of the dictionary 5x5_50" in words


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("nowhere",), "no such file or folder"),
        ((".", "--board", "checkers"), "expected charuco"),
        ((".", "--board", "mat"), "expected --table"),
    ],
)
def test_wrong_words_are_answered_in_one_line(words, says, tmp_path):
    done = run(*words, "--out", tmp_path / "cam.toml")
    assert isinstance(done.exception, TableAssistError)
    assert says in str(done.exception)
    assert "\n" not in str(done.exception)


def test_mirrored_pictures_of_the_board_are_named_as_such(pictures, tmp_path):
    for number, picture in enumerate(pictures[:6]):
        cv2.imwrite(str(tmp_path / f"{number}.png"), picture[:, ::-1])
    done = run(tmp_path, "--out", tmp_path / "cam.toml")
    assert isinstance(done.exception, BadRequestError)
    assert "the picture is mirrored: switch mirroring off in the camera's settings" in str(done.exception)


def test_a_mirrored_video_of_the_board_is_named_as_such(pictures, tmp_path):
    video = cv2.VideoWriter(str(tmp_path / "v.avi"), cv2.VideoWriter_fourcc(*"MJPG"), 10, (640, 360))
    for picture in pictures[:3]:
        video.write(np.ascontiguousarray(picture[:, ::-1]))
    video.release()
    done = run(tmp_path / "v.avi", "--out", tmp_path / "cam.toml")
    assert isinstance(done.exception, BadRequestError)
    assert "the picture is mirrored" in str(done.exception)


def test_a_camera_calibrated_upright_is_asked_to_be_turned(pictures, tmp_path):
    folder = tmp_path / "shots"
    folder.mkdir()
    for number, picture in enumerate(pictures):
        cv2.imwrite(str(folder / f"{number:02}.png"), cv2.rotate(picture, cv2.ROTATE_90_CLOCKWISE))
    done = run(folder, "--out", tmp_path / "cam.toml", "--keep")
    assert "taller than wide: turn the camera sideways" in " ".join(done.output.split())
