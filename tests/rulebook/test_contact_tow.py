"""Tow and exploring at sea, and plain contact."""

import pytest

from tableassist.pieces import Effect, PieceKind
from tableassist.rulebook.contact.contact import contact_pairs, rule_contacts
from tableassist.rulebook.contact.derelicts import explore_pairs, rule_explorations, rule_tows, tow_pairs
from tableassist.rulebook.editions.settings import with_house
from tableassist.rulebook.ruling import Verdict
from tests.rulebook.contact_scenes import ALL, A, B, C, PieceState, judge, land, of, scene, ship, told

GONE = {"hulk": frozenset({1})}


def towing(x=0.0, y=26.1, heading=-90.0, *more, masts_lost=GONE, states=None, **hulk):
    """A derelict heading down with her tip at the side of a ship on the x axis, unless told otherwise."""
    made = scene(ship("a", "A", 0, 0), of(ship("hulk", "B", x, y, heading), **hulk), *more, masts_lost=masts_lost)
    return told(made, states=states or {})


@pytest.mark.parametrize("edition", ALL)
def test_any_part_of_her_against_a_derelicts_bow_tows(edition):
    ruling = judge(rule_tows, towing(), "a", "hulk", ALL[edition])
    assert ruling.verdict is Verdict.YES
    assert ruling.measured_mm == pytest.approx(0.1)
    assert "base move becomes S (57.5 mm)" in str(ruling.reason)


def test_her_stern_touches_a_derelicts_bow_while_she_tows():
    assert judge(rule_tows, towing(-40.2, 0.0, 0.0), "a", "hulk", C).verdict is Verdict.YES


@pytest.mark.parametrize("edition", ALL)
def test_a_derelicts_stern_is_not_enough(edition):
    ruling = judge(rule_tows, towing(heading=90.0), "a", "hulk", ALL[edition])
    assert ruling.verdict is Verdict.NO
    # Her bow begins 32 mm from the stern, by the first edition at the mast, 20 mm from it.
    assert ruling.measured_mm == pytest.approx(20.1 if edition == "A" else 32.1)


def test_who_is_not_towed():
    assert judge(rule_tows, towing(masts_lost={}), "a", "hulk", C).verdict is Verdict.NO
    assert judge(rule_tows, towing(keywords=("Galley",)), "a", "hulk", C).verdict is Verdict.NO
    assert judge(rule_tows, towing(keywords=("Submarine",)), "a", "hulk", C).verdict is Verdict.NO
    wreck = towing(states={"hulk": frozenset({PieceState.WRECKED})})
    assert judge(rule_tows, wreck, "a", "hulk", C).verdict is Verdict.NO
    both = towing(masts_lost={**GONE, "a": frozenset({1})})
    assert judge(rule_tows, both, "a", "hulk", C).verdict is Verdict.NO


@pytest.mark.parametrize(("gap", "verdict"), [(0.5, Verdict.NO), (1.0, Verdict.TOO_CLOSE), (1.5, Verdict.YES)])
def test_a_table_may_say_that_nobody_is_towed_out_of_the_weeds(gap, verdict):
    # The derelict's stern is at y = 46.1; the weeds are a square of 30.
    weeds = land("weeds", 0, 46.1 + 15 + gap, PieceKind.SARGASSO_SEA)
    made, house = towing(0.0, 26.1, -90.0, weeds), {"tow-out-of-weeds": False}
    assert judge(rule_tows, made, "a", "hulk", with_house(C, house)).verdict is verdict
    assert judge(rule_tows, made, "a", "hulk", C).verdict is Verdict.YES


def test_only_ships_near_a_derelict_are_asked():
    made = towing(0.0, 26.1, -90.0, ship("far", "A", 400, 400), ship("b", "B", 50, 30))
    assert [(one.id, other.id) for one, other in tow_pairs(made)] == [("a", "hulk"), ("b", "hulk")]


def beside(gap, owner="A", states=None, masts_lost=None):
    made = scene(ship("a", "A", 0, 0), ship("b", owner, 5, 12 + gap), masts_lost=masts_lost)
    return told(made, states=states or {})


@pytest.mark.parametrize("edition", ALL)
def test_side_by_side_an_allied_ship_is_explored(edition):
    assert judge(rule_explorations, beside(0.3), "a", "b", ALL[edition]).verdict is Verdict.YES
    assert judge(rule_explorations, beside(0.3, "B"), "a", "b", ALL[edition]).verdict is Verdict.NO
    assert judge(rule_explorations, beside(1.5), "a", "b", ALL[edition]).verdict is Verdict.NO


def test_an_enemys_derelict_is_explored_and_a_wreck_where_there_are_reefs():
    adrift = beside(0.3, "B", masts_lost={"b": frozenset({1})})
    assert judge(rule_explorations, adrift, "a", "b", A).verdict is Verdict.YES
    wreck = beside(0.3, "B", {"b": frozenset({PieceState.WRECKED})})
    verdicts = [judge(rule_explorations, wreck, "a", "b", settings).verdict for settings in (A, B, C)]
    assert verdicts == [Verdict.NO, Verdict.YES, Verdict.YES]
    assert [(one.id, other.id) for one, other in explore_pairs(wreck)] == [("a", "b")]


def test_enemies_with_masts_are_not_asked_about_exploring():
    assert list(explore_pairs(beside(0.3, "B"))) == []
    assert [(one.id, other.id) for one, other in explore_pairs(beside(0.3))] == [("a", "b"), ("b", "a")]


def test_plain_contact_is_asked_once_a_near_pair():
    made = scene(
        ship("a", "A", 0, 0), ship("b", "B", 0, 12.4), land("isle", 300, 300), land("reef", 36, 0, PieceKind.REEF)
    )
    assert [(one.id, other.id) for one, other in contact_pairs(made)] == [("a", "b"), ("a", "reef"), ("b", "reef")]
    ruling = judge(rule_contacts, made, "a", "b", C)
    assert (ruling.verdict, str(ruling.reason)) == (Verdict.YES, "a touches b")
    assert ruling.measured_mm == pytest.approx(0.4)


def test_a_sunken_ship_touches_nobody():
    made = told(beside(0.3), states={"b": frozenset({PieceState.SUNK})})
    assert list(contact_pairs(made)) == []
    assert list(explore_pairs(made)) == []


def test_an_oarsman_leaves_her_derelict():
    adrift = towing(effects=(Effect.DERELICT_MOVES_S,))
    assert judge(rule_tows, adrift, "a", "hulk", C).verdict is Verdict.YES
