"""Every act that the player may do now, and how the table lies after it: before its adventure, and after."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from tableassist.rulebook.cardgame import CARD_GAME, AnyCardAct, CardGame, judge_card_act, playable, ship_choices
from tableassist.rulebook.cardgame.actions import Accuse, PassTurn, PlayMovement, RepairShips


@dataclass(frozen=True, slots=True)
class CardOutcome:
    act: PlayMovement | RepairShips | PassTurn
    row: tuple[str, ...]
    """No adventure changes it."""
    acted: frozenset[str]
    """The damaged ships when the action is done, before the adventure."""
    done: frozenset[str]
    """The damaged ships when the adventure is carried out."""
    discard: str
    """The movement card that goes to the discards; empty: none."""
    is_shown: bool
    """Whether the action itself changes the row or a face."""


def outcomes(game: CardGame, cards: Collection[str] | None = None) -> tuple[CardOutcome, ...]:
    """Of all acts that are seen on the table; accusations are said. None while something else is owed. `cards`: only
    these movement cards may have been discarded."""
    return tuple(_outcome(game, act) for act in _acts(game, cards) if not judge_card_act(game, act).is_foul)


def _acts(game: CardGame, among: Collection[str] | None) -> Iterator[PlayMovement | RepairShips | PassTurn]:
    player = game.player
    cards = [each for each in playable(game, player) if among is None or each in among]
    for card in cards:
        yield from (PlayMovement(player, card, ships) for ships in ship_choices(game, card))
    yield RepairShips(player)
    yield PassTurn(player)
    yield from (PassTurn(player, card) for card in cards)


def _outcome(game: CardGame, act: PlayMovement | RepairShips | PassTurn) -> CardOutcome:
    acted = CARD_GAME.apply(game.replace(adventures=()), act)
    done = CARD_GAME.apply(game, act)
    shown = acted.row != game.row or acted.damaged != game.damaged
    return CardOutcome(act, acted.row, acted.damaged, done.damaged, discard_of(act), shown)


def discard_of(act: AnyCardAct) -> str:
    """The movement card that the act puts on the discards; empty: none."""
    match act:
        case PlayMovement():
            return act.movement
        case PassTurn() | Accuse():
            return act.discard
    return ""
