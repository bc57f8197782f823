"""The ghost: a copy of a ship to drag about. Take her by the hull to move her, by the bow to turn her."""

import math
from enum import StrEnum
from functools import partial

import shapely
from PyQt6.QtCore import QObject, pyqtSignal

from tableassist.geometry import PlanarPose
from tableassist.pieces import SAILING_KINDS, Effect
from tableassist.pipeline.moment import Moment
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.ui.canvas.tool import ToolPoint
from tableassist.ui.session.session import Session
from tableassist.ui.tools.ghost.drawing import ghost_drawing
from tableassist.ui.tools.ghost.place import Foreseen, Foresight, GhostRequest, GhostVoyage, moved_to
from tableassist.ui.tools.measure.drawing import NOTHING
from tableassist.ui.tools.measure.points import piece_under
from tableassist.ui.workers.timers import Soon
from tableassist.ui.workers.worker import Worker

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
