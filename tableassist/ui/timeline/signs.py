"""What happened when, as signs on the time line: each kind with a shape of its own, colour alone tells nothing."""

from collections.abc import Callable, Iterable
from typing import Final

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QIcon, QPainter, QPen, QPixmap, QPolygonF

from tableassist.messages import tr
from tableassist.ui.painting import inks
from tableassist.ui.painting.plan_background import PLAN_BLUE
from tableassist.ui.timeline.past import ACT_KINDS, Sign, SignKind

LOOKS: Final = {
    SignKind.MARK: (inks.YELLOW, 7.0),
    SignKind.TURN: (inks.PALE, 9.0),
    SignKind.OVERRULING: (inks.VERMILLION, 7.0),
    SignKind.END: (inks.GREEN, 6.5),
    SignKind.SUNK: (inks.VERMILLION, 6.5),
    SignKind.FOUL: (inks.YELLOW, 6.5),
    SignKind.UNLOADED: (inks.ORANGE, 5.5),
    SignKind.RAM: (inks.PURPLE, 6.0),
    SignKind.BOARDING: (inks.PURPLE, 5.0),
    SignKind.HIT: (inks.VERMILLION, 5.5),
    SignKind.SHOT: (inks.GREY, 3.5),
    SignKind.ILLEGAL: (inks.VERMILLION, 4.5),
    SignKind.MOVE: (inks.SKY_BLUE, 5.0),
    SignKind.CONTACT: (inks.PURPLE, 5.5),
    SignKind.RULING: (inks.ORANGE, 3.0),
    SignKind.EDIT: (inks.GREEN, 4.5),
}
"""What a person set comes before what was found."""
PALE_TONES: Final = (inks.PALE, inks.YELLOW)
BELOW: Final = (SignKind.CONTACT, SignKind.EDIT)
"""Under the line: they come with moves, and would lie on them."""
BELOW_PX: Final = 9.0
ABOVE_PX: Final = 11.0
"""What could be fired at, over the move that led there."""
ACTS_PX: Final = 19.5
"""Acts of the game, in a row of their own above all others."""
ICON_PX: Final = 18
APART_PX: Final = 4.0
"""Two of a kind that are nearer are one: in a long match they would be a smear."""
ORDER: Final = (
    *BELOW,
    SignKind.RULING,
    SignKind.TURN,
    SignKind.MOVE,
    SignKind.ILLEGAL,
    *reversed(ACT_KINDS),
    SignKind.OVERRULING,
    SignKind.MARK,
)
"""The last is painted on top."""

Shape = tuple[tuple[float, float], ...]
_DIAMOND: Final = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))
_STAR: Final = (
    (0.0, -1.1), (0.25, -0.35), (1.0, -0.6), (0.45, 0.0), (1.0, 0.6), (0.25, 0.35),
    (0.0, 1.1), (-0.25, 0.35), (-1.0, 0.6), (-0.45, 0.0), (-1.0, -0.6), (-0.25, -0.35),
)  # fmt: skip
STROKES: Final[dict[SignKind, tuple[Shape, ...]]] = {
    SignKind.ILLEGAL: (((-1.0, -1.0), (1.0, 1.0)), ((-1.0, 1.0), (1.0, -1.0))),
    SignKind.BOARDING: (((-1.0, 0.0), (1.0, 0.0)), ((0.0, -1.0), (0.0, 1.0))),
}
"""Shares of the sign's size, x to the right and y down."""
AREAS: Final[dict[SignKind, tuple[Shape, ...]]] = {
    SignKind.MARK: (_DIAMOND,),
    SignKind.OVERRULING: (_DIAMOND,),
    SignKind.MOVE: (((-0.8, -1.0), (-0.8, 1.0), (1.0, 0.0)),),
    SignKind.END: (  # a flag on its staff
        ((-0.8, -1.0), (-0.5, -1.0), (-0.5, 1.0), (-0.8, 1.0)),
        ((-0.5, -1.0), (1.0, -0.45), (-0.5, 0.1)),
    ),
    SignKind.SUNK: (  # an arrow into the deep
        ((-0.25, -1.0), (0.25, -1.0), (0.25, 0.0), (-0.25, 0.0)),
        ((-0.9, -0.1), (0.9, -0.1), (0.0, 1.0)),
    ),
    SignKind.FOUL: (((0.0, -1.0), (1.0, 1.0), (-1.0, 1.0)),),
    SignKind.RAM: (  # a bow against a side
        ((-1.0, -0.7), (0.5, 0.0), (-1.0, 0.7)),
        ((0.6, -1.0), (1.0, -1.0), (1.0, 1.0), (0.6, 1.0)),
    ),
    SignKind.HIT: (_STAR,),
}


def sign_meaning(kind: SignKind) -> str:
    """For the legend."""
    meanings = {
        SignKind.MARK: tr("Mark"),
        SignKind.TURN: tr("A turn begins"),
        SignKind.OVERRULING: tr("Overruled"),
        SignKind.END: tr("End of the game"),
        SignKind.SUNK: tr("Sunk"),
        SignKind.FOUL: tr("Foul"),
        SignKind.UNLOADED: tr("Treasure unloaded"),
        SignKind.RAM: tr("Ram"),
        SignKind.BOARDING: tr("Boarding"),
        SignKind.HIT: tr("Hit"),
        SignKind.SHOT: tr("Shot"),
        SignKind.ILLEGAL: tr("Move not allowed"),
        SignKind.MOVE: tr("Move"),
        SignKind.CONTACT: tr("Contact made"),
        SignKind.RULING: tr("Could shoot"),
        SignKind.EDIT: tr("Change in the ledger"),
    }
    return meanings[kind]


def thinned(signs: Iterable[Sign], x_of: Callable[[int], float]) -> list[tuple[SignKind, float]]:
    """Where to paint what, in the order of painting; `signs` in the order of time."""
    places: dict[SignKind, list[float]] = {kind: [] for kind in ORDER}
    for sign in signs:
        x, hers = x_of(sign.t_ns), places[sign.kind]
        if not hers or x - hers[-1] >= APART_PX:
            hers.append(x)
    return [(kind, x) for kind in ORDER for x in places[kind]]


def offset_px(kind: SignKind) -> float:
    """How far under the line its sign stands; above it where that is below zero."""
    if kind in ACT_KINDS:
        return -ACTS_PX
    return BELOW_PX if kind in BELOW else -ABOVE_PX if kind is SignKind.RULING else 0.0


def paint_sign(painter: QPainter, kind: SignKind, x: float, track_y: float) -> None:
    paint_shape(painter, kind, x, track_y + offset_px(kind))


def legend_signs() -> tuple[tuple[Callable[[QPainter, QPointF], None], str], ...]:
    """Each kind for the legend: how to paint it about a point, and what it stands for."""

    def painted(kind: SignKind) -> Callable[[QPainter, QPointF], None]:
        return lambda painter, at: paint_shape(painter, kind, at.x(), at.y())

    return tuple((painted(kind), sign_meaning(kind)) for kind in LOOKS)


def paint_shape(painter: QPainter, kind: SignKind, x: float, y: float) -> None:
    """The sign with its middle there."""
    name, size = LOOKS[kind]
    # Pale tones need an edge where the window is light; on a dark one it is not seen.
    painter.setPen(QPen(inks.colour(inks.CASING), 1.4) if name in PALE_TONES else Qt.PenStyle.NoPen)
    painter.setBrush(inks.colour(name))
    if kind is SignKind.TURN:
        painter.drawRect(QRectF(x - 1.2, y - size, 2.4, 2 * size))
    elif kind in STROKES:
        painter.setPen(QPen(inks.colour(name), 2.6))
        for (x0, y0), (x1, y1) in STROKES[kind]:
            painter.drawLine(QPointF(x + size * x0, y + size * y0), QPointF(x + size * x1, y + size * y1))
    elif kind in BELOW:
        painter.drawRect(QRectF(x - size / 2, y - size / 2, size, size))
    elif kind in AREAS:
        for area in AREAS[kind]:
            painter.drawPolygon(QPolygonF([QPointF(x + size * dx, y + size * dy) for dx, dy in area]))
    else:
        _paint_round(painter, kind, QPointF(x, y), size)
    if kind is SignKind.FOUL:
        painter.setPen(QPen(inks.colour(inks.CASING), 1.8))
        painter.drawLine(QPointF(x, y - 2.0), QPointF(x, y + 2.0))
        painter.drawPoint(QPointF(x, y + 4.8))


def sign_icon(kind: SignKind) -> QIcon:
    """Pale signs need a dark ground: each stands on the colour of the plan."""
    pixmap = QPixmap(ICON_PX, ICON_PX)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_chip(painter, kind, QRectF(0, 0, ICON_PX, ICON_PX))
    painter.end()
    return QIcon(pixmap)


def paint_chip(painter: QPainter, kind: SignKind, area: QRectF) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(inks.colour(PLAN_BLUE))
    painter.drawRoundedRect(area, 3, 3)
    paint_shape(painter, kind, area.center().x(), area.center().y())


def _paint_round(painter: QPainter, kind: SignKind, at: QPointF, size: float) -> None:
    if kind is SignKind.SHOT:
        painter.setPen(QPen(inks.colour(LOOKS[kind][0]), 1.8))
        painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(at, size, size)
    if kind is SignKind.UNLOADED:  # a coin
        painter.setPen(QPen(inks.colour(inks.CASING), 1.2))
        painter.drawEllipse(at, size - 2.5, size - 2.5)
