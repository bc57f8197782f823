"""What came out of the printing: the file, and where on its pages everything lies that a camera will look for."""

from dataclasses import dataclass

from tableassist.printing.paper import Box


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
