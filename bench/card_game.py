"""Whole card games of which everything is known, played at random from a seed; and what a perfect eye would see."""

from dataclasses import dataclass

import numpy as np

from tableassist.pipeline.card_game.outcomes import outcomes
from tableassist.pipeline.cards.reading import NO_CARD, CardsSeen, PlaceSeen, SpaceSeen
from tableassist.rulebook.cardgame.actions.accuse import Accuse
from tableassist.rulebook.cardgame.actions.corrections import CardCorrection, CorrectCards
from tableassist.rulebook.cardgame.actions.movement import PassTurn, PlayMovement, RepairShips
from tableassist.rulebook.cardgame.cards import ADVENTURES, MOVEMENTS, SHIPS
from tableassist.rulebook.cardgame.referee import fold_card_act, judge_card_act
from tableassist.rulebook.cardgame.state import CardGame, CardStart, new_card_game

PLAYERS = ("Anne", "Mary", "Jack", "Calico")
SEEN_ACTS = (PlayMovement, RepairShips)
"""What is done with the cards on the table; the rest is said."""
MOST_ACTS = 400


@dataclass(frozen=True)
class PlayedGame:
    start: CardStart
    """With every order and every pirate."""
    acts: tuple
    games: tuple[CardGame, ...]
    """After each act; the first is the start."""

    @property
    def end(self):
        return self.games[-1]


def card_game(seed, *, players=2, upcoming=False, hand=False, pile=None):
    """`pile`: so many adventure cards are left in the pile from the start, for a short game."""
    rng = np.random.default_rng(seed)
    names = PLAYERS[:players]
    ships = _shuffled(rng, SHIPS)
    each = 3 if players == 2 else 2
    start = CardStart(
        game="card",
        players=names,
        row=_shuffled(rng, SHIPS),
        upcoming=upcoming,
        hand=hand,
        adventures=_shuffled(rng, ADVENTURES),
        movements=_shuffled(rng, MOVEMENTS),
        shuffles=tuple(_shuffled(rng, MOVEMENTS) for _ in range(20)),
        pirates={name: ships[each * k : each * (k + 1)] for k, name in enumerate(names)},
    )
    acts, games = [], [new_card_game(start)]
    if pile is not None:
        acts.append(CorrectCards(CardCorrection.PILE, (str(pile),)))
        games.append(fold_card_act(games[-1], acts[-1]))
    while not games[-1].ended and len(acts) < MOST_ACTS:
        acts.append(_act(games[-1], rng))
        games.append(fold_card_act(games[-1], acts[-1]))
    return PlayedGame(start, tuple(acts), tuple(games))


def _act(game, rng):
    """Players like to move ships; some acts come to nothing."""
    found = outcomes(game)
    plays = [o.act for o in found if isinstance(o.act, PlayMovement)]
    repairs = [o.act for o in found if isinstance(o.act, RepairShips) and o.is_shown]
    roll = rng.random()
    if roll < 0.12 and repairs:
        return repairs[0]
    if roll < 0.2 and (accusation := _accusation(game, rng)) is not None:
        return accusation
    if roll < 0.26 or not plays:
        passes = [o.act for o in found if isinstance(o.act, PassTurn)]
        return passes[rng.integers(len(passes))]
    cards = sorted({each.movement for each in plays})
    card = cards[rng.integers(len(cards))]
    of_card = [each for each in plays if each.movement == card]
    return of_card[rng.integers(len(of_card))]


def _accusation(game, rng):
    others = [each for each in game.players if each != game.player]
    hidden = [each for each in SHIPS if each not in game.face_up_pirates]
    if not hidden:
        return None
    discard = ""
    if game.start.hand:
        discard = game.hands[game.player].known[0]
    act = Accuse(game.player, others[rng.integers(len(others))], hidden[rng.integers(len(hidden))], discard)
    return None if judge_card_act(game, act).is_foul else act


def _shuffled(rng, cards):
    return tuple(cards[k] for k in rng.permutation(len(cards)))


def seen_of(table):
    """What is read where nothing is hidden."""
    spaces = tuple(SpaceSeen(space, ship, ship in table.damaged) for space, ship in enumerate(table.row, start=1))
    upcoming, opened = (_places(cards, 3) for cards in (table.upcoming, table.open))
    return CardsSeen(
        spaces, _place(table.active), upcoming, opened, _place(table.movement_discard),
        _place(table.adventure_discard), (), table.adventure_pile,
    )  # fmt: skip


def _places(cards, count):
    return tuple(_place(cards[k] if k < len(cards) else None) for k in range(count))


def _place(card):
    return PlaceSeen(card) if card else NO_CARD
