"""Fisheye lenses calibrate with a model that fits them; the truth is OpenCV's projection."""

from dataclasses import replace

import numpy as np
import pytest

from tableassist.vision.calibration.calibrate import calibrate
from tableassist.vision.calibration.halves import disagreement_mm
from tableassist.vision.calibration.verdict import CalibrationGrade
from tableassist.vision.camera.lens import Projection
from tableassist.vision.lens_fit.board import ChessBoard, board_target
from tests.vision.calibration_scenes import TRUTH, held_poses, seen_by
from tests.vision.fisheye_scenes import LENSES, fisheye_views, lens_of

BOARD = ChessBoard(8, 6, 28.0)


@pytest.mark.parametrize("degrees", LENSES)
def test_a_fisheye_lens_is_found_to_a_tenth_of_a_millimetre_on_the_mat(degrees):
    views = fisheye_views(degrees, BOARD, 12, np.random.default_rng(1), 0.1)
    run = calibrate(views, board_target(BOARD))
    assert run.lens.projection is Projection.FISHEYE
    assert run.verdict.grade is not CalibrationGrade.REJECT
    assert run.fit.rms_px < 0.16
    assert not run.dropped
    error_mm = disagreement_mm(lens_of(degrees), run.lens)
    assert error_mm < 0.1
    assert error_mm < 3 * run.evidence.claimed_mm


def test_a_wide_lens_that_draws_straight_lines_keeps_its_pinhole():
    rng = np.random.default_rng(2)
    wide = replace(TRUTH, fx=640.0, fy=640.8)
    run = calibrate(seen_by(wide, BOARD.places, held_poses(12, rng), rng, 0.1), board_target(BOARD))
    assert run.lens.projection is Projection.PINHOLE
    assert any(each.model.projection is Projection.FISHEYE for each in run.candidates)  # tried, and not better
