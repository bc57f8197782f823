"""The short form of `bench follow-cards`: whole games by a perfect eye, the first acts of one by the camera."""

from collections import Counter

import pytest

from bench import follow_cards
from bench.card_game import SEEN_ACTS, card_game
from tableassist.rulebook.cardgame.actions.accuse import Accuse
from tableassist.rulebook.cardgame.actions.movement import PassTurn, PlayMovement, RepairShips
from tableassist.rulebook.cardgame.referee import judge_card_act

ROW = {"right": 1.0, "missed": [], "wrong": [], "ended": True, "fame": {}}
GOOD = {"right": 1.0, "missed": [], "wrong": [], "wrongly_asked": [], "fouls": [], "differences": [], "ended": True}


def test_a_whole_game_has_acts_of_every_kind_and_no_foul():
    game = card_game(1)
    kinds = Counter(type(each) for each in game.acts)
    assert all(kinds[each] for each in (PlayMovement, RepairShips, Accuse, PassTurn))
    assert not any(judge_card_act(*each).is_foul for each in zip(game.games, game.acts, strict=False))
    assert game.end.ending.winners
    assert sum(kinds[each] for each in SEEN_ACTS) > len(game.acts) / 2


def test_the_same_seed_is_the_same_game_and_another_is_another():
    assert card_game(1).acts == card_game(1).acts != card_game(2).acts


@pytest.mark.parametrize(
    ("seed", "rules"),
    [
        (11, {}),
        (21, {"upcoming": True}),
        (133, {"players": 3, "upcoming": True}),
        (2, {"players": 4, "hand": True}),
    ],
)
def test_a_game_of_which_every_table_is_read_is_followed_to_its_end(seed, rules):
    row = follow_cards.follow_by_perfect_eye(seed, **rules)
    assert {name: row[name] for name in GOOD} == GOOD
    assert row["alone"] > row["seen"] / 2


def test_the_first_acts_are_followed_by_the_camera():
    row = follow_cards.follow_cards_game(1, acts=2)
    assert row["alone"] == 2
    assert (row["missed"], row["wrong"], row["wrongly_asked"], row["fouls"]) == ([], [], [], [])


def test_what_falls_short_is_told():
    assert list(follow_cards.misses({"games": {"seed 1": ROW}})) == []
    poor = ROW | {"right": 0.9, "missed": ["a play"], "wrong": ["a repair"], "ended": False}
    assert len(list(follow_cards.misses({"games": {"seed 1": poor}}))) == 3
