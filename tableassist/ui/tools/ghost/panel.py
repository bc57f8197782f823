"""Beside the table while a ghost is dragged: whether she may lie there, and what she could do from there."""

from collections.abc import Callable
from itertools import combinations_with_replacement

from PyQt6.QtCore import QSize, Qt
from PyQt6.QtGui import QAction, QKeySequence
from PyQt6.QtWidgets import QComboBox, QFormLayout, QListWidget, QListWidgetItem, QPushButton, QWidget

from tableassist.messages import tr
from tableassist.pieces import Effect, MoveSegment
from tableassist.rulebook import Verdict
from tableassist.rulebook.moves import Holds
from tableassist.ui.look.theme import SPACE_PX
from tableassist.ui.look.verdict_look import verdict_icon
from tableassist.ui.tools.ghost.place import GhostVoyage
from tableassist.ui.tools.ghost.tool import GhostTool
from tableassist.ui.tools.ghost.words import Told, legality, prospects, reach_words, terrain_told
from tableassist.ui.widgets.layouts import column, row
from tableassist.ui.widgets.plain_label import PlainLabel

MOVES = tuple(
    some
    for count in (1, 2, 3)
    for some in combinations_with_replacement((MoveSegment.SHORT, MoveSegment.LONG), count)
)  # fmt: skip
BY_HOLDS = frozenset({Effect.PLUS_S_WITHOUT_CARGO, Effect.S_WHEN_FULL})
_ICON_PX = 22


class GhostPanel(QWidget):
    def __init__(self, tool: GhostTool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Ghost"))
        self.tool = tool
        self._shown_for: tuple[str, GhostVoyage] | None = None
        self._form = QFormLayout()
        self.name = PlainLabel(look="heading")
        self.base_move = QComboBox()
        self.holds = QComboBox()
        self.captain = QComboBox()
        self.call_icon = PlainLabel()
        self.call = PlainLabel(wraps=True)
        self.prospects = QListWidget()
        self.reach = PlainLabel()
        self.back = QPushButton(tr("Back to her p&lace"))
        self.actions_ = (
            self._action(tr("Turn the ghost to port"), "Q", lambda: tool.turn(1)),
            self._action(tr("Turn the ghost to starboard"), "E", lambda: tool.turn(-1)),
        )
        self._fill()
        self._lay_out()
        for box in (self.base_move, self.holds, self.captain):
            box.activated.connect(lambda _row: self._sail())
        self.back.clicked.connect(lambda _on: tool.escape())
        tool.foreseen_changed.connect(self._tell)
        self._tell()

    def _action(self, words: str, key: str, call: Callable[[], None]) -> QAction:
        """Heard in the whole window while this panel is in sight."""
        action = QAction(words, self)
        action.setShortcut(QKeySequence(key))
        action.triggered.connect(lambda _on: call())
        self.addAction(action)
        return action

    def _fill(self) -> None:
        self.base_move.addItem(tr("not given"), ())
        for some in MOVES:
            self.base_move.addItem(" + ".join(some), some)
        self.holds.addItem(tr("not given"), None)
        for holds, words in ((Holds.EMPTY, tr("empty")), (Holds.PARTLY, tr("partly full")), (Holds.FULL, tr("full"))):
            self.holds.addItem(words, holds)
        for told, words in ((None, tr("not given")), (True, tr("aboard")), (False, tr("not aboard"))):
            self.captain.addItem(words, told)
        self.base_move.setAccessibleName(tr("Base move of the ship"))
        self.holds.setAccessibleName(tr("Holds of the ship"))
        self.captain.setAccessibleName(tr("Whether a captain is aboard"))

    def _sail(self) -> None:
        self.tool.sail(GhostVoyage(self.base_move.currentData(), self.holds.currentData(), self.captain.currentData()))

    def _tell(self) -> None:
        ship, foreseen = self.tool.ship, self.tool.foreseen
        for box in (self.base_move, self.holds, self.captain):
            box.setEnabled(ship is not None)
        self.back.setEnabled(ship is not None and self.tool.pose != ship.pose.pose)
        if ship is None:
            self.name.setText(tr("Click a ship to take her ghost"))
            self._show_call(None)
            self.prospects.clear()
            self.reach.clear()
            self._shown_for = None
            self._ask_only_what_counts()
            return
        self.name.setText(ship.name)
        if self._shown_for != (ship.id, self.tool.voyage):
            self._shown_for = ship.id, self.tool.voyage
            self._show_voyage(self.tool.voyage)
        self._ask_only_what_counts()
        if foreseen is not None:
            self._show_call(legality(foreseen))
            self.reach.setText(reach_words(foreseen))
            self._show_prospects()

    def _ask_only_what_counts(self) -> None:
        """Holds and captain matter only to ships whose card or crew says so."""
        effects = self.tool.effects
        self._form.setRowVisible(self.holds, bool(effects & BY_HOLDS))
        self._form.setRowVisible(self.captain, Effect.PLUS_L_WITH_CAPTAIN in effects)

    def _show_call(self, told: Told | None) -> None:
        if told is None:
            self.call_icon.clear()
            self.call.setText(
                tr("Drag the hull to move her, the bow to turn her. With Shift she heads the way you drag her.")
            )
            return
        self.call_icon.setPixmap(verdict_icon(told.verdict).pixmap(QSize(_ICON_PX, _ICON_PX)))
        self.call.setText(told.words)

    def _show_prospects(self) -> None:
        foreseen = self.tool.foreseen
        assert foreseen is not None
        if foreseen.judgement.ruling.verdict is Verdict.NO:
            self.prospects.clear()
            return
        lines = prospects(foreseen, foreseen.request.rules)
        self.prospects.clear()
        for line in (*terrain_told(foreseen), *lines):
            self.prospects.addItem(QListWidgetItem(verdict_icon(line.verdict), line.words))
        if not lines:
            self.prospects.addItem(tr("From here, nothing is in range and she touches nothing."))

    def _show_voyage(self, voyage: GhostVoyage) -> None:
        for box, value in ((self.holds, voyage.holds), (self.captain, voyage.captain)):
            box.setCurrentIndex(max(0, box.findData(value)))
        # A card may print its segments in another order, or a move that no list holds.
        wanted, rows = sorted(voyage.base_move), range(self.base_move.count())
        at = next((row for row in rows if sorted(self.base_move.itemData(row)) == wanted), -1)
        if at < 0:
            self.base_move.addItem(" + ".join(voyage.base_move), voyage.base_move)
            at = self.base_move.count() - 1
        self.base_move.setCurrentIndex(at)

    def _lay_out(self) -> None:
        self.call.setAccessibleName(tr("Whether she may be there"))
        self.call_icon.setFixedSize(_ICON_PX, _ICON_PX)
        self.prospects.setAccessibleName(tr("What she could do from there"))
        self.prospects.setWordWrap(True)
        self.reach.setWordWrap(True)
        self.reach.setAccessibleName(tr("At whom she could shoot from where she can go"))
        self.prospects.setIconSize(QSize(18, 18))
        self._form.addRow(tr("Base move"), self.base_move)
        self._form.addRow(tr("Holds"), self.holds)
        self._form.addRow(tr("Captain"), self.captain)
        call = row((self.call_icon, Qt.AlignmentFlag.AlignTop), (self.call, 1))
        from_there = PlainLabel(tr("From there"), look="caption")
        keys = PlainLabel(tr("Q and E turn her, Esc puts her back."), look="caption")
        back = (self.back, Qt.AlignmentFlag.AlignLeft)
        parts = (self.name, self._form, call, from_there, (self.prospects, 1), self.reach, keys, back)
        column(*parts, on=self, margins=SPACE_PX)
