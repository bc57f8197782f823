"""A piece seen from above: hull and its parts, bow zone, masts, sails, segments, and its plus-minus as a band."""

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache

import shapely

from tableassist.geometry.arrays import Floats
from tableassist.geometry.plus_minus import plus_minus
from tableassist.ledger.ledger import Ledger
from tableassist.messages import Message, Text
from tableassist.overlay.drawing import FLEET_INKS, Ink, Label, Point, Stroke
from tableassist.pieces.model import TERRAIN_KINDS, PieceKind
from tableassist.pieces.piece import Piece
from tableassist.scene.placed_piece import PlacedPiece

KIND_INKS = {
    **dict.fromkeys(TERRAIN_KINDS, Ink.TERRAIN),
    PieceKind.ISLAND: Ink.ISLAND,
    PieceKind.FOG_BANK: Ink.FOG,
    PieceKind.REEF: Ink.REEF,
}
DOT = tuple((0.9 * math.cos(turn * math.tau / 12), 0.9 * math.sin(turn * math.tau / 12)) for turn in range(12))
"""A mast from above."""


def fleet_inks(ledger: Ledger) -> dict[str, Ink]:
    """Each player's ink, in the order of the table file."""
    return {player: FLEET_INKS[number % len(FLEET_INKS)] for number, player in enumerate(ledger.players)}


def _ink(placed: PlacedPiece, inks: Mapping[str, Ink], ledger: Ledger) -> Ink:
    """A captured piece has its captor's."""
    if placed.is_stale:
        return Ink.NOT_SEEN
    return KIND_INKS.get(placed.piece.model.kind) or inks.get(ledger.owners.get(placed.id, ""), Ink.NEUTRAL)


def points_of(points: Floats) -> tuple[Point, ...]:
    return tuple(zip(*points.T.tolist(), strict=True)) if len(points) else ()


def ring(geometry: shapely.Polygon) -> tuple[Point, ...]:
    return points_of(shapely.get_coordinates(geometry.exterior)[:-1])


def piece_strokes(placed: PlacedPiece, inks: Mapping[str, Ink], ledger: Ledger) -> tuple[Stroke, ...]:
    return _strokes(placed, _ink(placed, inks, ledger))


@lru_cache(maxsize=256)
def _strokes(placed: PlacedPiece, ink: Ink) -> tuple[Stroke, ...]:
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
    for number in placed.masts_standing:
        strokes += _mast_strokes(placed, number)
    return tuple(strokes)


def _part_strokes(placed: PlacedPiece, ink: Ink) -> list[Stroke]:
    """What touches is drawn as the hull is, what hangs over the water as a sail is."""
    strokes = []
    for part, points in zip(placed.piece.model.parts, placed.part_points, strict=True):
        solid = part.touches and not placed.is_stale
        shade = ink if part.touches else Ink.SAIL
        strokes.append(Stroke(points_of(points), shade, closed=True, filled=solid, piece=placed.id))
    return strokes


def _mast_strokes(placed: PlacedPiece, number: int) -> list[Stroke]:
    """Or those of a creature's segment, or a fort's flag."""
    x, y = placed.mast_centre(number)
    dot = tuple((x + dx, y + dy) for dx, dy in DOT)
    strokes = [Stroke(dot, Ink.MAST, closed=True, filled=True, piece=placed.id)]
    if placed.piece.model.segments:
        ring_points = points_of(placed.segment_points(number))
        strokes.insert(0, Stroke(ring_points, Ink.SAIL, closed=True, filled=False, piece=placed.id))
    sail = placed.sail(number)
    if sail is not None:
        strokes.insert(0, Stroke(points_of(sail), Ink.SAIL, closed=False, filled=False, piece=placed.id))
    return strokes


def piece_label(
    placed: PlacedPiece, inks: Mapping[str, Ink], ledger: Ledger, numbers: Mapping[str, int] | None = None
) -> Label:
    owner = ledger.owners.get(placed.id) or ledger.homes.get(placed.id)
    at = (placed.pose.pose.x_mm, placed.pose.pose.y_mm)
    number = None if numbers is None else numbers.get(placed.id)
    return Label(at, _name(placed), _ink(placed, inks, ledger), placed.id, owner, number)


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
