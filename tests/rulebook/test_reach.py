"""The water her bow can reach, and the shots from there."""

import math
from dataclasses import replace

import numpy as np
import pytest
from shapely import Point

from tableassist.pieces import Cannon, CannonRange
from tableassist.rulebook.editions.settings import RuleSettings, with_house
from tableassist.rulebook.reach import reach_now, shots_from_reach
from tableassist.rulebook.ruling import Verdict
from tests.rulebook.move_scenes import Made, allowed, judged, land, scene, ship

SETTINGS = with_house(RuleSettings(), {"move-pivot": "bow"})


def reach(made, move, **more):
    return reach_now(made, "me", SETTINGS, allowed(move)[0], **more)


def test_in_open_water_the_reach_is_a_disc_round_the_bow():
    found = reach(scene(ship("me", "A", 100, 50, 90)), "S+L")
    assert found.exact
    assert found.region.area == pytest.approx(math.pi * 141.3**2, rel=1e-3)
    assert found.region.centroid.coords[0] == pytest.approx((100.0, 70.0), abs=1e-6)


def test_with_a_heading_the_last_segment_runs_along_it():
    found = reach(scene(ship("me", "A", -20, 0)), "S+L", heading_rad=0.0)
    # By S anywhere and then L along x, or the other way round: the wider one has L first.
    wide = math.pi * 83.8**2 + 2 * 83.8 * 57.5
    assert found.region.area == pytest.approx(wide, rel=2e-3)
    assert reach(scene(ship("me", "A", -20, 0)), "L", heading_rad=0.0).region.length == pytest.approx(83.8)


def test_about_the_stern_a_single_segment_cannot_bring_the_bow_near():
    settings = with_house(RuleSettings(), {"move-pivot": "stern"})
    found = reach_now(scene(ship("me", "A", 0, 0)), "me", settings, allowed("S")[0])
    assert found.region.area == pytest.approx(math.pi * ((40 + 57.5) ** 2 - 40**2), rel=1e-3)


def test_behind_an_island_lies_water_that_one_segment_does_not_reach():
    rock = land("rock", 60, 0)
    found = reach(scene(ship("me", "A", 0, 0), rock), "L")
    assert not found.exact
    assert not found.region.contains(Point(95, 0))
    assert found.region.contains(Point(20, 70))
    assert reach(scene(ship("me", "A", 0, 0), rock), "L+L").region.contains(Point(95, 0))


@pytest.mark.parametrize("move", ["L", "S+L"])
def test_every_pose_of_a_reach_is_a_legal_move(move):
    others = [land("rock", 60, 45), land("isle", -35, 30), ship("foe", "B", 70, -20, 80)]
    found = reach(scene(ship("me", "A", 0, 0, 30), *others), move)
    some = np.random.default_rng(3).choice(len(found.poses), 25, replace=False)
    for x, y, heading in found.poses[some]:
        made = Made((0.0, 0.0, 30.0), (x, y, math.degrees(heading)), move, others, [])
        assert judged(made).ruling.verdict is Verdict.YES


def test_shots_come_only_from_poses_in_range_and_past_islands():
    piece, at = ship("me", "A", 0, 0)
    gunner = replace(piece, cannons=(Cannon(1, 3, CannonRange.SHORT),)), at
    foe = ship("foe", "B", 140, 0, 90)
    made = scene(gunner, foe)
    found = reach(made, "L")
    shots = shots_from_reach(made.find("me"), found, made, SETTINGS)
    assert [(shot.target, shot.cannon) for shot in shots] == [("foe", 1)]
    # The foe lies 134 to 146 mm ahead and 20 to both sides; her mast is the hull's middle.
    for x, y, _ in shots[0].poses:
        assert math.hypot(max(134 - x, 0), max(abs(y) - 20, 0)) <= 57.6
    wall = land("wall", 121, 0, hull=((-1.0, -80.0), (1.0, -80.0), (1.0, 80.0), (-1.0, 80.0)))
    walled = scene(gunner, foe, wall)
    assert shots_from_reach(walled.find("me"), reach(walled, "L"), walled, SETTINGS) == ()


def test_a_ship_that_nobody_sees_has_no_reach():
    assert reach(scene(ship("other", "A", 0, 0)), "L") is None
