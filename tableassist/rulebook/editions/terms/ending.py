"""What an edition says about the end of a game and who has won."""

from dataclasses import dataclass
from enum import StrEnum

from tableassist.messages import Text


class EndsBy(StrEnum):
    MORE_THAN_HALF = "more-than-half"
    """The first player to bring home more than half of the starting gold wins."""
    ALL_UNLOADED = "all-unloaded"
    """All available gold is home, or only one player can still move; the most gold wins."""
    END_TOKEN = "end-token"
    """The ship that took the last coin brings it home or sinks, or only one player can still sail."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndingTerms:
    ends_by: EndsBy
    gold_on_ships_counts: bool
    section: Text
