"""Below and beside the views: what the colours and signs mean, and the scale of the plan."""

from typing import Final

from PyQt6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PyQt6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen, QResizeEvent
from PyQt6.QtWidgets import QFrame, QSizePolicy, QWidget

from tableassist.messages import tr, tr_plural
from tableassist.overlay.drawing import Drawing, Ink
from tableassist.ui.look import theme_of
from tableassist.ui.painting.legend import Entry, PaintSign, inks_used, legend_rows, paint_legend
from tableassist.ui.widgets.controls import sign_button

LENGTHS_MM: Final = (500, 200, 100, 50, 20, 10, 5, 2, 1)
MOST_PX: Final = 110.0
_WORDS_PX: Final = 72
_TICK_PX: Final = 4.0


class ScaleBar(QWidget):
    """The longest of a few round lengths that there is room for."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._px_per_mm = 0.0
        self.length_mm = 0

    def show_scale(self, px_per_mm: float) -> None:
        if px_per_mm != self._px_per_mm:
            self._px_per_mm = px_per_mm
            self.length_mm = next((each for each in LENGTHS_MM if each * px_per_mm <= MOST_PX), LENGTHS_MM[-1])
            self.setAccessibleName(tr("Scale: {px:.0f} pixels are {mm} mm", px=self.length_px, mm=self.length_mm))
            self.update()

    @property
    def length_px(self) -> float:
        return self.length_mm * self._px_per_mm

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(round(MOST_PX) + _WORDS_PX, 18)

    def paintEvent(self, event: QPaintEvent | None) -> None:  # noqa: N802, ARG002
        if not self.length_mm:
            return
        painter = QPainter(self)
        tone = QColor(theme_of(self.palette()).quiet_text)
        painter.setPen(QPen(tone, 1.6))
        right, middle = self.width() - float(_WORDS_PX), self.height() / 2
        left = right - self.length_px
        painter.drawLine(QPointF(left, middle), QPointF(right, middle))
        for x in (left, right):
            painter.drawLine(QPointF(x, middle - _TICK_PX), QPointF(x, middle + _TICK_PX))
        words = QRectF(right + 6.0, 0.0, _WORDS_PX - 6.0, float(self.height()))
        centred = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(words, centred, tr("{mm} mm", mm=self.length_mm))
        painter.end()


_ROW_PX: Final = 23
_MARGIN_PX: Final = 8
_SCALE: Final = 0.9
_BUTTON_PX: Final = 110
_POPUP_PX: Final = 560


class LegendStrip(QWidget):
    """Knows the inks that it has met and the signs that it was given; never of another size, so that the views above
    keep theirs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._shown: Drawing | None = None
        self._met: dict[Ink, str] = {}
        self._signs: tuple[tuple[PaintSign, str], ...] = ()
        self._row: list[Entry] = []
        self.more = sign_button("", tr("Show the whole legend"), self.open_all)
        self.more.setParent(self)
        self.more.setObjectName("quiet")
        self._break_rows()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All, also those for which there is no room."""
        inks: tuple[Entry, ...] = tuple((ink, self._met[ink]) for ink in Ink if ink in self._met)
        return (*inks, *self._signs)

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(words for _, words in self.entries)

    def show_drawing(self, drawing: Drawing) -> None:
        if drawing is self._shown:
            return
        self._shown = drawing
        used = {ink: words for ink, words in inks_used(drawing) if isinstance(ink, Ink)}
        if any(self._met.get(ink) != words for ink, words in used.items()):
            self._met.update(used)
            self._break_rows()

    def show_signs(self, signs: tuple[tuple[PaintSign, str], ...]) -> None:
        """Of the time line, after the inks."""
        self._signs = signs
        self._break_rows()

    def open_all(self) -> "LegendPopup":
        popup = LegendPopup(self.entries, self._type(), self)
        popup.move(self.mapToGlobal(QPoint(self.width() - popup.width(), -popup.height())))
        popup.show()
        return popup

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(200, _ROW_PX + 4)

    def resizeEvent(self, event: QResizeEvent | None) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._break_rows()

    def paintEvent(self, event: QPaintEvent | None) -> None:  # noqa: N802, ARG002
        _paint(self, [self._row], self._type())

    def _type(self) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(12)
        return font

    def _break_rows(self) -> None:
        entries, room = self.entries, self.width() - 2 * _MARGIN_PX
        rows = legend_rows(entries, self._type(), room, scale=_SCALE)
        if len(rows) > 1:
            rows = legend_rows(entries, self._type(), max(0, room - _BUTTON_PX), scale=_SCALE)
        self._row = rows[0] if rows else []
        hidden = len(entries) - len(self._row)
        self.more.setText(tr_plural("1 more …", "{count} more …", count=hidden))
        self.more.setVisible(hidden > 0)
        wide = self.more.sizeHint().width()
        self.more.setGeometry(self.width() - wide - _MARGIN_PX, 0, wide, _ROW_PX + 4)
        self.update()


class LegendPopup(QFrame):
    """All of the legend, until the next click."""

    def __init__(self, entries: tuple[Entry, ...], font: QFont, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._font = font
        self._rows = legend_rows(entries, font, _POPUP_PX - 2 * _MARGIN_PX, scale=_SCALE)
        self.setAccessibleName(", ".join(words for _, words in entries))
        self.resize(_POPUP_PX, len(self._rows) * _ROW_PX + 8)

    def paintEvent(self, event: QPaintEvent | None) -> None:  # noqa: N802
        super().paintEvent(event)
        _paint(self, self._rows, self._font, top=4.0)


def _paint(widget: QWidget, rows: list[list[Entry]], font: QFont, *, top: float = 2.0) -> None:
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(font)
    tone = theme_of(widget.palette()).text
    paint_legend(painter, rows, _MARGIN_PX, top, row_px=_ROW_PX, scale=_SCALE, tone=tone)
    painter.end()
