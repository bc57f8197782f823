"""Those who take part in an evening, and in which of its rounds."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entrant:
    id: str
    name: str
    club: str = ""
    """Of the same club, family or household: kept apart where that is asked for."""
    from_round: int = 1
    """Later than 1: came late."""
    until_round: int | None = None
    """The last round that was played before leaving; None: is still there."""

    def plays_in(self, round_number: int) -> bool:
        return self.from_round <= round_number and (self.until_round is None or round_number <= self.until_round)


def present(entrants: Iterable[Entrant], round_number: int) -> tuple[Entrant, ...]:
    return tuple(each for each in entrants if each.plays_in(round_number))
