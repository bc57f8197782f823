"""Boxes and words, painted alike in the window and on a page. Units of its own; y runs down."""

from dataclasses import dataclass

from tableassist.overlay.drawing import Ink


@dataclass(frozen=True, slots=True)
class CardBox:
    left: float
    top: float
    width: float
    height: float
    ink: Ink
    hatched: bool = False
    ship: str = ""
    """What a press on it picks."""

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    @property
    def middle(self) -> float:
        return self.left + self.width / 2


@dataclass(frozen=True, slots=True)
class RowText:
    """One line; `x`, `y` are the middle of its base line, or its beginning."""

    x: float
    y: float
    text: str
    size: float
    bold: bool = False
    from_left: bool = False


@dataclass(frozen=True, slots=True)
class RowDrawing:
    """Boxes are painted in their order, the words above them."""

    width: float
    height: float
    boxes: tuple[CardBox, ...]
    words: tuple[RowText, ...]
