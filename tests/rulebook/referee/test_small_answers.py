"""What the program asks of a game beside judging acts: actions left, counts, face-down crew, seats."""

import pytest

from tableassist.rulebook.editions.house_rule import HouseRule, number, reading, switch
from tableassist.rulebook.play.log import Entry, Log
from tableassist.rulebook.referee import FaceDown, actions_left
from tableassist.rulebook.referee.acts.cargo import MoveCrew
from tableassist.rulebook.referee.acts.fighting import LoseMast
from tableassist.rulebook.referee.acts.islands import Reveal
from tableassist.rulebook.referee.acts.sailing import Move
from tableassist.rulebook.referee.acts.shooting import Shoot
from tableassist.rulebook.referee.refereed import happenings, referee_game
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.state.start import CrewStart, ShipStart
from tests.rulebook.referee.table_of_two import SHIPS, start, table

YES = Verdict.YES
HARBINGER, GALE, OXLEY, WASP = SHIPS


def left(at):
    return {name: actions_left(at.game, unit) for name, unit in at.game.units.items()}


def test_each_ship_of_the_player_in_turn_has_an_action_left_until_she_has_had_it():
    at = table()
    assert left(at) == {"h": 1, "g": 1, "o": 0, "w": 0}
    assert left(at.does(Move("h"))) == {"h": 0, "g": 1, "o": 0, "w": 0}
    assert left(at.turns()) == {"h": 0, "g": 0, "o": 1, "w": 1}


def test_a_card_gives_a_second_action_and_no_card_a_third():
    swift = ShipStart("h", "Anne", masts=3, cannons="2L-3S-2S", at="", effects=("extra_action",))
    at = table(ships=(swift, GALE, OXLEY, WASP))
    assert left(at)["h"] == 2
    assert left(at.does(Move("h")))["h"] == 1
    assert left(at.does(Shoot("h", "o", 1, 1, YES)))["h"] == 0


def test_nobody_acts_after_fog_has_swallowed_her():
    game = table().game
    swallowed = game.with_turn(game.units["h"], turn_over=True)
    assert actions_left(swallowed, swallowed.units["h"]) == 0


def log_of(*acts):
    return Log(tuple(Entry(number, act) for number, act in enumerate(acts, start=1)))


def played(*acts, **fields):
    return referee_game(start("revolution", **fields), log_of(*acts))


def test_hits_are_counted_for_whom_they_hit_and_ships_for_whom_they_were_built():
    game = played(Shoot("h", "o", 1, 6, YES), LoseMast("o", 1), Shoot("h", "o", 2, 6, YES), Shoot("h", "o", 3, 6, YES))
    assert game.count_hits_taken() == {"Anne": 0, "Mary": 2}
    assert game.count_ships_lost() == {"Anne": 0, "Mary": 1}


def test_a_hit_on_a_marine_is_one_hit():
    marine = CrewStart("m", "Mary", at="palm", keywords=("Marine",))
    told = list(happenings(played(Shoot("h", "m", 1, 6, YES), Shoot("h", "m", 2, 1, YES), crew=(marine,))))
    assert [each.hits for each in told] == [{"m": 1}, {}]
    assert [each.kinds for each in told] == [("hit",), ("shot",)]


CAPTAIN, COOK = CrewStart("captain", "Anne", at="h"), CrewStart("cook", "Mary", at="o")


def test_a_viewer_knows_the_own_crew_and_what_lies_face_up():
    at = table(crew=(CAPTAIN, COOK))
    for_anne, for_all = FaceDown(at.game, "Anne"), FaceDown(at.game, None)
    hidden = for_anne.shown("cook")
    assert (for_anne.shown("captain"), hidden) == ("captain", "face-down-2")
    assert set(for_anne.shown_game(at.game).crew) == {"captain", hidden}
    assert not FaceDown(at.game, None, sees_all=True)
    assert FaceDown(at.game, None, sees_all=True).shown_game(at.game) is at.game
    assert for_all
    assert set(for_all.names) == {"captain", "cook", "face-down-1", "face-down-2"}
    at.does(Reveal("cook"))
    assert not FaceDown(at.game, "Anne")


def test_acts_are_told_and_understood_by_the_names_that_tell_nothing():
    faces = FaceDown(table(crew=(CAPTAIN, COOK)).game, "Anne")
    act = MoveCrew("o", "cook", "palm")
    assert faces.shown_act(act) == MoveCrew("o", "face-down-2", "palm")
    assert faces.true_act(faces.shown_act(act)) == act
    assert faces.true_value(["face-down-2", "cook", "captain", 3]) == ["cook", "", "captain", 3]
    assert faces.true_value("cook") == ""
    assert faces.true_value(7) == 7


def test_players_sit_as_they_are_told_to_if_they_are_the_same_people():
    game = table().game
    assert game.with_seats(("Anne", "Mary")) is game
    assert game.with_seats(("Anne", "Jack")) is game
    turned = game.with_seats(("Mary", "Anne"))
    assert (turned.players, turned.order) == (("Mary", "Anne"), game.order)


RULES = (
    switch("switch", "on or off"),
    number("length", "a length", 1.0, 9.0),
    HouseRule("way", str, ("a", "b"), "a way"),
)


@pytest.mark.parametrize(
    ("rule", "value", "problem"),
    [
        (RULES[0], True, ""),
        (RULES[0], 1.0, "got 1.0, expected true or false"),
        (RULES[1], 1.0, ""),
        (RULES[1], 9, ""),
        (RULES[1], True, "got True, expected a number"),
        (RULES[1], "3", "got '3', expected a number"),
        (RULES[1], 0.9, "got 0.9, expected 1 to 9"),
        (RULES[1], 9.1, "got 9.1, expected 1 to 9"),
        (RULES[2], "b", ""),
        (RULES[2], "c", "got 'c', expected one of a, b"),
    ],
)
def test_a_house_rule_says_what_is_wrong_with_a_value(rule, value, problem):
    assert str(rule.problem(value) or "") == problem


def test_a_reading_is_the_first_choice_unless_the_table_has_picked():
    assert reading("boarding-tie", {}) == "nobody"
    assert reading("boarding-tie", {"boarding-tie": "attacker"}) == "attacker"
