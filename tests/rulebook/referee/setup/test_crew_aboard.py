"""What crew can do once they are assigned, and who may take them (Placing Crew of all three texts)."""

import pytest

from tableassist.pieces import Effect
from tableassist.rulebook.referee.acts.cargo import MoveCrew
from tableassist.rulebook.referee.acts.sailing import Move
from tableassist.rulebook.referee.acts.shooting import Shoot
from tableassist.rulebook.referee.acts.table import EndTurn
from tableassist.rulebook.referee.referee import fold, judge_act
from tableassist.rulebook.state.new_game import new_game
from tableassist.rulebook.state.start import CrewStart, GameStart, IslandStart, PlayerStart, ShipStart
from tests.rulebook.referee.setup.tables import after, code

EDITIONS = ("spanish-main", "revolution", "complete")
SHOT = Shoot("a", "m", 1, 6)


def game(edition, *members, effects=(), at="w"):
    """Anne's English ship lies at the wild island w, Mary's is at sea."""
    card = {"masts": 2, "cannons": "2L-2L", "cargo": 2, "points": 10, "nation": "English"}
    return new_game(
        GameStart(
            edition=edition,
            players=(PlayerStart("Anne"), PlayerStart("Mary")),
            ships=(ShipStart("a", "Anne", at=at, effects=effects, **card), ShipStart("m", "Mary", at="", **card)),
            crew=members,
            islands=(IslandStart("ha", home="Anne"), IslandStart("hm", home="Mary"), IslandStart("w")),
            starting_gold=20,
        )
    )


def captain(at="a", **card):
    """Who moves and shoots with the same action."""
    fields = {"nation": "English", "points": 3, "effects": (Effect.MOVE_AND_SHOOT,), **card}
    return CrewStart("captain", "Anne", at=at, **fields)


@pytest.mark.parametrize("edition", EDITIONS)
def test_crew_uses_its_ability_on_ships_of_its_nation(edition):
    own = after(game(edition, captain()), Move("a"))
    assert code(judge_act(own, SHOT)) == ""
    foreign = after(game(edition, captain(nation="Spanish")), Move("a"))
    assert code(judge_act(foreign, SHOT)) == "already-acted"


@pytest.mark.parametrize("edition", EDITIONS)
def test_unless_an_ability_allows_it(edition):
    moved = after(game(edition, captain(nation="Spanish"), effects=(Effect.FOREIGN_CREW_ACTS,)), Move("a"))
    assert code(judge_act(moved, SHOT)) == ""


def test_equipment_serves_any_nation():
    moved = after(game("complete", captain(nation="", equipment=True)), Move("a"))
    assert code(judge_act(moved, SHOT)) == ""


@pytest.mark.parametrize("edition", EDITIONS)
def test_only_on_ships_never_on_islands(edition):
    moved = after(game(edition, captain(at="w")), Move("a"))
    assert code(judge_act(moved, SHOT)) == "already-acted"


@pytest.mark.parametrize("edition", EDITIONS)
def test_it_is_turned_face_up_when_used_and_stays_so(edition):
    moved = after(game(edition, captain()), Move("a"))
    assert not moved.crew["captain"].face_up
    shot = after(moved, Shoot("a", "m", 1, 1))
    assert shot.crew["captain"].face_up
    assert after(shot, EndTurn("Anne"), EndTurn("Mary")).crew["captain"].face_up


@pytest.mark.parametrize(
    ("edition", "expected"), [("spanish-main", "not-yours"), ("revolution", "not-yours"), ("complete", "")]
)
def test_crew_left_on_a_wild_island_is_free_for_any_ship_in_complete(edition, expected):
    left = fold(game(edition, captain(at="w")), EndTurn("Anne"))
    docked = fold(left, Move("m", docks="w"))
    call = judge_act(docked, MoveCrew("m", "captain", "m"))
    assert code(call) == expected
    if not expected:
        assert fold(docked, MoveCrew("m", "captain", "m")).crew["captain"].at == "m"
