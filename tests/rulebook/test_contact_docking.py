"""Docking in the three editions."""

import math

import pytest

from tableassist.pieces import Effect, PieceKind
from tableassist.rulebook.contact.docking import rule_dockings, shore_pairs
from tableassist.rulebook.editions.settings import RuleSettings, with_house
from tableassist.rulebook.ruling import Verdict
from tests.rulebook.contact_scenes import ALL, A, B, C, PieceState, creature, judge, land, of, scene, ship, told


def docked(settings, x=-35.2, y=0.0, heading=0.0, *, homes=None, masts=(0.0,), states=None, **changes):
    made = scene(of(ship("a", "A", x, y, heading, masts=masts), **changes), land("isle", 0, 0), homes=homes)
    return judge(rule_dockings, told(made, states=states or {}), "a", "isle", settings)


@pytest.mark.parametrize("edition", ALL)
def test_a_bow_tip_on_a_wild_shore_docks_in_every_edition(edition):
    ruling = docked(ALL[edition])
    assert ruling.verdict is Verdict.YES
    assert ruling.measured_mm == pytest.approx(0.2)
    assert ruling.limit_mm == 1.0
    assert ruling.witness.start == pytest.approx((-15.2, 0.0))
    assert ruling.witness.end == pytest.approx((-15.0, 0.0))


@pytest.mark.parametrize(("settings", "verdict"), [(A, Verdict.YES), (B, Verdict.NO), (C, Verdict.NO)])
def test_a_side_between_mast_and_shoulder_is_bow_in_the_first_edition_only(settings, verdict):
    # She lies along the shore, 0.1 mm off. Her mast is abreast of y = 6, her shoulder of y = 18, where the shore has
    # ended 3 mm before.
    ruling = docked(settings, x=-15.0 - 6.0 - 0.1, y=6.0, heading=90.0)
    assert ruling.verdict is verdict
    assert ruling.measured_mm == pytest.approx(0.1 if settings is A else math.hypot(0.1, 3.0))


def test_a_stern_on_the_shore_docks_only_by_house_rule():
    assert docked(C, heading=180.0).verdict is Verdict.NO
    house = with_house(RuleSettings(), {"docking-part": "any"})
    ruling = docked(house, heading=180.0)
    assert ruling.verdict is Verdict.YES
    assert ruling.house == ("docking-part",)


def test_an_ability_opens_an_opponents_home():
    closed = docked(C, homes={"isle": "B"})
    opened = docked(C, homes={"isle": "B"}, effects=(Effect.DOCKS_AT_ENEMY_HOME,))
    assert (closed.verdict, opened.verdict) == (Verdict.NO, Verdict.YES)
    assert closed.probability == 0.0


@pytest.mark.parametrize("state", [PieceState.GHOSTLY, PieceState.SUBMERGED, PieceState.LOST])
def test_some_states_keep_a_ship_from_docking(state):
    assert docked(C, states={"a": frozenset({state})}).verdict is Verdict.NO


def castle(owner, x, y):
    return of(land("castle", x, y, PieceKind.FORT), owner=owner)


@pytest.mark.parametrize(("owner", "settings", "verdict"), [("B", B, Verdict.NO), ("B", C, Verdict.NO),
                                                            ("A", C, Verdict.YES), ("B", A, Verdict.YES)])  # fmt: skip
def test_an_enemy_fort_closes_the_island_it_stands_on(owner, settings, verdict):
    made = scene(ship("a", "A", -35.2, 0), land("isle", 0, 0), castle(owner, 10, 10))
    assert judge(rule_dockings, made, "a", "isle", settings).verdict is verdict


def test_a_fort_on_another_island_closes_nothing():
    made = scene(ship("a", "A", -35.2, 0), land("isle", 0, 0), castle("B", 200, 10))
    assert judge(rule_dockings, made, "a", "isle", C).verdict is Verdict.YES


def test_a_creature_docks_by_any_part_of_its_base():
    made = scene(creature("eel", "A", 35.3, 0), land("isle", 0, 0))
    ruling = judge(rule_dockings, made, "eel", "isle", C)
    assert ruling.verdict is Verdict.YES
    assert ruling.measured_mm == pytest.approx(0.3)
    assert "base" in str(ruling.reason)
    assert ("eel", "isle") in {(one.id, other.id) for one, other in shore_pairs(made)}


@pytest.mark.parametrize(("settings", "effects", "words"), [(A, (), "with an explore action"),
    (B, (), "begins a turn"), (C, (Effect.DOCK_AND_EXPLORE,), "same action")])  # fmt: skip
def test_the_ruling_says_when_she_may_explore(settings, effects, words):
    assert words in str(docked(settings, effects=effects).reason)
