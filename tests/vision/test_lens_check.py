"""A lens that is not the profile's is named as the cause, with what it is; a good one never is.

The cameras are written out in `taped_mat`, without any code of the product's.
"""

import math
from dataclasses import replace

import numpy as np
import pytest

from tableassist.vision.registration.lens_check import check_lens
from tableassist.vision.registration.registration import register
from tableassist.vision.registration.registration_health import LensFault
from tests.vision import mat_scenes as mats
from tests.vision.taped_mat import eye, lens_of

PROFILE = lens_of()
PLACES = mats.border(12)


def check(places, camera, rng, *, true_lens=PROFILE, placement_mm=0.1, turns=None):
    layout = mats.layout(PLACES, placement_mm)
    sightings = mats.seen(places, camera, rng, lens=true_lens, turns=turns)
    return check_lens(sightings, layout, PROFILE, register(sightings, layout, PROFILE))


def tilted_eye(rng, tilt_deg):
    return eye(tilt_deg, rng.uniform(0, 360), rng.uniform(-180, 180), rng.uniform(1300, 1450))


def zoomed(share):
    return replace(PROFILE, fx=PROFILE.fx * (1 + share), fy=PROFILE.fy * (1 + share))


@pytest.mark.parametrize("share", [-0.03, 0.02, 0.04])
def test_a_changed_focal_length_is_found_and_measured(share):
    rng = np.random.default_rng(11)
    for tilt_deg in (25.0, 30.0, 40.0):
        found = check(PLACES, tilted_eye(rng, tilt_deg), rng, true_lens=zoomed(share))
        assert found is not None
        assert found.fault is LensFault.ZOOM
        assert abs(found.focal_change - share) < 3 * found.focal_sigma
        # The camera is where it was: its height does not follow the focal length.
        assert found.found_px < 0.3


def test_tags_that_were_taped_by_hand_still_show_a_zoom_of_four_percent():
    rng = np.random.default_rng(12)
    faults = []
    for _ in range(6):
        places, turns = mats.taped(PLACES, 0.7, rng)
        found = check(places, tilted_eye(rng, 35.0), rng, true_lens=zoomed(0.04), placement_mm=1.0, turns=turns)
        faults.append(None if found is None else found.fault)
    assert faults.count(LensFault.ZOOM) >= 5


def test_another_cameras_profile_is_not_taken_for_a_zoom():
    rng = np.random.default_rng(13)
    other = replace(PROFILE, fx=1150.0, fy=1150.0, cx=950.0, cy=548.0, distortion=(0.05, -0.06, *(0.0,) * 6))
    for tilt_deg in (2.0, 15.0, 30.0):
        found = check(PLACES, tilted_eye(rng, tilt_deg), rng, true_lens=other)
        assert found is not None
        assert found.fault is LensFault.OTHER_CAMERA
        assert found.profile_px > 5 * found.found_px


def test_good_pictures_are_never_blamed_on_the_lens():
    rng = np.random.default_rng(14)
    for number in range(60):
        camera = tilted_eye(rng, float(rng.choice([1.0, 10.0, 20.0, 30.0, 40.0])))
        sigma_mm = (0.0, 0.1, 1.0)[number % 3]
        places, turns = mats.taped(PLACES, sigma_mm, rng)
        assert check(places, camera, rng, placement_mm=sigma_mm, turns=turns) is None


def test_tags_that_lie_elsewhere_are_not_blamed_on_the_lens():
    rng = np.random.default_rng(15)
    for millimetres in (3.0, 15.0, 40.0):
        for tilt_deg in (5.0, 30.0):
            places, _ = mats.displaced(PLACES, millimetres, rng)
            assert check(places, tilted_eye(rng, tilt_deg), rng) is None


def test_a_mat_that_is_laid_worse_than_its_file_claims_is_not_blamed_on_the_lens():
    rng = np.random.default_rng(16)
    for _ in range(10):
        places, turns = mats.taped(PLACES, 1.5, rng)
        assert check(places, tilted_eye(rng, 30.0), rng, placement_mm=0.3, turns=turns) is None


def test_a_mat_that_came_out_of_the_printer_too_narrow_is_not_taken_for_a_zoom():
    rng = np.random.default_rng(17)
    for aspect in (0.997, 1.003):
        places = mats.CENTRE + (PLACES - mats.CENTRE) * np.array([1.0, aspect])
        for azimuth in (0.0, 90.0):
            camera = eye(25.0, azimuth, 0.0, 1380.0)
            found = check(places, camera, rng)
            assert found is None or abs(found.focal_change) < 3 * found.focal_sigma


def test_from_straight_above_no_focal_length_is_claimed():
    rng = np.random.default_rng(18)
    for _ in range(5):
        found = check(PLACES, tilted_eye(rng, 1.0), rng, true_lens=zoomed(0.03))
        assert found is None or math.isclose(found.focal_change, 0.03, abs_tol=3 * found.focal_sigma)
