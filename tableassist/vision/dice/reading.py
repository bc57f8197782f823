"""What a die shows, and how sure that is."""

from dataclasses import dataclass

from tableassist.messages import Message

NOT_CLEAR = Message("the pips are not clear")
TWO_VALUES = Message("two values fit nearly as well")
ANOTHER_THING = Message("this does not look like a die")
AT_THE_RIM = Message("it is not completely on the grey area")


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die, or something in its place, on the dice corner's ground."""

    value: int | None
    """1 to 6; None: not sure."""
    x_mm: float
    y_mm: float
    """Of its middle, on the mat, seen from above."""
    edge_mm: float
    yaw_rad: float
    """0 to a quarter turn."""
    certainty: float
    """0 to 1: how likely the best value is, by the picture's own noise."""
    reason: Message | None = None
    """Why it is not sure; None where it is."""
