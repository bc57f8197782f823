"""What happened when, as signs on the time line: each kind with a shape of its own, colour alone tells nothing."""

from collections.abc import Callable, Iterable
from typing import Final

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QPainter, QPen, QPolygonF

from tableassist.messages import tr
from tableassist.ui.painting import inks
from tableassist.ui.timeline.past import Sign, SignKind

LOOKS: Final = {
    SignKind.MARK: (inks.YELLOW, 7.0),
    SignKind.TURN: (inks.PALE, 9.0),
    SignKind.OVERRULING: (inks.VERMILLION, 7.0),
    SignKind.ILLEGAL: (inks.VERMILLION, 4.5),
    SignKind.MOVE: (inks.SKY_BLUE, 5.0),
    SignKind.CONTACT: (inks.PURPLE, 5.5),
    SignKind.RULING: (inks.ORANGE, 3.0),
    SignKind.EDIT: (inks.GREEN, 4.5),
}
"""What a person set comes before what was found."""
BELOW: Final = (SignKind.CONTACT, SignKind.EDIT)
"""Under the line: they come with moves, and would lie on them."""
BELOW_PX: Final = 9.0
ABOVE_PX: Final = 11.0
"""What could be fired at, over the move that led there."""
APART_PX: Final = 4.0
"""Two of a kind that are nearer are one: in a long match they would be a smear."""
ORDER: Final = (
    *BELOW,
    SignKind.RULING,
    SignKind.TURN,
    SignKind.MOVE,
    SignKind.ILLEGAL,
    SignKind.OVERRULING,
    SignKind.MARK,
)
"""The last is painted on top."""


def thinned(signs: Iterable[Sign], x_of: Callable[[int], float]) -> list[tuple[SignKind, float]]:
    """Where to paint what, in the order of painting; `signs` in the order of time."""
    places: dict[SignKind, list[float]] = {kind: [] for kind in ORDER}
    for sign in signs:
        x, hers = x_of(sign.t_ns), places[sign.kind]
        if not hers or x - hers[-1] >= APART_PX:
            hers.append(x)
    return [(kind, x) for kind in ORDER for x in places[kind]]


def paint_sign(painter: QPainter, kind: SignKind, x: float, track_y: float) -> None:
    y = track_y + (BELOW_PX if kind in BELOW else -ABOVE_PX if kind is SignKind.RULING else 0.0)
    _paint_at(painter, kind, x, y)


def legend_signs() -> tuple[tuple[Callable[[QPainter, QPointF], None], str], ...]:
    """Each kind for the legend: how to paint it about a point, and what it stands for."""

    def painted(kind: SignKind) -> Callable[[QPainter, QPointF], None]:
        return lambda painter, at: _paint_at(painter, kind, at.x(), at.y())

    return tuple((painted(kind), sign_meaning(kind)) for kind in LOOKS)


def sign_meaning(kind: SignKind) -> str:
    meanings = {
        SignKind.MARK: tr("Mark"),
        SignKind.TURN: tr("A turn begins"),
        SignKind.OVERRULING: tr("Overruled"),
        SignKind.ILLEGAL: tr("Move not allowed"),
        SignKind.MOVE: tr("Move"),
        SignKind.CONTACT: tr("Contact made"),
        SignKind.RULING: tr("Could shoot"),
        SignKind.EDIT: tr("Change in the ledger"),
    }
    return meanings[kind]


def _paint_at(painter: QPainter, kind: SignKind, x: float, y: float) -> None:
    name, size = LOOKS[kind]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(inks.colour(name))
    if kind is SignKind.TURN:
        painter.drawRect(QRectF(x - 1.2, y - size, 2.4, 2 * size))
    elif kind in (SignKind.MARK, SignKind.OVERRULING):
        around = [(0, -size), (size, 0), (0, size), (-size, 0)]
        painter.drawPolygon(QPolygonF([QPointF(x + dx, y + dy) for dx, dy in around]))
    elif kind is SignKind.MOVE:
        painter.drawPolygon(QPolygonF([QPointF(x - 4, y - size), QPointF(x - 4, y + size), QPointF(x + 5, y)]))
    elif kind is SignKind.ILLEGAL:
        painter.setPen(QPen(inks.colour(name), 2.6))
        painter.drawLine(QPointF(x - size, y - size), QPointF(x + size, y + size))
        painter.drawLine(QPointF(x - size, y + size), QPointF(x + size, y - size))
    elif kind in BELOW:
        painter.drawRect(QRectF(x - size / 2, y - size / 2, size, size))
    else:
        painter.drawEllipse(QPointF(x, y), size, size)
