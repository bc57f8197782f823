"""The time line: where in the match we are, and what happened when."""

from typing import Final

import numpy as np
from PyQt6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PyQt6.QtWidgets import QSizePolicy, QWidget

from tableassist.ui import inks
from tableassist.ui.past import Sign, SignKind
from tableassist.ui.pixels import image_from_bgr
from tableassist.ui.words import tr
from tableassist.vision.frame import Image

HEIGHT_PX: Final = 46
MARGIN_PX: Final = 12
TRACK_Y: Final = 24.0
CATCH_PX: Final = 7.0
PICTURE_PX: Final = 168
_LOOKS: Final = {
    SignKind.MARK: (inks.YELLOW, 7.0),
    SignKind.TURN: (inks.PALE, 9.0),
    SignKind.MOVE: (inks.SKY_BLUE, 5.0),
    SignKind.CONTACT: (inks.PURPLE, 5.5),
    SignKind.RULING: (inks.GREY, 3.0),
    SignKind.OVERRULING: (inks.VERMILLION, 6.0),
    SignKind.EDIT: (inks.GREEN, 4.5),
}


def clock(seconds: float) -> str:
    """As in 1:02:03.4; tenths, since a frame is shorter than a second."""
    sign, seconds = ("-", -seconds) if seconds < 0 else ("", seconds)
    minutes, rest = divmod(round(seconds * 10) / 10, 60)
    hours, minutes = divmod(int(minutes), 60)
    return f"{sign}{hours}:{minutes:02d}:{rest:04.1f}" if hours else f"{sign}{minutes}:{rest:04.1f}"


class Timeline(QWidget):
    sought = pyqtSignal(object)
    """The time (ns) that was clicked or dragged to."""
    hovered = pyqtSignal(object)
    """The time under the pointer, for a small picture; None when it leaves."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._span = (0, 1)
        self._signs: tuple[Sign, ...] = ()
        self._now: int | None = None
        self._hover: tuple[float, int] | None = None
        self._picture: QImage | None = None
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(tr("Time line"))

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(400, HEIGHT_PX)

    def show_span(self, span: tuple[int, int], signs: tuple[Sign, ...]) -> None:
        self._span, self._signs = span, signs
        self.update()

    def show_now(self, t_ns: int | None) -> None:
        self._now = t_ns
        if t_ns is not None:
            self.setAccessibleDescription(clock((t_ns - self._span[0]) / 1e9))
        self.update()

    def show_picture(self, image: Image | None) -> None:
        self._picture = None if image is None else image_from_bgr(np.ascontiguousarray(image))
        self.update()

    def x_of(self, t_ns: int) -> float:
        first, last = self._span
        return MARGIN_PX + (self.width() - 2 * MARGIN_PX) * (t_ns - first) / max(1, last - first)

    def time_at(self, x: float) -> int:
        first, last = self._span
        share = (x - MARGIN_PX) / max(1, self.width() - 2 * MARGIN_PX)
        return first + round(min(1.0, max(0.0, share)) * (last - first))

    def sign_at(self, x: float) -> Sign | None:
        """The nearest that the pointer catches; what a person set comes before what was found."""
        near = [sign for sign in self._signs if abs(self.x_of(sign.t_ns) - x) <= CATCH_PX]
        order = list(_LOOKS)
        return min(near, key=lambda sign: (order.index(sign.kind), abs(self.x_of(sign.t_ns) - x)), default=None)

    def mousePressEvent(self, event: QMouseEvent | None) -> None:  # noqa: N802
        if event is not None and event.button() is Qt.MouseButton.LeftButton:
            sign = self.sign_at(event.position().x())
            self.sought.emit(self.time_at(event.position().x()) if sign is None else sign.t_ns)

    def mouseMoveEvent(self, event: QMouseEvent | None) -> None:  # noqa: N802
        if event is None:
            return
        x = event.position().x()
        self._hover = (x, self.time_at(x))
        sign = self.sign_at(x)
        self.setToolTip("" if sign is None else f"{clock((sign.t_ns - self._span[0]) / 1e9)}  {sign.words}")
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.sought.emit(self._hover[1])
        else:
            self.hovered.emit(self._hover[1])
        self.update()

    def leaveEvent(self, event: QEvent | None) -> None:  # noqa: N802
        super().leaveEvent(event)
        self._hover = self._picture = None
        self.hovered.emit(None)
        self.update()

    def paintEvent(self, event: QPaintEvent | None) -> None:  # noqa: N802, ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left, right = MARGIN_PX, self.width() - MARGIN_PX
        quiet = self.palette().color(self.foregroundRole())
        quiet.setAlphaF(0.35)
        painter.setPen(QPen(quiet, 4, cap=Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(left, TRACK_Y), QPointF(right, TRACK_Y))
        for sign in self._signs:
            _paint_sign(painter, sign.kind, self.x_of(sign.t_ns))
        if self._now is not None:
            self._paint_now(painter)
        if self._hover is not None:
            self._paint_hover(painter, *self._hover)
        painter.end()

    def _paint_now(self, painter: QPainter) -> None:
        assert self._now is not None
        x = self.x_of(min(max(self._now, self._span[0]), self._span[1]))
        ink = self.palette().color(self.foregroundRole())
        painter.setPen(QPen(ink, 2))
        painter.drawLine(QPointF(x, TRACK_Y - 11), QPointF(x, TRACK_Y + 11))
        painter.setBrush(ink)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawPolygon(QPolygonF([QPointF(x - 6, 2), QPointF(x + 6, 2), QPointF(x, 12)]))

    def _paint_hover(self, painter: QPainter, x: float, t_ns: int) -> None:
        words = clock((t_ns - self._span[0]) / 1e9)
        ink = QColor(self.palette().color(self.foregroundRole()))
        painter.setPen(QPen(ink, 1, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(x, 2), QPointF(x, HEIGHT_PX - 2))
        wide = painter.fontMetrics().horizontalAdvance(words)
        at = min(max(x + 5, 0.0), self.width() - wide - 4.0)
        painter.drawText(QPointF(at, HEIGHT_PX - 3.0), words)
        if self._picture is not None and not self._picture.isNull():
            tall = HEIGHT_PX - 4
            wide_px = tall * self._picture.width() / self._picture.height()
            left = min(max(x - wide_px - 8, 0.0), self.width() - wide_px)
            painter.drawImage(QRectF(left, 2, wide_px, tall), self._picture)


def _paint_sign(painter: QPainter, kind: SignKind, x: float) -> None:
    """Each kind has a shape of its own: colour alone tells nothing."""
    name, size = _LOOKS[kind]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(inks.colour(name))
    if kind is SignKind.TURN:
        painter.drawRect(QRectF(x - 1.2, TRACK_Y - size, 2.4, 2 * size))
    elif kind in (SignKind.MARK, SignKind.OVERRULING):
        around = [(0, -size), (size, 0), (0, size), (-size, 0)]
        painter.drawPolygon(QPolygonF([QPointF(x + dx, TRACK_Y + dy) for dx, dy in around]))
    elif kind is SignKind.MOVE:
        painter.drawPolygon(
            QPolygonF([QPointF(x - 4, TRACK_Y - size), QPointF(x - 4, TRACK_Y + size), QPointF(x + 5, TRACK_Y)])
        )
    elif kind in (SignKind.CONTACT, SignKind.EDIT):
        painter.drawRect(QRectF(x - size / 2, TRACK_Y - size / 2, size, size))
    else:
        painter.drawEllipse(QPointF(x, TRACK_Y), size, size)
