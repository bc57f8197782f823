"""Which effects a ship has now: what has been cancelled is gone, and only that."""

from dataclasses import replace

from tableassist.pieces import Effect, PieceState
from tableassist.rulebook.editions.settings import RuleSettings
from tests.rulebook.scenes import scene, ship
from tests.table_states import with_notes

CREW = {"helmsman": (Effect.BASE_MOVE_PLUS_S,), "twin": (Effect.ALL_CANNONS_L,)}


def effects(cancelled, crew=("helmsman",)):
    piece, at = ship("a", "A", 0, 0)
    made = scene((replace(piece, effects=(Effect.ALL_CANNONS_L,)), at))
    states = {each: frozenset({PieceState.CANCELLED}) for each in cancelled}
    return with_notes(made, RuleSettings(crew_effects=CREW), crews={"a": crew}, states=states).effects_of("a")


def test_a_cancelled_ability_of_her_card_leaves_those_of_her_crew():
    assert effects(()) == {Effect.ALL_CANNONS_L, Effect.BASE_MOVE_PLUS_S}
    assert effects(("a",)) == {Effect.BASE_MOVE_PLUS_S}


def test_a_cancelled_ability_of_a_crew_leaves_that_of_her_card():
    assert effects(("helmsman",)) == {Effect.ALL_CANNONS_L}


def test_of_two_of_the_same_ability_one_is_left_when_the_other_is_cancelled():
    assert effects(("a",), crew=("twin",)) == {Effect.ALL_CANNONS_L}
    assert effects(("a", "twin"), crew=("twin",)) == frozenset()
