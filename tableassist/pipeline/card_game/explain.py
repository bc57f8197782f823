"""Which act explains how the table lies now.

Players put the card down, move the row, carry the adventure out and turn the next one up, with pauses or without. So
each legal act is compared before and after its adventure. One that explains all is the act; several are asked about.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tableassist.pipeline.card_game.outcomes import CardOutcome, outcomes
from tableassist.pipeline.cards.reading import CardsSeen
from tableassist.pipeline.cards.settling import same_cards
from tableassist.rulebook.cardgame import CardGame, judge_card_act, list_hidden_adventures, list_hidden_movements
from tableassist.rulebook.cardgame.actions import PassTurn, PlayMovement, RepairShips, TurnUp
from tableassist.rulebook.cardgame.cards import movement_kind


@dataclass(frozen=True, slots=True)
class Explained:
    options: tuple[CardOutcome, ...]
    """All acts after which the table may lie so; at least one."""
    is_sure: bool
    """There is one, its effect is seen, and so is the card that it was done with."""
    is_done: bool
    """The next adventure is seen, so that nothing more of this turn is to come."""


def explain(game: CardGame, seen: CardsSeen, before: CardsSeen | None, *, in_step: bool) -> Explained | None:
    """None where no act does, or none has begun. `before`: the table when no act had begun, or when the last one was
    taken. `in_step`: it has lain as the record has it since the record last changed."""
    unchanged = before is not None and same_cards(seen, before)
    if unchanged or not has_begun(game, seen, before):
        return None
    table = _Table(game, seen, before)
    every = [each for each in outcomes(game, table.discards) if table.fits_cards(each) and table.fits_row(each)]
    found = [each for each in every if table.fits_faces(each)]
    found = found or [each for each in every if each.row != game.row and table.fits_turned_faces(each)]
    if not found:
        return None
    sure = len(found) == 1 and seen.row_is_sure and table.is_proven(found[0], in_step=in_step)
    return Explained(tuple(found), sure, table.is_done)


def faces(seen: CardsSeen) -> dict[str, bool]:
    """The ships whose space is sure, and whether they show their damaged side."""
    return {each.ship: bool(each.damaged) for each in seen.spaces if each.ship is not None}


def has_begun(game: CardGame, seen: CardsSeen, before: CardsSeen | None) -> bool:
    """Whether something on the table shows that an act is done or under way."""
    table = _Table(game, seen, before)
    return not is_as_recorded(game, seen) or table.is_done or table.has_new_discard


def is_turn_over(game: CardGame, seen: CardsSeen) -> bool:
    """Whether the next adventure is seen."""
    return _Table(game, seen, None).is_done


def is_as_recorded(game: CardGame, seen: CardsSeen) -> bool:
    """Of the row and its faces, as far as they are sure."""
    row = all(ship in (None, kept) for ship, kept in zip(seen.row, game.row, strict=True))
    return row and all(damaged == (ship in game.damaged) for ship, damaged in faces(seen).items())


def turned_up(game: CardGame, seen: CardsSeen, still_open: str = "") -> tuple[TurnUp, ...]:
    """The cards that the game waits for and that lie face up now. `still_open`: a movement card of which people have
    said that it is discarded, and that has not left its place: after a shuffle it might be the next one too."""
    found: list[str] = []
    if game.movements_to_turn_up:
        hidden = list_hidden_movements(game)
        found += [each for each in open_seen(seen) if each in hidden and each != still_open][
            : game.movements_to_turn_up
        ]
    if game.adventures_to_turn_up:
        known, out = game.adventures, adventures_seen(seen)
        fresh, hidden = out[len(known) :], list_hidden_adventures(game)
        if out[: len(known)] == known and all(each in hidden for each in fresh):
            found += fresh[: game.adventures_to_turn_up]
    return tuple(act for each in found if not judge_card_act(game, act := TurnUp(each)).is_foul)


def adventures_seen(seen: CardsSeen) -> tuple[str, ...]:
    """Face up in the row: the active one, then the upcoming ones."""
    return _cards((seen.active, *seen.upcoming))


def open_seen(seen: CardsSeen) -> tuple[str, ...]:
    """The movement cards that lie face up."""
    return _cards(seen.open)


def _cards(places: Sequence[object]) -> tuple[str, ...]:
    return tuple(card for each in places if (card := getattr(each, "card", None)) is not None)


class _Table:
    """How the table lies, against what the record has."""

    def __init__(self, game: CardGame, seen: CardsSeen, before: CardsSeen | None) -> None:
        self._game, self._seen = game, seen
        self._faces = faces(seen)
        self._faces_before: Mapping[str, bool] = {} if before is None else faces(before)
        self._discard = seen.movement_discard.card
        known = {None, *game.movement_discards[-1:]}
        self.has_new_discard = self._discard not in (known | {before.movement_discard.card} if before else known)
        self._open = set(open_seen(seen))
        self._foreign = self._open.difference(game.open)
        self.is_done = self._is_done()

    @property
    def discards(self) -> tuple[str, ...] | None:
        """The movement cards that may have been discarded; None: any."""
        return None if self._discard is None else (self._discard,)

    def _is_done(self) -> bool:
        out, active = adventures_seen(self._seen), self._game.active
        if active is None:
            return False
        if out and out[0] != active:
            return out[0] in (*self._game.adventures[1:2], *list_hidden_adventures(self._game))
        return not out and self._seen.adventure_discard.card == active

    def fits_cards(self, each: CardOutcome) -> bool:
        if each.discard:
            if self._discard is not None:
                return self._discard == each.discard and each.discard not in self._open
            if not self._game.movement_pile.count and each.is_shown:
                return True  # shuffled at once, and it may have been drawn again
            found = each.row != self._game.row if self._game.start.hand else bool(self._foreign)
            return found and each.discard not in self._open
        return not self.has_new_discard and not self._foreign

    def fits_row(self, each: CardOutcome) -> bool:
        return all(ship in (None, after) for ship, after in zip(self._seen.row, each.row, strict=True))

    def fits_faces(self, each: CardOutcome) -> bool:
        """What the action turns over is turned over; what the adventure turns over may still be to do."""
        if self.is_done:
            return all(damaged == (ship in each.done) for ship, damaged in self._faces.items())
        return all(
            damaged in (ship in each.acted, ship in each.done) for ship, damaged in self._faces.items()
        ) and self._target_is_damaged(each)

    def fits_turned_faces(self, each: CardOutcome) -> bool:
        """A ship that nobody has turned over since contradicts nothing: people may have forgotten her before."""
        return all(
            damaged in (ship in each.acted, ship in each.done) or damaged == self._faces_before.get(ship)
            for ship, damaged in self._faces.items()
        )

    def _target_is_damaged(self, each: CardOutcome) -> bool:
        act = each.act
        if not isinstance(act, PlayMovement) or not movement_kind(act.movement).damages:
            return True
        return all(self._faces.get(ship) is not False for ship in act.ships)

    def is_proven(self, each: CardOutcome, *, in_step: bool) -> bool:
        others = set(self._game.open) - {each.discard, ""}
        if self._foreign and others - self._open:  # a card of an act before it was replaced as well
            return False
        match each.act:
            case PlayMovement():
                return each.is_shown or (self.is_done and movement_kind(each.act.movement).is_fog)
            case RepairShips():
                return each.is_shown and in_step
            case PassTurn():
                return False
