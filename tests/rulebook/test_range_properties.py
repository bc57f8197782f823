"""Range: what must hold for any two ships anywhere."""

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tableassist.pieces import Effect
from tableassist.rulebook.editions.complete import COMPLETE
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.editions.spanish_main import SPANISH_MAIN
from tableassist.rulebook.engine.adjudicate import adjudicate
from tableassist.rulebook.ruling import Verdict
from tests.rulebook.scenes import land, pose, scene, ship

FEW = settings(max_examples=40, deadline=None)
place = st.tuples(st.floats(-120, 120), st.floats(-120, 120), st.floats(0, 360))
EDITIONS = st.sampled_from([SPANISH_MAIN, COMPLETE])
EFFECTS = st.sampled_from([(), (Effect.ALL_CANNONS_L,), (Effect.DOUBLE_RANGE,), (Effect.DOUBLE_RANGE_NEEDS_6,)])


def shooter(effects=(), sigma_mm=0.05, at=(0.0, 0.0, 0.0)):
    piece, _ = ship("a", "A", 0, 0, masts=(10.0, -10.0), sail="athwart", reach="S")
    mast, other = piece.model.masts
    model = replace(piece.model, masts=(replace(mast, die_x_mm=1.5, die_y_mm=2.0), other))
    return replace(piece, effects=effects, model=model), pose(*at, sigma_mm=sigma_mm)


def target(at, sigma_mm=0.05):
    return ship("b", "B", *at, masts=(6.0, -6.0), sail="fore-and-aft", sigma_mm=sigma_mm)


def ruled(made, edition=COMPLETE, *names):
    return [each for each in adjudicate(made, RuleSettings(edition)) if each.rule in names and each.subject == "a"]


def turned(placed, by_rad, shift):
    piece, at = placed
    c, s = math.cos(by_rad), math.sin(by_rad)
    x, y = c * at.pose.x_mm - s * at.pose.y_mm + shift[0], s * at.pose.x_mm + c * at.pose.y_mm + shift[1]
    spin = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    new = pose(x, y, math.degrees(at.pose.heading_rad + by_rad))
    return piece, replace(new, own=spin @ at.own @ spin.T)


@FEW
@given(place, st.floats(-math.pi, math.pi), st.tuples(st.floats(-500, 500), st.floats(-500, 500)), EDITIONS, EFFECTS)
def test_turning_and_shifting_the_whole_table_changes_no_call(at, by_rad, shift, edition, effects):
    placed = [shooter(effects), target(at), land("isle", 40, 30), ship("c", "A", -30, 45, 70.0)]
    names = ("permission", "range", "line_of_fire", "shot")
    here = ruled(scene(*placed), edition, *names)
    there = ruled(scene(*(turned(each, by_rad, shift) for each in placed)), edition, *names)
    # At the very border between two calls the last digit decides.
    assume(all(_is_off_the_border(each) for each in here))
    assert [(each.id, each.verdict) for each in here] == [(each.id, each.verdict) for each in there]
    ranges = [[each.measured_mm for each in some if each.rule == "range"] for some in (here, there)]
    assert np.allclose(*ranges, atol=1e-6)


def _is_off_the_border(ruling):
    if ruling.measured_mm is None or ruling.sigma_mm is None:
        return True
    score = abs(ruling.limit_mm - ruling.measured_mm) / ruling.sigma_mm
    return abs(score - 2.5) > 1e-3


@FEW
@given(place, st.floats(0.0, 1.0), EDITIONS, EFFECTS)
def test_moving_closer_never_loses_range(at, share, edition, effects):
    """Straight towards the cannon, so that no other part comes nearer while the nearest goes away."""
    first = ruled(scene(shooter(effects), target(at)), edition, "range")[0]
    assume(first.measured_mm > 1.0)
    (x0, y0), (x1, y1) = first.witness.start, first.witness.end
    nearer = (at[0] + share * (x0 - x1), at[1] + share * (y0 - y1), at[2])
    after = ruled(scene(shooter(effects), target(nearer)), edition, "range")[0]
    assert after.measured_mm <= first.measured_mm + 1e-9
    order = [Verdict.NO, Verdict.TOO_CLOSE, Verdict.YES]
    assert order.index(after.verdict) >= order.index(first.verdict)


@FEW
@given(place, st.floats(0.02, 1.0), st.floats(1.0, 20.0), EDITIONS, EFFECTS)
def test_more_doubt_turns_a_call_only_into_too_close(at, sigma_mm, times, edition, effects):
    rock = land("isle", 40, 30)
    sure = ruled(scene(shooter(effects, sigma_mm), target(at, sigma_mm), rock), edition, "range", "shot")
    more = times * sigma_mm
    unsure = ruled(scene(shooter(effects, more), target(at, more), rock), edition, "range", "shot")
    unsure_by_id = {each.id: each.verdict for each in unsure}
    for each in sure:
        assert unsure_by_id[each.id] in (each.verdict, Verdict.TOO_CLOSE), each.id


@FEW
@given(place, EDITIONS)
def test_range_is_the_least_distance_to_a_dense_row_of_points_on_the_target(at, edition):
    """Brute force: the target's outline, sails and masts as points 0.05 mm apart, placed by a formula of its own."""
    made = scene(shooter(), target(at))
    points = _dense_points(at)
    dies = {1: (10.0, 0.0), 2: (-10.0, 0.0)} if edition is SPANISH_MAIN else {1: (11.5, 2.0), 2: (-10.0, 0.0)}
    for each in ruled(made, edition, "range"):
        brute = np.hypot(*(points - np.array(dies[each.cannon])).T).min()
        assume(each.measured_mm > 0.1)
        assert abs(each.measured_mm - brute) < 0.03


def _dense_points(at):
    hull = [(-20.0, -6.0), (12.0, -6.0), (20.0, 0.0), (12.0, 6.0), (-20.0, 6.0), (-20.0, -6.0)]
    lines = [*pairwise(hull), ((-4.0, 0.0), (16.0, 0.0)), ((-16.0, 0.0), (4.0, 0.0))]
    rows = []
    for start, end in lines:
        count = int(math.dist(start, end) / 0.05) + 2
        rows.append(np.linspace(start, end, count))
    own = np.concatenate(rows)
    turn = math.radians(at[2])
    x = at[0] + own[:, 0] * math.cos(turn) - own[:, 1] * math.sin(turn)
    y = at[1] + own[:, 0] * math.sin(turn) + own[:, 1] * math.cos(turn)
    return np.column_stack([x, y])
