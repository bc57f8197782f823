"""Calibration on real photographs of a webcam; skipped where they are absent."""

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest

from tableassist.vision.calibration.calibrate import calibrate
from tableassist.vision.calibration.verdict import CalibrationGrade
from tableassist.vision.lens_fit.board import ChessBoard, board_target
from tests.vision.board_plane import fit_plane
from tests.vision.calibration_scenes import PHOTOS, photo_views

pytestmark = pytest.mark.skipif(not (PHOTOS / "webcam_intrinsics_cam1").is_dir(), reason="photographs not here")

MAT = ChessBoard(16, 10, 30.0)
SQUARES = tuple((column, row) for column in (0, 7, 14) for row in (0, 4, 8) if (column, row) != (7, 4))
"""Eight spread over the mat."""


@lru_cache(maxsize=1)
def webcam():
    board = ChessBoard(8, 6, 30.0)
    return calibrate(photo_views("webcam_intrinsics_cam1/*.jpg", board), board_target(board))


def square(column, row):
    first = row * MAT.columns + column
    return np.array([first, first + 1, first + MAT.columns + 1, first + MAT.columns])


def crossing(corners):
    """Where the diagonals of a square meet: its centre in any perspective."""
    a, b, c, d = corners
    share = np.linalg.solve(np.column_stack([c - a, b - d]), b - a)
    return a + share[0] * (c - a)


def test_the_webcams_views_all_count():
    run = webcam()
    assert len(run.views) == 20
    assert run.evidence.held_out_px < 0.3
    assert (
        run.verdict.grade is CalibrationGrade.USABLE
    )  # held in the hand, never tilted up or down, the corners left empty
    assert run.lens.fx == pytest.approx(run.lens.fy, rel=0.001)


@pytest.mark.parametrize("name", ["7x7", "8x8", "robot"])
def test_other_squares_of_the_paper_mat_are_predicted(name):
    (view,) = photo_views(f"webcam_extrinsics_cam1_tests_{name}/checker.jpg", MAT)
    known = np.unique(np.concatenate([square(*each) for each in SQUARES]))
    plane = fit_plane(view.only(np.isin(view.index, known)), MAT.places, webcam().lens)
    at = {int(number): place for number, place in zip(view.index, view.px, strict=True)}
    others = [
        square(column, row)
        for column in range(MAT.columns - 1)
        for row in range(MAT.rows - 1)
        if (column, row) not in SQUARES and all(int(number) in at for number in square(column, row))
    ]
    assert len(others) > 100
    found, covariance = plane.places(np.array([crossing([at[int(n)] for n in each]) for each in others]))
    error = found - np.array([MAT.places[each, :2].mean(axis=0) for each in others])
    sigma = np.sqrt(np.diagonal(covariance, axis1=1, axis2=2))
    assert (np.sqrt((error**2).mean(axis=0)) < 0.25).all()
    assert (np.abs(error) <= 1.96 * sigma).mean() >= 0.90
    assert np.sqrt((sigma**2).mean()) < 0.3  # an interval that holds because it is wide would be no merit


def shuffled(views, seed):
    order = np.random.default_rng(seed).permutation(len(views))
    return tuple(replace(views[number], name=f"{place}.jpg") for place, number in enumerate(order))


@pytest.mark.parametrize(
    ("side", "grade"),
    [
        ("left", CalibrationGrade.USABLE),  # two views tilted to the bottom against those to the top: 1.3 mm
        ("right", CalibrationGrade.GOOD),
    ],
)
def test_opencvs_sample_pairs_are_sound_in_any_order(side, grade):
    board = ChessBoard(9, 6, 30.0)
    views = photo_views(f"opencv_stereo/{side}*.jpg", board)
    run = calibrate(views, board_target(board))
    assert len(run.views) == 13
    assert run.evidence.held_out_px < 0.25
    assert run.verdict.grade is grade
    again = calibrate(shuffled(views, 1), board_target(board))
    assert np.array_equal(again.lens.numbers, run.lens.numbers)
    assert again.verdict.grade is grade


def test_a_real_set_with_another_zoom_in_half_of_its_views_is_rejected():
    board = ChessBoard(8, 6, 30.0)
    views = photo_views("webcam_intrinsics_cam1/*.jpg", board)
    middle = (np.array([views[0].width_px, views[0].height_px]) - 1) / 2
    zoomed = tuple(replace(view, px=middle + 1.1 * (view.px - middle)) for view in views[:10])
    run = calibrate(zoomed + views[10:], board_target(board))
    assert run.verdict.grade is CalibrationGrade.REJECT
    assert any("focus or zoom was moved" in str(reason) for reason in run.verdict.reasons)
