"""How far a plate may be off unnoticed: checked against ten million plates that were knocked by chance."""

import math

import numpy as np
import pytest

from tableassist.scene.facts import MAX_UNSTATED_RISK, PLATE_SHIFT_MM, PRIOR_FALSE, Fact, plate_reach_mm


@pytest.mark.parametrize(("offset_mm", "sigma_mm"), [(1.5, 0.8), (2.5, 0.8), (1.2, 0.4)])
def test_a_hull_lies_beyond_the_reach_as_rarely_as_the_risk_says(offset_mm, sigma_mm):
    rng = np.random.default_rng(5)
    count = 4_000_000
    is_off = rng.random(count) < PRIOR_FALSE[Fact.PLATE]
    shift = rng.normal(0.0, PLATE_SHIFT_MM, (count, 2)) * is_off[:, None]
    seen = shift + rng.normal(0.0, sigma_mm, (count, 2))
    alike = np.hypot(seen[:, 0] - offset_mm, seen[:, 1]) < 0.15
    beyond = shift[alike, 0] > plate_reach_mm(offset_mm, sigma_mm)
    assert beyond.mean() == pytest.approx(MAX_UNSTATED_RISK, abs=4.0 * math.sqrt(MAX_UNSTATED_RISK / alike.sum()))


def test_a_hull_that_is_seen_in_place_needs_no_word_and_one_that_is_not_seen_needs_one_for_the_closest_calls():
    assert plate_reach_mm(0.1, 0.5) == 0.0
    assert 0.5 < plate_reach_mm(0.0, math.inf) < 1.5
    assert plate_reach_mm(4.0, 0.8) > 3.0
