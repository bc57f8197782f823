"""Card games to begin tests with. Every order is known, so that nothing is owed, unless a test asks for less."""

import msgspec

from tableassist.rulebook.cardgame.actions.accuse import Accuse
from tableassist.rulebook.cardgame.actions.movement import PassTurn, PlayMovement, RepairShips
from tableassist.rulebook.cardgame.cards import ADVENTURES, MOVEMENTS
from tableassist.rulebook.cardgame.referee import fold_card_act, judge_card_act
from tableassist.rulebook.cardgame.state import CardStart, Fame, new_card_game

ROW = ("e1", "s1", "d1", "e2", "s2", "d2", "e3", "s3", "d3")
QUIET = "dutch-loot-1"
"""An adventure that does nothing while no Dutch ship has fame."""
PIRATES = {
    2: {"Anne": ("e1", "s1", "d1"), "Mary": ("e2", "s2", "d2")},
    3: {"Anne": ("e1", "s1"), "Mary": ("d1", "e2"), "Jack": ("s2", "d2")},
    4: {"Anne": ("e1", "s1"), "Mary": ("d1", "e2"), "Jack": ("s2", "d2"), "Grace": ("e3", "s3")},
}


def with_rest(first, cards):
    """These on top, the others below in their usual order."""
    return (*first, *(each for each in cards if each not in first))


def started(active=QUIET, *more, players=2, open_=("fog-1", "sabotage-1", "lost-at-sea-1"), **fields):
    pirates = PIRATES[players]
    known = {
        "game": "card",
        "players": tuple(pirates),
        "row": ROW,
        "adventures": with_rest((active, *more), ADVENTURES),
        "movements": with_rest(open_, MOVEMENTS),
        "shuffles": (MOVEMENTS,) * 8,
        "pirates": pirates,
    }
    return msgspec.convert(known | fields, CardStart)


def table(active=QUIET, *more, fame=None, damaged=(), **fields):
    """A game with this adventure active, and fame that lies under ships already."""
    game = new_card_game(started(active, *more, damaged=damaged, **fields))
    given = {ship: Fame(count) for ship, count in (fame or {}).items()}
    return game.replace(fame={**game.fame, **given})


def said(game, *acts):
    """The game after these acts, each of which must be fine."""
    for act in acts:
        judgement = judge_card_act(game, act)
        assert not judgement.is_foul, [str(each.words) for each in judgement.reasons]
        game = fold_card_act(game, act)
    return game


def foul_of(game, act):
    """Its code and section; None where the act is fine."""
    reasons = judge_card_act(game, act).reasons
    return (reasons[0].code, str(reasons[0].section)) if judge_card_act(game, act).is_foul else None


def fame_of(game):
    return {ship: each.total for ship, each in game.fame.items() if each.total}


def passed(game, times=1):
    for _ in range(times):
        game = said(game, PassTurn(game.player))
    return game


def play(card, *ships, by="Anne"):
    return PlayMovement(by, card, ships)


def repair(by="Anne"):
    return RepairShips(by)


def accuse(accused, pirate, discard="", by="Anne"):
    return Accuse(by, accused, pirate, discard)


def cards_of_ships(game):
    """Adventure cards that lie under ships or in front of players."""
    return sum(each.cards for each in (*game.fame.values(), *game.taken.values()))
