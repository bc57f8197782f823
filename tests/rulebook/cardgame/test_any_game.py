"""What holds in every game: cards are conserved, it ends, what is offered is fine, and nothing breaks it."""

import random

import msgspec.structs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tableassist.rulebook.cardgame.act import cards_owed
from tableassist.rulebook.cardgame.actions.corrections import CardCorrection, CorrectCards
from tableassist.rulebook.cardgame.cards import MOVEMENTS, SHIPS
from tableassist.rulebook.cardgame.referee import (
    card_offers,
    fold_card_act,
    judge_card_act,
    public_state,
    referee_card_game,
    whole_state,
)
from tableassist.rulebook.cardgame.state import new_card_game
from tableassist.rulebook.play.log import Entry, Log
from tests.rulebook.cardgame.any_cards import card_acts, dealt, drawn_action
from tests.rulebook.cardgame.tables import cards_of_ships, table


def check_conserved(game):
    assert sorted(game.row) == sorted(SHIPS)
    adventures = game.adventure_pile.count + game.adventure_discards + len(game.adventures) + cards_of_ships(game)
    assert adventures == 58
    held = [card for hand in game.hands.values() for card in hand.known]
    movements = [*game.movement_pile.known, *game.movement_discards, *game.open, *held]
    assert sorted(movements) == sorted(MOVEMENTS)


@pytest.mark.parametrize("block", range(10))
def test_every_game_ends_conserves_its_cards_and_owes_nothing(block):
    for seed in range(block * 15, block * 15 + 15):
        dice, game = random.Random(seed), new_card_game(dealt(seed))
        while not game.ended:
            assert cards_owed(game) == ()
            game = fold_card_act(game, drawn_action(game, dice))
            check_conserved(game)
            assert game.turn <= 58
        assert len(game.ending.winners) == 1
        assert set(whole_state(game)["score"]) == set(game.players)


@pytest.mark.parametrize("seed", range(12))
def test_everything_that_is_offered_is_fine_with_each_of_its_choices(seed):
    dice, game = random.Random(seed), new_card_game(dealt(seed))
    while not game.ended:
        offered = card_offers(game)
        assert {each.player for each in offered} == {game.player}
        for offer in offered:
            assert not judge_card_act(game, offer.act).is_foul
            for need in offer.needs:
                for choice in need.choices if need.most == 1 else ():
                    is_list = isinstance(getattr(offer.act, need.field), tuple)
                    act = msgspec.structs.replace(offer.act, **{need.field: (choice,) if is_list else choice})
                    assert not judge_card_act(game, act).is_foul, act
        game = fold_card_act(game, drawn_action(game, dice))
    assert card_offers(game) == ()


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 60), st.lists(card_acts, max_size=25), st.booleans())
def test_nothing_that_is_said_and_let_stand_breaks_a_game(seed, acts, is_known):
    start = dealt(seed)
    if not is_known:
        start = msgspec.structs.replace(
            start, adventures=start.adventures[:1], movements=(), shuffles=(), pirates={}, hands={}
        )
    game = new_card_game(start)
    for act in acts:
        judge_card_act(game, act)
        game = fold_card_act(game, act)
        assert sorted(game.row) == sorted(SHIPS)
        assert all(each.cards >= 0 and each.owed >= 0 for each in (*game.fame.values(), *game.taken.values()))
        whole_state(game)
        card_offers(game)
        cards_owed(game)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 60), st.lists(card_acts, max_size=10))
def test_a_foul_changes_nothing_in_the_log_unless_people_let_it_stand(seed, acts):
    start = dealt(seed)
    log = Log(tuple(Entry(number, act) for number, act in enumerate(acts, start=1)))
    refereed = referee_card_game(start, log)
    for each in refereed.acts:
        if each.judged.judgement.is_foul:
            assert each.game is each.before
            assert each in refereed.fouls


def test_what_is_struck_no_longer_counts_and_what_follows_is_judged_again():
    start, dice, log = dealt(3), random.Random(3), Log()
    game = new_card_game(start)
    for _ in range(4):
        act = drawn_action(game, dice)
        log, game = log.append(Entry(0, act)), fold_card_act(game, act)
    assert referee_card_game(start, log).fouls == ()
    without = referee_card_game(start, log.strike(1))
    assert without.struck == {1}
    assert without.fouls[0].judged.judgement.reasons[0].code == "not-your-turn"
    assert whole_state(referee_card_game(start, log.strike(1).restore(1)).game) == whole_state(game)


def test_the_public_view_has_no_hand_and_no_pirate_that_is_face_down():
    start = dealt(next(seed for seed in range(50) if dealt(seed).hand))
    told = repr(public_state(new_card_game(start)))
    held = {card for hand in new_card_game(start).hands.values() for card in hand.known}
    assert not any(card in told for card in held)
    assert "pirates" not in told


@pytest.mark.parametrize(
    ("what", "value"),
    [
        ("row", ("e1", "s1")),
        ("row", ("e1",) * 9),
        ("damaged", ("x1",)),
        ("damaged", ()),
        ("fame", ("e1",)),
        ("fame", ("e1", "-1")),
        ("fame", ("e1", "59")),
        ("fame", ("Anne", "1")),
        ("taken", ("e1", "1")),
        ("turn", ("Jack",)),
        ("active", ("fog-1",)),
        ("active", ("kraken-1", "volcano-1")),
        ("active", ("kraken-1",)),
        ("open", ("fog-1", "sabotage-1")),
        ("open", ("fog-1", "sabotage-1", "sabotage-2")),
        ("pile", ("all",)),
        ("pile", ("²",)),
    ],
)
def test_a_correction_that_makes_no_sense_is_a_foul_and_changes_nothing(what, value):
    """Among them cards that are known to lie in a pile."""

    game, act = table(), CorrectCards(CardCorrection(what), value)
    assert judge_card_act(game, act).reasons[0].code == "unknown"
    assert fold_card_act(game, act) is game


def test_a_correction_puts_the_record_right_at_any_time():

    game = table(damaged=("e1", "s1"))
    row = game.row[::-1]
    for what, value in (
        (CardCorrection.ROW, row),
        (CardCorrection.DAMAGED, ("d3",)),
        (CardCorrection.UNDAMAGED, ("e1",)),
        (CardCorrection.FAME, ("e1", "3", "d3", "1")),
        (CardCorrection.TAKEN, ("Mary", "2")),
        (CardCorrection.TURN, ("Mary",)),
        (CardCorrection.PILE, ("20",)),
    ):
        act = CorrectCards(what, value)
        assert not judge_card_act(game, act).is_foul
        game = fold_card_act(game, act)
    assert (game.row, game.damaged, game.player) == (row, {"s1", "d3"}, "Mary")
    assert (game.fame["e1"].total, game.fame["d3"].total, game.taken["Mary"].total) == (3, 1, 2)
    assert game.adventure_pile.count == 20
