"""Paints a row of the rulings: symbol and word of the verdict, and what was struck through by a person."""

from PyQt6.QtCore import QModelIndex, QRect, QSize, Qt
from PyQt6.QtGui import QFont, QFontMetrics, QPainter, QPalette
from PyQt6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from tableassist.judging.words import verdict_word
from tableassist.ui.look.verdict_look import tone, verdict_icon
from tableassist.ui.rulings.model import CALL, STRUCK_ROLE, VERDICT_ROLE, WORD_ROLE

ROW_PX = 26
_ICON_PX = 18
_GAP_PX = 7


class RulingDelegate(QStyledItemDelegate):
    """Only the first column is its own; Qt paints the others."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:  # noqa: N802
        return QSize(super().sizeHint(option, index).width(), ROW_PX)

    def paint(self, painter: QPainter | None, option: QStyleOptionViewItem, index: QModelIndex) -> None:
        if painter is None or index.column() != CALL:
            super().paint(painter, option, index)
            return
        look = QStyleOptionViewItem(option)
        self.initStyleOption(look, index)
        words, look.text = look.text or "", ""
        style = look.widget.style() if look.widget is not None else QApplication.style()
        if style is not None:
            style.drawControl(QStyle.ControlElement.CE_ItemViewItem, look, painter, look.widget)
        painter.save()
        self._paint_call(painter, look, index, words)
        painter.restore()

    def _paint_call(self, painter: QPainter, look: QStyleOptionViewItem, index: QModelIndex, words: str) -> None:
        verdict, struck = index.data(VERDICT_ROLE), index.data(STRUCK_ROLE)
        room = look.rect.adjusted(4, 0, -6, 0)
        icon = QRect(room.left(), room.center().y() - _ICON_PX // 2 + 1, _ICON_PX, _ICON_PX)
        verdict_icon(verdict).paint(painter, icon)
        room.setLeft(icon.right() + _GAP_PX)
        is_selected = bool(look.state & QStyle.StateFlag.State_Selected)
        plain = look.palette.color(
            QPalette.ColorRole.HighlightedText if is_selected else QPalette.ColorRole.Text
        )  # fmt: skip
        bold = QFont(look.font)
        bold.setBold(True)
        painter.setPen(plain if is_selected else tone(verdict, look.palette))
        if struck is not None:
            gone = QFont(look.font)
            gone.setStrikeOut(True)
            room.setLeft(_write(painter, gone, room, verdict_word(struck), faint=True))
        if index.parent().isValid():
            _write(painter, bold, room, words)
            return
        room.setLeft(_write(painter, bold, room, index.data(WORD_ROLE)))
        painter.setPen(plain)
        _write(painter, look.font, room, words)


def _write(painter: QPainter, font: QFont, room: QRect, words: str, *, faint: bool = False) -> int:
    """Where the next words may begin."""
    metrics = QFontMetrics(font)
    painter.setFont(font)
    painter.setOpacity(0.65 if faint else 1.0)
    text = metrics.elidedText(words, Qt.TextElideMode.ElideRight, max(0, room.width()))
    painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), text)
    painter.setOpacity(1.0)
    return room.left() + metrics.horizontalAdvance(text) + _GAP_PX + 3
