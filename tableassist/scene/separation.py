"""How far apart places on two pieces are, with the plus-minus of both poses taken together. Many pairs at once."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from tableassist.geometry.arrays import Floats
from tableassist.scene.piece_pose import PiecePose
from tableassist.scene.placed_piece import PlacedPiece

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Separation:
    mm: float
    """Edge to edge; below zero where the outlines overlap, by the depth of the overlap."""
    sigma_mm: float
    start: Point
    end: Point


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """A part of one piece and a part of another."""

    one: PlacedPiece
    part: BaseGeometry
    other: PlacedPiece
    other_part: BaseGeometry


def between(one: PlacedPiece, part: BaseGeometry, other: PlacedPiece, other_part: BaseGeometry) -> Separation:
    """From the nearest point of `part` to the nearest point of `other_part`."""
    return between_all([Parts(one, part, other, other_part)])[0]


def between_all(pairs: Sequence[Parts]) -> list[Separation]:
    if not pairs:
        return []
    lines = shapely.shortest_line([pair.part for pair in pairs], [pair.other_part for pair in pairs])
    ends = shapely.get_coordinates(lines).reshape(-1, 2, 2)
    distances, normals = _across(ends)
    for index in np.flatnonzero(distances < 1e-9).tolist():
        distances[index], normals[index] = _overlap(pairs[index].part, pairs[index].other_part)
    return _separations([pair.one for pair in pairs], [pair.other for pair in pairs], ends, distances, normals)


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """From a point fixed to one piece to any part of another."""

    one: PlacedPiece
    origin: Point
    other: PlacedPiece


def to_nearest_part(shots: Sequence[Shot]) -> list[Separation]:
    """From each origin to the nearest point of any part of its target; zero inside her hull."""
    if not shots:
        return []
    ends = _nearest_ends(shots)
    distances, normals = _across(ends)
    return _separations([shot.one for shot in shots], [shot.other for shot in shots], ends, distances, normals)


def _nearest_ends(shots: Sequence[Shot]) -> Floats:
    """(N, 2, 2): each origin and the nearest place on its target's edges."""
    targets = {id(shot.other): shot.other for shot in shots}
    most = max(len(target.part_edges) for target in targets.values())
    padded = {key: np.resize(target.part_edges, (most, 2, 2)) for key, target in targets.items()}
    edges = np.stack([padded[id(shot.other)] for shot in shots])
    points = np.array([shot.origin for shot in shots])
    start, along = edges[:, :, 0], edges[:, :, 1] - edges[:, :, 0]
    share = ((points[:, None] - start) * along).sum(axis=-1) / np.maximum((along**2).sum(axis=-1), 1e-12)
    places = start + np.clip(share, 0.0, 1.0)[..., None] * along
    squares = ((places - points[:, None]) ** 2).sum(axis=-1)
    ends = places[np.arange(len(shots)), squares.argmin(axis=1)]
    for index in np.flatnonzero(squares.min(axis=1) < 400.0).tolist():
        if shapely.contains_xy(shots[index].other.hull, *points[index]):
            ends[index] = points[index]
    return np.stack([points, ends], axis=1)


def _across(ends: Floats) -> tuple[Floats, Floats]:
    """Lengths (N,) and directions (N, 2) of lines (N, 2, 2)."""
    across = ends[:, 1] - ends[:, 0]
    distances = np.hypot(across[:, 0], across[:, 1])
    normals = np.where(distances[:, None] > 1e-9, across / np.maximum(distances, 1e-9)[:, None], (1.0, 0.0))
    return distances, normals


def _separations(
    ones: Sequence[PlacedPiece], others: Sequence[PlacedPiece], ends: Floats, distances: Floats, normals: Floats
) -> list[Separation]:
    variance = _variance([one.pose for one in ones], [other.pose for other in others], ends, normals)
    variance += np.array([one.piece.model.sigma_mm**2 for one in ones])
    variance += np.array([other.piece.model.sigma_mm**2 for other in others])
    rows = zip(distances.tolist(), np.sqrt(variance).tolist(), ends.tolist(), strict=True)
    return [Separation(mm, sigma, (x0, y0), (x1, y1)) for mm, sigma, ((x0, y0), (x1, y1)) in rows]


def _variance(ones: Sequence[PiecePose], others: Sequence[PiecePose], ends: Floats, normals: Floats) -> Floats:
    """(N,) along the normals, of points fixed to `others` less points fixed to `ones`."""
    by_one = -_pull(ones, ends[:, 0], normals)
    by_other = _pull(others, ends[:, 1], normals)
    variance = _quadratic(by_one, np.stack([pose.own for pose in ones]))
    variance = variance + _quadratic(by_other, np.stack([pose.own for pose in others]))
    shapes = {pose.shared.shape for pose in (*ones, *others)}
    if len(shapes) == 1:
        # The camera moves both: its errors are added before they are squared, so that they cancel where they do.
        together = _through(by_one, ones) + _through(by_other, others)
        return np.asarray(variance + (together**2).sum(axis=1), dtype=np.float64)
    for index, (one, other) in enumerate(zip(ones, others, strict=True)):
        alone, beside = by_one[index] @ one.shared, by_other[index] @ other.shared
        same = one.shared.shape == other.shared.shape
        variance[index] += ((alone + beside) ** 2).sum() if same else (alone**2).sum() + (beside**2).sum()
    return np.asarray(variance, dtype=np.float64)


def _quadratic(rows: Floats, matrices: Floats) -> Floats:
    square: Floats = (rows[:, None] @ matrices @ rows[..., None])[:, 0, 0]
    return square


def _through(rows: Floats, poses: Sequence[PiecePose]) -> Floats:
    moved: Floats = (rows[:, None] @ np.stack([pose.shared for pose in poses]))[:, 0]
    return moved


def _pull(poses: Sequence[PiecePose], places: Floats, normals: Floats) -> Floats:
    """(N, 3): how far places fixed to pieces move along their normals with x, y and heading."""
    middle = np.array([(pose.pose.x_mm, pose.pose.y_mm) for pose in poses])
    arm = places - middle
    return np.column_stack([normals, normals[:, 1] * arm[:, 0] - normals[:, 0] * arm[:, 1]])


def _overlap(part: BaseGeometry, other_part: BaseGeometry) -> tuple[float, Point]:
    """Minus the thickness of the common area across, and the direction across it."""
    common = shapely.intersection(part, other_part)
    if common.area <= 0:
        return 0.0, _towards(part, other_part)
    hull = np.asarray(shapely.get_coordinates(common.convex_hull))
    turns = np.linspace(0.0, math.pi, 36, endpoint=False)
    across = np.column_stack([np.cos(turns), np.sin(turns)])
    widths = np.ptp(hull @ across.T, axis=0)
    thinnest = int(widths.argmin())
    return -float(widths[thinnest]), (float(across[thinnest, 0]), float(across[thinnest, 1]))


def _towards(part: BaseGeometry, other_part: BaseGeometry) -> Point:
    a, b = part.centroid, other_part.centroid
    length = math.hypot(b.x - a.x, b.y - a.y)
    return ((b.x - a.x) / length, (b.y - a.y) / length) if length > 0 else (1.0, 0.0)


def separation_variance(one: PiecePose, start: Point, other: PiecePose, end: Point, normal: Point) -> float:
    """Along `normal`, of a point fixed to `other` less a point fixed to `one`."""
    return float(_variance([one], [other], np.array([[start, end]]), np.array([normal]))[0])


def relative_sigma(one: PiecePose, start: Point, other: PiecePose, end: Point) -> float:
    """The largest standard deviation, over all directions, of `end` as seen from `start`."""
    ends = np.broadcast_to(np.array([start, end]), (3, 2, 2))
    half = math.sqrt(0.5)
    xx, diagonal, yy = _variance([one] * 3, [other] * 3, ends, np.array([[1.0, 0.0], [half, half], [0.0, 1.0]]))
    mixed = diagonal - (xx + yy) / 2
    return math.sqrt(max(0.0, float((xx + yy) / 2 + math.hypot((xx - yy) / 2, mixed))))
