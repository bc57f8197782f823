"""The shots of one ship: what each cannon reaches, and each line with how it ends."""

from collections.abc import Iterator
from functools import lru_cache

import shapely

from tableassist.overlay.drawing import Badge, Ink, Point, Stroke, Symbol
from tableassist.overlay.piece_strokes import points_of, ring
from tableassist.pieces.piece import CannonRange
from tableassist.rules.ruling import Ruling, Verdict
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.scene import Scene

Circle = tuple[float, float, float]

LINE_INKS = {Verdict.YES: Ink.CLEAR, Verdict.NO: Ink.BLOCKED, Verdict.TOO_CLOSE: Ink.TOO_CLOSE}
SYMBOLS = {Verdict.YES: Symbol.YES, Verdict.NO: Symbol.NO, Verdict.TOO_CLOSE: Symbol.TOO_CLOSE}
ORDER = (Verdict.YES, Verdict.TOO_CLOSE, Verdict.NO)
"""The best that any cannon has against a target comes first."""


def shot_strokes(ship: PlacedPiece, scene: Scene, rulings: tuple[Ruling, ...]) -> list[Stroke]:
    strokes = list(_reaches(ship, rulings))
    calls = _calls(ship, rulings)
    for blocker in sorted({b for b in (_blocker(r) for r in _lines(ship, rulings)) if b is not None}):
        placed = scene.find(blocker)
        if placed is not None and placed is not ship:
            strokes.append(Stroke(points_of(placed.hull_points), Ink.BLOCKER, closed=True, filled=True, piece=blocker))
    for ruling in _lines(ship, rulings):
        assert ruling.witness is not None
        end = ruling.witness.stopped_at or ruling.witness.end
        ink = LINE_INKS[calls[ruling.target, ruling.cannon]]
        strokes.append(Stroke((ruling.witness.start, end), ink, closed=False, filled=False, piece=None))
    return strokes


def _reaches(ship: PlacedPiece, rulings: tuple[Ruling, ...]) -> Iterator[Stroke]:
    """What all short and all long cannons reach together, at the distances that the rulings used."""
    reach_of = {cannon.number: cannon.reach for cannon in ship.piece.cannons}
    circles: dict[int, tuple[CannonRange, Circle]] = {}
    for ruling in rulings:
        if ruling.rule == "range" and ruling.subject == ship.id and ruling.witness is not None:
            assert ruling.cannon is not None
            assert ruling.limit_mm is not None
            # A musketeer's gun is on no card; it is always short.
            reach = reach_of.get(ruling.cannon, CannonRange.SHORT)
            circles[ruling.cannon] = (reach, (*ruling.witness.start, ruling.limit_mm))
    for kind, ink in ((CannonRange.SHORT, Ink.REACH_SHORT), (CannonRange.LONG, Ink.REACH_LONG)):
        alike = tuple(circle for reach, circle in circles.values() if reach is kind)
        outline = _together(alike) if alike else ()
        if outline:
            yield Stroke(outline, ink, closed=True, filled=False, piece=None)


@lru_cache(maxsize=32)
def _together(circles: tuple[Circle, ...]) -> tuple[Point, ...]:
    """The outline of overlapping circles."""
    by_radius: dict[float, list[Point]] = {}
    for x, y, radius in circles:
        by_radius.setdefault(radius, []).append((x, y))
    rounds = [shapely.buffer(shapely.MultiPoint(some), radius, quad_segs=16) for radius, some in by_radius.items()]
    union = rounds[0] if len(rounds) == 1 else shapely.union_all(rounds)
    return ring(union) if isinstance(union, shapely.Polygon) and not union.is_empty else ()


def _lines(ship: PlacedPiece, rulings: tuple[Ruling, ...]) -> list[Ruling]:
    return [r for r in rulings if r.rule == "line_of_fire" and r.subject == ship.id and r.witness is not None]


def _calls(ship: PlacedPiece, rulings: tuple[Ruling, ...]) -> dict[tuple[str, int | None], Verdict]:
    """Of each line, by target and cannon: the call on the whole shot, which a clear line alone does not make."""
    calls = {(line.target, line.cannon): line.verdict for line in _lines(ship, rulings)}
    shots = (r for r in rulings if r.rule == "shot" and r.subject == ship.id and r.verdict in LINE_INKS)
    return {**calls, **{(shot.target, shot.cannon): shot.verdict for shot in shots}}


def _blocker(ruling: Ruling) -> str | None:
    return ruling.witness.blocker if ruling.witness is not None and ruling.verdict is not Verdict.YES else None


def shot_badges(ship: PlacedPiece, rulings: tuple[Ruling, ...]) -> list[Badge]:
    """One a target, at the end of its best line: how many cannons bear."""
    by_target: dict[str, list[Ruling]] = {}
    for ruling in _lines(ship, rulings):
        by_target.setdefault(ruling.target, []).append(ruling)
    calls = _calls(ship, rulings)
    badges = []
    for lines in by_target.values():
        best = min(lines, key=lambda ruling: ORDER.index(calls[ruling.target, ruling.cannon]))
        call = calls[best.target, best.cannon]
        assert best.witness is not None
        same = sum(calls[ruling.target, ruling.cannon] is call for ruling in lines)
        where = best.witness.stopped_at or best.witness.end
        badges.append(Badge(where, SYMBOLS[call], _words(call, same, blocked=best.verdict is Verdict.NO)))
    return badges


def _words(verdict: Verdict, cannons: int, *, blocked: bool) -> str:
    guns = f"{cannons} cannon{'s' if cannons > 1 else ''}"
    return {
        Verdict.YES: f"{guns} clear",
        Verdict.TOO_CLOSE: f"{guns} too close to call",
        Verdict.NO: "blocked" if blocked else "may not shoot",
    }[verdict]
