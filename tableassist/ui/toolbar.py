"""The bar of tools at the window's edge, and its icons."""

from collections.abc import Callable
from enum import StrEnum
from typing import Final

from PyQt6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PyQt6.QtGui import QAction, QColor, QIcon, QPainter, QPen, QPixmap, QPolygonF
from PyQt6.QtWidgets import QToolBar, QToolButton, QWidget

from tableassist.messages import tr
from tableassist.ui.look import theme_of
from tableassist.ui.widgets.plain import set_tip, without_keys

SIDE: Final = 24.0
SIZES_PX: Final = (24, 48, 72)
RECORDING_RED: Final = "#E5383B"
_LINE: Final = 1.9


class IconShape(StrEnum):
    PAUSE = "pause"
    PLAY = "play"
    RECORD = "record"
    RECORDING = "recording"
    """Red, while it records."""
    MEASURE = "measure"
    GHOST = "ghost"
    ASK = "ask"
    SHARE = "share"
    LEDGER = "ledger"
    GAME = "game"


def shape_icon(shape: IconShape, tone: str, faint: str) -> QIcon:
    """`tone` of the lines, `faint` where the action cannot be used."""
    icon = QIcon()
    for mode, colour in ((QIcon.Mode.Normal, tone), (QIcon.Mode.Disabled, faint)):
        for side in SIZES_PX:
            icon.addPixmap(_pixmap(shape, side, colour), mode)
    return icon


def _pixmap(shape: IconShape, side: int, tone: str) -> QPixmap:
    pixmap = QPixmap(side, side)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(side / SIDE, side / SIDE)
    colour = QColor(tone)
    painter.setPen(QPen(colour, _LINE, cap=Qt.PenCapStyle.RoundCap, join=Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    _SHAPES[shape](painter, colour)
    painter.end()
    return pixmap


def _lines(painter: QPainter, *lines: tuple[float, float, float, float]) -> None:
    for x1, y1, x2, y2 in lines:
        painter.drawLine(QPointF(x1, y1), QPointF(x2, y2))


def _pause(painter: QPainter, colour: QColor) -> None:
    for x in (6.0, 14.0):
        painter.fillRect(QRectF(x, 5, 4, 14), colour)


def _play(painter: QPainter, colour: QColor) -> None:
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF([QPointF(7, 5), QPointF(19, 12), QPointF(7, 19)]))


def _record(painter: QPainter, colour: QColor) -> None:
    painter.drawEllipse(QPointF(12, 12), 8, 8)
    painter.setBrush(colour)
    painter.drawEllipse(QPointF(12, 12), 3, 3)


def _recording(painter: QPainter, colour: QColor) -> None:  # noqa: ARG001  red in every theme
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(RECORDING_RED))
    painter.drawEllipse(QPointF(12, 12), 9, 9)


def _measure(painter: QPainter, colour: QColor) -> None:  # noqa: ARG001
    """A ruler."""
    painter.drawRoundedRect(QRectF(2, 8, 20, 8), 1.5, 1.5)
    _lines(painter, (6, 8, 6, 11), (10, 8, 10, 12.5), (14, 8, 14, 11), (18, 8, 18, 12.5))


def _ghost(painter: QPainter, colour: QColor) -> None:
    """A ship, and her copy further on."""
    hull = [QPointF(2, 15), QPointF(12, 15), QPointF(10, 19), QPointF(4, 19)]
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF(hull))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    pen = painter.pen()
    pen.setDashPattern([1.4, 1.6])
    painter.setPen(pen)
    painter.drawPolygon(QPolygonF([QPointF(at.x() + 10, at.y() - 5) for at in hull]))
    _lines(painter, (17, 9, 17, 3))


def _ask(painter: QPainter, colour: QColor) -> None:
    painter.drawRoundedRect(QRectF(3, 3, 18, 14), 3, 3)
    _lines(painter, (8, 17, 6.5, 21), (6.5, 21, 12, 17))
    font = painter.font()
    font.setPixelSize(12)
    font.setBold(True)
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawText(QRectF(3, 3, 18, 14), Qt.AlignmentFlag.AlignCenter, "?")


def _share(painter: QPainter, colour: QColor) -> None:
    _lines(painter, (7, 12, 17, 6), (7, 12, 17, 18))
    painter.setBrush(colour)
    for x, y in ((6, 12), (18, 5.5), (18, 18.5)):
        painter.drawEllipse(QPointF(x, y), 2.4, 2.4)


def _ledger(painter: QPainter, colour: QColor) -> None:  # noqa: ARG001
    painter.drawRoundedRect(QRectF(4, 3, 16, 18), 2, 2)
    _lines(painter, (8, 8, 16, 8), (8, 12, 16, 12), (8, 16, 13, 16))


def _game(painter: QPainter, colour: QColor) -> None:
    """A die."""
    painter.drawRoundedRect(QRectF(4, 4, 16, 16), 3, 3)
    painter.setBrush(colour)
    for x, y in ((8.5, 8.5), (15.5, 8.5), (12, 12), (8.5, 15.5), (15.5, 15.5)):
        painter.drawEllipse(QPointF(x, y), 0.9, 0.9)


_SHAPES: Final[dict[IconShape, Callable[[QPainter, QColor], None]]] = {
    IconShape.PAUSE: _pause,
    IconShape.PLAY: _play,
    IconShape.RECORD: _record,
    IconShape.RECORDING: _recording,
    IconShape.MEASURE: _measure,
    IconShape.GHOST: _ghost,
    IconShape.ASK: _ask,
    IconShape.SHARE: _share,
    IconShape.LEDGER: _ledger,
    IconShape.GAME: _game,
}


ICON_PX: Final = 24
LEAST_PX: Final = 66
"""Of a button's width; its height is enough for a finger."""
LEAST_HIGH_PX: Final = 48
MARGIN_PX: Final = 8


class ActionBar(QToolBar):
    """Shows actions that stand in the menus, too, so each has its key there."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Toolbar"), parent)
        self.setObjectName("toolbar")
        self.setAccessibleName(tr("Toolbar"))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        self.setIconSize(QSize(ICON_PX, ICON_PX))
        self._shapes: dict[QAction, IconShape] = {}

    def add(self, action: QAction, shape: IconShape, words: str, *, later: str = "") -> QToolButton:
        """`words`: one, or two short ones; `later`: others that it may have, for which it is wide enough. What opens a
        menu opens it at once."""
        action.setIconText(without_keys(words))
        self.addAction(action)
        button = self.widgetForAction(action)
        assert isinstance(button, QToolButton)
        widest = max(button.fontMetrics().horizontalAdvance(each) for each in (words, later))
        button.setMinimumSize(max(LEAST_PX, widest + 2 * MARGIN_PX), LEAST_HIGH_PX)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setAccessibleName(words)
        keys = ", ".join(key.toString(key.SequenceFormat.NativeText) for key in action.shortcuts())
        full = action.text().replace("&", "").rstrip("…")
        set_tip(action, f"{full} ({keys})" if keys else full)
        self.show_shape(action, shape)
        return button

    def show_shape(self, action: QAction, shape: IconShape, words: str | None = None) -> None:
        if words is not None:
            action.setIconText(without_keys(words))
        if self._shapes.get(action) is not shape:
            self._shapes[action] = shape
            self._paint(action, shape)

    def _paint(self, action: QAction, shape: IconShape) -> None:
        theme = theme_of(self.palette())
        action.setIcon(shape_icon(shape, theme.text, theme.faint_text))
        action.setIconVisibleInMenu(False)

    def changeEvent(self, event: QEvent | None) -> None:  # noqa: N802
        super().changeEvent(event)
        if event is not None and event.type() is QEvent.Type.PaletteChange:
            for action, shape in self._shapes.items():
                self._paint(action, shape)
