"""What leaving out a step of setting up costs: held against the sigmas that the set-ups state."""

import math

import pytest

from tableassist.vision.planning.set_up import BY_EYE, BY_JIG
from tableassist.vision.planning.skip_costs import skip_costs


@pytest.fixture(scope="module")
def costs():
    return skip_costs(915.0, 915.0, width_px=1920, height_px=1080)


def test_each_step_left_out_costs_and_all_of_them_cost_most(costs):
    for without in (costs.lens, costs.mat, costs.ships):
        assert costs.nothing.gap_mm < without.gap_mm < costs.everything.gap_mm
        assert costs.nothing.place_mm < without.place_mm < costs.everything.place_mm


def test_ships_that_lean_count_twice_in_a_gap(costs):
    """Two plates 60 mm up, each 0.3 degrees to some side that no camera from above makes out, set by the jig."""
    both_mm = 2**0.5 * math.hypot(60.0 * math.radians(0.3), BY_JIG.xy_mm)
    assert costs.nothing.gap_mm == pytest.approx(both_mm, rel=0.15)


def test_plates_set_by_eye_cost_at_least_what_two_of_them_are_off(costs):
    assert costs.ships.gap_mm > 2**0.5 * BY_EYE.xy_mm


def test_near_ships_lose_little_by_tags_taped_by_hand_but_their_place_does(costs):
    added_gap_mm = math.sqrt(costs.mat.gap_mm**2 - costs.nothing.gap_mm**2)
    added_place_mm = math.sqrt(costs.mat.place_mm**2 - costs.nothing.place_mm**2)
    assert costs.mat.gap_mm - costs.nothing.gap_mm < 0.05
    assert added_place_mm > max(0.11, 2 * added_gap_mm)
