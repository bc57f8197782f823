"""What is being measured, drawn: legs with their lengths, and a mark at each place."""

import math
from collections.abc import Sequence

from tableassist.messages import tr
from tableassist.overlay.drawing import Drawing, Ink, Label, Point, Stroke
from tableassist.overlay.piece_strokes import points_of
from tableassist.rulebook import Scene
from tableassist.rulebook.editions import Ruler
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import Separation
from tableassist.ui.tools.measure.path import MeasuredPath
from tableassist.ui.tools.measure.points import MeasurePoint, SnapKind
from tableassist.ui.tools.measure.words import gap_words, short_words

NOTHING = Drawing((), (), ())
_TURNS = tuple((math.cos(n * math.tau / 16), math.sin(n * math.tau / 16)) for n in range(16))


def path_drawing(
    points: Sequence[MeasurePoint], measured: MeasuredPath | None, scene: Scene, ruler: Ruler, *, mark_mm: float
) -> Drawing:
    strokes: list[Stroke] = []
    labels: list[Label] = []
    for leg in measured.legs if measured is not None else ():
        strokes.append(_line(leg.start, leg.end))
        labels.append(Label(middle_of(leg.start, leg.end), short_words(leg.mm, leg.sigma_mm, ruler), Ink.MEASURE, None))
    for point in points:
        place = point.place(scene)
        if place is not None:
            strokes += point_marks(place, is_free=point.kind is SnapKind.FREE, mark_mm=mark_mm)
    if measured is not None and len(measured.legs) > 1:
        words = tr("together {length}", length=short_words(measured.mm, measured.sigma_mm, ruler))
        labels.append(Label(measured.legs[-1].end, words, Ink.MEASURE, None))
    return Drawing(tuple(strokes), (), tuple(labels))


def gap_drawing(pieces: Sequence[PlacedPiece], gap: Separation | None, ruler: Ruler, *, mark_mm: float) -> Drawing:
    strokes = [
        Stroke(points_of(placed.hull_points), Ink.MEASURE, closed=True, filled=False, piece=None) for placed in pieces
    ]
    if gap is None:
        return Drawing(tuple(strokes), (), ())
    strokes.append(_line(gap.start, gap.end))
    for place in (gap.start, gap.end):
        strokes += point_marks(place, is_free=False, mark_mm=mark_mm / 2)
    label = Label(middle_of(gap.start, gap.end), gap_words(gap, ruler), Ink.MEASURE, None)
    return Drawing(tuple(strokes), (), (label,))


def point_marks(place: Point, *, is_free: bool, mark_mm: float) -> list[Stroke]:
    """A ring where a place was caught, a cross where it is free."""
    x, y = place
    if is_free:
        arms = ((mark_mm, mark_mm), (mark_mm, -mark_mm))
        return [_line((x - dx, y - dy), (x + dx, y + dy)) for dx, dy in arms]
    ring = tuple((x + mark_mm * dx, y + mark_mm * dy) for dx, dy in _TURNS)
    return [Stroke(ring, Ink.MEASURE, closed=True, filled=False, piece=None)]


def _line(start: Point, end: Point) -> Stroke:
    return Stroke((start, end), Ink.MEASURE, closed=False, filled=False, piece=None)


def middle_of(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
