"""A mat tag that lies elsewhere than the layout says: named and left out, or nothing is judged."""

import math

import numpy as np
import pytest

from tableassist.vision.registration.registration import register
from tableassist.vision.registration.registration_health import Health
from tests.vision import mat_scenes as mats

WRONG_SIGMAS, WRONG_MM = 3.5, 0.3
"""Of 36 numbers each: beyond this a call would be wrong."""


def is_wrong(registration, one):
    error, sigmas = mats.errors_in_sigmas(registration, one)
    return bool(((np.abs(sigmas) > WRONG_SIGMAS) & (np.abs(error) > WRONG_MM)).any())


@pytest.mark.parametrize("count", [6, 8, 12])
@pytest.mark.parametrize("sigma_mm", [0.0, 0.3])
def test_one_displaced_tag_of_six_or_more_is_named_and_nothing_is_wrong(count, sigma_mm):
    rng = np.random.default_rng(16)
    places = mats.border(count)
    for mm in (5.0, 10.0, 20.0, 40.0):
        on_mat, turns = mats.taped(places, sigma_mm, rng)
        on_mat, bad = mats.displaced(on_mat, mm, rng)
        one = mats.some_eye(rng)
        found = register(mats.seen(on_mat, one, rng, turns=turns), mats.layout(places, sigma_mm), mats.LENS)
        assert found.mat_tags_left_out == (10 + bad,)
        assert not is_wrong(found, one)


@pytest.mark.parametrize("sigma_mm", [0.0, 0.3])
def test_one_displaced_tag_of_four_is_named_or_nothing_is_judged(sigma_mm):
    rng = np.random.default_rng(4)
    places, named = mats.border(4), 0
    for mm in (5.0, 10.0, 20.0, 40.0, 40.0):
        on_mat, turns = mats.taped(places, sigma_mm, rng)
        on_mat, bad = mats.displaced(on_mat, mm, rng)
        one = mats.some_eye(rng)
        found = register(mats.seen(on_mat, one, rng, turns=turns), mats.layout(places, sigma_mm), mats.LENS)
        named += found.mat_tags_left_out == (10 + bad,)
        assert found.health is Health.UNRELIABLE or not is_wrong(found, one)
    assert named >= 2


@pytest.mark.parametrize("sigma_mm", [0.0, 0.3])
def test_with_three_tags_a_displaced_one_never_makes_a_wrong_call(sigma_mm):
    rng = np.random.default_rng(3)
    places, unreliable = mats.border(12)[[0, 3, 7]], 0
    for mm in (2.0, 5.0, 10.0, 20.0, 40.0, 40.0):
        on_mat, turns = mats.taped(places, sigma_mm, rng)
        on_mat, _ = mats.displaced(on_mat, mm, rng)
        one = mats.some_eye(rng)
        found = register(mats.seen(on_mat, one, rng, turns=turns), mats.layout(places, sigma_mm), mats.LENS)
        assert found.health is not Health.GOOD
        assert found.health is Health.UNRELIABLE or not is_wrong(found, one)
        unreliable += found.health is Health.UNRELIABLE
    assert unreliable >= 2
    assert "do not agree" in str(found.reason)


@pytest.mark.parametrize("turned_deg", [8.0, 90.0, 180.0])
def test_a_turned_tag_is_named(turned_deg):
    rng = np.random.default_rng(5)
    places = mats.border(8)
    turns = np.zeros(8)
    turns[3] = math.radians(turned_deg)
    one = mats.some_eye(rng)
    found = register(mats.seen(places, one, rng, turns=turns), mats.layout(places, 0.3), mats.LENS)
    assert found.mat_tags_left_out == (13,)
    assert not is_wrong(found, one)


def test_two_displaced_tags_of_eight_are_both_named():
    rng = np.random.default_rng(6)
    places = mats.border(8)
    on_mat = places.copy()
    on_mat[1] += (30.0, 5.0)
    on_mat[4] += (-8.0, 12.0)
    one = mats.some_eye(rng)
    found = register(mats.seen(on_mat, one, rng), mats.layout(places), mats.LENS)
    assert found.mat_tags_left_out == (11, 14)
    assert not is_wrong(found, one)


@pytest.mark.parametrize("count", [4, 5, 6, 8, 12])
def test_on_a_sound_mat_no_tag_is_left_out(count):
    rng = np.random.default_rng(count)
    places = mats.border(count)
    for sigma_mm in (0.0, 0.3, 0.3):
        on_mat, turns = mats.taped(places, sigma_mm, rng)
        one = mats.some_eye(rng)
        found = register(mats.seen(on_mat, one, rng, turns=turns), mats.layout(places, sigma_mm), mats.LENS)
        assert found.mat_tags_left_out == ()
        assert found.health is Health.GOOD
        assert not is_wrong(found, one)
