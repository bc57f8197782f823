"""What people put right, so that the record is as the table lies."""

from collections.abc import Callable, Mapping
from enum import StrEnum

from tableassist.messages import Message, template
from tableassist.rulebook.cardgame.act import TURN, CardAct, CardFoul, card_foul
from tableassist.rulebook.cardgame.cards import ADVENTURES, ALL_ADVENTURES, ALL_MOVEMENTS, SHIPS
from tableassist.rulebook.cardgame.changes import end_if_out, fill_adventures, with_ending
from tableassist.rulebook.cardgame.state import CardGame, Fame
from tableassist.rulebook.play.log import FINE, Judgement


class CardCorrection(StrEnum):
    ROW = "row"
    DAMAGED = "damaged"
    UNDAMAGED = "undamaged"
    FAME = "fame"
    TAKEN = "taken"
    TURN = "turn"
    ACTIVE = "active"
    OPEN = "open"
    PILE = "pile"


class CorrectCards(CardAct, frozen=True, tag="correct"):
    """A person puts the record right to what lies on the table."""

    what: CardCorrection
    value: tuple[str, ...]

    title = Message("Correct the record to match the table")
    text = template("corrected: {what} {value}")

    def assess(self, game: CardGame) -> Judgement:
        """A person's word is not judged, only whether it makes sense."""
        if CHECKS[self.what](game, self.value):
            return FINE
        words = Message("'{what} {value}' makes no sense", what=self.what.value, value=self.value)
        return card_foul(CardFoul.UNKNOWN, words, TURN)

    def fold(self, game: CardGame) -> CardGame:
        if not CHECKS[self.what](game, self.value):
            return game
        return with_ending(_apply_correction(game, self))


def _are_ships(_game: CardGame, value: tuple[str, ...]) -> bool:
    return bool(value) and set(value) <= set(SHIPS)


def _are_counts(value: tuple[str, ...], names: tuple[str, ...]) -> bool:
    pairs = len(value) % 2 == 0 and len(value) > 0
    return pairs and all(player in names for player in value[::2]) and all(map(_is_count, value[1::2]))


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 4 and int(text) <= len(ADVENTURES)


def _is_active(game: CardGame, value: tuple[str, ...]) -> bool:
    count = len(set(value)) == len(value) and 1 <= len(value) <= game.start.adventures_out
    return count and set(value) <= ALL_ADVENTURES.difference(game.adventure_pile.known) and not game.ended


def _is_open(game: CardGame, value: tuple[str, ...]) -> bool:
    count = len(set(value)) == len(value) == len(game.open) and not game.start.hand
    elsewhere = (*game.movement_pile.known, *game.movement_discards)
    return count and set(value) <= ALL_MOVEMENTS.difference(elsewhere)


CHECKS: Mapping[CardCorrection, Callable[[CardGame, tuple[str, ...]], bool]] = {
    CardCorrection.ROW: lambda _, value: sorted(value) == sorted(SHIPS),
    CardCorrection.DAMAGED: _are_ships,
    CardCorrection.UNDAMAGED: _are_ships,
    CardCorrection.FAME: lambda _, value: _are_counts(value, SHIPS),
    CardCorrection.TAKEN: lambda game, value: _are_counts(value, game.players),
    CardCorrection.TURN: lambda game, value: len(value) == 1 and value[0] in game.players and not game.ended,
    CardCorrection.ACTIVE: _is_active,
    CardCorrection.OPEN: _is_open,
    CardCorrection.PILE: lambda game, value: len(value) == 1 and _is_count(value[0]) and not game.ended,
}


def _apply_correction(game: CardGame, act: CorrectCards) -> CardGame:
    fields: dict[CardCorrection, Callable[[], dict[str, object]]] = {
        CardCorrection.ROW: lambda: {"row": act.value},
        CardCorrection.DAMAGED: lambda: {"damaged": game.damaged.union(act.value)},
        CardCorrection.UNDAMAGED: lambda: {"damaged": game.damaged.difference(act.value)},
        CardCorrection.FAME: lambda: {"fame": {**game.fame, **_counts(act.value)}},
        CardCorrection.TAKEN: lambda: {"taken": {**game.taken, **_counts(act.value)}},
        CardCorrection.TURN: lambda: {"player": act.value[0]},
    }
    if act.what in fields:
        return game.replace(**fields[act.what]())
    return _correct_cards(game, act)


def _counts(value: tuple[str, ...]) -> dict[str, Fame]:
    return {name: Fame(int(count)) for name, count in zip(value[::2], value[1::2], strict=True)}


def _correct_cards(game: CardGame, act: CorrectCards) -> CardGame:
    """What was still to be turned up has been, and left its pile."""
    match act.what:
        case CardCorrection.ACTIVE:
            pile = game.adventure_pile.without_top(max(0, len(act.value) - len(game.adventures)))
            seen = game.seen.union(act.value)
            return fill_adventures(game.replace(adventures=act.value, adventure_pile=pile, seen=seen))
        case CardCorrection.OPEN:
            return game.replace(open=act.value, movement_pile=game.movement_pile.without_top(game.open.count("")))
        case _:
            pile = game.adventure_pile.of_count(int(act.value[0]))
            return end_if_out(fill_adventures(game.replace(adventure_pile=pile)))
