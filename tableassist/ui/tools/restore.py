"""Put a bumped piece back where it was: which way it has to go, drawn and told."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from PyQt6.QtCore import QObject, QSize, pyqtSignal
from PyQt6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from tableassist.geometry import PlanarPose, wrap_rad
from tableassist.messages import Message, say, template, tr
from tableassist.overlay.drawing import Badge, Drawing, Ink, Label, Point, Stroke, Symbol
from tableassist.pipeline.moment import Moment
from tableassist.rulebook.ruling import CALL_SIGMAS
from tableassist.scene.piece_pose import PiecePose
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.ui.canvas.zoom_view import ToolPoint
from tableassist.ui.look import SPACE_PX
from tableassist.ui.session.session import Session
from tableassist.ui.tools.ghost_place import ghost_outline, moved_to
from tableassist.ui.tools.measure_points import NOTHING, piece_under
from tableassist.ui.widgets.controls import column
from tableassist.ui.widgets.plain import KEPT, PlainLabel, add_item
from tableassist.ui.workers import Soon
from tableassist.vision.localisation.tracking import Change, PieceEvent

BACK_MM = 0.5
BACK_RAD = math.radians(1.0)
"""No hand puts a piece back better; a plus-minus that is wider counts instead."""
LEAST_TOLD_MM = 0.1
LEAST_TOLD_DEG = 0.5
MOST_RESTS = 6
"""Places from before that are remembered of each piece."""


Rests = Mapping[str, tuple[PlanarPose, ...]]
"""Piece to where it lay still before, the newest last."""


def remembered(rests: Rests, events: Iterable[PieceEvent]) -> Rests:
    """With the places that these events speak of; the very same where nothing was moved."""
    after = rests
    for each in events:
        if each.change is Change.MOVED and each.start is not None:
            after = {**after, each.piece: (*after.get(each.piece, ()), each.start)[-MOST_RESTS:]}
    return after


@dataclass(frozen=True, slots=True)
class WayBack:
    """As whoever has the piece in hand sees it, in its own directions."""

    ahead_mm: float
    """Below zero: astern."""
    port_mm: float
    """Below zero: to starboard."""
    turn_rad: float
    """Counter-clockwise, to port; below zero to starboard."""
    is_back: bool

    @property
    def mm(self) -> float:
        return math.hypot(self.ahead_mm, self.port_mm)


def way_back(now: PiecePose, before: PlanarPose) -> WayBack:
    """Only what this piece suffers by itself counts as plus-minus: the camera was wrong the same way before."""
    pose = now.pose
    dx, dy = before.x_mm - pose.x_mm, before.y_mm - pose.y_mm
    c, s = math.cos(pose.heading_rad), math.sin(pose.heading_rad)
    turn = wrap_rad(before.heading_rad - pose.heading_rad)
    spread = CALL_SIGMAS * math.sqrt(2.0)
    near_mm = max(BACK_MM, spread * math.sqrt(float(np.linalg.eigvalsh(now.own[:2, :2])[-1])))
    near_rad = max(BACK_RAD, spread * math.sqrt(float(now.own[2, 2])))
    is_back = math.hypot(dx, dy) <= near_mm and abs(turn) <= near_rad
    return WayBack(c * dx + s * dy, c * dy - s * dx, turn, is_back)


def way_back_words(way: WayBack) -> str:
    """As in "1.8 mm to port, 3° to starboard"."""
    if way.is_back:
        return tr("back where it was")
    ahead, port, turned = abs(way.ahead_mm), abs(way.port_mm), abs(math.degrees(way.turn_rad))
    parts = []
    if ahead >= LEAST_TOLD_MM:
        parts.append(tr("{mm:.1f} mm ahead", mm=ahead) if way.ahead_mm > 0 else tr("{mm:.1f} mm astern", mm=ahead))
    if port >= LEAST_TOLD_MM:
        parts.append(tr("{mm:.1f} mm to port", mm=port) if way.port_mm > 0 else tr("{mm:.1f} mm to starboard", mm=port))
    if turned >= LEAST_TOLD_DEG:
        to_port, to_starboard = template("turn {degrees:g}° to port"), template("turn {degrees:g}° to starboard")
        parts.append(say(Message(to_port if way.turn_rad > 0 else to_starboard, degrees=round(turned, 1))))
    return ", ".join(parts)


ARROW_MM = 2.5
"""Half the width of an arrow's head."""
LEAST_ARROW_MM = 0.3


class RestoreTool(QObject):
    """A Tool. It watches the table from the start, for nobody knows beforehand what will be bumped."""

    changed = pyqtSignal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.rests: Rests = {}
        self.piece: str | None = None
        self._before: PlanarPose | None = None
        self.drawing = NOTHING
        self.way: WayBack | None = None
        """Of the piece that is put back; None while there is none, or it is not seen."""
        session.arrived.connect(self._remember)
        session.shown.connect(lambda _moment: self._draw())

    def bumped(self) -> list[tuple[PlacedPiece, PlanarPose, WayBack]]:
        """Every piece that does not lie where it last lay, the least moved first: those were hardly meant."""
        moment = self._session.moment
        if moment is None:
            return []
        found = []
        for piece, rests in self.rests.items():
            placed = moment.state.scene.find(piece)
            if placed is not None:
                ways = [(rest, way_back(placed.pose, rest)) for rest in reversed(rests)]
                away = next(((rest, way) for rest, way in ways if not way.is_back), None)
                if away is not None:
                    found.append((placed, *away))
        return sorted(found, key=lambda each: each[2].mm)

    def restore(self, piece: str, before: PlanarPose | None = None) -> bool:
        """To where it lay last, or to that place; False where nobody knows one."""
        if before is None:
            before = next((each[1] for each in self.bumped() if each[0].id == piece), None)
        if before is None:
            return False
        self.piece, self._before = piece, before
        self._draw()
        return True

    def press(self, at: ToolPoint) -> bool:
        """A click on a piece shows where it lay."""
        moment = self._session.moment
        if moment is None:
            return False
        placed = piece_under(at.x_mm, at.y_mm, moment.state.scene, reach_mm=at.reach_mm)
        return placed is not None and self.restore(placed.id)

    def move(self, _at: ToolPoint) -> bool:
        return False

    def release(self, _at: ToolPoint) -> bool:
        return False

    def wheel(self, _at: ToolPoint, _steps: float) -> bool:
        return False

    def escape(self) -> bool:
        if self.piece is None:
            return False
        self.piece, self._before = None, None
        self._draw()
        return True

    def _remember(self, moment: Moment) -> None:
        rests = remembered(self.rests, moment.state.events)
        if rests is not self.rests:
            self.rests = rests
            self.changed.emit()

    def _draw(self) -> None:
        moment, before = self._session.moment, self._before
        placed = None if moment is None or self.piece is None else moment.state.scene.find(self.piece)
        if placed is None or before is None:
            drawing, way = NOTHING, None
        else:
            way = way_back(placed.pose, before)
            drawing = restore_drawing(placed, before, way)
        if (drawing, way) != (self.drawing, self.way):
            self.drawing, self.way = drawing, way
            self.changed.emit()


def restore_drawing(placed: PlacedPiece, before: PlanarPose, way: WayBack) -> Drawing:
    """The ghost where it lay, and arrows from bow to bow and from stern to stern."""
    ghost = moved_to(placed, before)
    strokes = ghost_outline(ghost, Ink.GHOST)
    middle = (before.x_mm, before.y_mm)
    if way.is_back:
        words = tr("{piece} is back where it was", piece=placed.name)
        return Drawing(tuple(strokes), (Badge(middle, Symbol.YES, words),), ())
    hull = placed.piece.model.hull
    for end in (max(hull), min(hull)):
        strokes += _arrow(placed.pose.pose.place_one(*end), before.place_one(*end))
    words = tr("{piece}: {way}", piece=placed.name, way=way_back_words(way))
    return Drawing(tuple(strokes), (), (Label(middle, words, Ink.GHOST, placed.id),))


def _arrow(start: Point, end: Point) -> list[Stroke]:
    length = math.dist(start, end)
    if length < LEAST_ARROW_MM:
        return []
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    size = min(ARROW_MM, 0.6 * length)
    back = (end[0] - size * ux, end[1] - size * uy)
    head = ((back[0] - size / 2 * uy, back[1] + size / 2 * ux), end, (back[0] + size / 2 * uy, back[1] - size / 2 * ux))
    return [
        Stroke((start, end), Ink.MEASURE, closed=False, filled=False, piece=None),
        Stroke(head, Ink.MEASURE, closed=False, filled=False, piece=None),
    ]


UPDATE_EVERY_MS = 200


class RestorePanel(QWidget):
    def __init__(self, tool: RestoreTool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Put back"))
        self.tool = tool
        words = tr("Pieces that have moved, least moved first. Choose one: its ghost shows where it was before.")
        self.hint = PlainLabel(words, look="caption", wraps=True)
        self.pieces = QListWidget()
        self.way = PlainLabel(look="heading", wraps=True)
        self._lay_out()
        self.pieces.itemClicked.connect(self._choose)
        self.pieces.itemActivated.connect(self._choose)
        self._soon = Soon(UPDATE_EVERY_MS, self.update_now, self)
        tool.changed.connect(self._tell)
        self.update_now()

    def update_now(self) -> None:
        rows = [(each.id, each.name, way_back_words(way)) for each, _, way in self.tool.bumped()]
        chosen = self.pieces.currentRow()
        self.pieces.clear()
        for piece, name, words in rows:
            add_item(self.pieces, f"{name}: {words}", piece)
        self.pieces.setCurrentRow(min(chosen, len(rows) - 1))
        if not rows:
            self.pieces.addItem(tr("Nothing has moved."))

    def _choose(self, item: QListWidgetItem) -> None:
        piece = item.data(KEPT)
        if piece is not None:
            self.tool.restore(piece)

    def _tell(self) -> None:
        way = self.tool.way
        if way is None:
            self.way.setText("")
        else:
            words = way_back_words(way)
            self.way.setText(words if way.is_back else tr("Move it {way}.", way=words))
        self._soon.ask()

    def _lay_out(self) -> None:
        self.way.setAccessibleName(tr("Which way to move the piece"))
        self.pieces.setAccessibleName(tr("Pieces that were moved"))
        self.pieces.setWordWrap(True)
        self.pieces.setIconSize(QSize(18, 18))
        column(self.hint, (self.pieces, 1), self.way, on=self, margins=SPACE_PX)
