"""Sheets of paper, and how much of them a printer reaches."""

from dataclasses import dataclass
from enum import StrEnum

MARGIN_MM = 10.0
"""Home printers leave 3 to 6 mm of a sheet white, some more at one end: nothing is drawn nearer to the edge."""


class Paper(StrEnum):
    A4 = "a4"
    LETTER = "letter"

    @property
    def label(self) -> str:
        """As a person calls it."""
        return "A4" if self is Paper.A4 else "Letter"

    @property
    def portrait_mm(self) -> tuple[float, float]:
        """Width and height."""
        return (210.0, 297.0) if self is Paper.A4 else (215.9, 279.4)

    def size_mm(self, *, landscape: bool) -> tuple[float, float]:
        width, height = self.portrait_mm
        return (height, width) if landscape else (width, height)


@dataclass(frozen=True, slots=True)
class Box:
    """Upright, in mm from the page's lower-left corner."""

    left: float
    low: float
    right: float
    high: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.high - self.low

    def shrunk(self, by_mm: float) -> "Box":
        return Box(self.left + by_mm, self.low + by_mm, self.right - by_mm, self.high - by_mm)
