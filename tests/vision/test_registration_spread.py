"""The plus-minus of where the camera stands: it holds with few tags, and grows where the layout is wrong."""

import numpy as np
import pytest

from tableassist.vision.registration.registration import register
from tests.vision import mat_scenes as mats


def held(count, sigma_mm, rng, scenes=12, **more):
    """The share of numbers that lie within 1.96 sigmas, and the typical sigma in mm."""
    sigmas = []
    for _ in range(scenes):
        places = mats.border(12)[np.sort(rng.choice(4, count, replace=False)) * 3 + 1]
        on_mat, turns = mats.taped(places, sigma_mm, rng)
        one = mats.some_eye(rng)
        found = register(mats.seen(on_mat, one, rng, turns=turns, **more), mats.layout(places, sigma_mm), mats.LENS)
        sigmas.append(mats.errors_in_sigmas(found, one)[1])
    return float(np.mean(np.abs(sigmas) < 1.96))


@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("sigma_mm", [0.0, 0.3])
def test_intervals_hold_with_few_tags(count, sigma_mm):
    assert held(count, sigma_mm, np.random.default_rng(8)) > 0.88  # 12 scenes: 0.95 less chance


@pytest.mark.parametrize("share", [0.99, 1.01])
def test_a_layout_one_percent_off_widens_distances_by_as_much(share):
    rng = np.random.default_rng(9)
    places = mats.border(8)
    on_mat = mats.CENTRE + share * (places - mats.CENTRE)
    for _ in range(3):
        one = mats.some_eye(rng)
        found = register(mats.seen(on_mat, one, rng), mats.layout(places), mats.LENS)
        error, sigmas = mats.errors_in_sigmas(found, one)
        assert np.abs(error).max() > 2.5
        assert np.abs(sigmas).max() < 2.5


def test_sound_tags_are_not_doubted_for_looking_a_little_small():
    rng = np.random.default_rng(10)
    places = mats.border(8)
    found = register(mats.seen(places, mats.some_eye(rng), rng), mats.layout(places), mats.LENS)
    assert found.scale_error < -0.002
    assert np.linalg.norm(found.pose_factor[3:]) < 2.0


def test_places_that_scatter_more_than_the_layout_says_widen_the_plus_minus():
    rng = np.random.default_rng(11)
    places = mats.border(12)
    held = []
    for _ in range(6):
        on_mat, turns = mats.taped(places, 1.0, rng)
        one = mats.some_eye(rng)
        found = register(mats.seen(on_mat, one, rng, turns=turns), mats.layout(places), mats.LENS)
        held.append(np.abs(mats.errors_in_sigmas(found, one)[1]) < 1.96)
    assert np.mean(held) > 0.9
