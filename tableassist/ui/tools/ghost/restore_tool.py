"""The ghost from before: draws where a bumped piece lay, with arrows, until it lies there again."""

import math

from PyQt6.QtCore import QObject, pyqtSignal

from tableassist.geometry import PlanarPose
from tableassist.messages import tr
from tableassist.overlay.drawing import Badge, Drawing, Ink, Label, Point, Stroke, Symbol
from tableassist.pipeline.moment import Moment
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.ui.canvas.tool import ToolPoint
from tableassist.ui.session.session import Session
from tableassist.ui.tools.ghost.drawing import ghost_outline
from tableassist.ui.tools.ghost.place import moved_to
from tableassist.ui.tools.ghost.restore import Rests, WayBack, remembered, way_back, way_back_words
from tableassist.ui.tools.measure.drawing import NOTHING
from tableassist.ui.tools.measure.points import piece_under

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
