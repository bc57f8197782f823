"""How a card game begins, as a file has it. docs/card-game.md explains the fields."""

from typing import Annotated, Final, Literal

import msgspec

CardId = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
CardWords = Annotated[str, msgspec.Meta(max_length=200)]
FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
OPEN_CARDS: Final = 3
"""Movement cards that lie face up (Card Game, Setup 5)."""


class CardStart(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    game: Literal["card"]
    players: tuple[CardId, ...]
    """Clockwise round the table."""
    row: tuple[CardId, ...]
    """The ships, front first."""
    names: dict[CardId, CardWords] = {}
    first: CardWords = ""
    """Who begins; empty: the first of the players."""
    upcoming: bool = False
    hand: bool = False
    extended: bool = False
    readings: dict[str, str] = {}
    damaged: tuple[CardId, ...] = ()
    adventures: tuple[CardId, ...] = ()
    """Top first, as far as they are known."""
    movements: tuple[CardId, ...] = ()
    """Top first, as far as they are known."""
    shuffles: tuple[tuple[CardId, ...], ...] = ()
    """The movement draw pile after each reshuffle."""
    pirates: dict[CardId, tuple[CardId, ...]] = {}
    hands: dict[CardId, tuple[CardId, ...]] = {}
    name: CardWords = ""
    """Of the table."""

    @property
    def begins(self) -> str:
        return self.first or self.players[0]

    @property
    def pirates_each(self) -> int:
        """Card Game, Setup 4."""
        return 3 if len(self.players) == FEWEST_PLAYERS else 2

    @property
    def hand_size(self) -> int:
        """Card Game, Hand of Movement Cards."""
        return 4 if len(self.players) == FEWEST_PLAYERS else 3

    @property
    def adventures_out(self) -> int:
        """How many lie face up (Card Game, Upcoming Adventures)."""
        return len(self.players) if self.upcoming else 1
