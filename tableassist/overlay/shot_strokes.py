"""The shots of one ship: each line with how it ends, and what stands in its way."""

from functools import lru_cache

from tableassist.geometry import plus_minus
from tableassist.overlay.drawing import Ink, Point, Stroke
from tableassist.overlay.piece_strokes import points_of
from tableassist.rulebook import Ruling, Scene, Verdict
from tableassist.rulebook.engine import LINE_OF_FIRE, SHOT
from tableassist.scene.placed_piece import PlacedPiece

LINE_INKS = {Verdict.YES: Ink.CLEAR, Verdict.NO: Ink.BLOCKED, Verdict.TOO_CLOSE: Ink.TOO_CLOSE}
Calls = dict[tuple[str, int | None], Verdict]


def shot_strokes(ship: PlacedPiece, scene: Scene, rulings: tuple[Ruling, ...]) -> list[Stroke]:
    calls = calls_of(rulings)
    lines = lines_of(rulings)
    strokes = []
    for blocker in sorted({name for name in map(blocker_of, lines) if name is not None}):
        placed = scene.find(blocker)
        if placed is not None and placed is not ship:
            strokes.append(_lit(placed))
    for ruling in lines:
        assert ruling.witness is not None
        ink = LINE_INKS[calls[ruling.target, ruling.cannon]]
        strokes += _line(
            ruling.witness.start,
            ruling.witness.end,
            ruling.witness.stopped_at,
            ink,
            round(plus_minus(ruling.sigma_mm or 0.0), 2),
        )
    return strokes


def lines_of(rulings: tuple[Ruling, ...]) -> list[Ruling]:
    """A line that is not measured, because something that may stand in it is hidden, is not drawn."""
    lines = (ruling for ruling in rulings if ruling.rule == LINE_OF_FIRE.id and ruling.verdict in LINE_INKS)
    return [ruling for ruling in lines if ruling.witness is not None]


def calls_of(rulings: tuple[Ruling, ...]) -> Calls:
    """Of each line, by target and cannon: the call on the whole shot, which a clear line alone does not make."""
    calls = {(line.target, line.cannon): line.verdict for line in lines_of(rulings)}
    shots = (ruling for ruling in rulings if ruling.rule == SHOT.id and ruling.verdict in LINE_INKS)
    return {**calls, **{(shot.target, shot.cannon): shot.verdict for shot in shots}}


def blocker_of(ruling: Ruling) -> str | None:
    return ruling.witness.blocker if ruling.witness is not None and ruling.verdict is not Verdict.YES else None


@lru_cache(maxsize=64)
def _lit(placed: PlacedPiece) -> Stroke:
    return Stroke(points_of(placed.hull_points), Ink.BLOCKER, closed=True, filled=True, piece=placed.id)


@lru_cache(maxsize=512)
def _line(start: Point, end: Point, stopped_at: Point | None, ink: Ink, band_mm: float) -> tuple[Stroke, ...]:
    """A line that dies on the way has a mark there, and its rest is shown faintly: it is what the shooter hoped for."""
    if stopped_at is None:
        return (_open((start, end), ink, band_mm),)
    return (
        _open((stopped_at, end), Ink.BEYOND, 0.0),
        _open((start, stopped_at), ink, band_mm),
        _open((stopped_at,), Ink.STOPPED, 0.0),
    )


def _open(points: tuple[Point, ...], ink: Ink, band_mm: float) -> Stroke:
    return Stroke(points, ink, closed=False, filled=False, piece=None, band_mm=band_mm)
