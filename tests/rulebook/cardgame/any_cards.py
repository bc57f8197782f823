"""Card games that anybody might write or play: set-ups, acts, whole random games."""

import random

from hypothesis import strategies as st

from tableassist.matches.games import NewCardGame, dealt_start
from tableassist.rulebook.cardgame.actions.accuse import Accuse, AnswerAccusation
from tableassist.rulebook.cardgame.actions.answers import OwnUp, RevealPirates, TurnUp
from tableassist.rulebook.cardgame.actions.corrections import CardCorrection, CorrectCards
from tableassist.rulebook.cardgame.actions.movement import PassTurn, PlayMovement, RepairShips
from tableassist.rulebook.cardgame.cards import ADVENTURES, MOVEMENTS, SHIPS, movement_kind
from tableassist.rulebook.cardgame.referee import judge_card_act
from tableassist.rulebook.cardgame.state import CARD_READINGS, playable

PLAYERS = ("Anne", "Mary", "Jack", "Grace")
players = st.sampled_from((*PLAYERS, "", "Nobody"))
ships = st.sampled_from((*SHIPS, "x1"))
movements = st.sampled_from((*MOVEMENTS, "", "fog-2"))
cards = st.sampled_from((*MOVEMENTS, *ADVENTURES, "kraken-3"))
values = st.lists(st.sampled_from((*SHIPS, *PLAYERS, *MOVEMENTS, *ADVENTURES, "0", "3", "99", "-1", "²")), max_size=9)
card_acts = st.one_of(
    st.builds(PlayMovement, players, movements, st.lists(ships, max_size=3).map(tuple)),
    st.builds(RepairShips, players),
    st.builds(Accuse, players, players, ships, movements),
    st.builds(PassTurn, players, movements),
    st.builds(AnswerAccusation, players, st.booleans()),
    st.builds(OwnUp, players, ships),
    st.builds(TurnUp, cards),
    st.builds(RevealPirates, players, st.lists(ships, max_size=4).map(tuple)),
    st.builds(CorrectCards, st.sampled_from(CardCorrection), values.map(tuple)),
)


def dealt(seed):
    """A set-up of which everything is known, with rules and readings drawn by lot."""
    dice = random.Random(seed)
    new = NewCardGame(
        PLAYERS[: dice.choice((2, 3, 4))],
        upcoming=dice.random() < 0.5,
        hand=dice.random() < 0.5,
        extended=dice.random() < 0.5,
        readings={each.name: dice.choice(each.choices) for each in CARD_READINGS},
    )
    return dealt_start(new, dice)


def drawn_action(game, dice):
    """Some action that is fine."""
    while judge_card_act(game, act := _some_action(game, dice)).is_foul:
        pass
    return act


def _some_action(game, dice):
    player, cards_held = game.player, playable(game, game.player)
    match dice.choices(("play", "repair", "accuse", "pass"), (6, 1, 2, 1))[0]:
        case "play":
            card = dice.choice(cards_held)
            return PlayMovement(player, card, tuple(dice.sample(SHIPS, movement_kind(card).ships)))
        case "repair":
            return RepairShips(player)
        case "accuse":
            discard = dice.choice(cards_held) if game.start.hand else ""
            return Accuse(player, dice.choice(game.players), dice.choice(SHIPS), discard)
    return PassTurn(player, dice.choice(("", *cards_held)))
