"""What the row view says of ships, cards, piles and players."""

from dataclasses import dataclass

from tableassist.messages import Message, say, tr, tr_plural
from tableassist.overlay.drawing import Ink
from tableassist.rulebook.cardgame import CardGame
from tableassist.rulebook.cardgame.cards import (
    ALL_ADVENTURES,
    DUTCH,
    ENGLISH,
    SPANISH,
    adventure_title,
    movement_title,
    nation_of,
)

NATION_INKS = {ENGLISH: Ink.FLEET_1, SPANISH: Ink.FLEET_2, DUTCH: Ink.FLEET_3}
NATION_WORDS = {ENGLISH: Message("English"), SPANISH: Message("Spanish"), DUTCH: Message("Dutch")}


@dataclass(frozen=True, slots=True)
class RowMark:
    """A space where the camera sees something else than the game expects."""

    space: int
    words: str
    """What is seen there."""


@dataclass(frozen=True, slots=True)
class PlayerLine:
    name: str
    is_turn: bool
    told: tuple[str, ...]


def card_title(card: str) -> str:
    """Of a movement or adventure card, without its copy."""
    return say(adventure_title(card) if card in ALL_ADVENTURES else movement_title(card))


def nation_words(ship: str) -> str:
    return say(NATION_WORDS[nation_of(ship)])


def fame_words(game: CardGame, ship: str) -> str:
    return tr("{fame} fame", fame=game.fame[ship].total)


def ship_words(game: CardGame, space: int, ship: str) -> str:
    """For somebody who hears the row."""
    name, fame = say(game.ship_name(ship)), game.fame[ship].total
    if ship in game.damaged:
        return tr("Space {space}: {ship}, damaged, {fame} fame", space=space, ship=name, fame=fame)
    return tr("Space {space}: {ship}, {fame} fame", space=space, ship=name, fame=fame)


def pile_words(game: CardGame) -> tuple[str, ...]:
    """Two lines: adventures, movement cards."""
    return (
        tr("Adventures: {pile} in the pile, {discards} discarded", pile=game.adventure_pile.count,
           discards=game.adventure_discards),
        tr("Movement cards: {pile} in the pile, {discards} discarded", pile=game.movement_pile.count,
           discards=len(game.movement_discards)),
    )  # fmt: skip


def player_lines(game: CardGame) -> tuple[PlayerLine, ...]:
    return tuple(
        PlayerLine(each, each == game.player and not game.ended, tuple(_player(game, each))) for each in game.players
    )


def _player(game: CardGame, player: str) -> list[str]:
    """Face-down pirates are counted, and nothing else is told of them."""
    told = []
    ending = game.ending
    if ending is not None and player in ending.winners:
        told.append(tr("winner"))
    if ending is not None:
        told.append(tr("{fame} fame in all", fame=ending.score[player]))
    told.append(tr("{fame} fame taken", fame=game.taken[player].total))
    open_pirates = sorted(game.revealed[player])
    hidden = game.start.pirates_each - len(open_pirates)
    if open_pirates:
        told.append(tr("pirate of {ships}", ships=tuple(game.ship_name(each) for each in open_pirates)))
    if hidden > 0:
        told.append(tr_plural("1 hidden pirate", "{count} hidden pirates", count=hidden))
    if game.start.hand:
        told.append(tr_plural("1 card in hand", "{count} cards in hand", count=game.hands[player].size))
    return told
