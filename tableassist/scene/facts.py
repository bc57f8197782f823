"""Facts about a piece that no measurement proves: whose plate it carries, masts, plate, standing flat.

A fact is known in one of three ways:

- by sight: the look at the picture shows it (`vision/hull`);
- by memory: an earlier look showed it, and the piece has not been touched since (`pipeline/hull_looks.py`);
- by a person's word: a `Confirmation`.

Sight and memory leave out of `Unverified` what they show; a confirmation removes what it names from what is left. Only
what remains after both can make an answer conditional (`rulebook/engine/conditions.py`).
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from statistics import NormalDist

from tableassist.geometry import PlanarPose, wrap_rad


class Fact(StrEnum):
    IDENTITY = "identity"
    """The hull under the plate is the ship that the plate names."""
    MASTS = "masts"
    """Every mast that the ledger counts as standing does stand."""
    PLATE = "plate"
    """The plate with its tag sits on the hull as it was mounted."""
    FLAT = "flat"
    """The piece stands on the mat: not held, not on top of something."""


ALL_FACTS = frozenset(Fact)

MAX_UNSTATED_RISK = 0.0062
"""An alternative that would change a call is stated as its condition only if it is more likely than this. It is the
tail of a normal distribution beyond 2.5 sigmas: the risk that every plain call takes already, since a call is made when
the limit is 2.5 sigmas away. A condition for less would hedge against something rarer than the call's own error."""
PRIOR_FALSE: Mapping[Fact, float] = {
    Fact.IDENTITY: 0.01,
    Fact.MASTS: 0.03,
    Fact.PLATE: 0.02,
    Fact.FLAT: 0.01,
}
"""How often a fact is false for a ship of which nothing shows it, judged from play and not measured: in an evening with
ten to sixteen ships about one plate in a hundred is put back on the wrong ship, one mast in thirty is taken off and not
noted, one plate in fifty is knocked and not put back, and one ship in a hundred stands on a card, a coin or a
fingertip. All but the plate exceed the risk whenever the call hangs on them, because the alternative
is all or nothing; a plate may be off by little, so what counts is how far (`plate_reach_mm`)."""
PLATE_SHIFT_MM = 2.0
"""One sigma, each axis, of how far a knocked plate is off: enough to be overlooked."""


def plate_reach_mm(offset_mm: float, sigma_mm: float) -> float:
    """How far from where its plate has it a hull may lie with more than `MAX_UNSTATED_RISK`.

    A look at the picture found the hull `offset_mm` away, with `sigma_mm` (infinite where it could not tell). With
    probability p the plate is off by N(0, t^2) in each axis, else by nothing. The look multiplies the odds by

        L = s^2 / (s^2 + t^2) * exp(o^2 / 2 * (1 / s^2 - 1 / (s^2 + t^2))),

    and if the plate is off, it is so by N(m, v) in the direction of the offset, with m = o t^2 / (s^2 + t^2) and
    v = s^2 t^2 / (s^2 + t^2). The reach is where the tail of that, times the posterior probability, is the risk.
    """
    prior, shift2 = PRIOR_FALSE[Fact.PLATE], PLATE_SHIFT_MM**2
    if math.isinf(sigma_mm):
        posterior, mean, spread = prior, 0.0, PLATE_SHIFT_MM
    else:
        seen2 = sigma_mm**2
        both2 = seen2 + shift2
        gain = seen2 / both2 * math.exp(min(50.0, offset_mm**2 / 2.0 * (1.0 / seen2 - 1.0 / both2)))
        posterior = prior * gain / (1.0 - prior + prior * gain)
        mean, spread = offset_mm * shift2 / both2, math.sqrt(seen2 * shift2 / both2)
    if posterior <= MAX_UNSTATED_RISK:
        return 0.0
    return max(0.0, mean + spread * NormalDist().inv_cdf(1.0 - MAX_UNSTATED_RISK / posterior))


MAX_SHIFT_MM = 1.0
MAX_TURN_RAD = math.radians(2.0)
"""A confirmation holds while the piece is measured within these of where it stood. They are wider than what tracking
calls a move (0.6 mm, 1.5 degrees), because they only decide after a restart, where the camera is registered anew; while
the table is watched, every move and every hand ends the confirmation by itself (`pipeline/confirmations.py`)."""


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A person's word about one piece, for as long as nobody touches it."""

    x_mm: float
    y_mm: float
    heading_rad: float
    """Where the piece stood."""
    given: str
    """When, in ISO 8601; tells two confirmations of the same piece apart."""
    facts: frozenset[Fact] = ALL_FACTS
    by: str = ""
    """The player or judge who gave it; empty where nobody was named."""

    def is_about(self, pose: PlanarPose) -> bool:
        """Whether a piece that is measured here still stands where it was confirmed."""
        shift_mm = math.hypot(pose.x_mm - self.x_mm, pose.y_mm - self.y_mm)
        return shift_mm <= MAX_SHIFT_MM and abs(wrap_rad(pose.heading_rad - self.heading_rad)) <= MAX_TURN_RAD


Confirmations = Mapping[str, Confirmation]
"""By piece."""
