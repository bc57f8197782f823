"""How the table lies in the course of a card game of which everything is known: for films."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from tableassist.pipeline.card_game.outcomes import discard_of
from tableassist.rulebook.cardgame.actions.movement import PlayMovement
from tableassist.rulebook.cardgame.cards import SHIPS, adventure_kind, movement_kind
from tableassist.rulebook.cardgame.changes import ships_concerned
from tableassist.rulebook.cardgame.referee import AnyCardAct, fold_card_act
from tableassist.rulebook.cardgame.state import CardGame, CardStart, card_game_with, new_card_game
from tableassist.studio.cards.card_table import CardTable


@dataclass(frozen=True, slots=True)
class PlayedTable:
    table: CardTable
    acts: int
    """So many are on the table."""
    is_done: bool
    """The adventure of the last one is carried out too."""


def played_tables(
    start: CardStart, acts: Sequence[AnyCardAct], pauses: Callable[[int], bool] = lambda _number: True
) -> tuple[PlayedTable, ...]:
    """From the start on, a table each time that it lies still. `pauses`: whether the players stop between the action
    of an act and its adventure; those of the acts are counted from 1."""
    return tuple(_tables(start, acts, pauses))


def _tables(start: CardStart, acts: Sequence[AnyCardAct], pauses: Callable[[int], bool]) -> Iterator[PlayedTable]:
    game, discard = new_card_game(start), None
    now = table_of(game)
    yield PlayedTable(now, 0, is_done=True)
    for number, act in enumerate(acts, start=1):
        after = fold_card_act(game, act)
        if pauses(number) and (acted := _acted(game, act, now)) != now:
            now = acted
            yield PlayedTable(now, number, is_done=False)
        discard = _discarded(game, act, after) or discard
        laid = replace(table_of(after), adventure_discard=discard)
        if laid != now:
            now = laid
            yield PlayedTable(now, number, is_done=True)
        game = after


def table_of(game: CardGame) -> CardTable:
    """But for the adventure discards, of which a game counts only the number."""
    return CardTable(
        row=game.row,
        damaged=game.damaged,
        fame=tuple((ship, game.fame[ship].cards) for ship in SHIPS if game.fame[ship].cards),
        active=game.active,
        upcoming=game.adventures[1:],
        open=game.open,
        movement_discard=game.movement_discards[-1] if game.movement_discards else None,
        adventure_pile=game.adventure_pile.count > 0,
        movement_pile=game.movement_pile.count > 0,
    )


def _acted(game: CardGame, act: AnyCardAct, now: CardTable) -> CardTable:
    """The action is done, its card discarded; no card has been turned up."""
    after = fold_card_act(card_game_with(game, adventures=()), act)
    card = discard_of(act)
    left = tuple("" if open_card == card else open_card for open_card in now.open)
    return replace(now, row=after.row, damaged=after.damaged, open=left, movement_discard=card or now.movement_discard)


def _discarded(game: CardGame, act: AnyCardAct, after: CardGame) -> str | None:
    """The active adventure, if it went to the discards and not under a ship."""
    card = game.active
    if card is None or card in after.adventures:
        return None
    if isinstance(act, PlayMovement) and movement_kind(act.movement).is_fog:
        return card
    acted = fold_card_act(card_game_with(game, adventures=()), act)
    kind = adventure_kind(card)
    ships = ships_concerned(card_game_with(game, row=acted.row, damaged=acted.damaged), kind.whom)
    return None if kind.gains and any(ship not in acted.damaged for ship in ships) else card
