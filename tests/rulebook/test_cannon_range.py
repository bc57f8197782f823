import pytest

from tableassist.rulebook.ruling import Verdict
from tests.rulebook.scenes import rule, scene, ship


def shot(gap, reach="L", **more):
    """From a mast at the origin to the flat stern of a ship that lies `gap` away along x."""
    return rule(scene(ship("a", "A", 0, 0, reach=reach), ship("b", "B", gap + 20, 0, **more)), "range", "a", "b")


def test_range_is_measured_from_the_mast_to_the_nearest_part():
    ruling = shot(70.0)
    assert ruling.measured_mm == pytest.approx(70.0)
    assert ruling.limit_mm == 83.8
    assert ruling.verdict is Verdict.YES


@pytest.mark.parametrize(
    ("reach", "gap", "verdict"), [("S", 57.0, "yes"), ("S", 58.0, "no"), ("L", 83.0, "yes"), ("L", 84.5, "no")]
)
def test_reach_is_the_printed_bar(reach, gap, verdict):
    assert shot(gap, reach).verdict == verdict


def test_within_the_plus_minus_it_is_too_close_to_call():
    ruling = shot(83.7)
    assert ruling.verdict is Verdict.TOO_CLOSE
    assert 0.5 < ruling.probability < 0.99


def test_a_wider_plus_minus_turns_a_call_into_too_close_and_never_into_its_opposite():
    for gap in (82.0, 85.6):
        sure = shot(gap).verdict
        unsure = shot(gap, sigma_mm=1.5).verdict
        assert sure in (Verdict.YES, Verdict.NO)
        assert unsure is Verdict.TOO_CLOSE


def test_no_ship_is_asked_about_her_own_fleet():
    assert rule(scene(ship("a", "A", 0, 0), ship("b", "A", 60, 0)), "range", "a", "b") is None


def test_a_cannon_falls_silent_with_its_mast():
    made = scene(ship("a", "A", 0, 0, masts=(8.0, -8.0)), ship("b", "B", 60, 0), masts_lost={"a": frozenset({1})})
    assert rule(made, "range", "a", "b", cannon=1) is None
    assert rule(made, "range", "a", "b", cannon=2) is not None


def test_a_ship_nobody_has_seen_is_not_judged():
    piece, _ = ship("b", "B", 60, 0)
    ruling = rule(scene(ship("a", "A", 0, 0), (piece, None)), "range", "a", "b")
    assert ruling.verdict is Verdict.NOT_SEEN
    assert ruling.measured_mm is None


def test_a_ship_hidden_for_a_second_is_not_judged_and_says_so():
    ruling = rule(scene(ship("a", "A", 0, 0), ship("b", "B", 60, 0, t_ns=-1_000_000_000)), "range", "a", "b")
    assert ruling.verdict is Verdict.NOT_SEEN
    assert "hidden for 1.0 s" in str(ruling.reason)
