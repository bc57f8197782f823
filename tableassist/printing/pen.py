"""Drawing on a page in millimetres, from its lower-left corner; it remembers which tags it has drawn."""

import io
import math
from collections.abc import Iterable, Sequence
from enum import StrEnum

from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from tableassist.pieces.art import Colour
from tableassist.printing.paper import Box
from tableassist.printing.plain_text import FontFace, printable, width_mm
from tableassist.printing.printed import PrintedBoard, PrintedPages, PrintedTag
from tableassist.printing.tag_ink import Ring, tag_rings

Point = tuple[float, float]
POINTS_PER_MM = 72.0 / 25.4
BLACK, DARK, GREY, PALE = 0.0, 0.3, 0.5, 0.9
"""Shares of white."""
LINE_MM, HAIR_MM = 0.25, 0.15
DASHES_MM = (1.4, 1.0)
HATCH_MM = 1.7
EVEN_ODD = 0
"""reportlab's number for that rule of filling."""


class Align(StrEnum):
    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


class Pen:
    """Holds reportlab's canvas while a file is made."""

    def __init__(self, title: str) -> None:
        self._file = io.BytesIO()
        # Invariant: no date and no random id, so that the same table gives the same file.
        self._canvas = Canvas(self._file, invariant=1, pageCompression=1, pdfVersion=(1, 7))
        self._canvas.setTitle(printable(title))
        self._canvas.setCreator("tableassist")
        self._canvas.setViewerPreference("PrintScaling", "None")
        self._canvas.setViewerPreference("Duplex", "Simplex")
        self._tags: list[PrintedTag] = []
        self._boards: list[PrintedBoard] = []
        self._sizes: list[tuple[float, float]] = []

    def begin_page(self, width: float, height: float) -> None:
        if self._sizes:
            self._canvas.showPage()
        self._canvas.setPageSize((width * POINTS_PER_MM, height * POINTS_PER_MM))
        self._sizes.append((width, height))

    def finished(self) -> PrintedPages:
        self._canvas.showPage()
        self._canvas.save()
        return PrintedPages(self._file.getvalue(), tuple(self._tags), tuple(self._boards), tuple(self._sizes))

    def line(self, start: Point, end: Point, *, width: float = LINE_MM, grey: float = BLACK) -> None:
        self._stroke(width, grey)
        self._canvas.line(*_points(start), *_points(end))

    def fold(self, start: Point, end: Point) -> None:
        self._stroke(LINE_MM, DARK)
        self._canvas.setDash([dash * POINTS_PER_MM for dash in DASHES_MM])
        self._canvas.line(*_points(start), *_points(end))
        self._canvas.setDash()

    def cut(self, corners: Sequence[Point]) -> None:
        """Round a closed shape."""
        self.outline(corners, width=HAIR_MM, grey=DARK)

    def outline(self, corners: Sequence[Point], *, width: float = LINE_MM, grey: float = BLACK) -> None:
        self._stroke(width, grey)
        self._canvas.drawPath(self._path([corners]), stroke=1, fill=0)

    def fill(self, rings: Iterable[Sequence[Point]], *, grey: float = BLACK, colour: Colour | None = None) -> None:
        """`colour` (sRGB) goes before `grey`."""
        if colour is None:
            self._canvas.setFillGray(grey)
        else:
            self._canvas.setFillColorRGB(*colour)
        self._canvas.drawPath(self._path(rings), stroke=0, fill=1, fillMode=EVEN_ODD)

    def hatch(self, area: Box) -> None:
        """Where glue goes."""
        self._canvas.saveState()
        self._canvas.clipPath(self._path([corners_of(area)]), stroke=0, fill=0)
        count = math.ceil((area.width + area.height) / HATCH_MM)
        for step in range(1, count + 1):
            x = area.left - area.height + step * HATCH_MM
            self.line((x, area.low), (x + area.height, area.high), width=HAIR_MM, grey=GREY)
        self._canvas.restoreState()

    def text(
        self,
        at: Point,
        words: str,
        size_pt: float,
        *,
        face: FontFace = FontFace.PLAIN,
        align: Align = Align.LEFT,
        grey: float = BLACK,
        turned: bool = False,
        room_mm: float = math.inf,
    ) -> None:
        """`at` lies on the line of writing; `turned`: it runs up the page. What is longer than its room is written
        smaller: some languages need more letters than others."""
        words = printable(words)
        width = width_mm(words, size_pt, face=face)
        if width > room_mm:
            size_pt, width = size_pt * room_mm / width, room_mm
        back = {Align.LEFT: 0.0, Align.CENTRE: 0.5, Align.RIGHT: 1.0}[align] * width
        self._canvas.saveState()
        self._canvas.translate(*_points(at))
        if turned:
            self._canvas.rotate(90)
        self._canvas.setFillGray(grey)
        self._canvas.setFont(face, size_pt)
        self._canvas.drawString(-back * POINTS_PER_MM, 0, words)
        self._canvas.restoreState()

    def tag(self, family: str, tag: int, *, size_mm: float, at: Point, yaw_rad: float, card: Box) -> None:
        c, s = math.cos(yaw_rad) * size_mm, math.sin(yaw_rad) * size_mm
        rings = tag_rings(family, tag)
        self.fill([[(at[0] + c * x - s * y, at[1] + s * x + c * y) for x, y in ring] for ring in rings])
        page = len(self._sizes) - 1
        self._tags.append(PrintedTag(page, family, tag, size_mm, at[0], at[1], math.degrees(yaw_rad), card))

    def board(self, rings: Iterable[Ring], *, square_mm: float, at: Point) -> None:
        self.fill(rings)
        self._boards.append(PrintedBoard(len(self._sizes) - 1, square_mm, at[0], at[1]))

    def _stroke(self, width: float, grey: float) -> None:
        self._canvas.setLineWidth(width * POINTS_PER_MM)
        self._canvas.setStrokeGray(grey)

    def _path(self, rings: Iterable[Sequence[Point]]) -> PDFPathObject:
        path = self._canvas.beginPath()
        for ring in rings:
            path.moveTo(*_points(ring[0]))
            for corner in ring[1:]:
                path.lineTo(*_points(corner))
            path.close()
        return path


def corners_of(area: Box) -> tuple[Point, ...]:
    return (area.left, area.low), (area.right, area.low), (area.right, area.high), (area.left, area.high)


def _points(at: Point) -> Point:
    return at[0] * POINTS_PER_MM, at[1] * POINTS_PER_MM
