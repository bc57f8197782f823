"""Draw on a page in millimetres from its lower-left corner: lines, text in built-in fonts, tags as outlines.

The pen remembers which tags it has drawn.
"""

import io
import math
import unicodedata
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject
from shapely import box, normalize, unary_union
from shapely.geometry import MultiPolygon, Polygon

from tableassist.errors import BadRequestError
from tableassist.pieces.art import Colour
from tableassist.printing.paper import Box, PrintedBoard, PrintedPages, PrintedTag
from tableassist.vision.tags.pattern import DICTIONARIES, RIM, modules_of, tag_pattern

MM_PER_POINT = 25.4 / 72.0
ELLIPSIS = "…"
CODE_PAGE = "cp1252"
"""What the built-in fonts can draw."""


class FontFace(StrEnum):
    """By the names that PDF gives its built-in fonts."""

    PLAIN = "Helvetica"
    BOLD = "Helvetica-Bold"
    TYPED = "Courier"
    """For commands."""


_PAIRS = (
    "аa бb вv гg дd еe ёyo жzh зz иi йy кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъ ыy ь эe юyu яya іi "
    "їyi єye ґg αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo łl đd ħh ıi ŋng ŧt əe ĸk "
    "−-"
)
LIKENESSES = {pair[0]: pair[1:] for pair in _PAIRS.split()}
"""Cyrillic, Greek and Latin letters that do not come apart into a plain letter and an accent."""


def to_printable(text: str) -> str:
    """The same words in Western European letters; what has no likeness there becomes a question mark."""
    return "".join(_to_drawable(letter) for letter in unicodedata.normalize("NFC", " ".join(text.split())))


def _to_drawable(letter: str) -> str:
    if not letter.isprintable():
        return ""
    if _is_encodable(letter):
        return letter
    likeness = LIKENESSES.get(letter.lower())
    if likeness is not None:
        return likeness.capitalize() if letter.isupper() else likeness
    plain = unicodedata.normalize("NFKD", letter)
    if plain != letter:
        return "".join(_to_drawable(part) for part in plain if not unicodedata.combining(part))
    return "" if unicodedata.combining(letter) else "?"


def _is_encodable(letter: str) -> bool:
    try:
        letter.encode(CODE_PAGE)
    except UnicodeEncodeError:
        return False
    return True


def width_mm(text: str, size_pt: float, *, face: FontFace = FontFace.PLAIN) -> float:
    return float(stringWidth(text, face, size_pt)) * MM_PER_POINT


def clip_text(text: str, room_mm: float, size_pt: float, *, face: FontFace = FontFace.PLAIN) -> str:
    """One line, cut short where it is too long."""
    text = to_printable(text)
    if width_mm(text, size_pt, face=face) <= room_mm:
        return text
    while text and width_mm(text + ELLIPSIS, size_pt, face=face) > room_mm:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS if text else ""


def wrap_text(text: str, room_mm: float, size_pt: float, *, face: FontFace = FontFace.PLAIN) -> tuple[str, ...]:
    """Lines of whole words; a word that is longer than a line is cut short."""
    lines: list[str] = []
    for word in to_printable(text).split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_mm(longer, size_pt, face=face) <= room_mm:
            lines[-1] = longer
        else:
            lines.append(clip_text(word, room_mm, size_pt, face=face))
    return tuple(lines)


Ring = tuple[tuple[float, float], ...]


def quiet_zone_mm(family: str, size_mm: float) -> float:
    """The white that a tag needs on every side: one module."""
    return size_mm / modules_of(family)


@cache
def tag_rings(family: str, tag: int) -> tuple[Ring, ...]:
    """In the tag's own frame, the black square from -0.5 to 0.5; fill by the even-odd rule."""
    count = cv2.aruco.getPredefinedDictionary(DICTIONARIES[family][0]).bytesList.shape[0]
    if not 0 <= tag < count:
        raise BadRequestError(
            "print: got tag {tag} of {family}, expected 0 to {last}", tag=tag, family=family, last=count - 1
        )
    return trace_rings(tag_pattern(family, tag)[RIM:-RIM, RIM:-RIM] < 0.5)


def trace_rings(ink: npt.NDArray[np.bool_]) -> tuple[Ring, ...]:
    """`ink`: the first row is the upper one. The whole spans -0.5 to 0.5."""
    rows, columns = ink.shape
    cells = [box(x, rows - 1 - y, x + 1, rows - y) for y, x in zip(*np.nonzero(ink), strict=True)]
    black = normalize(unary_union(cells)).simplify(0.0)
    shapes = black.geoms if isinstance(black, MultiPolygon) else (black,)
    return tuple(
        tuple((x / columns - 0.5, y / rows - 0.5) for x, y in ring.coords[:-1])
        for shape in shapes
        if isinstance(shape, Polygon)
        for ring in (shape.exterior, *shape.interiors)
    )


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
        self._canvas.setTitle(to_printable(title))
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

    def finish(self) -> PrintedPages:
        self._canvas.showPage()
        self._canvas.save()
        return PrintedPages(self._file.getvalue(), tuple(self._tags), tuple(self._boards), tuple(self._sizes))

    def line(self, start: Point, end: Point, *, width: float = LINE_MM, grey: float = BLACK) -> None:
        self._stroke(width, grey)
        self._canvas.line(*_to_points(start), *_to_points(end))

    def fold(self, start: Point, end: Point) -> None:
        self._stroke(LINE_MM, DARK)
        self._canvas.setDash([dash * POINTS_PER_MM for dash in DASHES_MM])
        self._canvas.line(*_to_points(start), *_to_points(end))
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
        words = to_printable(words)
        width = width_mm(words, size_pt, face=face)
        if width > room_mm:
            size_pt, width = size_pt * room_mm / width, room_mm
        back = {Align.LEFT: 0.0, Align.CENTRE: 0.5, Align.RIGHT: 1.0}[align] * width
        self._canvas.saveState()
        self._canvas.translate(*_to_points(at))
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
            path.moveTo(*_to_points(ring[0]))
            for corner in ring[1:]:
                path.lineTo(*_to_points(corner))
            path.close()
        return path


def corners_of(area: Box) -> tuple[Point, ...]:
    return (area.left, area.low), (area.right, area.low), (area.right, area.high), (area.left, area.high)


def _to_points(at: Point) -> Point:
    return at[0] * POINTS_PER_MM, at[1] * POINTS_PER_MM
