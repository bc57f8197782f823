"""A ghost, drawn: her outline, where her bow can come to, the way there with its turns, and what she could do."""

from collections.abc import Iterable

import shapely
from shapely.geometry.base import BaseGeometry

from tableassist.judging.views import SYMBOLS
from tableassist.judging.words import RulingGroup, short_summary, verdict_word
from tableassist.messages import say, tr
from tableassist.overlay.drawing import Badge, Drawing, Ink, Label, Stroke
from tableassist.overlay.piece_strokes import DOT, points_of
from tableassist.overlay.shot_strokes import LINE_INKS
from tableassist.rulebook import Ruling, Verdict
from tableassist.rulebook.moves import Route
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.ui.tools.ghost.place import Foreseen
from tableassist.ui.tools.ghost.words import names_of, prospect_groups
from tableassist.ui.tools.measure.drawing import middle_of

LEAST_LEG_MM = 0.5
"""A shorter segment of a route was not sailed."""


def ghost_outline(ghost: PlacedPiece, ink: Ink) -> list[Stroke]:
    """Hull, bow zone and masts."""
    strokes = [Stroke(points_of(ghost.hull_points), ink, closed=True, filled=True, piece=None)]
    if ghost.bow is not None:
        zone = points_of(shapely.get_coordinates(ghost.bow.exterior)[:-1])
        strokes.append(Stroke(zone, ink, closed=True, filled=False, piece=None))
    for number in ghost.masts_standing:
        x, y = ghost.mast_centre(number)
        dot = tuple((x + dx, y + dy) for dx, dy in DOT)
        strokes.append(Stroke(dot, Ink.MAST, closed=True, filled=True, piece=None))
    return strokes


def ghost_drawing(ghost: PlacedPiece, foreseen: Foreseen | None, reach: BaseGeometry | None) -> Drawing:
    """`foreseen` only for this very place: while it is worked out the ghost shows herself alone, within her reach."""
    strokes = list(_region(reach)) if reach is not None else []
    if foreseen is None:
        return Drawing((*strokes, *ghost_outline(ghost, Ink.GHOST)), (), ())
    verdict = foreseen.judgement.ruling.verdict
    ink = Ink.GHOST_ILLEGAL if verdict is Verdict.NO else Ink.GHOST
    at = ghost.pose.pose
    badges, labels = [Badge((at.x_mm, at.y_mm), SYMBOLS[verdict], _call_words(foreseen))], list[Label]()
    if foreseen.judgement.route is not None:
        way, marks = _way(foreseen.judgement.route)
        strokes += way
        labels += marks
    for group in prospect_groups(foreseen) if verdict is not Verdict.NO else ():
        lines, badge = _prospect(group, foreseen)
        strokes += lines
        badges += [badge] if badge is not None else []
    return Drawing((*strokes, *ghost_outline(ghost, ink)), tuple(badges), tuple(labels))


def _call_words(foreseen: Foreseen) -> str:
    ruling = foreseen.judgement.ruling
    if ruling.verdict is Verdict.YES:
        return tr("she can lie here")
    short = say(foreseen.judgement.outcome or ruling.reason)
    return short if len(short) <= 60 else verdict_word(ruling.verdict)


def _region(area: BaseGeometry) -> Iterable[Stroke]:
    for part in shapely.get_parts(area):
        if isinstance(part, shapely.Polygon) and not part.is_empty:
            outer = points_of(shapely.get_coordinates(part.exterior)[:-1])
            yield Stroke(outer, Ink.REACHABLE, closed=True, filled=not part.interiors, piece=None)
            for hole in part.interiors:
                inner = points_of(shapely.get_coordinates(hole)[:-1])
                yield Stroke(inner, Ink.REACHABLE, closed=True, filled=False, piece=None)


def _way(route: Route) -> tuple[list[Stroke], list[Label]]:
    """Of the bow: each segment with its length, a dot at each turn."""
    sailed = [each for each in route.segments if each.length_mm > LEAST_LEG_MM]
    strokes = [Stroke((each.start, each.end), Ink.GHOST, closed=False, filled=False, piece=None) for each in sailed]
    for x, y in route.turning_points:
        dot = tuple((x + 2 * dx, y + 2 * dy) for dx, dy in DOT)
        strokes.append(Stroke(dot, Ink.MEASURE, closed=True, filled=True, piece=None))
    labels = [
        Label(middle_of(each.start, each.end), f"{each.segment} {each.length_mm:.0f} mm", Ink.GHOST, None)
        for each in sailed
    ]
    return strokes, labels


def _prospect(group: RulingGroup, foreseen: Foreseen) -> tuple[list[Stroke], Badge | None]:
    """Hers only: what others could do to her is told in the list."""
    lead = group.lead
    if group.key[0] != foreseen.ghost.id or lead.witness is None:
        return [], None
    strokes = []
    for shot in group.shots or [lead]:
        line = _line(shot) if shot in group.news else None
        if line is not None:
            strokes.append(line)
    end = lead.witness.stopped_at or lead.witness.end
    return strokes, Badge(end, SYMBOLS[group.verdict], short_summary(group, names_of(foreseen.scene)))


def _line(ruling: Ruling) -> Stroke | None:
    if ruling.witness is None or ruling.verdict not in LINE_INKS:
        return None
    end = ruling.witness.stopped_at or ruling.witness.end
    return Stroke((ruling.witness.start, end), LINE_INKS[ruling.verdict], closed=False, filled=False, piece=None)
