"""Where every ship has been: her moves on the plan, from rest to rest."""

import itertools
import math

from tableassist.overlay.arrows import arrow, dot
from tableassist.overlay.drawing import Drawing, Ink, Label, Point, Stroke
from tableassist.overlay.piece_strokes import fleet_inks
from tableassist.pipeline.moves.chronicle import Chronicle
from tableassist.pipeline.moves.found_move import FoundMove, MoveKind

SAILED = (MoveKind.MOVED, MoveKind.TOWED)
LEAST_LABELLED_MM = 25.0


def path_map(chronicle: Chronicle, at_the_end: Drawing, *, turn: int | None = None) -> Drawing:
    """The table as it lay at the end, with all moves, each with the number of its turn beside it; or with those of one
    turn, without a number."""
    inks = fleet_inks(chronicle.settings.state)
    owners = {piece.id: inks.get(piece.owner or "", Ink.NEUTRAL) for piece in chronicle.settings.pieces}
    bows = {piece.id: max(x for x, _ in piece.model.hull) for piece in chronicle.settings.pieces}
    strokes, labels = list[Stroke](), list[Label]()
    for move in chronicle.moves:
        if move.kind not in SAILED or move.start is None or turn not in (None, move.turn.number):
            continue
        ink = owners.get(move.piece, Ink.NEUTRAL)
        line = move_line(move, bows.get(move.piece, 0.0))
        strokes.append(Stroke(line, ink, closed=False, filled=False, piece=None))
        strokes += (Stroke(each, ink, closed=True, filled=True, piece=None) for each in (arrow(line), dot(line[0])))
        if turn is None and move.gone_mm >= LEAST_LABELLED_MM:
            labels.append(Label(_middle(line), str(move.turn.number), ink, None))
    return Drawing((*at_the_end.strokes, *strokes), at_the_end.badges, (*at_the_end.labels, *labels), at_the_end.fleets)


def move_line(move: FoundMove, bow_mm: float) -> tuple[Point, ...]:
    """Of the hull's middle: along the shortest legal route, or straight where none is known."""
    assert move.start is not None
    route = None if move.judgement is None else move.judgement.route
    points = [(move.start.x_mm, move.start.y_mm)]
    for each in () if route is None or route.wraps else route.segments:
        back = bow_mm * math.cos(each.heading_rad), bow_mm * math.sin(each.heading_rad)
        points += [(x - back[0], y - back[1]) for x, y in (each.start, each.end)]
    return (*points, (move.end.x_mm, move.end.y_mm))


def _middle(line: tuple[Point, ...]) -> Point:
    """Of its way."""
    whole = sum(math.dist(a, b) for a, b in itertools.pairwise(line))
    gone = 0.0
    for a, b in itertools.pairwise(line):
        step = math.dist(a, b)
        if step > 0.0 and gone + step >= whole / 2:
            share = (whole / 2 - gone) / step
            return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])
        gone += step
    return line[-1]
