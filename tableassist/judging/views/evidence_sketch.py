"""What a ruling was decided on, drawn: the line or the gap, where it dies, its plus-minus, and the number."""

import math
from typing import Final

import numpy as np

from tableassist.geometry import Floats
from tableassist.judging.words.rulings import measured_words, plus_minus_mm
from tableassist.messages import tr
from tableassist.overlay.drawing import Badge, Drawing, Ink, Label, Stroke, Symbol
from tableassist.overlay.piece_strokes import points_of
from tableassist.overlay.shot_strokes import LINE_INKS
from tableassist.rulebook import Ruling, Scene, Verdict
from tableassist.rulebook.ruling import Point, Witness

SYMBOLS: Final = {
    Verdict.YES: Symbol.YES,
    Verdict.NO: Symbol.NO,
    Verdict.TOO_CLOSE: Symbol.TOO_CLOSE,
    Verdict.NOT_SEEN: Symbol.NOT_SEEN,
}
LEAST_BAND_MM = 0.15
"""Half as wide: a narrower band could not be seen however near one zooms."""
CAP_MM = 5.0
"""Half the width of the band across a measured line's end."""
ARC_RAD = math.radians(14.0)
"""How far the ruler's end is drawn to either side."""
ROOM_MM = 18.0
"""Around what is shown, so that it does not touch the window's edge."""


def evidence_drawing(ruling: Ruling, scene: Scene) -> Drawing:
    """On top of the table's own drawing. Empty where the two pieces are not seen."""
    strokes = _outlines(ruling, scene)
    witness = ruling.witness
    if witness is None:
        return Drawing(tuple(strokes), (), ())
    strokes += _bands(ruling, witness)
    ink = LINE_INKS.get(ruling.verdict, Ink.NOT_SEEN)
    stop = witness.stopped_at or witness.end
    if math.dist(witness.start, stop) > 1e-6:
        strokes.append(Stroke((witness.start, stop), ink, closed=False, filled=False, piece=None))
    if witness.stopped_at is not None and math.dist(witness.stopped_at, witness.end) > 1e-6:
        beyond = (witness.stopped_at, witness.end)
        strokes.append(Stroke(beyond, Ink.NOT_SEEN, closed=False, filled=False, piece=None))
    badge = Badge(stop, SYMBOLS[ruling.verdict], _where_it_ends(ruling, scene))
    return Drawing(tuple(strokes), (badge,), _number(ruling, witness, stop))


def evidence_points(ruling: Ruling, scene: Scene) -> tuple[Point, ...]:
    """What must be in sight for this ruling to be understood: two corners at least, or nothing if neither piece is
    seen."""
    points: list[Point] = []
    if ruling.witness is not None:
        stop = ruling.witness.stopped_at
        points += [ruling.witness.start, ruling.witness.end, *([stop] if stop is not None else [])]
    for piece in (ruling.subject, ruling.target):
        placed = scene.find(piece)
        if placed is not None and (ruling.witness is None or not points):
            points += points_of(placed.hull_points)
    if not points:
        return ()
    x, y = zip(*points, strict=True)
    return ((min(x) - ROOM_MM, min(y) - ROOM_MM), (max(x) + ROOM_MM, max(y) + ROOM_MM))


def _outlines(ruling: Ruling, scene: Scene) -> list[Stroke]:
    """Both pieces lit, and the one that stands between them."""
    strokes = []
    for piece in dict.fromkeys((ruling.subject, ruling.target)):
        placed = scene.find(piece)
        if placed is not None:
            outline = points_of(placed.hull_points)
            strokes.append(Stroke(outline, Ink.EVIDENCE, closed=True, filled=False, piece=None))
    blocker = scene.find(ruling.witness.blocker) if ruling.witness is not None else None
    if blocker is not None and blocker.id != ruling.subject:
        outline = points_of(blocker.hull_points)
        strokes.append(Stroke(outline, Ink.BLOCKER, closed=True, filled=False, piece=None))
    return strokes


def _bands(ruling: Ruling, witness: Witness) -> list[Stroke]:
    """Where the number may truly end. A limit that is measured along the line (a range) is drawn as the ruler's end."""
    if ruling.sigma_mm is None or ruling.measured_mm is None:
        return []
    half = max(LEAST_BAND_MM, plus_minus_mm(ruling.sigma_mm))
    start, end = np.array(witness.start), np.array(witness.end)
    length = float(np.hypot(*(end - start)))
    if length < 1e-6:
        return [_area(start + half * _ring(24))]
    along = (end - start) / length
    if ruling.limit_mm == 0.0:
        # Of a line: how far to the side it may truly run. Along the whole of it only where that is what the call is
        # about, for the band has the tone of too close.
        stop = np.array(witness.stopped_at or witness.end)
        whole = ruling.verdict is Verdict.TOO_CLOSE
        return [_area(_strip(start, stop, half) if whole else stop + half * _ring(24))]
    bands = [_area(_strip(end - half * along, end + half * along, CAP_MM))]
    if ruling.limit_mm is not None and ruling.limit_mm > 2 * CAP_MM:
        middle = math.atan2(along[1], along[0])
        turns = np.linspace(middle - ARC_RAD, middle + ARC_RAD, 25)
        arc = start + ruling.limit_mm * np.column_stack([np.cos(turns), np.sin(turns)])
        bands.append(Stroke(points_of(arc), Ink.MEASURE, closed=False, filled=False, piece=None))
    return bands


def _area(ring: Floats) -> Stroke:
    return Stroke(points_of(ring), Ink.PLUS_MINUS, closed=True, filled=True, piece=None)


def _strip(start: Floats, end: Floats, half_mm: float) -> Floats:
    length = max(float(np.hypot(*(end - start))), 1e-9)
    aside = half_mm * np.array([-(end - start)[1], (end - start)[0]]) / length
    return np.array([start - aside, end - aside, end + aside, start + aside])


def _ring(corners: int) -> Floats:
    turns = np.linspace(0.0, math.tau, corners, endpoint=False)
    return np.column_stack([np.cos(turns), np.sin(turns)])


def _where_it_ends(ruling: Ruling, scene: Scene) -> str:
    blocker = ruling.witness.blocker if ruling.witness is not None else None
    if blocker is None or ruling.verdict is Verdict.YES:
        return ""
    if blocker == ruling.subject:
        return tr("stopped by her own masts")
    placed = scene.find(blocker)
    return tr("stopped by {piece}", piece=blocker if placed is None else placed.name)


def _number(ruling: Ruling, witness: Witness, stop: Point) -> tuple[Label, ...]:
    if ruling.measured_mm is None:
        return ()
    middle = ((witness.start[0] + stop[0]) / 2, (witness.start[1] + stop[1]) / 2)
    return (Label(middle, measured_words(ruling), Ink.EVIDENCE, None),)
