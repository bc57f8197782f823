"""The short form of `python -m bench.zone`: the theoretical limit against formulas by hand, and one picture."""

import math

import numpy as np
import pytest

from bench import staging, zone
from bench.zone_limit import LimitPiece, Priors, gap_sigma_mm
from tableassist.pieces import MountKind, TagMount

NOISE_PX = 0.02
MAT_CORNERS = np.array([[x, y, 0.0] for x in (20.0, 460.0, 895.0) for y in (20.0, 460.0, 895.0)])
STIFF = Priors(lean_rad=1e-9, lift_mm=1e-6, stop_mm=1e-6, stop_rad=1e-9)


def piece(x, priors, z=57.0):
    flag = TagMount("36h11", 1, 18.0, MountKind.FLAG, 0.0, 0.0, z, 0.0, 1e-6, 1e-6, 1e-9)
    return LimitPiece(x, 457.5, 0.0, (flag,), (True,), priors)


def sigma_mm(view, priors):
    ends = np.array([[420.0, 457.5], [495.0, 457.5]])
    return gap_sigma_mm(view, [piece(420.0, priors), piece(495.0, priors)], ends, MAT_CORNERS, NOISE_PX, 1e-3)


def test_with_nothing_but_pixels_the_least_sigma_is_theirs():
    """Four corners each, and two ships."""
    view = staging.camera("1080p", 0.0, -90.0, 0.0)
    px_per_mm = view.fx / (view.centre[2] - 57.0)
    assert sigma_mm(view, STIFF) == pytest.approx(math.sqrt(2.0) * NOISE_PX / 2.0 / px_per_mm, rel=0.05)


def test_from_straight_above_a_lean_moves_the_place_by_the_height_of_the_flag():
    view = staging.camera("1080p", 0.0, -90.0, 0.0)
    leaning = Priors(math.radians(0.3), 1e-6, 1e-6, 1e-9)
    expected = math.sqrt(2.0) * 57.0 * math.radians(0.3)
    assert 0.9 * expected < sigma_mm(view, leaning) < 1.01 * expected


def test_a_slanting_camera_sees_a_part_of_the_lean():
    leaning = Priors(math.radians(0.5), 1e-6, 1e-6, 1e-9)
    above, slanting = (sigma_mm(staging.camera("1080p", off, -90.0, 0.0), leaning) for off in (0.0, 30.0))
    assert slanting < 0.6 * above


def test_a_measurement_with_the_least_sigma_is_not_called_within_two_and_a_half_of_it():
    assert zone._uncalled_share(0.5, 0.2) == pytest.approx(0.5, abs=0.01)


def test_one_picture_of_a_measured_table_has_no_wrong_call_and_few_that_are_too_close():
    (shown,) = zone.judge_pictures("kit 30", zone.Standing(), 0, 1, 20)
    assert len(shown.answers) == len(zone.GROUPS)
    assert not any(answer.is_wrong for answer in shown.answers)
    far = [answer.verdict for answer in shown.answers if abs(answer.margin_mm) > 1.5 and answer.is_answered]
    assert far.count("too_close") <= 1
    figures = zone.summary([shown])
    assert figures["kinds"]["all"]["answered"] >= 14
    assert all(answer.limit_sigma_mm > 0.0 for answer in shown.answers if answer.limit_sigma_mm is not None)
