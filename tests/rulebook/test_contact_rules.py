import pytest

from tableassist.rulebook.ruling import Verdict
from tests.rulebook.scenes import land, rule, scene, ship


def dock(gap, homes=None, heading=0.0, x=None):
    at = -15.0 - 20.0 - gap if x is None else x
    return rule(scene(ship("a", "A", at, 0, heading), land("isle", 0, 0), homes=homes), "docking", "a", "isle")


def ram(gap, *, masts_lost=None, heading=0.0, target_heading=90.0):
    made = scene(ship("a", "A", 0, 0, heading), ship("b", "B", 20 + gap + 6, 0, target_heading), masts_lost=masts_lost)
    return rule(made, "ram", "a", "b")


@pytest.mark.parametrize(
    ("gap", "verdict"), [(0.0, "yes"), (0.5, "yes"), (1.05, "too_close"), (2.0, "no"), (-0.6, "yes")]
)
def test_docked_when_the_bow_touches_within_the_tolerance(gap, verdict):
    ruling = dock(gap)
    assert ruling.verdict == verdict
    assert ruling.measured_mm == pytest.approx(gap, abs=1e-6) or gap < 0


def test_a_stern_against_the_shore_does_not_dock():
    assert dock(0.0, heading=180.0, x=-35.2).verdict is Verdict.NO


def test_home_docks_and_an_opponents_home_does_not():
    assert dock(0.2, homes={"isle": "A"}).verdict is Verdict.YES
    enemy = dock(0.2, homes={"isle": "B"})
    assert enemy.verdict is Verdict.NO
    assert "home island of B" in str(enemy.reason)


def test_a_bow_on_the_enemys_side_rams():
    ruling = ram(0.1)
    assert ruling.verdict is Verdict.YES
    assert str(ruling.citation) == "complete, Ram"


def test_a_gap_is_no_ram():
    assert ram(3.0).verdict is Verdict.NO


def test_a_side_against_a_side_is_no_ram():
    made = scene(ship("a", "A", 0, 0, 90.0), ship("b", "B", 12.1, -14, 90.0))
    assert rule(made, "ram", "a", "b").verdict is Verdict.NO


def test_a_ship_without_masts_does_not_ram():
    ruling = ram(0.1, masts_lost={"a": frozenset({1})})
    assert ruling.verdict is Verdict.NO
    assert "no mast" in str(ruling.reason)


def test_the_rammed_ship_rams_nobody():
    made = scene(ship("a", "A", 0, 0), ship("b", "B", 26.1, 0, 90.0))
    assert rule(made, "ram", "b", "a").verdict is Verdict.NO
