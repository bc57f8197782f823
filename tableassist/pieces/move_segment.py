"""One stretch of a move, as cards print it."""

from enum import StrEnum


class MoveSegment(StrEnum):
    """One straight stretch of a move; a ship turns only between two of them."""

    SHORT = "S"
    LONG = "L"
    TOWED = "T"
    """Does not move by herself."""
    DRAGON = "D"
    """A sea dragon's flight, measured as its keyword says."""
