"""The ways a tag sits on a piece, and where a model suggests one."""

import math
from dataclasses import dataclass
from enum import StrEnum

from tableassist.messages import Message, template

TAG_MODULES = {"36h11": 8, "25h9": 7, "16h5": 6}
"""Modules across the black square of a tag, by its family."""
LEAN_SIGMA_RAD = math.radians(0.5)
"""How upright a ship stands that was never set down on the jig."""
LEAST_LEAN_SIGMA_RAD = math.radians(0.3)
"""However well its set-downs agreed: mats are not flat."""
LIFT_SIGMA_MM = 0.2
"""A mat with a wrinkle, a crumb under the keel."""
TIPPED_LEAN_SIGMA_RAD, TIPPED_LIFT_SIGMA_MM = math.radians(0.8), 0.4
"""On top of that, of a ship that touches something which could tip it."""


class MountKind(StrEnum):
    FLAG = template("flag")
    """A plate on a staff at the stern, above the sails."""
    MASTHEAD = template("masthead")
    """On top of a mast, and lost with it."""
    DECK = template("deck")
    PLATE = template("plate")
    """On a plate beside the hull, or flat on an island's card."""

    @property
    def words(self) -> Message:
        return Message(self.value)


@dataclass(frozen=True, slots=True)
class SuggestedMount:
    """Where a tag is best put on pieces of a model, its own x to the bow. The sigmas are those of a hand without a jig:
    a mount that was measured has smaller ones, in the table file."""

    kind: MountKind
    size_mm: float
    """Side of the black square."""
    x_mm: float
    y_mm: float
    z_mm: float
    """Height of the printed face above the mat."""
    sigma_xy_mm: float
    sigma_z_mm: float
    sigma_yaw_rad: float
    mast: int | None = None
    """For a masthead: the mast that carries it."""
