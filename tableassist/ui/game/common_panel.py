"""What the panels of both games share: turn, score, what waits for an answer, tabs, and the end of the turn."""

from collections.abc import Iterable, Sequence
from typing import Final

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtGui import QResizeEvent
from PyQt6.QtWidgets import QApplication, QFrame, QLabel, QPushButton, QStackedLayout, QTabWidget, QWidget

from tableassist.messages import tr, tr_plural
from tableassist.ui.game.acts import ActList
from tableassist.ui.game.offers import OfferList
from tableassist.ui.game.pending import DecisionCards, QuestionCard
from tableassist.ui.look import SPACE_PX
from tableassist.ui.widgets.controls import column, scrolled, touch_button
from tableassist.ui.widgets.plain import PlainLabel


class NoGame(QWidget):
    new_asked = pyqtSignal()
    open_asked = pyqtSignal()

    def __init__(self, explained: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.told = PlainLabel(tr("No game is being played."), look="heading", wraps=True)
        self.new = touch_button(tr("New game…"), self.new_asked.emit)
        self.open = touch_button(tr("Open a game…"), self.open_asked.emit)
        column(
            self.told,
            PlainLabel(explained, look="caption", wraps=True),
            self.new,
            self.open,
            1,
            on=self,
            margins=(SPACE_PX, 4, SPACE_PX, SPACE_PX),
        )


NOW: Final = 0
"""The first tab."""
MOST_NOTES: Final = 3
MIN_SLOT_PX: Final = 150
MAX_SLOT_PX: Final = 240
SLOT_SHARE: Final = 0.27
"""Of the panel's height for what waits: a question with its dice, in a window of 720 pixels."""
LEAST_PX: Final = 350
"""Six dice beside each other, and a scroll bar."""
PANEL_STYLE: Final = """
QFrame#winner { background: #1C6E54; border-radius: 4px; }
QFrame#winner QLabel { color: #FFFFFF; font-size: 18px; font-weight: 700; }
QFrame#question-card { border: 2px solid #2F6F98; border-radius: 4px; }
QFrame#proposal { border: 2px solid #8A7B00; border-radius: 4px; }
QFrame#foul { border: 2px solid #A63D00; border-radius: 4px; }
QFrame#step { border: 1px solid palette(mid); border-radius: 4px; }
QLabel#turn { font-size: 16px; font-weight: 700; }
"""


class PendingSlot(QWidget):
    """What waits for an answer, one at a time and always in the same room, so that no button below moves when something
    is asked. `waiting` in order of weight; `idle` is shown while nothing waits."""

    def __init__(self, waiting: Sequence[QuestionCard | DecisionCards], idle: Sequence[QWidget]) -> None:
        super().__init__()
        self._waiting, self._idle = tuple(waiting), tuple(idle)
        self._more = PlainLabel(look="caption")
        self.area = scrolled(self._filled())
        column((self.area, 1), self._more, on=self, margins=0, spacing=0)
        self.fit(0)

    def fit(self, panel_px: int) -> None:
        """A share of the panel, the same for every question."""
        self.setFixedHeight(max(MIN_SLOT_PX, min(MAX_SLOT_PX, round(SLOT_SHARE * panel_px))))

    def show_first(self) -> None:
        """Show the weightiest, and say how many more wait."""
        counts = [part.count for part in self._waiting]
        first = next((part for part, count in zip(self._waiting, counts, strict=True) if count), None)
        for part in self._waiting:
            part.setVisible(part is first)
        for widget in self._idle:
            widget.setVisible(first is None and bool(widget.text() if isinstance(widget, QLabel) else True))
        more = sum(counts) - 1
        self._more.setText(tr_plural("1 more waits", "{count} more wait", count=more) if more > 0 else "")
        self._more.setVisible(more > 0)

    def _filled(self) -> QWidget:
        page = QWidget()
        column(*self._waiting, *self._idle, 1, on=page, margins=(0, 0, 4, 0), spacing=4)
        return page


class CommonPanel(QWidget):
    """Only shows and asks: what is pressed goes out as a signal."""

    chosen = pyqtSignal(object, object)
    """An offer, and what was picked for its fields."""
    other_act_asked = pyqtSignal()

    def __init__(self, explained: str, parent: QWidget | None = None) -> None:
        """`explained`: what a game adds, shown while none is played."""
        super().__init__(parent)
        self.setWindowTitle(tr("Game"))
        self.setStyleSheet(PANEL_STYLE)
        self.setMinimumWidth(LEAST_PX)
        self.no_game = NoGame(explained)
        self.winner = PlainLabel(wraps=True)
        self._winner_frame = QFrame()
        self._winner_frame.setObjectName("winner")
        self.turn = PlainLabel(look="turn", wraps=True)
        self.score = PlainLabel(wraps=True)
        self.question = QuestionCard()
        self.proposals, self.fouls = DecisionCards("proposal"), DecisionCards("foul")
        self.notes = PlainLabel(look="caption", wraps=True)
        self.offers, self.ending = OfferList(), OfferList()
        """What may be done, and apart from it what ends the turn."""
        self.pending = PendingSlot((), ())
        self.other_act: QPushButton = touch_button(tr("Say something else…"), self.other_act_asked.emit)
        self.acts = ActList()
        self.tabs = QTabWidget()
        self._acting_parts: tuple[QWidget, ...] = ()
        """More parts by which something is done to the game."""
        self._decisions: frozenset[object] = frozenset()
        self._pages = QStackedLayout(self)
        self.question.chosen.connect(self.chosen)
        self.offers.chosen.connect(self.chosen)
        self.ending.chosen.connect(self.chosen)

    def let_act(self, lets: bool) -> None:
        """False: a moment that is over is shown, and nothing can be done to it."""
        for part in (*self._acting_parts, self.question, self.proposals, self.fouls, self.offers, self.ending):
            part.setEnabled(lets)
        self.other_act.setEnabled(lets)
        self.acts.let_change(lets)
        self.no_game.setEnabled(lets)

    def _show_winner(self, words: str) -> None:
        self.winner.setText(words)
        self._winner_frame.setVisible(bool(words))

    def _come_forward(self, *groups: tuple[str, DecisionCards]) -> None:
        """With something new to decide, what was looked at instead gives way."""
        now: frozenset[object] = frozenset((kind, each) for kind, cards in groups for each in cards.cards)
        if now - self._decisions:
            self.tabs.setCurrentIndex(NOW)
        self._decisions = now

    def _has_focus(self) -> bool:
        focused = QApplication.focusWidget()
        return focused is not None and focused is not self and self.isAncestorOf(focused) and focused.isVisible()

    def _take_focus(self, *areas: QWidget) -> None:
        """What had it has gone: the next thing to press gets it."""
        for area in (*areas, self):
            for button in area.findChildren(QPushButton) if area.isVisible() else ():
                if button.isVisible() and button.isEnabled():
                    button.setFocus()
                    return

    def resizeEvent(self, event: QResizeEvent | None) -> None:  # noqa: N802
        super().resizeEvent(event)
        self.pending.fit(self.height())

    def _lay_out_tabs(
        self,
        now: Iterable[QWidget | int],
        others: Iterable[tuple[QWidget, str]],
        waiting: Sequence[QuestionCard | DecisionCards],
        idle: Sequence[QWidget] = (),
    ) -> None:
        """`now`: the parts of the first tab; `waiting`, `idle`: what stands above the tabs."""
        self.pending = PendingSlot(waiting, idle)
        column(self.winner, on=self._winner_frame, margins=(12, 10, 12, 10))
        first = QWidget()
        column(*now, 1, on=first, margins=(0, 6, 4, 4), spacing=6)
        self.tabs.setDocumentMode(True)
        for widget, words in ((scrolled(first), tr("&Now")), *others):
            self.tabs.addTab(widget, words)
        page = QWidget()
        margins = SPACE_PX, 4, SPACE_PX, SPACE_PX
        parts = self._winner_frame, self.turn, self.score, self.pending, (self.tabs, 1), self.ending
        column(*parts, on=page, margins=margins, spacing=4)
        self._pages.addWidget(self.no_game)
        self._pages.addWidget(page)


def tell_or_hide(label: PlainLabel, words: str) -> None:
    label.setText(words)
    label.setVisible(bool(words))
