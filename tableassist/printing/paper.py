"""Sizes of paper, the sheets that can be printed, and where on the finished pages everything is.

Light: commands need it before anything heavy is loaded.
"""

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


class Sheet(StrEnum):
    MAT = "mat"
    PIECES = "pieces"
    ISLANDS = "islands"
    BOARD = "board"
    RULER = "ruler"
    JIG = "jig"
    DICE = "dice"
    CARDS = "cards"
    KIT = "kit"


@dataclass(frozen=True, slots=True)
class PrintedTag:
    """A tag on a page, seen as the page is read; millimetres from the page's lower-left corner."""

    page: int
    """0 is the first."""
    family: str
    tag: int
    size_mm: float
    """Side of the black square."""
    x_mm: float
    """Of its centre."""
    y_mm: float
    yaw_deg: float
    """Counter-clockwise; at 0 the tag's own x runs along the page's."""
    card: Box
    """The part of the page that will face the camera once cut and folded; the tag's white rim lies within."""


@dataclass(frozen=True, slots=True)
class PrintedBoard:
    """A calibration board on a page."""

    page: int
    square_mm: float
    x_mm: float
    """Of its centre."""
    y_mm: float


@dataclass(frozen=True, slots=True)
class PrintedPages:
    pdf: bytes
    tags: tuple[PrintedTag, ...]
    boards: tuple[PrintedBoard, ...]
    sizes_mm: tuple[tuple[float, float], ...]
    """Width and height of each page."""

    @property
    def pages(self) -> int:
        return len(self.sizes_mm)
