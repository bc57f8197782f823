"""What each ink looks like: a colour of the Okabe-Ito palette AND a line style, width or hatching.

Colour alone never tells two inks apart: one man in twelve sees some of these colours alike, and webcams
shift all of them. Pens and brushes are kept once made: they are asked for thousands of times a second, and
must not be changed by whoever gets one.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PyQt6.QtCore import Qt
from PyQt6.QtGui import QBrush, QColor, QPen, QTransform

from tableassist.overlay.drawing import Ink

Hatch = Qt.BrushStyle
_FLAT, _ROUND = Qt.PenCapStyle.FlatCap, Qt.PenCapStyle.RoundCap

ORANGE: Final = "#E69F00"
SKY_BLUE: Final = "#56B4E9"
GREEN: Final = "#1FBF92"
"""Okabe-Ito's bluish green, lightened: the original is too dark on a sea-blue ground."""
YELLOW: Final = "#F0E442"
VERMILLION: Final = "#E8601C"
"""Okabe-Ito's vermillion, lightened likewise."""
PURPLE: Final = "#D98BB5"
PALE: Final = "#F2F4F5"
GREY: Final = "#AEB8C0"
SAND: Final = "#E3C994"
CORAL: Final = "#C9AE9B"
CASING: Final = "#0B1218"
"""The dark edge under every line, so that it shows on a pale picture as well as on a dark one."""
HULL_INKS: Final = frozenset({Ink.FLEET_1, Ink.FLEET_2, Ink.FLEET_3, Ink.FLEET_4, Ink.NEUTRAL, Ink.NOT_SEEN})
BODY_INKS: Final = HULL_INKS | {
    Ink.ISLAND,
    Ink.FOG,
    Ink.REEF,
    Ink.TERRAIN,
    Ink.SAIL,
    Ink.MAST,
    Ink.BOW_ZONE,
    Ink.BLOCKER,
}
"""The inks that draw a piece itself, rather than something said about it."""


@dataclass(frozen=True, slots=True)
class InkStyle:
    """Widths and dashes are in screen pixels at scale 1."""

    colour: str
    width_px: float
    dashes_px: tuple[float, ...] = ()
    """Alternately line and gap; empty for a solid line."""
    hatch: Hatch = Hatch.NoBrush
    opacity: float = 1.0
    """Of the line itself."""
    fill: float = 0.0
    """Opacity of a filled area's tint, 0 to 1."""
    band_px: float = 0.0
    """Width of a pale band under the line; 0 for none."""
    cased: bool = True
    """Whether the line gets the dark edge; areas and faint lines do without."""


def _fleet(colour: str, hatch: Hatch) -> InkStyle:
    return InkStyle(colour, 2.0, hatch=hatch, fill=0.30)


_STYLES: Final[dict[Ink, InkStyle]] = {
    Ink.MAT_EDGE: InkStyle(GREY, 1.5, cased=False),
    Ink.ISLAND: InkStyle(SAND, 2.0, fill=0.38),
    Ink.FOG: InkStyle(PALE, 1.6, dashes_px=(2, 4), hatch=Hatch.Dense6Pattern, fill=0.20),
    Ink.REEF: InkStyle(CORAL, 1.8, dashes_px=(7, 3), hatch=Hatch.CrossPattern, fill=0.22),
    Ink.TERRAIN: InkStyle(GREY, 1.8, dashes_px=(9, 3, 2, 3), hatch=Hatch.Dense7Pattern, fill=0.26),
    Ink.FLEET_1: _fleet(PURPLE, Hatch.BDiagPattern),
    Ink.FLEET_2: _fleet(ORANGE, Hatch.HorPattern),
    Ink.FLEET_3: _fleet(GREEN, Hatch.FDiagPattern),
    Ink.FLEET_4: _fleet(PALE, Hatch.VerPattern),
    Ink.NEUTRAL: InkStyle(GREY, 1.8, fill=0.25),
    Ink.SAIL: InkStyle(PALE, 1.4, fill=0.35, cased=False),
    Ink.MAST: InkStyle(PALE, 1.4, fill=0.9, cased=False),
    Ink.BOW_ZONE: InkStyle(PALE, 2.6, fill=0.30),
    Ink.REACH_SHORT: InkStyle(PALE, 1.7, dashes_px=(3, 4), fill=0.06),
    Ink.REACH_LONG: InkStyle(PALE, 1.7, dashes_px=(14, 5), fill=0.05),
    Ink.REACH_EACH: InkStyle(PALE, 0.8, opacity=0.35, cased=False),
    Ink.CLEAR: InkStyle(SKY_BLUE, 3.0),
    Ink.BLOCKED: InkStyle(VERMILLION, 2.8, dashes_px=(10, 6)),
    Ink.BEYOND: InkStyle(VERMILLION, 1.4, dashes_px=(1.5, 5), opacity=0.8, cased=False),
    Ink.STOPPED: InkStyle(VERMILLION, 2.0),
    Ink.BLOCKER: InkStyle(VERMILLION, 3.2, hatch=Hatch.DiagCrossPattern, fill=0.30),
    Ink.TOO_CLOSE: InkStyle(YELLOW, 3.0, dashes_px=(3, 4), band_px=11.0),
    Ink.CONTACT: InkStyle(PURPLE, 5.0),
    Ink.PLUS_MINUS: InkStyle(YELLOW, 1.0, hatch=Hatch.Dense5Pattern, fill=0.16, cased=False),
    Ink.NOT_SEEN: InkStyle(GREY, 1.8, dashes_px=(2, 3), hatch=Hatch.Dense7Pattern, fill=0.10),
    Ink.MEASURE: InkStyle(YELLOW, 2.4),
    Ink.GHOST: InkStyle(PALE, 2.2, dashes_px=(9, 4), fill=0.18),
    Ink.GHOST_ILLEGAL: InkStyle(VERMILLION, 2.2, dashes_px=(9, 4), hatch=Hatch.DiagCrossPattern),
    Ink.REACHABLE: InkStyle(SKY_BLUE, 1.6, dashes_px=(2, 3), hatch=Hatch.Dense6Pattern, fill=0.12),
    Ink.DIE: InkStyle(PALE, 1.6),
    Ink.EVIDENCE: InkStyle(PALE, 4.4),
}


def style_of(ink: Ink) -> InkStyle:
    return _STYLES[ink]


@lru_cache(maxsize=512)
def colour(name: str, opacity: float = 1.0) -> QColor:
    made = QColor(name)
    made.setAlphaF(min(1.0, opacity))
    return made


def _pen(ink: QColor | QBrush, width_px: float, cap: Qt.PenCapStyle) -> QPen:
    return QPen(ink, width_px, cap=cap, join=Qt.PenJoinStyle.RoundJoin)


def _hatched(style: InkStyle, opacity: float, scale: float) -> QBrush:
    brush = QBrush(colour(style.colour, opacity), style.hatch)
    brush.setTransform(QTransform.fromScale(scale, scale))
    return brush


@lru_cache(maxsize=512)
def line_pen(style: InkStyle, *, scale: float) -> QPen:
    pen = _pen(colour(style.colour, style.opacity), style.width_px * scale, _FLAT if style.dashes_px else _ROUND)
    if style.dashes_px:
        # Qt counts dashes in pen widths, and a round cap would close the gaps.
        pen.setDashPattern([length / style.width_px for length in style.dashes_px])
    return pen


@lru_cache(maxsize=512)
def casing_pen(style: InkStyle, *, scale: float) -> QPen:
    """Solid even under dashes: the gaps then read as dark, which keeps a dashed line one line."""
    return _pen(colour(CASING, 0.60), (style.width_px + 2.4) * scale, _ROUND)


@lru_cache(maxsize=512)
def band_pen(style: InkStyle, *, scale: float) -> QPen:
    return _pen(colour(style.colour, 0.34), style.band_px * scale, _FLAT)


@lru_cache(maxsize=512)
def plus_minus_pen(width_px: float, *, scale: float) -> QPen:
    """The band in which a line may truly lie: dotted, so that it is not taken for the pale band of another ink."""
    return _pen(_hatched(style_of(Ink.PLUS_MINUS), 0.62, scale), width_px, _FLAT)


@lru_cache(maxsize=512)
def tint_brush(style: InkStyle, *, strength: float) -> QBrush:
    return QBrush(colour(style.colour, style.fill * strength))


@lru_cache(maxsize=512)
def hatch_brush(style: InkStyle, *, scale: float, strength: float) -> QBrush:
    """Faint over a picture, where the piece itself must be seen through it."""
    return _hatched(style, 0.45 * strength, scale)
