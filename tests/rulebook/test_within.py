"""Within S or L for abilities."""

import math

import pytest

from tableassist.rulebook.contact.within import rule_within
from tableassist.rulebook.editions.settings import RuleSettings, with_house
from tableassist.rulebook.editions.terms import BARS
from tableassist.rulebook.ruling import Verdict
from tests.rulebook.scenes import land, scene, ship


def ruled(one, other, lengths="S", settings=None):
    made = scene(one, other)
    return rule_within(*made.pieces, lengths, settings or RuleSettings())


def test_within_s_runs_from_nearest_edge_to_nearest_edge_and_says_so():
    # From the bow of a to the shore: 80 - 20 - 15.
    ruling = ruled(ship("a", "A", 0, 0), land("isle", 80, 0))
    assert ruling.measured_mm == pytest.approx(45.0)
    assert ruling.verdict is Verdict.YES
    assert "nearest edge to nearest edge" in str(ruling.reason)


@pytest.mark.parametrize(("lengths", "limit_mm"), [("S", 57.5), ("L", 83.8), ("L+L", 167.6), ("S+L", 141.3)])
def test_the_limit_is_the_sum_of_the_lengths(lengths, limit_mm):
    inside = ruled(ship("a", "A", 0, 0), land("isle", 34 + limit_mm, 0), lengths)
    outside = ruled(ship("a", "A", 0, 0), land("isle", 36 + limit_mm, 0), lengths)
    assert inside.limit_mm == pytest.approx(limit_mm)
    assert (inside.verdict, outside.verdict) == (Verdict.YES, Verdict.NO)


def test_at_the_edge_it_is_too_close_to_call():
    assert ruled(ship("a", "A", 0, 0), land("isle", 35 + 57.5, 0)).verdict is Verdict.TOO_CLOSE


def test_pieces_that_overlap_are_within_everything():
    ruling = ruled(ship("a", "A", 0, 0), land("isle", 10, 0))
    assert ruling.verdict is Verdict.YES
    assert ruling.measured_mm < 0


def test_a_sail_counts_unless_the_house_measures_hulls():
    # Each sail reaches 10 mm to the side, 4 mm beyond the hull.
    pair = (ship("a", "A", 0, 0, sail="athwart"), ship("b", "B", 0, 70, sail="athwart"))
    hulls = with_house(RuleSettings(), {"within-measured": "hull"})
    assert ruled(*pair).measured_mm == pytest.approx(50.0)
    by_house = ruled(*pair, settings=hulls)
    assert by_house.measured_mm == pytest.approx(58.0)
    assert by_house.house == ("within-measured",)


def test_it_is_the_same_from_both_sides():
    pair = (ship("a", "A", 0, 0, 20.0), ship("b", "B", 60, 35, 130.0))
    there, back = ruled(*pair), ruled(*pair[::-1])
    assert (there.measured_mm, there.sigma_mm) == pytest.approx((back.measured_mm, back.sigma_mm))


def test_a_doubtful_ruler_counts_once_for_each_length():
    unsure = RuleSettings(ruler=type(BARS)("felt", 57.5, 83.8, 1.0))
    far = (ship("a", "A", 0, 0), land("isle", 400, 0))
    once, twice = ruled(*far, settings=unsure), ruled(*far, "L+L", unsure)
    own = ruled(*far).sigma_mm
    assert once.sigma_mm == pytest.approx(math.hypot(own, 1.0))
    assert twice.sigma_mm == pytest.approx(math.hypot(own, 2.0))
