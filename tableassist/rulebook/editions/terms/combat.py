"""What an edition says about hits, sinking and boarding parties."""

from dataclasses import dataclass
from enum import StrEnum

from tableassist.messages import Text


class SunkGold(StrEnum):
    SPLIT = "split"
    """Half to each of the two players, what is odd to the one who sank her."""
    REMOVED = "removed"


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatTerms:
    one_misses_section: Text
    """A die that shows 1 misses, whatever any card says."""
    hit_section: Text
    """The target's player picks the mast."""
    sunk_gold: SunkGold
    sinking_section: Text
    loser_picks_crew: bool
    """Of a boarding party: whether the loser picks which crew goes, else the winner does."""
    fort_hit_section: Text
    creature_section: Text
