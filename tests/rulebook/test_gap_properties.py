"""Gaps between packaged pieces against brute force: their outlines as rows of points, placed and compared by formulas
that share nothing with the engine."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tableassist.pieces import Piece, PieceKind
from tableassist.rulebook.contact.contact import rule_contacts
from tableassist.rulebook.contact.within import rule_within
from tableassist.rulebook.editions.settings import RuleSettings, with_house
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.shooting.special import rule_surround
from tableassist.rulebook.terrain.exit import rule_exits
from tests.rulebook.line_scenes import exact_model
from tests.rulebook.scenes import pose, scene

STEP_MM = 0.2
MODELS = ("one-mast", "five-mast", "catamaran-3", "island-cove", "island-long", "reef", "fort")
PLACE = st.tuples(st.floats(-70, 70), st.floats(-70, 70), st.floats(-180, 180))
FEW = settings(max_examples=30, deadline=None, derandomize=True)


def rings(model):
    """All that touches at mat level."""
    return [model.hull, *(part.outline for part in model.parts if part.touches)]


def moved(points, at):
    c, s = math.cos(math.radians(at[2])), math.sin(math.radians(at[2]))
    points = np.asarray(points)
    return np.column_stack([at[0] + c * points[:, 0] - s * points[:, 1], at[1] + s * points[:, 0] + c * points[:, 1]])


def dense(ring):
    ends = np.roll(ring, -1, axis=0)
    return np.concatenate(
        [
            np.linspace(start, end, max(2, math.ceil(math.dist(start, end) / STEP_MM)))
            for start, end in zip(ring, ends, strict=True)
        ]
    )


def is_inside(points, ring):
    """By the number of edges that a ray to the right crosses."""
    (x, y), (x0, y0), (x1, y1) = points.T, ring.T, np.roll(ring, -1, axis=0).T
    spans = (y0 > y[:, None]) != (y1 > y[:, None])
    with np.errstate(divide="ignore", invalid="ignore"):
        cut = x0 + (y[:, None] - y0) / (y1 - y0) * (x1 - x0)
    return (spans & (x[:, None] < cut)).sum(axis=1) % 2 == 1


def brute_gap_mm(ones, others):
    """Below zero where any point of the one lies in the other."""
    if any(is_inside(dense(a), b).any() or is_inside(dense(b), a).any() for a in ones for b in others):
        return -1.0
    near, far = np.concatenate([dense(a) for a in ones]), np.concatenate([dense(b) for b in others])
    return min(float(np.hypot(*(far - place).T).min()) for place in near)


def placed(name, model, at, owner="A", sigma_mm=0.05):
    return Piece(name, name, exact_model(model), owner, (), ()), pose(*at, sigma_mm=sigma_mm)


@settings(max_examples=15, deadline=None, derandomize=True)
@given(st.sampled_from(MODELS), st.sampled_from(MODELS), PLACE)
def test_a_gap_is_the_least_distance_between_two_dense_outlines(one, other, at):
    made = scene(placed("a", one, (0.0, 0.0, 20.0)), placed("b", other, at, "B"))
    (touch,) = rule_contacts([(made.find("a"), made.find("b"))], made, RuleSettings())
    brute = brute_gap_mm(
        [moved(ring, (0.0, 0.0, 20.0)) for ring in rings(exact_model(one))],
        [moved(ring, at) for ring in rings(exact_model(other))],
    )
    assume(abs(touch.measured_mm) > STEP_MM)
    if brute < 0:
        assert touch.measured_mm < 0
    else:
        # Both rows of points are off by half a step at most.
        assert brute - STEP_MM <= touch.measured_mm <= brute + 1e-9


@FEW
@given(st.sampled_from(MODELS), PLACE, st.floats(0.0, 1.0))
def test_coming_closer_never_leaves_within_s(model, at, share):
    made = scene(placed("a", "one-mast", (0.0, 0.0, 0.0)), placed("b", model, at, "B"))
    first = rule_within(made.find("a"), made.find("b"), "S", RuleSettings())
    assume(first.measured_mm > 1.0)
    (x0, y0), (x1, y1) = first.witness.start, first.witness.end
    nearer = (at[0] + share * (x0 - x1), at[1] + share * (y0 - y1), at[2])
    made = scene(placed("a", "one-mast", (0.0, 0.0, 0.0)), placed("b", model, nearer, "B"))
    second = rule_within(made.find("a"), made.find("b"), "S", RuleSettings())
    order = [Verdict.NO, Verdict.TOO_CLOSE, Verdict.YES]
    assert order.index(second.verdict) >= order.index(first.verdict)


def surround(at, lost=(), *, house=None, about=(0.0, 0.0, 0.0), sigma_mm=0.05):
    """Of a kraken at the origin and a ship, the whole table moved `about`."""
    (x, y), turn = moved([at[:2]], about)[0], at[2] + about[2]
    made = scene(
        placed("k", "kraken", about, sigma_mm=sigma_mm),
        placed("b", "one-mast", (x, y, turn), "B", sigma_mm=sigma_mm),
        masts_lost={"k": frozenset(lost)},
    )
    return rule_surround(made.find("k"), made.find("b"), with_house(RuleSettings(), house or {}))


INNER = st.tuples(st.floats(-45, 45), st.floats(-45, 45), st.floats(-180, 180))
LOST = st.sets(st.integers(1, 8), max_size=5)


@FEW
@given(INNER, LOST)
def test_who_is_surrounded_has_all_points_in_the_ring_and_who_is_not_has_none(at, lost):
    segments = exact_model("kraken").segments
    standing = [(each.x_mm, each.y_mm) for number, each in enumerate(segments, 1) if number not in lost]
    ring = np.array(sorted(standing, key=lambda place: math.atan2(place[1], place[0])))
    points = dense(moved(exact_model("one-mast").hull, at))
    inside = is_inside(points, ring)
    ruling = surround(at, lost)
    # Seven or eight tentacles stand in a convex ring; with fewer the ring may turn in, and is then no judge of a yes.
    if ruling.verdict is Verdict.YES and len(lost) < 2:
        assert inside.all()
    if ruling.verdict is Verdict.NO:
        assert not inside.any()
    if {each.verdict for each in ruling.readings} == {Verdict.YES, Verdict.NO} and len(lost) < 2:
        assert inside.any()
        assert not inside.all()


@FEW
@given(INNER, LOST, PLACE, st.floats(1.0, 50.0))
def test_a_surround_has_no_direction_and_doubt_only_opens_it(at, lost, about, times):
    here = surround(at, lost, house={"surrounded": "wholly"})
    assume(here.sigma_mm is None or abs(abs(here.measured_mm) / here.sigma_mm - 2.5) > 0.01)
    assert surround(at, lost, house={"surrounded": "wholly"}, about=about).verdict is here.verdict
    unsure = surround(at, lost, house={"surrounded": "wholly"}, sigma_mm=0.05 * times)
    assert unsure.verdict in (here.verdict, Verdict.TOO_CLOSE)


@FEW
@given(PLACE, PLACE, st.floats(1.0, 50.0))
def test_an_exit_from_fog_has_no_direction_and_doubt_only_opens_it(at, about, times):
    def exits(about, sigma_mm=0.05):
        (x, y), turn = moved([at[:2]], about)[0], at[2] + about[2]
        fog = Piece("f", "f", exact_model("fog-bank"), None, (), ())
        assert fog.model.kind is PieceKind.FOG_BANK
        made = scene(placed("a", "one-mast", (x, y, turn), sigma_mm=sigma_mm), (fog, pose(*about, sigma_mm=sigma_mm)))
        return rule_exits(made.find("a"), made.find("f"), RuleSettings())

    here = exits((0.0, 0.0, 0.0))
    assert [each.cannon for each in here] == [1, 2, 3, 4, 5, 6]
    assume(all(abs(abs(1.0 - each.measured_mm) / each.sigma_mm - 2.5) > 0.01 for each in here))
    assert [each.verdict for each in exits(about)] == [each.verdict for each in here]
    for sure, unsure in zip(here, exits((0.0, 0.0, 0.0), 0.05 * times), strict=True):
        assert unsure.verdict in (sure.verdict, Verdict.TOO_CLOSE)


@pytest.mark.parametrize("count", [0, 1, 2])
def test_too_few_tentacles_surround_nothing(count):
    ruling = surround((0.0, 0.0, 0.0), set(range(1, 9)) - set(range(1, count + 1)))
    assert (ruling.verdict, ruling.measured_mm) == (Verdict.NO, None)
