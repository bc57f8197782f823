"""Measure between places and pieces, by clicks: the tool, and the panel of what was measured."""

from enum import StrEnum
from html import escape

from PyQt6.QtCore import QObject, Qt, pyqtSignal
from PyQt6.QtWidgets import QApplication, QButtonGroup, QPushButton, QRadioButton, QWidget

from tableassist.messages import tr
from tableassist.overlay.drawing import Drawing, Ink, Label
from tableassist.pipeline.moment import Moment
from tableassist.rulebook import Scene
from tableassist.rulebook.editions import Ruler
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.ui.canvas.zoom_view import ToolPoint
from tableassist.ui.look import SPACE_PX
from tableassist.ui.session.session import Session
from tableassist.ui.tools.measure_points import (
    NOTHING,
    MeasurePoint,
    SnapKind,
    gap_drawing,
    gap_words,
    measured_gap,
    measured_path,
    path_drawing,
    path_lines,
    piece_under,
    point_marks,
    snapped,
)
from tableassist.ui.widgets.controls import column, row, scrolled
from tableassist.ui.widgets.plain import PlainLabel, RichLabel, set_tip

MARK_SHARE = 0.4
"""Of the pointer's reach: a mark of four pixels."""


class MeasureMode(StrEnum):
    PATH = "path"
    GAP = "gap"
    """Click two pieces: how far apart their edges are."""


class MeasureTool(QObject):
    """A Tool."""

    changed = pyqtSignal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.mode = MeasureMode.PATH
        self.points: tuple[MeasurePoint, ...] = ()
        self._pieces: tuple[str, ...] = ()
        self._hover: MeasurePoint | None = None
        self._ended = False
        self._mark_mm = 3.0
        self.drawing = NOTHING
        self.lines: tuple[str, ...] = ()
        """What was measured, in words: one line a leg."""
        self._worked_out_for: object = None
        session.shown.connect(self._follow)

    def use(self, mode: MeasureMode) -> None:
        self.mode = mode
        self.clear()

    def clear(self) -> None:
        self.points, self._pieces, self._hover, self._ended = (), (), None, False
        self._work_out()

    def copy(self) -> None:
        """As text, for the chat or the record."""
        board = QApplication.clipboard()
        if board is not None and self.lines:
            board.setText("\n".join(self.lines))

    def press(self, at: ToolPoint) -> bool:
        moment = self._moment()
        if moment is None:
            return False
        if self.mode is MeasureMode.GAP:
            self._pick(at, moment)
        else:
            self._add(self._caught(at, moment), moment, at.reach_mm)
        self._work_out()
        return True

    def move(self, at: ToolPoint) -> bool:
        moment = self._moment()
        if moment is None:
            return False
        self._mark_mm = MARK_SHARE * at.reach_mm
        if self.mode is MeasureMode.PATH:
            self._hover = self._caught(at, moment)
            self._work_out()
        return True

    def release(self, at: ToolPoint) -> bool:
        """A click is made by its press; the release must not pan or select either."""
        return self.move(at)

    def wheel(self, _at: ToolPoint, _steps: float) -> bool:
        return False

    def escape(self) -> bool:
        self._hover = None
        if self._pieces or self.points:
            self._ended = False
            self.points, self._pieces = self.points[:-1], self._pieces[:-1]
            self._work_out()
            return True
        self._work_out()
        return False

    def _caught(self, at: ToolPoint, moment: Moment) -> MeasurePoint:
        if at.shift:
            return MeasurePoint(SnapKind.FREE, (at.x_mm, at.y_mm))
        return snapped(at.x_mm, at.y_mm, moment.state.scene, reach_mm=at.reach_mm)

    def _add(self, point: MeasurePoint, moment: Moment, reach_mm: float) -> None:
        """The last place clicked again ends the path; the next click begins another."""
        if self._ended:
            self.points, self._ended = (), False
        elif self.points and _is_same(self.points[-1], point, moment, reach_mm):
            self._ended = len(self.points) > 1
            return
        self.points = (*self.points, point)

    def _pick(self, at: ToolPoint, moment: Moment) -> None:
        placed = piece_under(at.x_mm, at.y_mm, moment.state.scene, reach_mm=at.reach_mm)
        if placed is None or placed.id in self._pieces[-1:]:
            return
        self._pieces = (*self._pieces, placed.id) if len(self._pieces) < 2 else (placed.id,)

    def _moment(self) -> Moment | None:
        """None while nothing can be measured."""
        moment = self._session.moment
        return moment if moment is not None and moment.state.registration is not None else None

    def _follow(self, moment: Moment) -> None:
        """What was caught moves with its piece; a table that lies still is not measured again."""
        state = moment.state
        if (self.points or self._pieces) and (state.registration, state.scene.pieces) != self._worked_out_for:
            self._work_out()

    def _work_out(self) -> None:
        moment = self._moment()
        lines: tuple[str, ...]
        if moment is None:
            drawing, lines = NOTHING, (tr("Can't see the mat, so nothing can be measured."),)
        else:
            self._worked_out_for = (moment.state.registration, moment.state.scene.pieces)
            worked_out = self._path if self.mode is MeasureMode.PATH else self._gap
            drawing, lines = worked_out(moment, self._session.settings.rules.ruler)
        if (drawing, lines) != (self.drawing, self.lines):
            self.drawing, self.lines = drawing, lines
            self.changed.emit()

    def _path(self, moment: Moment, ruler: Ruler) -> tuple[Drawing, tuple[str, ...]]:
        scene, registration = moment.state.scene, moment.state.registration
        assert registration is not None
        points, hover = self.points, self._hover
        if hover is not None and not self._ended and not (points and hover.place(scene) == points[-1].place(scene)):
            points = (*points, hover)
        measured = measured_path(points, scene, registration)
        drawing = path_drawing(points, measured, scene, ruler, mark_mm=self._mark_mm)
        lines = () if measured is None else tuple(path_lines(points, measured, scene, ruler))
        if hover is None or hover.kind is SnapKind.FREE:
            return drawing, lines
        return _with_hover(drawing, hover, scene, self._mark_mm), lines

    def _gap(self, moment: Moment, ruler: Ruler) -> tuple[Drawing, tuple[str, ...]]:
        found = (moment.state.scene.find(piece) for piece in self._pieces)
        pieces = [placed for placed in found if placed is not None]
        if len(pieces) < 2:
            return gap_drawing(pieces, None, ruler, mark_mm=self._mark_mm), ()
        gap = measured_gap(pieces[0], pieces[1])
        return gap_drawing(pieces, gap, ruler, mark_mm=self._mark_mm), (_gap_line(pieces, gap_words(gap, ruler)),)


def _gap_line(pieces: list[PlacedPiece], words: str) -> str:
    line = tr("gap between {one} and {other}: {length}", one=pieces[0].name, other=pieces[1].name, length=words)
    hidden = [placed.name for placed in pieces if placed.is_stale]
    return line if not hidden else tr("{line} (not measured just now: {names})", line=line, names=", ".join(hidden))


def _is_same(one: MeasurePoint, other: MeasurePoint, moment: Moment, reach_mm: float) -> bool:
    a, b = one.place(moment.state.scene), other.place(moment.state.scene)
    if a is None or b is None:
        return False
    return one == other or (one.kind is other.kind and abs(a[0] - b[0]) + abs(a[1] - b[1]) < reach_mm / 2)


def _with_hover(drawing: Drawing, hover: MeasurePoint, scene: Scene, mark_mm: float) -> Drawing:
    """What the pointer would catch, by name."""
    place = hover.place(scene)
    if place is None:
        return drawing
    marks = point_marks(place, is_free=False, mark_mm=1.6 * mark_mm)
    label = Label(place, hover.words(scene), Ink.MEASURE, hover.piece)
    return Drawing((*drawing.strokes, *marks), drawing.badges, (*drawing.labels, label))


class MeasurePanel(QWidget):
    def __init__(self, tool: MeasureTool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Measure"))
        self.tool = tool
        self.path = QRadioButton(tr("&Path over places"))
        self.gap = QRadioButton(tr("&Gap between two pieces"))
        self.hint = PlainLabel(look="caption", wraps=True)
        self.lengths = RichLabel()
        self.copy_button = QPushButton(tr("&Copy"))
        self.clear_button = QPushButton(tr("C&lear"))
        self._modes = QButtonGroup(self)
        self._lay_out()
        self.path.setChecked(True)
        self.path.toggled.connect(self._use)
        self.copy_button.clicked.connect(lambda _on: tool.copy())
        self.clear_button.clicked.connect(lambda _on: tool.clear())
        tool.changed.connect(self._tell)
        self._use(True)

    def _use(self, path: bool) -> None:
        mode = MeasureMode.PATH if path else MeasureMode.GAP
        if mode is not self.tool.mode:
            self.tool.use(mode)
        self.hint.setText(
            tr(
                "Click two or more places. They snap to masts, bows, sterns and edges; hold Shift to measure from "
                "the exact point. Click the last place again to finish; Esc removes the last place."
            )
            if path
            else tr("Click two pieces: the gap is measured from edge to edge.")
        )
        self._tell()

    def _tell(self) -> None:
        lines = self.tool.lines
        self.lengths.setText("".join(_entry(line) for line in lines))
        self.lengths.setAccessibleDescription("\n".join(lines))
        self.copy_button.setEnabled(bool(lines))
        self.clear_button.setEnabled(bool(self.tool.drawing.strokes))

    def _lay_out(self) -> None:
        for button in (self.path, self.gap):
            self._modes.addButton(button)
        self.lengths.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.lengths.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.lengths.setAccessibleName(tr("What was measured"))
        set_tip(self.copy_button, tr("Copies the lengths as text"))
        modes, buttons = row(self.path, self.gap, 1), row(self.copy_button, self.clear_button, 1)
        column(modes, self.hint, (scrolled(self.lengths), 1), buttons, on=self, margins=SPACE_PX)


def _entry(line: str) -> str:
    """What was measured small, its length in bold below."""
    what, _, length = line.partition(": ")
    bold = escape(length).replace(" ", "&nbsp;").replace("&nbsp;&nbsp;·&nbsp;&nbsp;", " · ")
    return f"<p>{escape(what)}<br><b>{bold}</b></p>" if length else f"<p>{escape(line)}</p>"
