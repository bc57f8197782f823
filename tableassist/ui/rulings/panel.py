"""The panel of rulings: one line for each pair of pieces, its questions below, the chosen one in full beside it.

Its title, for the dock around it, says whose they are.
"""

from collections.abc import Iterable

from PyQt6.QtCore import QEvent, QModelIndex, Qt, pyqtSignal
from PyQt6.QtGui import QKeySequence, QPalette, QResizeEvent, QShortcut
from PyQt6.QtWidgets import QApplication, QCheckBox, QLineEdit, QPushButton, QScrollArea, QSplitter, QWidget

from tableassist.judging.views import ShipFacts, ship_facts
from tableassist.judging.words import (
    Names,
    PairKey,
    RulingGroup,
    WantedRulings,
    grouped,
    policy_words,
    shown_groups,
    with_set_up,
)
from tableassist.messages import tr, tr_plural
from tableassist.pipeline.judge import set_up_rulings
from tableassist.pipeline.moment import Moment
from tableassist.rulebook import Overruling, Ruling
from tableassist.rulebook.editions import too_close_policy
from tableassist.rulebook.referee import AnswersNow
from tableassist.table.commands import Overrule
from tableassist.ui.look import SPACE_PX
from tableassist.ui.rulings.details import OverruleDialog, detail_html, detail_lines, detail_text
from tableassist.ui.rulings.fact_list import FactsButton
from tableassist.ui.rulings.model import RulingModel
from tableassist.ui.rulings.tree import ROW_PX, RulingTree
from tableassist.ui.session.session import Session
from tableassist.ui.session.undo import UndoButtons
from tableassist.ui.widgets.controls import column, row, sign_button
from tableassist.ui.widgets.plain import ElidedLabel, PlainLabel, RichLabel, set_tip
from tableassist.ui.workers import Soon

UPDATE_EVERY_MS = 200
"""Nobody reads a number that changes thirty times a second."""
LEAST_ROWS = 6
"""Rulings that can be read in a small window."""


class RulingPanel(QWidget):
    chosen = pyqtSignal(object)
    """The Ruling that a person clicked: show what it speaks of."""
    judge_wanted = pyqtSignal()
    """Somebody wants the league's judge to decide about the chosen ruling."""
    close_asked = pyqtSignal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._rulings: tuple[Ruling, ...] = ()
        self._answers = AnswersNow()
        self._names: Names = {}
        self._groups: dict[PairKey, RulingGroup] = {}
        self._asked: frozenset[str] | None = None
        self._checks_set_up = False
        self._told: tuple[Ruling, Overruling | None] | None = None
        self._person = ""
        self.model = RulingModel(self)
        self.tree = RulingTree(self.model)
        self.search = QLineEdit()
        self.only_what_matters = QCheckBox(tr("Only what &matters"))
        self.title_bar = QWidget()
        """Whose rulings these are, and which of them are listed; a dock takes it for its own."""
        self.title = ElidedLabel()
        self.facts_button = FactsButton(session)
        self.facts = self.facts_button.facts
        self.nothing = PlainLabel(parent=self.tree, look="caption", wraps=True)
        self.detail = RichLabel()
        self.overrule_button = QPushButton(tr("&Overrule…"))
        self.copy_button = QPushButton(tr("&Copy"))
        self.judge_button = QPushButton(tr("&Judge…"))
        self.judge_button.hide()
        self.undo_buttons = UndoButtons(session.undo)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._lay_out()
        self._newest = self._listed = session.moment
        """The moment that is shown, and the one whose rulings are in the list: it is written anew a little later."""
        self._connect(session)
        self._soon = Soon(UPDATE_EVERY_MS, self.update_now, self)
        self.update_now()

    def show_rulings(self, rulings: tuple[Ruling, ...], names: Names) -> None:
        """Soon; at once is for what a person has done."""
        if rulings is self._rulings or (rulings == self._rulings and names == self._names):
            return
        self._rulings = rulings
        self._names = names
        self._soon.ask()

    def show_only(self, ids: Iterable[str] | None) -> None:
        """For fair play on request: only the rulings that were asked for, by their ids. None shows all again."""
        self._asked = None if ids is None else frozenset(ids)
        self.update_now()

    def check_set_up(self, on: bool) -> None:
        self._checks_set_up = on
        self.update_now()

    def current(self) -> Ruling | None:
        """The chosen row's; of a summary, the one that it leads with."""
        index = self.tree.currentIndex()
        return self.model.ruling(index) if index.isValid() else None

    def overrule(self) -> None:
        if self._session.is_held and self._listed is not self._newest:
            self.update_now()  # what is overruled is of the moment that is looked at, not of the one before
        ruling = self.current()
        if ruling is None:
            return
        people = self._session.shown_settings.state.players
        judged = self._listed  # the table goes on behind the dialog
        dialog = OverruleDialog(ruling, self._names, people, by=self._person, parent=self)
        with self._session.held_at(judged):
            if dialog.exec():
                self._person, reason = dialog.person, dialog.reason.text().strip()
                self._session.ask(Overrule(ruling.id, dialog.verdict, reason, dialog.person))

    def copy(self) -> None:
        board = QApplication.clipboard()
        if board is not None and self._told is not None:
            ruling, by_person = self._told
            board.setText(detail_text(ruling, self._names, self._lines(ruling, by_person), by_person))

    def update_now(self) -> None:
        selected = self._session.selection.piece
        self._listed = self._newest
        known, overrulings = self._groups, self._session.overrulings
        self._groups = with_set_up(grouped(self._rulings, overrulings, known), self._set_up(), overrulings, known)
        matters = self.only_what_matters.isChecked()
        wanted = WantedRulings(selected, matters, self.search.text(), self._asked)
        groups = shown_groups(self._groups, wanted, self._names)
        place = self.tree.place()
        every = not matters or self._asked is not None
        policy = policy_words(self._session.shown_settings.rules)
        if self.model.show_groups(groups, self._names, selected=selected, all_questions=every, policy=policy):
            self.tree.return_to(place)
        self._tell_chosen()
        self._tell_nothing(bool(groups))
        self.facts_button.show_ships(self._ships_to_confirm())
        self._tell_title(len(groups))

    def resizeEvent(self, event: QResizeEvent | None) -> None:  # noqa: N802
        super().resizeEvent(event)
        self.nothing.setGeometry(self.tree.rect().adjusted(24, 8, -24, -8))

    def _show(self, moment: Moment) -> None:
        scene = moment.state.scene
        self._newest = moment
        rulings = self._answers.of(moment.state.rulings, moment.settings.state)
        if rulings is not self._rulings:
            pieces = (*(placed.piece for placed in scene.pieces), *scene.unseen)
            self.show_rulings(rulings, {piece.id: piece.name for piece in pieces})
            if self._checks_set_up and not self._soon.isActive():
                self._soon.start()  # islands that no ruling speaks of may have been moved

    def _ships_to_confirm(self) -> tuple[ShipFacts, ...]:
        """On which answers hang that may be seen; nothing is confirmed of a moment that is over."""
        moment = self._listed
        if moment is None or self._session.is_replay or self._session.is_held:
            return ()
        visible = self._rulings
        if self._asked is not None:
            visible = tuple(ruling for ruling in visible if ruling.id in self._asked)
        return ship_facts(visible, moment.state.scene, moment.settings)

    def _set_up(self) -> tuple[Ruling, ...]:
        moment = self._listed
        if moment is None or not self._checks_set_up:
            return ()
        return set_up_rulings(moment.state, moment.settings)

    def _choose(self, index: QModelIndex) -> None:
        self._tell_chosen()
        self.chosen.emit(self.model.ruling(index))

    def _tell_chosen(self) -> None:
        """The chosen row in full, since its reason may be longer than its column."""
        index = self.tree.currentIndex()
        self.overrule_button.setEnabled(index.isValid())
        self.copy_button.setEnabled(index.isValid())
        self.judge_button.setEnabled(index.isValid())
        if not index.isValid():
            self._told = None
            self.detail.setAccessibleName(tr("The chosen ruling"))
            self.detail.setText(tr("Click a line to see where it was decided; open it to see each question."))
            return
        told = self.model.ruling(index), self.model.overruling(index)
        if self._told is not None and told[0] is self._told[0] and told[1] is self._told[1]:
            return
        self._told = told
        quiet = self.palette().color(QPalette.ColorRole.PlaceholderText).name()
        lines = self._lines(*told)
        self.detail.setText(detail_html(told[0], self._names, lines, quiet))
        self.detail.setAccessibleName(detail_text(told[0], self._names, lines, told[1]))

    def changeEvent(self, event: QEvent | None) -> None:  # noqa: N802
        super().changeEvent(event)
        if event is not None and event.type() is QEvent.Type.PaletteChange and self.isVisible():
            self._told = None  # its quiet words have a colour of their own
            self._tell_chosen()

    def _lines(self, ruling: Ruling, by_person: Overruling | None) -> list[tuple[str, str]]:
        policy = too_close_policy(self._session.shown_settings.rules)
        earlier = [each for each in self._session.overrulings if each.ruling.id == ruling.id]
        return detail_lines(ruling, policy, by_person, earlier[-1] if earlier else None)

    def _tell_nothing(self, any_shown: bool) -> None:
        self.nothing.setVisible(not any_shown)
        if any_shown:
            return
        if self._asked is not None:
            words = tr("Nothing has been asked yet.")
        elif self.search.text().strip():
            words = tr("No piece of that name has a ruling.")
        elif self._rulings and self.only_what_matters.isChecked():
            words = tr("Nothing is in range and nothing touches. Clear “Only what matters” to see every question.")
        else:
            words = tr("Nothing is judged yet.")
        self.nothing.setText(words)

    @property
    def least_px(self) -> int:
        """How tall the dock must be for the rows that can always be read."""
        frame = 2 * self.tree.frameWidth()
        return self.title_bar.sizeHint().height() + LEAST_ROWS * ROW_PX + frame + SPACE_PX

    def _tell_title(self, count: int) -> None:
        """The title, and on hover how to see more or fewer."""
        selected, hint = self._session.selection.piece, ""
        title = tr("Rulings")
        if self._asked is not None:
            title = tr("Rulings  ·  only what was asked")
        elif selected is None:
            hint = tr("Click a ship to see all of hers.")
        else:
            name, hint = self._names.get(selected, selected), tr("Esc shows all ships.")
            title = tr_plural(
                "Rulings  ·  {name}  ·  1 line", "Rulings  ·  {name}  ·  {count} lines", name=name, count=count
            )
        if title != self.title.words:
            self.title.say(title)
            self.setWindowTitle(title)
        set_tip(self.title, hint)

    def _connect(self, session: Session) -> None:
        session.shown.connect(self._show)
        session.selection.changed.connect(lambda _piece: self.update_now())
        session.overruled.connect(lambda *_: self.update_now())
        session.held.connect(lambda _held: self.update_now())
        session.settings_changed.connect(lambda _settings: self._forget_told())
        self.tree.picked.connect(self._choose)
        chooser = self.tree.selectionModel()
        if chooser is not None:
            chooser.currentRowChanged.connect(lambda *_: self._tell_chosen())
        self.search.textChanged.connect(lambda _text: self.update_now())
        self.search.returnPressed.connect(self.tree.setFocus)
        self.only_what_matters.toggled.connect(lambda _on: self.update_now())
        self.overrule_button.clicked.connect(lambda _on: self.overrule())
        self.copy_button.clicked.connect(lambda _on: self.copy())
        self.judge_button.clicked.connect(lambda _on: self.judge_wanted.emit())

    def _forget_told(self) -> None:
        """The policy for what is too close may be another now."""
        self._told = None
        self.update_now()

    def _lay_out(self) -> None:
        self.setWindowTitle(tr("Rulings"))
        self.search.setPlaceholderText(tr("Find a ship or an island"))
        self.search.setAccessibleName(tr("Find rulings by the name of a piece"))
        self.search.setClearButtonEnabled(True)
        self.search.setMinimumWidth(110)
        self.search.setMaximumWidth(240)
        # In the round of the Tab key it would be the first to get the keys, and swallow the window's shortcuts.
        self.search.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.activated.connect(self.search.setFocus)
        set_tip(self.search, tr("Ctrl+F finds a piece, Enter moves to the list"))
        self.only_what_matters.setChecked(True)
        set_tip(self.only_what_matters, tr("Hide what is far out of range and far from touching"))
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        set_tip(self.overrule_button, tr("Replace the machine's call with your own; both are kept"))
        set_tip(self.copy_button, tr("Copies the chosen ruling as text"))
        set_tip(self.judge_button, tr("Calls the league's judge to decide, with evidence of this moment"))
        self._splitter.addWidget(self.tree)
        self._splitter.addWidget(self._detail_side())
        self._splitter.setStretchFactor(0, 5)
        self._splitter.setStretchFactor(1, 2)
        self._splitter.setSizes([1000, 400])
        self._splitter.setChildrenCollapsible(False)
        self.title.setObjectName("heading")
        close = sign_button("✕", tr("Hide the rulings"), self.close_asked.emit)
        close.setObjectName("quiet")
        bar = (self.title, 3), self.facts_button, (self.search, 2), self.only_what_matters, close
        row(*bar, on=self.title_bar, margins=(SPACE_PX, 2, SPACE_PX, 2), spacing=SPACE_PX)
        column(self.title_bar, (self._splitter, 1), on=self, margins=(SPACE_PX, 0, SPACE_PX, SPACE_PX), spacing=0)

    def _detail_side(self) -> QWidget:
        self.detail.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.detail.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.detail.setMargin(SPACE_PX)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setAccessibleName(tr("The chosen ruling"))
        area.setWidget(self.detail)
        side = QWidget()
        buttons = row(self.overrule_button, self.judge_button, self.copy_button, self.undo_buttons, 1, spacing=4)
        column((area, 1), buttons, on=side, margins=0, spacing=4)
        return side
