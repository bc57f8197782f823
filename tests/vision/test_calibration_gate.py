"""Which calibrations are let through: whatever the files are called, and however the views are halved."""

from dataclasses import replace

import numpy as np
import pytest

from tableassist.vision.calibration.calibrate import calibrate
from tableassist.vision.calibration.candidates import Candidate, stands_out
from tableassist.vision.calibration.halves import OnMat, disagreement_mm, shifts_by_lens, shifts_mm, typical_scenes
from tableassist.vision.calibration.halving import HalvedBy, ways_to_halve
from tableassist.vision.calibration.verdict import CalibrationGrade
from tableassist.vision.camera.lens import Projection
from tableassist.vision.camera.pose import CameraPose, rotation_by
from tableassist.vision.lens_fit.board import ChessBoard, board_target
from tableassist.vision.lens_fit.fit import LensFit
from tableassist.vision.lens_fit.models import MODELS
from tests.vision.calibration_scenes import TRUTH, held_poses, seen_by

SMALL = ChessBoard(7, 5, 34.0)
PINHOLE = MODELS[Projection.PINHOLE]


def views_of(lens, poses, rng, noise_px=0.1):
    return seen_by(lens, SMALL.places, poses, rng, noise_px)


def zoomed_between(factor, seed=5, count=14):
    """The first half of the views through one lens, the rest through a longer one."""
    rng = np.random.default_rng(seed)
    poses = held_poses(count, rng)
    longer = replace(TRUTH, fx=TRUTH.fx * factor, fy=TRUTH.fy * factor, distortion=(-0.06, 0.02, 0, 0, 0, 0, 0, 0))
    first, last = views_of(TRUTH, poses[: count // 2], rng), views_of(longer, poses[count // 2 :], rng)
    return (*first, *(replace(view, name=f"later {number}") for number, view in enumerate(last))), longer


def shuffled(views, seed):
    """In another order, and the files called otherwise."""
    order = np.random.default_rng(seed).permutation(len(views))
    return tuple(replace(views[number], name=f"{place:02}.jpg") for place, number in enumerate(order))


def test_the_verdict_and_the_lens_do_not_depend_on_the_order_of_the_files():
    rng = np.random.default_rng(3)
    views = views_of(TRUTH, held_poses(11, rng), rng, 0.3)
    once = calibrate(views, board_target(SMALL))
    for seed in range(2):
        again = calibrate(shuffled(views, seed), board_target(SMALL))
        assert np.array_equal(again.lens.numbers, once.lens.numbers)
        assert np.array_equal(again.lens.covariance, once.lens.covariance)
        assert [each.mm for each in again.evidence.halves] == [each.mm for each in once.evidence.halves]
        assert again.verdict.grade is once.verdict.grade


@pytest.mark.parametrize("seed", [5, 6])
def test_a_zoom_that_was_moved_halfway_is_found_in_any_order_and_its_views_are_named(seed):
    views, longer = zoomed_between(1.2, seed)
    assert disagreement_mm(TRUTH, longer) > 5.0
    run = calibrate(shuffled(views, seed), board_target(SMALL))
    mixed = [each.mm for each in run.evidence.halves if each.by is HalvedBy.TURNS]
    (found,) = (each for each in run.evidence.halves if each.by is HalvedBy.LENSES)
    assert np.median(mixed) < 0.6 * found.mm  # interleaved halves agree far better
    assert found.mm == pytest.approx(disagreement_mm(TRUTH, longer), rel=0.25)
    assert len(found.names) == len(views) // 2
    assert run.verdict.grade is CalibrationGrade.REJECT
    assert "focus or zoom was moved" in str(run.verdict.reasons[0])


def test_one_lens_is_not_taken_for_two():
    for seed in range(2):
        rng = np.random.default_rng(seed)
        run = calibrate(views_of(TRUTH, held_poses(12, rng), rng, 0.2), board_target(SMALL))
        assert not any(each.by is HalvedBy.LENSES for each in run.evidence.halves)
        assert run.verdict.grade is not CalibrationGrade.REJECT


def test_views_without_tilt_are_rejected_because_they_cannot_know_the_focal_length():
    rng = np.random.default_rng(4)
    poses = [
        CameraPose(rotation_by(np.array([0.0, 0.0, rng.uniform(-1.0, 1.0)])), pose.translation)
        for pose in held_poses(8, rng)
    ]
    verdict = calibrate(views_of(TRUTH, poses, rng), board_target(SMALL)).verdict
    assert verdict.grade is CalibrationGrade.REJECT
    assert any("the focal length cannot be known" in str(reason) for reason in verdict.reasons)


def test_views_tilted_only_sideways_are_not_good():
    rng = np.random.default_rng(4)
    poses = [
        CameraPose(rotation_by(np.array([0.0, turn, 0.0])), pose.translation)
        for pose, turn in zip(held_poses(14, rng), np.linspace(-0.6, 0.6, 14), strict=True)
    ]
    verdict = calibrate(views_of(TRUTH, poses, rng), board_target(SMALL)).verdict
    assert verdict.grade is CalibrationGrade.USABLE
    assert "no view is tilted to the top or to the bottom" in tuple(map(str, verdict.reasons))


def test_where_it_is_known_when_the_views_were_taken_the_first_are_held_against_the_last():
    rng = np.random.default_rng(6)
    poses = tuple(held_poses(8, rng))
    views = views_of(TRUTH, poses, rng)
    assert not any(way.by is HalvedBy.TIME for way in ways_to_halve(views, poses, board_target(SMALL)))
    timed = tuple(replace(view, taken_s=float(number * 7 % 8)) for number, view in enumerate(views))
    (way,) = (way for way in ways_to_halve(timed, poses, board_target(SMALL)) if way.by is HalvedBy.TIME)
    assert {timed[number].taken_s for number in way.first} == {0.0, 1.0, 2.0, 3.0}


def test_views_from_the_same_side_stay_together_in_halves_by_poses():
    rng = np.random.default_rng(7)
    kinds = held_poses(4, rng, tilt_rad=1.0)
    poses = tuple(kinds[number % 4].moved(rng.normal(0.0, 0.003, 6)) for number in range(16))
    views = views_of(TRUTH, poses, rng)
    ways = [way for way in ways_to_halve(views, poses, board_target(SMALL)) if way.by is HalvedBy.POSES]
    assert len(ways) == 3
    for way in ways:
        assert {number % 4 for number in way.first.tolist()}.isdisjoint({number % 4 for number in way.second.tolist()})


def candidate(number, lens, px, half_mm):
    model = PINHOLE[number]
    squares = np.full(12, px**2) + np.linspace(-1e-6, 1e-6, 12)
    fit = LensFit(model, lens, (), np.zeros(0), px, ())
    return Candidate(model, fit, None, squares, half_mm, half_mm)


def test_a_richer_model_must_be_worth_on_the_mat_what_its_halves_cost_there():
    near, far = (replace(TRUTH, distortion=(k1, *TRUTH.distortion[1:])) for k1 in (-0.1045, -0.08))
    assert disagreement_mm(TRUTH, near) < 0.1
    assert disagreement_mm(TRUTH, far) > 0.5
    simple = candidate(0, TRUTH, 0.200, 0.2)
    assert not stands_out(candidate(4, near, 0.194, 1.2), simple)  # 0.006 px better, halves six times as far apart
    assert stands_out(candidate(4, near, 0.194, 0.2), simple)
    assert stands_out(candidate(4, far, 0.194, 0.5), simple)
    assert not stands_out(candidate(4, far, 0.200, 0.1), simple)  # no better on views it has not seen


@pytest.mark.parametrize("projection", Projection)
def test_the_slope_of_the_shifts_on_the_mat_is_that_of_two_lenses_compared(projection):
    lens = replace(TRUTH, projection=projection, distortion=(-0.05, 0.01, 0, 0, 0.002, 0.001, 0, 0))
    for scene in typical_scenes(lens):
        slope = shifts_by_lens(lens, scene)
        for index, size in ((0, 0.01), (2, 0.01), (4, 1e-5), (8, 1e-5), (9, 1e-5)):
            step = np.eye(12)[index] * size
            change = (shifts_mm(lens, lens.shifted(step), scene) - shifts_mm(lens, lens.shifted(-step), scene)) / 2
            assert np.abs(slope @ step - change).max() < 1e-3 * np.abs(change).max()
    assert OnMat(lens).rms_mm(step) == pytest.approx(disagreement_mm(lens, lens.shifted(step)), rel=0.01)
