"""A piece seen from above: hull and its parts, bow zone, masts, sails, segments, and its plus-minus as a band."""

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache

import numpy as np
import shapely

from tableassist.geometry import Floats, PiecePoints, plus_minus
from tableassist.messages import Message, Text
from tableassist.overlay.drawing import FLEET_INKS, Ink, Label, Point, Stroke
from tableassist.pieces import TERRAIN_KINDS, Piece, PieceKind, PieceModel
from tableassist.rulebook import GameState
from tableassist.scene.placed_piece import PlacedPiece, sail_ends

KIND_INKS = {
    **dict.fromkeys(TERRAIN_KINDS, Ink.TERRAIN),
    PieceKind.ISLAND: Ink.ISLAND,
    PieceKind.FOG_BANK: Ink.FOG,
    PieceKind.REEF: Ink.REEF,
}
DOT = tuple((0.9 * math.cos(turn * math.tau / 12), 0.9 * math.sin(turn * math.tau / 12)) for turn in range(12))
"""A mast from above."""
_Outline = tuple[int, int, Ink, bool, bool]
"""From and to which of several points, its ink, and whether it is closed and filled."""


def fleet_inks(state: GameState) -> dict[str, Ink]:
    """Each player's ink, in the order of the table file."""
    return {player: FLEET_INKS[number % len(FLEET_INKS)] for number, player in enumerate(state.players)}


def ink_of(placed: PlacedPiece, inks: Mapping[str, Ink], state: GameState) -> Ink:
    """A captured piece has its captor's."""
    if placed.is_stale:
        return Ink.NOT_SEEN
    return KIND_INKS.get(placed.piece.model.kind) or inks.get(state.owners.get(placed.id, ""), Ink.NEUTRAL)


def points_of(points: Floats) -> tuple[Point, ...]:
    return tuple(zip(*points.T.tolist(), strict=True)) if len(points) else ()


def ring(geometry: shapely.Polygon) -> tuple[Point, ...]:
    return points_of(shapely.get_coordinates(geometry.exterior)[:-1])


@lru_cache(maxsize=256)
def piece_strokes(placed: PlacedPiece, ink: Ink) -> tuple[Stroke, ...]:
    """A piece that lies still is the same value from frame to frame, and so is its drawing."""
    hull = points_of(placed.hull_points)
    band_mm = plus_minus(placed.pose.sigma_mm)
    strokes = [Stroke(hull, ink, closed=True, filled=not placed.is_stale, piece=placed.id, band_mm=band_mm)]
    strokes += _part_strokes(placed, ink)
    if placed.bow is not None:
        strokes.append(Stroke(ring(placed.bow), Ink.BOW_ZONE, closed=True, filled=False, piece=placed.id))
    if placed.bowsprit is not None:
        sprit = points_of(shapely.get_coordinates(placed.bowsprit))
        strokes.append(Stroke(sprit, Ink.SAIL, closed=False, filled=False, piece=placed.id))
    local, outlines = _uprights(placed.piece.model, placed.masts_standing)
    points = points_of(placed.pose.pose.place(local))
    for first, end, shade, closed, filled in outlines:
        strokes.append(Stroke(points[first:end], shade, closed=closed, filled=filled, piece=placed.id))
    return tuple(strokes)


def _part_strokes(placed: PlacedPiece, ink: Ink) -> list[Stroke]:
    """What touches is drawn as the hull is, what hangs over the water as a sail is."""
    strokes = []
    for part, points in zip(placed.piece.model.parts, placed.part_points, strict=True):
        solid = part.touches and not placed.is_stale
        shade = ink if part.touches else Ink.SAIL
        strokes.append(Stroke(points_of(points), shade, closed=True, filled=solid, piece=placed.id))
    return strokes


@lru_cache(maxsize=256)
def _uprights(model: PieceModel, standing: tuple[int, ...]) -> tuple[PiecePoints, tuple[_Outline, ...]]:
    """Masts with their sails, a creature's segments or a fort's flags, in the piece's own frame."""
    points: list[tuple[float, ...]] = []
    outlines: list[_Outline] = []

    def add(some: Iterable[tuple[float, ...]], ink: Ink, *, closed: bool, filled: bool) -> None:
        first = len(points)
        points.extend(some)
        outlines.append((first, len(points), ink, closed, filled))

    for number in standing:
        mast = model.masts[number - 1] if model.masts else None
        if mast is not None and mast.sail is not None:
            add(sail_ends(mast, mast.sail), Ink.SAIL, closed=False, filled=False)
        if model.segments:
            add(model.segments[number - 1].ring, Ink.SAIL, closed=True, filled=False)
        x, y = model.upright_place(number)
        add(((x + dx, y + dy) for dx, dy in DOT), Ink.MAST, closed=True, filled=True)
    return PiecePoints(np.array(points, dtype=np.float64).reshape(-1, 2)), tuple(outlines)


def piece_label(placed: PlacedPiece, ink: Ink, state: GameState, numbers: Mapping[str, int] | None = None) -> Label:
    owner = state.owners.get(placed.id) or state.homes.get(placed.id)
    at = (placed.pose.pose.x_mm, placed.pose.pose.y_mm)
    number = None if numbers is None else numbers.get(placed.id)
    return Label(at, _name(placed), ink, placed.id, owner, number)


def ship_numbers(pieces: Iterable[Piece]) -> dict[str, int]:
    """By id, from 1 on: the pieces that players own, each fleet by its names. Give it all of a table, seen or not."""
    owned = sorted((piece.owner, piece.name, piece.id) for piece in pieces if piece.owner is not None)
    return {piece: number for number, (_, _, piece) in enumerate(owned, 1)}


def _name(placed: PlacedPiece) -> Text:
    if not placed.is_stale:
        return placed.name
    if placed.doubt:
        return Message("{name} (in doubt)", name=placed.name)
    if placed.reason:
        return Message("{name} (not measured for {seconds:.0f} s)", name=placed.name, seconds=placed.hidden_s)
    return Message("{name} (hidden {seconds:.0f} s)", name=placed.name, seconds=placed.hidden_s)
