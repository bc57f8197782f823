"""Boards found in the studio's pictures, whose corners are known."""

import cv2
import numpy as np
import pytest

from tableassist.studio.optics import Look, StudioCamera
from tableassist.vision.calibration.calibrate import calibrate
from tableassist.vision.calibration.halves import disagreement_mm
from tableassist.vision.calibration.verdict import CalibrationGrade
from tableassist.vision.camera.lens import Lens
from tableassist.vision.lens_fit.board import BoardFinder, CharucoBoard, ChessBoard, board_target
from tableassist.vision.lens_fit.seen_board import seen_board
from tests.studio.staged_board import StagedBoard, board_cameras, board_picture

pytestmark = pytest.mark.slow

CHARUCO = CharucoBoard(11, 8, 24.0, 17.0, "5x5_100")
STAGED = StagedBoard(11, 8, 24.0, 17.0)
LENS = {"fx": 628.0, "fy": 628.9, "cx": 451.2, "cy": 249.5, "dist": (-0.105, 0.034, 0.0005, -0.0004)}
SIZE = {"width_px": 896, "height_px": 504}


def camera(**where):
    return StudioCamera.looking_at((0.0, 0.0, 0.0), **where, **LENS, **SIZE)


@pytest.mark.parametrize("tilt", [0.0, 35.0])
def test_charuco_corners_lie_where_they_are(tilt):
    eye = camera(distance_mm=330.0, off_vertical_deg=tilt, roll_deg=12.0)
    view = BoardFinder(CHARUCO).find(board_picture(STAGED, eye, Look(), np.random.default_rng(1)), "a")
    error = view.px - eye.project(STAGED.corners())[view.index]
    assert len(view.index) > 60
    assert np.sqrt((error**2).mean()) < 0.08
    assert np.abs(error.mean(axis=0)).max() < 0.02


def test_part_of_a_charuco_board_counts():
    eye = StudioCamera.looking_at((110.0, 60.0, 0.0), distance_mm=300.0, off_vertical_deg=20.0, **LENS, **SIZE)
    view = BoardFinder(CHARUCO).find(board_picture(STAGED, eye, Look(), np.random.default_rng(2)), "a")
    assert 12 <= len(view.index) < 60
    assert np.abs(view.px - eye.project(STAGED.corners())[view.index]).max() < 0.5


@pytest.mark.parametrize("blur", [0.5, 1.6])
def test_a_plain_chessboard_is_found_sharp_or_blurred(blur):
    eye = camera(distance_mm=330.0, off_vertical_deg=25.0)
    picture = board_picture(StagedBoard(11, 8, 24.0), eye, Look(blur_sigma_px=blur), np.random.default_rng(3))
    view = BoardFinder(ChessBoard(10, 7, 24.0)).find(picture, "a")
    truth = eye.project(StagedBoard(11, 8, 24.0).corners())
    nearest = np.linalg.norm(view.px[:, None] - truth[None], axis=2).min(axis=1)
    assert len(view.index) == 70
    assert np.sqrt((nearest**2).mean()) < 0.08


@pytest.mark.parametrize("squares", [(11, 8), (8, 11), (5, 7)])
def test_a_board_of_the_old_pattern_is_found_with_the_same_corners(squares):
    board = CharucoBoard(*squares, 24.0, 17.0, "6x6_250")
    wide, high = squares[0] * 60, squares[1] * 60
    old = board.printed(legacy=True).generateImage((wide + 80, high + 80), marginSize=40)
    view = BoardFinder(board).find(old, "a")
    assert len(view.index) == (squares[0] - 1) * (squares[1] - 1)
    across, down = view.index % (squares[0] - 1), view.index // (squares[0] - 1)
    expected = np.column_stack([across + 1, down + 1]) * 60 + 39.5
    assert np.abs(view.px - expected).max() < 1.0


def staged_picture(board):
    eye = camera(distance_mm=330.0, off_vertical_deg=25.0)
    return board_picture(board, eye, Look(), np.random.default_rng(3))


def test_it_says_which_board_the_pictures_do_show():
    plain, tagged = (staged_picture(board) for board in (StagedBoard(11, 8, 24.0), STAGED))
    assert str(seen_board([lambda: plain])) == "a chessboard of 10x7 inner corners"
    assert str(seen_board([lambda: tagged] * 3)) == "a ChArUco board of 11x8 squares with tags of the dictionary 5x5_50"
    assert seen_board([lambda: np.full((240, 320, 3), 90, dtype=np.uint8)]) is None
    assert seen_board([]) is None


def test_one_picture_with_a_false_row_does_not_make_the_board_larger(monkeypatch):
    """The search for any size takes the paper's edge for a row now and then: the answers of four pictures."""
    answers = iter([(6, 8), (7, 8), (6, 8), (6, 8)])
    monkeypatch.setattr(
        cv2, "findChessboardCornersSBWithMeta", lambda *_: (True, None, np.zeros(next(answers), dtype=np.uint8))
    )
    blank = np.full((240, 320, 3), 90, dtype=np.uint8)
    assert str(seen_board([lambda: blank] * 4)) == "a chessboard of 8x6 inner corners"


def test_no_board_is_none():
    noise = np.random.default_rng(4).integers(0, 255, (240, 320, 3), dtype=np.uint8)
    assert BoardFinder(CHARUCO).find(noise, "a") is None
    assert BoardFinder(ChessBoard(8, 6, 30.0)).find(cv2.GaussianBlur(noise, (0, 0), 3), "a", quick=True) is None


def test_studio_pictures_of_our_board_give_the_lens():
    rng = np.random.default_rng(5)
    finder = BoardFinder(CHARUCO)
    eyes = board_cameras(12, rng, camera(distance_mm=500.0, off_vertical_deg=0.0), 230.0)
    found = [finder.find(board_picture(STAGED, eye, Look(), rng), f"{n}") for n, eye in enumerate(eyes)]
    run = calibrate(tuple(view for view in found if view is not None), board_target(CHARUCO))
    eye = eyes[0]
    truth = Lens(eye.width_px, eye.height_px, eye.fx, eye.fy, eye.cx, eye.cy, eye.dist, np.zeros((12, 12)))
    assert disagreement_mm(truth, run.lens) < 0.06
    assert disagreement_mm(truth, run.lens) < 3 * run.evidence.claimed_mm
    assert run.verdict.grade is not CalibrationGrade.REJECT
