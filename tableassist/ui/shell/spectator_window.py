"""A window for a second screen: the table as large as it goes, no panels, and a curtain until it is released."""

from collections.abc import Callable

from PyQt6.QtCore import QPointF, QRectF, QSize, Qt
from PyQt6.QtGui import QFont, QGuiApplication, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PyQt6.QtWidgets import QStackedLayout, QWidget

from tableassist.judging.views import SYMBOLS
from tableassist.judging.words import (
    Names,
    answer_word,
    answer_words,
    first_line_words,
    full_verdict,
    person_words,
    question_sentence,
)
from tableassist.messages import tr
from tableassist.pipeline.judge import answer_at
from tableassist.pipeline.moment import Moment
from tableassist.rulebook import Overruling, Ruling, Verdict
from tableassist.rulebook.ruling import find_overruling
from tableassist.table.visibility import Shown
from tableassist.ui.canvas.table_views import Showing
from tableassist.ui.canvas.views import PictureView, PlanView
from tableassist.ui.look import DARK
from tableassist.ui.painting import inks
from tableassist.ui.painting.plan_background import PLAN_BLUE
from tableassist.ui.painting.symbols import paint_symbol
from tableassist.ui.session.session import Session
from tableassist.ui.widgets.controls import column
from tableassist.ui.widgets.notices import HeldStrip
from tableassist.ui.widgets.plain import PlainLabel

_READ_AT_PX = 620.0
"""In a window so high type has the size it has at the session."""


class SpectatorView(QWidget):
    """The board in the spectators' window, one for each kind of game."""

    def show_moment(self, moment: Moment) -> None: ...

    def enlarge(self, by: float) -> None:
        """Make type larger than in the table's own window."""


class MatSpectatorView(SpectatorView):
    """The camera's picture or the plan."""

    def __init__(self, session: Session, allowed: Callable[[Moment], Shown]) -> None:
        """`allowed` says what fair play lets be seen of a moment."""
        super().__init__()
        mat = session.settings.mat
        size_mm = (mat.width_mm, mat.height_mm)
        self._allowed = allowed
        self.showing = Showing.CAMERA
        self.camera = PictureView(size_mm, session.selection)
        self.plan = PlanView(size_mm, session.selection)
        for view in (self.camera, self.plan):
            view.setEnabled(False)
            # What is around the table should not shine into the room.
            view.wear(DARK)
        column((self.camera, 1), (self.plan, 1), on=self, margins=0, spacing=0)
        self.show_only(Showing.CAMERA)

    def show_only(self, showing: Showing) -> None:
        """The picture or the plan; both at once would halve what is seen from afar, so that means the picture."""
        self.showing = showing
        self.camera.setVisible(showing is not Showing.PLAN)
        self.plan.setVisible(showing is Showing.PLAN)

    def enlarge(self, by: float) -> None:
        self.camera.enlarge(by)
        self.plan.enlarge(by)

    def show_moment(self, moment: Moment) -> None:
        shown = self._allowed(moment)
        if self.showing is Showing.PLAN:
            self.plan.show_drawing(shown.drawing)
        else:
            registration = shown.state.registration
            project = None if registration is None else registration.image_from_mat
            self.camera.show_frame(moment.frame.image, shown.drawing, project)


class SpectatorWindow(QWidget):
    """Shows what the session shows. What spectators click or select changes nothing at the table."""

    def __init__(self, session: Session, view: SpectatorView, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(tr("Spectators' view"))
        self.setStyleSheet("QGraphicsView { border: none; }")
        self._session = session
        self.view = view
        self.is_released = True
        self._question: Ruling | None = None
        self.held = HeldStrip(can_release=False)
        """The same words as at the table, so that nobody takes an old moment for the game."""
        self.verdict = VerdictStrip()
        self.curtain = Curtain()
        table = QWidget()
        column(self.held, (view, 1), self.verdict, on=table, margins=0, spacing=0)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(table)
        self._stack.addWidget(self.curtain)
        self.resize(1280, 800)
        session.shown.connect(self._show)
        session.selection.changed.connect(lambda _piece: self.show_again())
        session.overruled.connect(lambda *_: self.show_again())

    def set_released(self, released: bool) -> None:
        """Not released, there is nothing to see but a curtain; released, what the session shows now."""
        self.is_released = released
        self._stack.setCurrentIndex(0 if released else 1)
        self.show_again()

    def show_ruling(self, ruling: Ruling | None) -> None:
        """The chosen question, large enough to be read across a room, answered as it counts at the moment shown."""
        self._question = ruling
        self._tell_verdict(ruling)
        self.show_again()

    def show_on_second_screen(self) -> None:
        """Full screen where the table's own window is not; in a window, where there is one screen only."""
        screens = QGuiApplication.screens()
        if len(screens) > 1:
            self.setGeometry(screens[1].geometry())
            self.showFullScreen()
        else:
            self.show()

    def showEvent(self, event: QShowEvent | None) -> None:  # noqa: N802
        super().showEvent(event)
        self.show_again()

    def resizeEvent(self, event: QResizeEvent | None) -> None:  # noqa: N802
        super().resizeEvent(event)
        # In quarters: each size has its own labels.
        self.view.enlarge(max(1.0, round(4.0 * self.height() / _READ_AT_PX) / 4.0))

    def keyPressEvent(self, event: QKeyEvent | None) -> None:  # noqa: N802
        if event is None:
            return
        if event.key() == Qt.Key.Key_F11:
            self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)
        elif event.key() == Qt.Key.Key_Escape and self.isFullScreen():
            self.showNormal()
        else:
            super().keyPressEvent(event)

    def show_again(self) -> None:
        if self._session.moment is not None:
            self._show(self._session.moment)

    def _show(self, moment: Moment) -> None:
        if not self.is_released or not self.isVisible():
            return
        if self._question is not None:
            self._tell_verdict(answer_at(moment.state, moment.settings, self._question))
        self.view.show_moment(moment)

    def _tell_verdict(self, ruling: Ruling | None) -> None:
        names = {piece.id: piece.name for piece in self._session.settings.pieces}
        by_person = None if ruling is None else find_overruling(self._session.overrulings, ruling)
        self.verdict.show_ruling(ruling, names, by_person)


class Curtain(QWidget):
    """Says that something will be seen, and nothing more."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("curtain")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setStyleSheet(
            f"QWidget#curtain {{ background: {PLAN_BLUE}; }} QLabel {{ color: #F2F4F5; background: none; }}"
        )
        words = PlainLabel(tr("The referee is looking at the table."))
        quiet = PlainLabel(tr("The picture appears once the call is made."))
        for label, type_px in ((words, 44), (quiet, 24)):
            font = QFont(label.font())
            font.setPixelSize(type_px)
            label.setFont(font)
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setWordWrap(True)
        column(1, words, quiet, 1, on=self)


class VerdictStrip(QWidget):
    """The verdict that counts in one word, then the question, then the number and why, or who has overruled it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._told: tuple[Ruling, Overruling | None] | None = None
        self._verdict = Verdict.NOT_SEEN
        self._lines: tuple[str, str, str] = ("", "", "")
        self.setVisible(False)

    def show_ruling(self, ruling: Ruling | None, names: Names, by_person: Overruling | None = None) -> None:
        told = None if ruling is None else (ruling, by_person)
        if told == self._told:
            return
        self._told = told
        if ruling is not None:
            self._verdict = ruling.verdict if by_person is None else by_person.verdict
            why = first_line_words(ruling) if by_person is None else _overruled(ruling, by_person)
            is_plain = by_person is not None or not ruling.is_conditional
            word = full_verdict(self._verdict) if is_plain else answer_word(ruling)
            self._lines = (word, question_sentence(ruling, names), why)
            self.setAccessibleName(". ".join(self._lines))
        self.setVisible(ruling is not None)
        self.updateGeometry()
        self.update()

    def text(self) -> str:
        return "\n".join(self._lines) if self._told is not None else ""

    def sizeHint(self) -> QSize:  # noqa: N802
        window = self.window()
        height = 720 if window is None else window.height()
        return QSize(400, max(96, height // 6))

    def paintEvent(self, event: QPaintEvent | None) -> None:  # noqa: N802, ARG002
        if self._told is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), inks.colour(inks.CASING))
        height = self.height()
        radius = 0.34 * height
        paint_symbol(painter, SYMBOLS[self._verdict], QPointF(0.5 * height, 0.5 * height), radius)
        left = 1.05 * height
        word = self._line(painter, self._lines[0], left, 0.5 * height, 0.42 * height, bold=True)
        left += word + 0.35 * height
        self._line(painter, self._lines[1], left, 0.32 * height, 0.24 * height, bold=True)
        self._line(painter, self._lines[2], left, 0.70 * height, 0.17 * height, bold=False)
        painter.end()

    def _line(self, painter: QPainter, text: str, left: float, middle: float, type_px: float, *, bold: bool) -> float:
        """Shortened where it does not fit; how wide it is."""
        font = QFont(self.font())
        font.setPixelSize(max(10, round(type_px)))
        font.setBold(bold)
        painter.setFont(font)
        painter.setPen(inks.colour("#FFFFFF"))
        metrics = painter.fontMetrics()
        room = max(0, round(self.width() - left - 16))
        short = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        place = QRectF(left, middle - type_px, room, 2 * type_px)
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, short)
        return float(metrics.horizontalAdvance(short))


def _overruled(ruling: Ruling, by_person: Overruling) -> str:
    """Why, where somebody has said so: the machine's word stays beside it."""
    words = tr(
        "Overruled by {person}; the machine says {verdict}",
        person=person_words(by_person),
        verdict=answer_words(ruling),
    )
    return f"{words}  ·  {by_person.reason}" if by_person.reason else words
