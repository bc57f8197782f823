"""The time line: where in the match we are, and what happened when."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from PyQt6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap, QPolygonF, QWheelEvent
from PyQt6.QtWidgets import QFrame, QSizePolicy, QWidget

from tableassist.messages import tr
from tableassist.ui.painting.projection import image_from_bgr
from tableassist.ui.session.words import clock
from tableassist.ui.timeline.past import ACT_KINDS, Sign
from tableassist.ui.timeline.signs import LOOKS, paint_sign, thinned
from tableassist.ui.widgets.plain import PictureLabel, set_tip
from tableassist.vision.camera.frame import Image

SHORTEST_NS = 2_000_000_000
TICKS_S = (0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 43200, 86400)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Shares are of what is shown: 0 is its beginning, 1 its end."""

    whole: tuple[int, int]
    shown: tuple[int, int]

    @property
    def is_whole(self) -> bool:
        return self.whole == self.shown

    def share_of(self, t_ns: int) -> float:
        first, last = self.shown
        return (t_ns - first) / max(1, last - first)

    def time_at(self, share: float) -> int:
        first, last = self.shown
        return first + round(min(1.0, max(0.0, share)) * (last - first))

    def holds(self, t_ns: int) -> bool:
        return self.shown[0] <= t_ns <= self.shown[1]

    def of(self, whole: tuple[int, int]) -> "Stretch":
        """A record has grown, or forgotten its beginning: who looks at all of it goes on looking at all of it."""
        return whole_stretch(whole) if self.is_whole else replace(self, whole=whole)._from(self.shown[0])

    def zoomed(self, share: float, factor: float) -> "Stretch":
        """What is under the pointer stays there."""
        wide = self.shown[1] - self.shown[0]
        wanted = min(max(round(wide / factor), SHORTEST_NS), self.whole[1] - self.whole[0])
        if wanted >= self.whole[1] - self.whole[0]:
            return whole_stretch(self.whole)
        first = self.time_at(share) - round(min(1.0, max(0.0, share)) * wanted)
        return replace(self, shown=(first, first + wanted))._from(first)

    def moved(self, share: float) -> "Stretch":
        return self._from(self.shown[0] + round(share * (self.shown[1] - self.shown[0])))

    def following(self, t_ns: int) -> "Stretch":
        """With this time in it: a page on, or wherever it is."""
        if self.is_whole or self.holds(t_ns):
            return self
        wide = self.shown[1] - self.shown[0]
        return self._from(t_ns - wide // 10 if t_ns > self.shown[1] else t_ns - wide + wide // 10)

    def ticks(self, most: int, zero_ns: int | None = None) -> tuple[int, ...]:
        """Round times since `zero_ns` (default: the beginning of the whole), at most `most` of them."""
        zero_ns = self.whole[0] if zero_ns is None else zero_ns
        first, last = self.shown
        step_s = next((each for each in TICKS_S if (last - first) / 1e9 / each <= most), TICKS_S[-1])
        step_ns = round(step_s * 1e9)
        start = zero_ns - (zero_ns - first) // step_ns * step_ns
        return tuple(t_ns for t_ns in range(start, last + 1, step_ns) if t_ns >= first)

    def _from(self, first_ns: int) -> "Stretch":
        """As wide as it is, and inside the whole."""
        wide = min(self.shown[1] - self.shown[0], self.whole[1] - self.whole[0])
        first = min(max(first_ns, self.whole[0]), self.whole[1] - wide)
        return replace(self, shown=(first, first + wide))


def whole_stretch(whole: tuple[int, int]) -> Stretch:
    return Stretch(whole, whole)


HEIGHT_PX: Final = 58
MARGIN_PX: Final = 12
TRACK_Y: Final = 33.0
ACTS_END_Y: Final = 21.0
"""Above it the pointer is among the acts of the game."""
MOST_TOLD: Final = 6
CATCH_PX: Final = 7.0
TICK_PX: Final = 110
ZOOM_A_NOTCH: Final = 1.5
NOTCH: Final = 120.0
GAP_PX: Final = 6


class Timeline(QWidget):
    """The wheel zooms about the pointer, sideways it moves; a double click shows all again. What plays stays seen."""

    sought = pyqtSignal(object)
    """The time (ns) that was clicked or dragged to."""
    hovered = pyqtSignal(object)
    """The time under the pointer, for a small picture; None when it leaves."""
    stretched = pyqtSignal()
    """It shows another part of the match."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.stretch = whole_stretch((0, 1))
        self._zero_ns: int | None = None
        """The time that is called 0:00; None: the beginning of the whole."""
        self._signs: tuple[Sign, ...] = ()
        self._now: int | None = None
        self._hover: tuple[float, int] | None = None
        self.picture = TimelinePicture(self)
        self._ground: tuple[object, QPixmap] | None = None
        """All that stays while the time goes on, and what it was painted for."""
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(tr("Timeline"))

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(400, HEIGHT_PX)

    @property
    def zero_ns(self) -> int:
        return self.stretch.whole[0] if self._zero_ns is None else self._zero_ns

    def show_span(self, span: tuple[int, int], signs: tuple[Sign, ...], zero_ns: int | None = None) -> None:
        """`signs` in the order of time; `zero_ns`: what is called 0:00, if not the beginning of the span."""
        self._zero_ns = zero_ns
        self._set_stretch(self.stretch.of(span))
        if signs != self._signs:  # else what was painted for them stays
            self._signs = signs
        self.update()

    def show_now(self, t_ns: int | None) -> None:
        self._now = t_ns
        if t_ns is not None:
            self._set_stretch(self.stretch.following(t_ns))
            # Before anybody knows when the record began, a camera's time is the computer's, and means nothing.
            known = self.stretch.whole[0] <= t_ns and self.stretch.whole[1] > 1
            self.setAccessibleDescription(clock((t_ns - self.zero_ns) / 1e9) if known else "")
        self.update()

    def show_picture(self, image: Image | None) -> None:
        """Of the time under the pointer; it may have left meanwhile."""
        if image is None or self._hover is None:
            self.picture.hide()
        else:
            self.picture.show_at(self._hover[0], image_from_bgr(np.ascontiguousarray(image)))

    def x_of(self, t_ns: int) -> float:
        return MARGIN_PX + self._track_px * self.stretch.share_of(t_ns)

    def time_at(self, x: float) -> int:
        return self.stretch.time_at(self._share_at(x))

    def sign_at(self, x: float, y: float = TRACK_Y) -> Sign | None:
        """The nearest that the pointer catches: in its row first; what a person set comes before what was found."""
        near = self._signs_between(self.time_at(x - CATCH_PX), self.time_at(x + CATCH_PX))
        order, among_acts = list(LOOKS), y < ACTS_END_Y

        def rank(sign: Sign) -> tuple[bool, int, float]:
            elsewhere = (sign.kind in ACT_KINDS) is not among_acts
            return elsewhere, 0 if among_acts else order.index(sign.kind), abs(self.x_of(sign.t_ns) - x)

        return min(near, key=rank, default=None)

    def words_at(self, x: float, y: float) -> str:
        """Of the sign there; acts of one moment are told together."""
        sign = self.sign_at(x, y)
        if sign is None:
            return ""
        told = [sign.words]
        if sign.kind in ACT_KINDS:
            at_once = self._signs_between(sign.t_ns, sign.t_ns)
            told = [each.words for each in at_once if each.kind in ACT_KINDS][:MOST_TOLD]
        return "\n".join((f"{clock((sign.t_ns - self.stretch.whole[0]) / 1e9)}  {told[0]}", *told[1:]))

    def mousePressEvent(self, event: QMouseEvent | None) -> None:  # noqa: N802
        if event is not None and event.button() is Qt.MouseButton.LeftButton:
            sign = self.sign_at(event.position().x(), event.position().y())
            self.sought.emit(self.time_at(event.position().x()) if sign is None else sign.t_ns)

    def mouseDoubleClickEvent(self, event: QMouseEvent | None) -> None:  # noqa: N802
        if event is not None and event.button() is Qt.MouseButton.LeftButton:
            self._show_stretch(whole_stretch(self.stretch.whole))

    def wheelEvent(self, event: QWheelEvent | None) -> None:  # noqa: N802
        if event is None:
            return
        turned, sideways = event.angleDelta().y() / NOTCH, event.angleDelta().x() / NOTCH
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            turned, sideways = 0.0, sideways or turned
        stretch = self.stretch.moved(-0.1 * sideways) if sideways else self.stretch
        if turned:
            stretch = stretch.zoomed(self._share_at(event.position().x()), ZOOM_A_NOTCH**turned)
        self._show_stretch(stretch)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent | None) -> None:  # noqa: N802
        if event is None:
            return
        x = event.position().x()
        self._hover = (x, self.time_at(x))
        set_tip(self, self.words_at(x, event.position().y()))
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.sought.emit(self._hover[1])
        else:
            self.hovered.emit(self._hover[1])
        self.update()

    def leaveEvent(self, event: QEvent | None) -> None:  # noqa: N802
        super().leaveEvent(event)
        self._hover = None
        self.picture.hide()
        self.hovered.emit(None)
        self.update()

    def paintEvent(self, event: QPaintEvent | None) -> None:  # noqa: N802, ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawPixmap(0, 0, self._painted_ground())
        if self._now is not None:
            self._paint_now(painter)
        if self._hover is not None:
            self._paint_hover(painter, *self._hover)
        painter.end()

    @property
    def _track_px(self) -> int:
        return max(1, self.width() - 2 * MARGIN_PX)

    def _share_at(self, x: float) -> float:
        return (x - MARGIN_PX) / self._track_px

    def _signs_between(self, first_ns: int, last_ns: int) -> tuple[Sign, ...]:
        """Both ends included."""
        begin = bisect_left(self._signs, first_ns, key=lambda sign: sign.t_ns)
        end = bisect_right(self._signs, last_ns, key=lambda sign: sign.t_ns)
        return self._signs[begin:end]

    def _set_stretch(self, stretch: Stretch) -> None:
        if stretch != self.stretch:
            self.stretch = stretch
            self.stretched.emit()

    def _show_stretch(self, stretch: Stretch) -> None:
        self._set_stretch(stretch)
        if self._hover is not None:
            self._hover = (self._hover[0], self.time_at(self._hover[0]))
        self.update()

    def _painted_ground(self) -> QPixmap:
        ink, ratio = self.palette().color(self.foregroundRole()), self.devicePixelRatioF()
        key = (self.stretch, self._zero_ns, id(self._signs), self.size(), ratio, ink.rgba(), self.font())
        if self._ground is None or self._ground[0] != key:
            pixmap = QPixmap(self.size() * ratio)
            pixmap.setDevicePixelRatio(ratio)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(self.font())
            self._paint_ground(painter, ink)
            painter.end()
            self._ground = key, pixmap
        return self._ground[1]

    def _paint_ground(self, painter: QPainter, ink: QColor) -> None:
        left, right = float(MARGIN_PX), float(MARGIN_PX + self._track_px)
        painter.setPen(QPen(_quiet(ink, 0.35), 4, cap=Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(left, TRACK_Y), QPointF(right, TRACK_Y))
        self._paint_ticks(painter, ink)
        if not self.stretch.is_whole:
            self._paint_part(painter, ink, left, right)
        for kind, x in thinned(self._signs_between(*self.stretch.shown), self.x_of):
            paint_sign(painter, kind, x, TRACK_Y)

    def _paint_ticks(self, painter: QPainter, ink: QColor) -> None:
        small = painter.font()
        small.setPointSizeF(max(6.0, small.pointSizeF() * 0.75))
        painter.setFont(small)
        painter.setPen(QPen(_quiet(ink, 0.6), 1))
        for t_ns in self.stretch.ticks(max(1, self._track_px // TICK_PX), self.zero_ns):
            x, words = self.x_of(t_ns), clock((t_ns - self.zero_ns) / 1e9).removesuffix(".0")
            wide = painter.fontMetrics().horizontalAdvance(words)
            painter.drawLine(QPointF(x, TRACK_Y + 3), QPointF(x, TRACK_Y + 13))
            painter.drawText(QPointF(min(max(x - wide / 2, 0.0), self.width() - wide), HEIGHT_PX - 3.0), words)

    def _paint_part(self, painter: QPainter, ink: QColor, left: float, right: float) -> None:
        """Which part of the match the line shows: a bar at the top."""
        whole = whole_stretch(self.stretch.whole)
        ends = [left + (right - left) * whole.share_of(each) for each in self.stretch.shown]
        painter.setPen(QPen(_quiet(ink, 0.2), 2))
        painter.drawLine(QPointF(left, 2), QPointF(right, 2))
        painter.setPen(QPen(_quiet(ink, 0.8), 3))
        painter.drawLine(QPointF(ends[0], 2), QPointF(max(ends[1], ends[0] + 3), 2))

    def _paint_now(self, painter: QPainter) -> None:
        assert self._now is not None
        x = self.x_of(min(max(self._now, self.stretch.shown[0]), self.stretch.shown[1]))
        ink = self.palette().color(self.foregroundRole())
        painter.setPen(QPen(ink, 2))
        painter.drawLine(QPointF(x, 0), QPointF(x, TRACK_Y + 11))
        painter.setBrush(ink)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawPolygon(QPolygonF([QPointF(x - 5, 0), QPointF(x + 5, 0), QPointF(x, 7)]))

    def _paint_hover(self, painter: QPainter, x: float, t_ns: int) -> None:
        words = clock((t_ns - self.zero_ns) / 1e9)
        ink = QColor(self.palette().color(self.foregroundRole()))
        painter.setPen(QPen(ink, 1, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(x, 2), QPointF(x, HEIGHT_PX - 2))
        wide = painter.fontMetrics().horizontalAdvance(words)
        at = min(max(x + 5, 0.0), self.width() - wide - 4.0)
        tall = painter.fontMetrics().height()
        painter.fillRect(QRectF(at - 2, HEIGHT_PX - tall, wide + 4, tall), self.palette().color(self.backgroundRole()))
        painter.drawText(QPointF(at, HEIGHT_PX - 3.0), words)


class TimelinePicture(PictureLabel):
    """The small picture over the line: what the camera saw at the time under the pointer."""

    def __init__(self, line: QWidget) -> None:
        super().__init__(line, Qt.WindowType.ToolTip)
        self._line = line
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFrameShape(QFrame.Shape.Box)

    def show_at(self, x: float, image: QImage) -> None:
        """Above that place of the line, and inside the window as far as it is wide enough."""
        self.setPixmap(QPixmap.fromImage(image))
        self.adjustSize()
        line, window = self._line, self._line.window()
        assert window is not None
        left = line.mapTo(window, QPoint(round(x), 0)).x() - self.width() // 2
        inside = max(0, min(left, window.width() - self.width()))
        above = line.mapToGlobal(QPoint(0, -self.height() - GAP_PX)).y()
        self.move(window.mapToGlobal(QPoint(inside, 0)).x(), above)
        self.show()


def _quiet(ink: QColor, share: float) -> QColor:
    quiet = QColor(ink)
    quiet.setAlphaF(share)
    return quiet
