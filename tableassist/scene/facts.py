"""Facts about a piece that no measurement proves: whose plate it carries, masts, plate, standing flat.

A fact is known in one of three ways:

- by sight: the look at the picture shows it (`vision/hull`);
- by memory: an earlier look showed it, and the piece has not been touched since (`pipeline/hull_looks.py`);
- by a person's word: a `Confirmation`.

Sight and memory leave out of `Unverified` what they show; a confirmation removes what it names from what is left. Only
what remains after both can make an answer conditional (`rules/engine/conditions.py`).
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tableassist.geometry.angles import wrap_rad
from tableassist.geometry.planar_pose import PlanarPose


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
