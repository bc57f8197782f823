"""Crew and equipment before the game (001, 003 Placing Crew; 000 Placing Crew and Equipment)."""

import pytest

from tableassist.pieces import Effect, PieceKind
from tableassist.rulebook.referee.referee import judge_act
from tableassist.rulebook.referee.setup.homes import AssignCrew
from tests.rulebook.referee.setup.tables import after, code, crew, homes_chosen, ship, table

EDITIONS = ("spanish-main", "revolution", "complete")


def manned(edition, *members, **card):
    """Anne's ship `a`, and Mary's."""
    return homes_chosen(table(edition, ships=(ship("a", **card), ship("m", "Mary")), crew=members))


@pytest.mark.parametrize("edition", EDITIONS)
def test_on_the_own_home_or_an_own_ship(edition):
    game = manned(edition, crew("c"))
    assert after(game, AssignCrew("Anne", "c", "i1")).crew["c"].at == "i1"
    assert after(game, AssignCrew("Anne", "c", "a")).crew["c"].at == "a"
    assert not after(game, AssignCrew("Anne", "c", "a")).crew["c"].face_up
    assert code(judge_act(game, AssignCrew("Anne", "c", "i2"))) == "not-at-home"
    assert code(judge_act(game, AssignCrew("Anne", "c", "i3"))) == "not-at-home"
    assert code(judge_act(game, AssignCrew("Anne", "c", "m"))) == "not-yours"
    assert code(judge_act(game, AssignCrew("Mary", "c", "m"))) == "not-yours"


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_takes_a_cargo_space(edition):
    game = manned(edition, crew("c"), crew("d"), cargo=1)
    game = after(game, AssignCrew("Anne", "c", "a"))
    assert code(judge_act(game, AssignCrew("Anne", "d", "a"))) == "no-room"
    # back on the island, and there is room again
    assert code(judge_act(after(game, AssignCrew("Anne", "c", "i1")), AssignCrew("Anne", "d", "a"))) == ""


def test_equipment_takes_a_cargo_space_too():
    game = after(manned("complete", crew("c"), crew("e", equipment=True), cargo=1), AssignCrew("Anne", "c", "a"))
    assert code(judge_act(game, AssignCrew("Anne", "e", "a"))) == "no-room"


def test_an_oarsman_takes_none():
    members = crew("c"), crew("oarsman", effects=(Effect.DERELICT_MOVES_S,))
    game = after(manned("spanish-main", *members, cargo=1), AssignCrew("Anne", "c", "a"))
    assert code(judge_act(game, AssignCrew("Anne", "oarsman", "a"))) == ""


@pytest.mark.parametrize("edition", EDITIONS)
def test_they_cost_no_more_than_the_ship(edition):
    game = manned(edition, crew("c", points=5), crew("d", points=4), points=8)
    game = after(game, AssignCrew("Anne", "c", "a"))
    assert code(judge_act(game, AssignCrew("Anne", "d", "a"))) == "too-expensive"
    assert code(judge_act(manned(edition, crew("c", points=8), points=8), AssignCrew("Anne", "c", "a"))) == ""


@pytest.mark.parametrize(
    ("edition", "expected"), [("spanish-main", ""), ("revolution", "wrong-nation"), ("complete", "wrong-nation")]
)
def test_crew_of_0_points_only_on_ships_of_the_own_nation(edition, expected):
    game = manned(edition, crew("c", points=0, nation="Spanish"), crew("own", points=0))
    assert code(judge_act(game, AssignCrew("Anne", "c", "a"))) == expected
    assert code(judge_act(game, AssignCrew("Anne", "own", "a"))) == ""
    assert code(judge_act(game, AssignCrew("Anne", "c", "i1"))) == ""


def test_dear_crew_and_equipment_go_to_any_nation():
    game = manned("complete", crew("c", points=1, nation="Spanish"), crew("e", points=0, nation="", equipment=True))
    assert code(judge_act(game, AssignCrew("Anne", "c", "a"))) == ""
    assert code(judge_act(game, AssignCrew("Anne", "e", "a"))) == ""


@pytest.mark.parametrize("edition", EDITIONS)
def test_two_linked_crew_give_one_more_space(edition):
    game = manned(edition, crew("c", links=("d",)), crew("d", links=("c",)), crew("x"), cargo=1)
    game = after(game, AssignCrew("Anne", "c", "a"))
    assert code(judge_act(game, AssignCrew("Anne", "x", "a"))) == "no-room"
    game = after(game, AssignCrew("Anne", "d", "a"))
    assert code(judge_act(game, AssignCrew("Anne", "x", "a"))) == "no-room"


@pytest.mark.parametrize(("edition", "expected"), [("spanish-main", "no-room"), ("revolution", ""), ("complete", "")])
def test_crew_linked_to_the_ship(edition, expected):
    game = manned(edition, crew("c"), crew("d"), cargo=1, links=("c",))
    game = after(game, AssignCrew("Anne", "c", "a"))
    assert code(judge_act(game, AssignCrew("Anne", "d", "a"))) == expected


@pytest.mark.parametrize("edition", ["revolution", "complete"])
def test_links_are_cumulative(edition):
    """Cargo 1, c and d linked to each other and both to her: 1 + 3 spaces, so that two more come aboard."""
    members = crew("c", links=("d",)), crew("d", links=("c",)), crew("x"), crew("y"), crew("z")
    game = manned(edition, *members, cargo=1, links=("c", "d"), points=20)
    game = after(game, *(AssignCrew("Anne", each, "a") for each in ("c", "d", "x", "y")))
    assert code(judge_act(game, AssignCrew("Anne", "z", "a"))) == "no-room"


def test_sea_creatures_carry_no_crew():
    game = manned("complete", crew("c"), kind=PieceKind.SEA_CREATURE)
    assert code(judge_act(game, AssignCrew("Anne", "c", "a"))) == "no-cargo"
