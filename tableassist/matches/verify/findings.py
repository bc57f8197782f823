"""What verifying a match comes to."""

from dataclasses import dataclass
from enum import IntEnum

from tableassist.store.match.chain import MatchFinding, Standing


class MatchOutcome(IntEnum):
    """Each is its exit code; 2 is a match that cannot be read."""

    AGREES = 0
    DIFFERS = 3
    NOT_PROVEN = 4
    WRONG_SIGNER = 5


BY_STANDING = {
    Standing.TOLD: MatchOutcome.AGREES,
    Standing.NOT_PROVEN: MatchOutcome.NOT_PROVEN,
    Standing.DIFFERS: MatchOutcome.DIFFERS,
    Standing.WRONG_SIGNER: MatchOutcome.WRONG_SIGNER,
}
GRAVITY = tuple(BY_STANDING.values())
"""From the lightest: the gravest is what all comes to."""


@dataclass(frozen=True, slots=True)
class MatchFindings:
    found: tuple[MatchFinding, ...]
    moments: int
    """Judged again."""
    differing: int
    """Of them, judged otherwise than they were, or recorded otherwise than they were judged."""
    app_version: str

    @property
    def outcome(self) -> MatchOutcome:
        reached = {BY_STANDING[each.standing] for each in self.found}
        if self.differing:
            reached.add(MatchOutcome.DIFFERS)
        return max(reached, key=GRAVITY.index, default=MatchOutcome.AGREES)
