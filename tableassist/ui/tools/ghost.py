"""The ghost: a copy of the selected ship that is dragged to see what would be allowed there. Tool and panel."""

import math
from collections.abc import Callable
from enum import StrEnum
from functools import partial
from itertools import combinations_with_replacement

import shapely
from PyQt6.QtCore import QObject, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QAction, QKeySequence
from PyQt6.QtWidgets import QComboBox, QFormLayout, QListWidget, QListWidgetItem, QPushButton, QWidget

from tableassist.geometry import PlanarPose
from tableassist.messages import tr
from tableassist.pieces import SAILING_KINDS, Effect, MoveSegment
from tableassist.pipeline.moment import Moment
from tableassist.rulebook import Verdict
from tableassist.rulebook.moves import Holds
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.ui.canvas.zoom_view import ToolPoint
from tableassist.ui.look import SPACE_PX, verdict_icon
from tableassist.ui.session.session import Session
from tableassist.ui.tools.ghost_place import (
    Foreseen,
    Foresight,
    GhostRequest,
    GhostVoyage,
    Told,
    ghost_drawing,
    legality,
    moved_to,
    prospects,
    reach_words,
    terrain_told,
)
from tableassist.ui.tools.measure_points import NOTHING, piece_under
from tableassist.ui.widgets.controls import column, row
from tableassist.ui.widgets.plain import PlainLabel
from tableassist.ui.workers import Soon, Worker

TURN_STEP_DEG = 5.0
"""Of one press of Q or E, or one notch of the wheel."""
BOW_SHARE = 0.6
"""Forward of this part of her length from the middle, a drag turns her."""
AGAIN_EVERY_MS = 250
"""How often a table that trembles under a ghost is looked at again."""


class _Grip(StrEnum):
    HULL = "hull"
    BOW = "bow"


class GhostTool(QObject):
    """A Tool. Works on the selected ship; a click on another ship takes that one."""

    changed = pyqtSignal()
    failed = pyqtSignal(object)
    """A TableAssistError."""
    foreseen_changed = pyqtSignal()
    """Another ship, another place, or what was worked out about it."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._piece: str | None = None
        self.pose: PlanarPose | None = None
        self._voyages: dict[str, GhostVoyage] = {}
        self._grip: _Grip | None = None
        self._offset = (0.0, 0.0)
        self._foreseen: Foreseen | None = None
        self.drawing = NOTHING
        self._foresight = Foresight()
        self._worker = Worker("looking ahead for a ghost", self)
        self._again = Soon(AGAIN_EVERY_MS, self._request, self)
        session.shown.connect(self._follow)
        session.settings_changed.connect(lambda _settings: self._again.start())

    @property
    def ship(self) -> PlacedPiece | None:
        """The real one."""
        moment = self._session.moment
        return None if moment is None or self._piece is None else moment.state.scene.find(self._piece)

    @property
    def voyage(self) -> GhostVoyage:
        ship = self.ship
        if ship is None:
            return GhostVoyage()
        return self._voyages.get(ship.id) or GhostVoyage(ship.piece.base_move)

    @property
    def foreseen(self) -> Foreseen | None:
        """None while it is being worked out."""
        known = self._foreseen
        return known if known is not None and known.request.pose == self.pose else None

    @property
    def effects(self) -> frozenset[Effect]:
        """Of her card and of the crew aboard."""
        moment = self._session.moment
        if moment is None or self._piece is None:
            return frozenset()
        return moment.state.scene.effects_of(self._piece)

    def take(self, piece: str | None) -> None:
        """The ghost of this ship, where she lies; None lays the ghost away."""
        ship = None
        if piece is not None and self._session.moment is not None:
            ship = self._session.moment.state.scene.find(piece)
        if ship is not None and ship.piece.model.kind not in SAILING_KINDS:
            ship = None
        self._piece = None if ship is None else ship.id
        self.pose = None if ship is None else ship.pose.pose
        self._foreseen, self._grip = None, None
        self._moved()

    def sail(self, voyage: GhostVoyage) -> None:
        """What a person tells of her move."""
        if self._piece is not None:
            self._voyages[self._piece] = voyage
            self._foreseen = None
            self._moved()

    def put(self, pose: PlanarPose) -> None:
        if self._piece is not None and pose != self.pose:
            self.pose = pose
            self._moved()

    def turn(self, steps: float) -> None:
        """To port for a positive number of steps."""
        if self.pose is not None:
            heading = self.pose.heading_rad + math.radians(TURN_STEP_DEG * steps)
            self.put(PlanarPose(self.pose.x_mm, self.pose.y_mm, heading))

    def wheel(self, at: ToolPoint, steps: float) -> bool:
        """Over the ghost the wheel turns her; elsewhere it zooms as ever."""
        if self._gripped(at) is None:
            return False
        self.turn(steps)
        return True

    def press(self, at: ToolPoint) -> bool:
        self._grip = self._gripped(at)
        if self._grip is not None and self.pose is not None:
            self._offset = (self.pose.x_mm - at.x_mm, self.pose.y_mm - at.y_mm)
            return True
        moment = self._session.moment
        under = None
        if moment is not None:
            under = piece_under(at.x_mm, at.y_mm, moment.state.scene, reach_mm=at.reach_mm)
        if under is None or under.piece.model.kind not in SAILING_KINDS:
            return False
        self._session.selection.choose(under.id)
        self.take(under.id)
        self._grip, self._offset = _Grip.HULL, (under.pose.pose.x_mm - at.x_mm, under.pose.pose.y_mm - at.y_mm)
        return True

    def move(self, at: ToolPoint) -> bool:
        if self._grip is None or self.pose is None:
            return False
        if self._grip is _Grip.BOW:
            heading = math.atan2(at.y_mm - self.pose.y_mm, at.x_mm - self.pose.x_mm)
            self.put(PlanarPose(self.pose.x_mm, self.pose.y_mm, heading))
        else:
            x, y = at.x_mm + self._offset[0], at.y_mm + self._offset[1]
            self.put(PlanarPose(x, y, self._heading_to(x, y) if at.shift else self.pose.heading_rad))
        return True

    def release(self, at: ToolPoint) -> bool:
        held = self.move(at)
        self._grip = None
        return held

    def escape(self) -> bool:
        """First back to where she lies, then the ghost is gone."""
        ship = self.ship
        if ship is None or self.pose == ship.pose.pose:
            self.take(None)
            return False
        self.take(ship.id)
        return True

    def close(self) -> None:
        self._worker.close()

    def _heading_to(self, x_mm: float, y_mm: float) -> float:
        """Straight on from where she lies: as she would sail there in one go."""
        ship = self.ship
        if ship is None or self.pose is None:
            return 0.0
        dx, dy = x_mm - ship.pose.pose.x_mm, y_mm - ship.pose.pose.y_mm
        return math.atan2(dy, dx) if math.hypot(dx, dy) > 1.0 else self.pose.heading_rad

    def _gripped(self, at: ToolPoint) -> _Grip | None:
        ship = self.ship
        if ship is None or self.pose is None:
            return None
        ghost = moved_to(ship, self.pose)
        if ghost.hull.distance(shapely.Point(at.x_mm, at.y_mm)) > at.reach_mm:
            return None
        bow_mm = max(x for x, _ in ship.piece.model.hull)
        dx, dy = at.x_mm - self.pose.x_mm, at.y_mm - self.pose.y_mm
        ahead = dx * math.cos(self.pose.heading_rad) + dy * math.sin(self.pose.heading_rad)
        return _Grip.BOW if ahead > BOW_SHARE * bow_mm else _Grip.HULL

    def _follow(self, _moment: Moment) -> None:
        """The table under the ghost has changed; it is looked at again, but not thirty times a second."""
        known, moment = self._foreseen, self._session.moment
        if self._piece is None or known is None or moment is None:
            return
        if moment.state.scene.pieces != known.request.scene.pieces:
            self._again.ask()

    def _moved(self) -> None:
        self._draw()
        self._request()
        self.foreseen_changed.emit()

    def _request(self) -> None:
        moment = self._session.moment
        if moment is None or self._piece is None or self.pose is None or moment.state.registration is None:
            return
        state, rules = moment.state, moment.settings.rules
        request = GhostRequest(state.scene, state.rulings, rules, self._piece, self.pose, self.voyage)
        self._worker.submit(partial(self._foresight.of, request), self._hear, self.failed.emit, newest_of="ghost")

    def _hear(self, foreseen: Foreseen | None) -> None:
        if foreseen is None or foreseen.request.piece != self._piece or foreseen.request.voyage != self.voyage:
            return
        self._foreseen = foreseen
        self._draw()
        self.foreseen_changed.emit()

    def _draw(self) -> None:
        ship, known = self.ship, self._foreseen
        drawing = NOTHING
        if ship is not None and self.pose is not None:
            reach = known.reach.region if known is not None and known.reach is not None else None
            drawing = ghost_drawing(moved_to(ship, self.pose), self.foreseen, reach)
        self.drawing = drawing
        self.changed.emit()


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
