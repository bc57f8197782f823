"""Lens calibration against lenses that are known exactly."""

from dataclasses import replace

import numpy as np
import pytest

from tableassist.errors import BadRequestError
from tableassist.vision.calibration.calibrate import calibrate
from tableassist.vision.calibration.halves import disagreement_mm
from tableassist.vision.calibration.mat import mat_target
from tableassist.vision.calibration.picture import calibration_picture
from tableassist.vision.calibration.report import report_lines
from tableassist.vision.calibration.verdict import CalibrationGrade
from tableassist.vision.lens_fit.board import board_target
from tableassist.vision.lens_fit.covariance import ViewPulls
from tableassist.vision.registration.mat_layout import MatLayout, MatTag
from tests.vision.calibration_scenes import BOARD, TRUTH, held_poses, seen_by

pytestmark = pytest.mark.slow


def calibrated(seed, *, count=20, noise_px=0.1, lens=TRUTH):
    rng = np.random.default_rng(seed)
    return calibrate(seen_by(lens, BOARD.places, held_poses(count, rng), rng, noise_px), board_target(BOARD))


@pytest.mark.long
def test_the_claim_holds_the_true_error_over_many_sets():
    runs = [calibrated(seed) for seed in range(6)]
    errors = np.array([disagreement_mm(TRUTH, run.lens) for run in runs])
    claims = np.array([run.evidence.claimed_mm for run in runs])
    assert np.sqrt((errors**2).mean()) < 0.09
    assert 0.5 < np.sqrt((errors**2).mean() / (claims**2).mean()) < 1.5
    assert not any(run.verdict.grade is CalibrationGrade.REJECT for run in runs)


def test_a_simple_lens_gets_a_simple_model():
    simple = replace(TRUTH, fy=896.0, cx=639.5, cy=359.5, distortion=(-0.1, 0, 0, 0, 0, 0, 0, 0))
    assert len(calibrated(3, lens=simple).model.free) <= 4
    assert len(calibrated(3).model.free) >= 6


def test_the_covariance_is_full_and_leaves_out_what_no_model_needed():
    run = calibrated(1)
    inside = run.model.spread.any(axis=1)
    assert (np.diag(run.lens.covariance)[inside] > 0).all()
    assert not run.lens.covariance[9:].any()
    assert np.linalg.eigvalsh(run.lens.covariance).min() > -1e-9


def test_a_board_that_bows_and_is_stretched_by_the_printer_does_not_spoil_the_lens():
    rng = np.random.default_rng(5)
    bent = board_target(BOARD).bent(np.array([0.6, -0.4, 0.5, 0.004, 0.001]))
    run = calibrate(seen_by(TRUTH, bent.points, held_poses(20, rng), rng, 0.1), board_target(BOARD))
    assert disagreement_mm(TRUTH, run.lens) < 0.12
    assert run.fit.bend == pytest.approx([0.6, -0.4, 0.5, 0.004, 0.001], abs=0.06)


def test_an_outlier_view_is_named_and_dropped():
    rng = np.random.default_rng(6)
    views = list(seen_by(TRUTH, BOARD.places, held_poses(14, rng), rng, 0.1))
    views[4] = replace(views[4], px=views[4].px + rng.normal(0.0, 2.0, views[4].px.shape))
    run = calibrate(tuple(views), board_target(BOARD))
    assert [view.name for view in run.dropped] == ["view 4"]
    assert disagreement_mm(TRUTH, run.lens) < 0.25


def test_a_low_rms_does_not_save_views_that_do_not_fix_the_lens():
    """Paper that bends anew in each view: it fits to 0.7 px, and the halves lie 17 px apart."""
    rng = np.random.default_rng(8)
    poses = held_poses(14, rng, distance_mm=520.0)
    views = []
    for view in seen_by(TRUTH, BOARD.places, poses, rng, 0.2):
        u = BOARD.places[view.index, :2] / 108.0
        wave = np.stack([u[:, 0] * u[:, 1], u[:, 0] ** 2 - u[:, 1] ** 2], axis=1) @ rng.normal(0.0, 1.1, (2, 2))
        views.append(replace(view, px=view.px + wave))
    run = calibrate(tuple(views), board_target(BOARD))
    assert run.evidence.rms_px < 0.78
    assert 5.0 < run.evidence.half_px < 25.0
    assert run.verdict.grade is CalibrationGrade.REJECT
    assert run.verdict.advice


def test_too_few_views_are_refused_in_one_line():
    rng = np.random.default_rng(8)
    views = seen_by(TRUTH, BOARD.places, held_poses(4, rng), rng, 0.1)
    with pytest.raises(BadRequestError, match="got 4 usable views, expected 5 or more"):
        calibrate(views, board_target(BOARD))


def test_a_picture_of_another_size_is_named_and_left_out():
    rng = np.random.default_rng(8)
    views = seen_by(TRUTH, BOARD.places, held_poses(6, rng), rng, 0.1)
    other = replace(views[0], name="other.jpg", width_px=1920, height_px=1080)
    run = calibrate((*views, other), board_target(BOARD))
    assert len(run.views) == 6
    assert "left out other.jpg: a picture of 1920x1080, most are of 1280x720" in tuple(map(str, report_lines(run)))


def test_too_few_pictures_of_any_one_size_are_refused():
    rng = np.random.default_rng(8)
    views = seen_by(TRUTH, BOARD.places, held_poses(6, rng), rng, 0.1)
    larger = tuple(replace(view, width_px=1920, height_px=1080) for view in views[3:])
    with pytest.raises(BadRequestError, match="1280x720, 1920x1080, expected 5 or more of one size"):
        calibrate((*views[:3], *larger), board_target(BOARD))


def test_the_mats_own_tags_calibrate_the_lens_though_taped_askew():
    places = [(x, y) for x in (30.0, 335.0, 640.0) for y in (30.0, 335.0, 640.0) if (x, y) != (335.0, 335.0)]
    mat = MatLayout(
        670.0, 670.0, tuple(MatTag("36h11", number, 45.0, x, y, 0.0) for number, (x, y) in enumerate(places)), 0.5
    )
    target = mat_target(mat)
    rng = np.random.default_rng(9)
    taped = target.bent(rng.normal(0.0, target.flex_sigma))
    centred = taped.points - (335.0, 335.0, 0.0)
    run = calibrate(seen_by(TRUTH, centred, held_poses(9, rng, distance_mm=1100.0), rng, 0.1), target)
    assert disagreement_mm(TRUTH, run.lens) < 3 * run.evidence.claimed_mm
    assert disagreement_mm(TRUTH, run.lens) < 0.5


def test_the_report_says_the_verdict_in_words_and_as_a_picture():
    run = calibrated(2, count=8)
    lines = tuple(map(str, report_lines(run)))
    assert lines[0].startswith(run.verdict.grade.upper())
    assert any("held-out error" in line for line in lines)
    picture = calibration_picture(run, "test")
    assert picture.shape == (1020, 1600, 3)
    assert picture.std() > 10


def test_the_start_does_not_need_a_focal_length_near_the_typical_one():
    narrow = replace(TRUTH, fx=2600.0, fy=2603.0)
    rng = np.random.default_rng(10)
    poses = held_poses(20, rng, distance_mm=1300.0)
    poses = [replace(pose, translation=pose.translation * (0.3, 0.3, 1.0)) for pose in poses]
    run = calibrate(seen_by(narrow, BOARD.places, poses, rng, 0.1), board_target(BOARD))
    assert run.lens.numbers[0] == pytest.approx(2600.0, abs=40.0)


def test_a_direction_that_the_views_tell_nothing_of_is_unknown_and_no_error():
    """Rounding may turn its precision negative, where coefficients nearly cancel."""
    rng = np.random.default_rng(8)
    seen = rng.normal(size=(20, 30, 3))
    turn = np.linalg.qr(rng.normal(size=(4, 4)))[0]
    matrix = np.zeros((20, 4, 4))
    matrix[:, :3, :3] = seen.transpose(0, 2, 1) @ seen
    matrix[:, 3, 3] = -1e-15
    pulls = ViewPulls(
        turn @ matrix @ turn.T, rng.normal(size=(20, 4)), np.full(4, 1e-20), np.zeros(4), np.eye(12, 4) @ turn.T
    )
    covariance, excess = pulls.covariance(np.arange(20))
    assert np.isfinite(covariance).all()
    assert excess >= 1.0
    known = np.linalg.inv(matrix.sum(axis=0)[:3, :3]) * excess**2
    assert covariance[:3, :3] == pytest.approx(known, rel=0.02)
    assert covariance[3, 3] > 1e6 * covariance[0, 0]
