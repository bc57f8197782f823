"""A card game: what lies on the table, what is known of what does not, whose turn it is."""

from collections.abc import Mapping
from typing import Any

import msgspec
import msgspec.structs

from tableassist.messages import Text
from tableassist.rulebook.cardgame.state.pile import CardPile
from tableassist.rulebook.cardgame.state.readings import CARD_READINGS_BY_NAME
from tableassist.rulebook.cardgame.state.ships import SHIPS, plain_name
from tableassist.rulebook.cardgame.state.start import CardStart


class Fame(msgspec.Struct, frozen=True):
    cards: int = 0
    owed: int = 0
    """Awarded when there were no cards left: it counts all the same."""

    @property
    def total(self) -> int:
        return self.cards + self.owed

    def part(self, count: int) -> "Fame":
        """So much of it, or all: cards first."""
        cards = min(count, self.cards)
        return Fame(cards, min(count - cards, self.owed))

    def plus(self, other: "Fame") -> "Fame":
        return Fame(self.cards + other.cards, self.owed + other.owed)

    def minus(self, other: "Fame") -> "Fame":
        return Fame(self.cards - other.cards, self.owed - other.owed)


class MovementHand(msgspec.Struct, frozen=True):
    known: tuple[str, ...] = ()
    size: int = 0
    """How many cards the player holds."""

    @property
    def unknown(self) -> int:
        return self.size - len(self.known)


class Accusation(msgspec.Struct, frozen=True):
    """One that the accused player has not answered."""

    accuser: str
    accused: str
    pirate: str


class CardEnding(msgspec.Struct, frozen=True):
    score: Mapping[str, int]
    winners: tuple[str, ...]
    """One; none where every player has lied."""
    liars: tuple[str, ...] = ()
    decided_by: str = "fame"
    """`fame`, `undamaged` or `forward`: what told the winner from the others."""


class CardGame(msgspec.Struct, frozen=True):
    start: CardStart
    player: str
    """Whose turn it is."""
    row: tuple[str, ...]
    """Front first."""
    damaged: frozenset[str]
    fame: Mapping[str, Fame]
    """By ship."""
    taken: Mapping[str, Fame]
    """By player: what accusations brought."""
    adventures: tuple[str, ...]
    """Face up: the active one, then the upcoming ones."""
    adventure_pile: CardPile
    movement_pile: CardPile
    open: tuple[str, ...]
    """The open movement cards by place; empty where the next one is not turned up yet."""
    hands: Mapping[str, MovementHand]
    pirates: Mapping[str, frozenset[str]]
    """By player, as far as they are known; hidden from everybody else."""
    revealed: Mapping[str, frozenset[str]]
    """Face up."""
    denied: Mapping[str, frozenset[str]]
    """Pirates that the player said not to be."""
    seen: frozenset[str]
    """Adventure cards that have lain face up."""
    adventure_discards: int = 0
    movement_discards: tuple[str, ...] = ()
    """The newest last."""
    shuffled: int = 0
    """How often the movement discards were."""
    turn: int = 1
    accusation: Accusation | None = None
    mutiny: str = ""
    """The ship that Mutiny struck, while nobody has said who owns her."""
    ended: bool = False
    ending: CardEnding | None = None
    """None until the game has ended and all pirates are known."""

    def reading(self, name: str) -> str:
        return self.start.readings.get(name, CARD_READINGS_BY_NAME[name].choices[0])

    def ship_name(self, ship: str) -> Text:
        return self.start.names.get(ship) or plain_name(ship)

    @property
    def players(self) -> tuple[str, ...]:
        return self.start.players

    @property
    def active(self) -> str | None:
        return self.adventures[0] if self.adventures else None

    @property
    def undamaged(self) -> tuple[str, ...]:
        """Front first."""
        return tuple(each for each in self.row if each not in self.damaged)

    @property
    def face_up_pirates(self) -> frozenset[str]:
        return frozenset().union(*self.revealed.values())

    @property
    def waits(self) -> bool:
        """Whether an answer is owed before the adventure is carried out to its end."""
        return self.accusation is not None or bool(self.mutiny)

    @property
    def adventures_to_turn_up(self) -> int:
        """From a part of the pile that nobody knows."""
        if self.ended or self.waits:
            return 0
        return max(0, min(self.start.adventures_out - len(self.adventures), self.adventure_pile.count))

    @property
    def movements_to_turn_up(self) -> int:
        return 0 if self.ended else min(self.open.count(""), self.movement_pile.count)


def card_game_with(game: CardGame, **fields: Any) -> CardGame:
    return msgspec.structs.replace(game, **fields)


def all_pirates(game: CardGame, player: str) -> frozenset[str]:
    """Of the player, as far as they are known."""
    return game.pirates[player] | game.revealed[player]


def is_pirate(game: CardGame, player: str, pirate: str) -> bool | None:
    """None where nobody but the player knows."""
    owner = owner_of(game, pirate)
    if owner is not None:
        return owner == player
    return None if len(all_pirates(game, player)) < game.start.pirates_each else False


def owner_of(game: CardGame, ship: str) -> str | None:
    """Empty: nobody owns her. None: not known."""
    owner = next((each for each in game.players if ship in all_pirates(game, each)), None)
    if owner is not None:
        return owner
    return "" if not game_has_secrets(game) else None


def game_has_secrets(game: CardGame) -> bool:
    """Whether some player's pirates are not known."""
    return any(len(all_pirates(game, each)) < game.start.pirates_each for each in game.players)


def cards_of_ships(game: CardGame) -> int:
    """Adventure cards that lie under ships or in front of players."""
    return sum(game.fame[each].cards for each in SHIPS) + sum(each.cards for each in game.taken.values())
