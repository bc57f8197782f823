"""What is owed: an answer that the game waits for, or one that may be given now and lapses when play goes on."""

from enum import StrEnum

import msgspec


class DutyKind(StrEnum):
    MAST = "mast"
    """The owner picks `count` masts, segments or flags that were hit."""
    TERRAIN = "terrain"
    """A roll for the reef or the weeds `other`."""
    ICEBERGS = "icebergs"
    """The roll at the beginning of the turn."""
    DRIFT = "drift"
    """The iceberg moves: a roll for the way."""
    WHIRLPOOL = "whirlpool"
    """A mast, a coin or a crew is lost."""
    PRIZE = "prize"
    """The winner of a boarding party takes something from `other`."""
    CREW = "crew"
    """The loser of a boarding party picks the crew that goes."""
    COIN = "coin"
    """A coin is turned over: what is it worth?"""
    MYSTERIOUS = "mysterious"
    """A roll for the mysterious island `other`."""
    BOARDING = "boarding"
    """May be answered: a boarding party after a ram, `player` decides."""


class Duty(msgspec.Struct, frozen=True):
    kind: DutyKind
    player: str
    """Who has to answer."""
    piece: str
    """The ship, iceberg or coin that it is about; the player, where no piece is."""
    other: str = ""
    count: int = 1
    rammed: int = 0
    """Of the masts: how many a ram takes."""

    @property
    def must(self) -> bool:
        """Whether nothing else may be done before."""
        return self.kind is not DutyKind.BOARDING
