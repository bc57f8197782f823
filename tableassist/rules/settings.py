"""Which rules this table plays by."""

from dataclasses import dataclass

from tableassist.rules.confidence import CONTACT_TOLERANCE_MM
from tableassist.rules.edition import BARS, COMPLETE, Edition, Ruler


@dataclass(frozen=True, slots=True)
class RuleSettings:
    edition: Edition = COMPLETE
    """With the house's own values where it has any."""
    ruler: Ruler = BARS
    contact_tolerance_mm: float = CONTACT_TOLERANCE_MM
    """Pieces touch when the gap between their hulls is no more than this."""
    points_limit: float | None = None
    """What a fleet may cost, by the house; None: what the edition recommends."""
