"""A mast to click: it stands, or it is off."""

from PyQt6.QtCore import QPointF, QRectF, QSize, Qt
from PyQt6.QtGui import QPainter, QPainterPath, QPaintEvent, QPalette, QPen
from PyQt6.QtWidgets import QAbstractButton, QWidget

from tableassist.messages import tr
from tableassist.pieces import Piece
from tableassist.rulebook import Verdict
from tableassist.table.notes import upright_words
from tableassist.ui.ledger.words import cannons_short, mast_spoken
from tableassist.ui.look.verdict_look import tone
from tableassist.ui.widgets.plain_text import set_tip

_SIZE = QSize(52, 84)
_SAIL = QRectF(11, 12, 30, 32)


class MastButton(QAbstractButton):
    """Checked while the mast stands. A segment or a flag is drawn as a mast too: it is lost in the same way."""

    def __init__(self, piece: Piece, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._piece = piece
        self.number = number
        self._cannons = cannons_short(each for each in piece.cannons if each.mast == number)
        self.setCheckable(True)
        self.setFixedSize(_SIZE)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.show_standing(True)

    def show_standing(self, stands: bool) -> None:
        self.setChecked(stands)
        self.setAccessibleName(mast_spoken(self._piece, self.number, stands=stands))
        upright = upright_words(self._piece, self.number)
        if stands:
            set_tip(self, tr("{upright} stands: click when it is lost", upright=upright))
        else:
            set_tip(self, tr("{upright} is off: click when it is repaired", upright=upright))

    def sizeHint(self) -> QSize:  # noqa: N802
        return _SIZE

    def paintEvent(self, event: QPaintEvent | None) -> None:  # noqa: N802, ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette, role = self.palette(), QPalette.ColorRole
        text, quiet = palette.color(role.WindowText), palette.color(role.PlaceholderText)
        stands = self.isChecked()
        if self.underMouse() or self.hasFocus():
            painter.setPen(QPen(palette.color(role.Highlight), 2.0 if self.hasFocus() else 1.0))
            painter.setBrush(palette.color(role.Button) if self.underMouse() else palette.color(role.Window))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        pen = QPen(text if stands else quiet, 2.0 if stands else 1.4)
        if not stands:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(text if stands else Qt.BrushStyle.NoBrush)
        painter.setOpacity(0.9 if stands else 1.0)
        painter.drawPath(_sail())
        painter.setOpacity(1.0)
        painter.drawLine(QPointF(26, 6), QPointF(26, 52))
        if not stands:
            painter.setPen(QPen(tone(Verdict.NO, palette), 3.0))
            painter.drawLine(QPointF(13, 16), QPointF(39, 42))
            painter.drawLine(QPointF(39, 16), QPointF(13, 42))
        painter.setPen(text if stands else quiet)
        middle = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter)
        painter.drawText(QRectF(0, 50, 52, 16), middle, self._cannons or "—")
        painter.setPen(quiet)
        painter.drawText(QRectF(0, 65, 52, 16), middle, str(self.number) if stands else tr("off"))
        painter.end()


def _sail() -> QPainterPath:
    """Square, bellied below."""
    path = QPainterPath(_SAIL.topLeft())
    path.lineTo(_SAIL.topRight())
    path.quadTo(_SAIL.right() - 4, _SAIL.center().y(), _SAIL.right() + 2, _SAIL.bottom())
    path.quadTo(_SAIL.center().x(), _SAIL.bottom() - 7, _SAIL.left() - 2, _SAIL.bottom())
    path.quadTo(_SAIL.left() + 4, _SAIL.center().y(), _SAIL.left(), _SAIL.top())
    return path
