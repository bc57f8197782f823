"""Camera profiles written and read."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tableassist.errors import BadFileError, BadRequestError
from tableassist.store.camera import find_board, find_camera, profile_names, read_camera, write_camera
from tableassist.vision.camera.lens import Lens, Projection
from tableassist.vision.camera.profile import CalibrationRecord, CameraProfile
from tableassist.vision.lens_fit.board import CharucoBoard, ChessBoard


def profile():
    root = np.zeros((12, 5))
    root[:5] = np.random.default_rng(1).normal(0.0, 1.0, (5, 5))
    lens = Lens(1280, 720, 896.1, 897.2, 644.3, 356.9, (-0.1, 0.03, 0, 0, 0, 0, 0, 0), root @ root.T)
    return CameraProfile('my "webcam" \\ one', lens, CalibrationRecord("2026-11-16", "f c k1", 20, 0.25, 0.11, "good"))


def test_a_profile_round_trips(tmp_path):
    path = tmp_path / "new" / "my-camera.toml"
    write_camera(path, profile())
    back = read_camera(path)
    assert back.camera == profile().camera
    assert back.record == profile().record
    assert back.lens.distortion == profile().lens.distortion
    assert (back.lens.fx, back.lens.cy, back.lens.width_px) == (896.1, 356.9, 1280)
    np.testing.assert_allclose(back.lens.covariance, profile().lens.covariance, rtol=1e-12)
    assert [each.name for each in path.parent.iterdir()] == ["my-camera.toml"]


def test_a_fisheye_lens_is_still_one_when_read_back(tmp_path):
    path, made = tmp_path / "my-camera.toml", profile()
    assert "projection" not in _written(path, made)
    assert read_camera(path).lens.projection is Projection.PINHOLE
    assert 'projection = "fisheye"' in _written(
        path, replace(made, lens=replace(made.lens, projection=Projection.FISHEYE))
    )
    assert read_camera(path).lens.projection is Projection.FISHEYE
    path.write_text(path.read_text().replace("fisheye", "periscope"))
    with pytest.raises(BadFileError, match="projection"):
        read_camera(path)


def _written(path, made):
    write_camera(path, made)
    return path.read_text()


def test_a_profile_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadFileError, match="cannot be written"):
        write_camera(tmp_path / "file" / "x.toml", profile())


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('varies = ["fx"', 'varies = ["fz"', "got 'fz'"),
        ('varies = ["fx"', 'varies = ["fy"', "twice"),
        ("covariance = [\n    [", "covariance = [\n    [1.0, ", "expected 5 rows of 5"),
        ("covariance = [\n    [", "covariance = [\n    [-", "negative"),
        ('date = "2026-11-16"', 'date = "yesterday"', "date"),
        ("width_px = 1280", "width_px = 0", "width_px"),
    ],
)
def test_a_damaged_profile_is_refused_in_words(tmp_path, old, new, words):
    path = tmp_path / "x.toml"
    write_camera(path, profile())
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(BadFileError, match=words):
        read_camera(path)


def test_packaged_profiles_and_the_typical_one_are_found():
    asked = Path("table.toml")
    assert "studio-720p" in profile_names()
    assert find_camera("typical", asked_in=asked).lens is None
    assert find_camera("studio-720p", asked_in=asked).lens.fx == 896.0
    with pytest.raises(BadFileError, match="did you mean 'studio-720p'"):
        find_camera("studio-720", asked_in=asked)


def test_boards_by_name():
    assert find_board("charuco") == CharucoBoard(11, 8, 24.0, 17.0, "5x5_100")
    assert find_board("chessboard:8x6:30") == ChessBoard(8, 6, 30.0)
    for wrong in ("chessboard", "chessboard:8x6", "chessboard:1x6:30", "chessboard:8x6:0", "checkers"):
        with pytest.raises(BadRequestError, match="expected charuco"):
            find_board(wrong)
