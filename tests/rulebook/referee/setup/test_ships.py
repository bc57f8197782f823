"""Ships at their home islands (all texts; 000 Sea Creatures; 003 and 000 Forts)."""

import pytest

from tableassist.pieces import PieceKind
from tableassist.rulebook.referee.referee import judge_act
from tableassist.rulebook.referee.setup.homes import ChooseHome, PlaceShip
from tableassist.rulebook.ruling import Verdict
from tests.rulebook.referee.setup.tables import advised, after, code, homes_chosen, islands_placed, ship, table

EDITIONS = ("spanish-main", "revolution", "complete")


@pytest.mark.parametrize("edition", EDITIONS)
def test_bows_touch_the_own_home(edition):
    game = homes_chosen(table(edition))
    assert code(judge_act(game, PlaceShip("Anne", "ship-Anne", "i2"))) == "not-at-home"
    assert code(judge_act(game, PlaceShip("Anne", "ship-Anne", "i3"))) == "not-at-home"
    assert code(judge_act(game, PlaceShip("Anne", "ship-Anne", "i1", Verdict.NO))) == "not-at-home"
    assert judge_act(game, PlaceShip("Anne", "ship-Anne", "i1", Verdict.TOO_CLOSE)).opinion == "too-close"
    assert judge_act(game, PlaceShip("Anne", "ship-Anne", "i1", Verdict.YES)).opinion == "fine"
    game = after(game, PlaceShip("Anne", "ship-Anne", "i1"))
    assert game.units["ship-Anne"].docked_at == "i1"
    assert code(judge_act(game, PlaceShip("Anne", "ship-Anne", "i1"))) == "already-placed"


def test_players_place_their_own_ships_once_their_home_is_chosen():
    game = islands_placed(table("complete"))
    assert code(judge_act(game, PlaceShip("Anne", "ship-Anne", "i1"))) == "not-ready"
    game = after(game, ChooseHome("Mary", "i1", "Anne"))
    assert code(judge_act(game, PlaceShip("Mary", "ship-Anne", "i1"))) == "not-yours"
    assert code(judge_act(game, PlaceShip("Mary", "ship-Mary", "i1"))) == "not-ready"
    assert code(judge_act(game, PlaceShip("Anne", "ship-Anne", "i1"))) == ""


def test_a_sea_creature_touches_with_any_part():
    game = homes_chosen(table("complete", ships=(ship("kraken", kind=PieceKind.SEA_CREATURE), ship("m", "Mary"))))
    call = judge_act(game, PlaceShip("Anne", "kraken", "i1", Verdict.NO))
    assert str(call.reasons[0].words) == "no part of kraken touches i1"
    assert call.reasons[0].section == "complete, Sea Creatures"
    assert judge_act(game, PlaceShip("Anne", "kraken", "i1", Verdict.YES)).opinion == "fine"


@pytest.mark.parametrize("edition", ["revolution", "complete"])
def test_forts_are_not_placed_during_set_up(edition):
    game = homes_chosen(table(edition, ships=(ship("fort", kind=PieceKind.FORT), ship("m", "Mary"))))
    assert code(judge_act(game, PlaceShip("Anne", "fort", "i1"))) == "wrong-kind"


def test_a_mercenary_begins_away_from_home():
    game = homes_chosen(table("complete", ships=(ship("a", keywords=("Mercenary",)), ship("m", "Mary"))))
    game = after(game, PlaceShip("Anne", "a", "i1", Verdict.YES))
    assert game.units["a"].docked_at == ""


def test_her_flag_is_a_reminder():
    """No camera tells it (000, 001, 003: she flies it from her stern)."""
    game = homes_chosen(table("spanish-main"))
    told = advised(judge_act(game, PlaceShip("Anne", "ship-Anne", "i1")))
    assert told == ["ship-Anne flies her nation's flag from her stern, if she has one"]
