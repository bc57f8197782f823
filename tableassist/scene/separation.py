"""How far apart two places on two pieces are, with the plus-minus of both poses taken together."""

import math
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


def between(one: PlacedPiece, part: BaseGeometry, other: PlacedPiece, other_part: BaseGeometry) -> Separation:
    """From the nearest point of `part` to the nearest point of `other_part`."""
    line = shapely.shortest_line(part, other_part)
    (x0, y0), (x1, y1) = shapely.get_coordinates(line).tolist()
    start, end = (x0, y0), (x1, y1)
    distance = float(line.length)
    if distance > 1e-9:
        normal = ((end[0] - start[0]) / distance, (end[1] - start[1]) / distance)
    else:
        distance, normal = _overlap(part, other_part)
    pose_variance = separation_variance(one.pose, start, other.pose, end, normal)
    shape_variance = one.piece.model.sigma_mm**2 + other.piece.model.sigma_mm**2
    return Separation(distance, math.sqrt(pose_variance + shape_variance), start, end)


def from_points(one: PlacedPiece, points: tuple[Point, ...], other: PlacedPiece) -> list[Separation]:
    """From each of several points of a piece to the nearest point of any part of another; all at once."""
    lines = _shortest(np.array(points), other)
    across = lines[:, 1] - lines[:, 0]
    distances = np.hypot(across[:, 0], across[:, 1])
    normals = np.where(distances[:, None] > 1e-9, across / np.maximum(distances, 1e-9)[:, None], (1.0, 0.0))
    by_one = -_pull(one.pose, lines[:, 0], normals)
    by_other = _pull(other.pose, lines[:, 1], normals)
    variance = np.einsum("ni,ij,nj->n", by_one, one.pose.own, by_one)
    variance += np.einsum("ni,ij,nj->n", by_other, other.pose.own, by_other)
    if one.pose.shared.shape == other.pose.shared.shape:
        variance += ((by_one @ one.pose.shared + by_other @ other.pose.shared) ** 2).sum(axis=1)
    else:
        variance += ((by_one @ one.pose.shared) ** 2).sum(axis=1) + ((by_other @ other.pose.shared) ** 2).sum(axis=1)
    variance += one.piece.model.sigma_mm**2 + other.piece.model.sigma_mm**2
    rows = zip(distances.tolist(), np.sqrt(variance).tolist(), lines.tolist(), strict=True)
    return [Separation(mm, sigma, (x0, y0), (x1, y1)) for mm, sigma, ((x0, y0), (x1, y1)) in rows]


def _shortest(points: Floats, other: PlacedPiece) -> Floats:
    """(N, 2, 2): from each point to the nearest place on the other piece's edges; no length inside her hull."""
    start, along = other.part_edges[None, :, 0], (other.part_edges[:, 1] - other.part_edges[:, 0])[None]
    share = ((points[:, None] - start) * along).sum(axis=-1) / np.maximum((along**2).sum(axis=-1), 1e-12)
    places = start + np.clip(share, 0.0, 1.0)[..., None] * along
    nearest = ((places - points[:, None]) ** 2).sum(axis=-1).argmin(axis=1)
    ends = places[np.arange(len(points)), nearest]
    if math.dist(points[0], (other.pose.pose.x_mm, other.pose.pose.y_mm)) < 2 * other.reach_mm:
        inside = shapely.contains_xy(other.hull, points[:, 0], points[:, 1])
        ends = np.where(inside[:, None], points, ends)
    return np.stack([points, ends], axis=1)


def _pull(pose: PiecePose, places: Floats, normals: Floats) -> Floats:
    """(N, 3): how far places fixed to a piece move along their normals with its x, y and heading."""
    turn = normals[:, 1] * (places[:, 0] - pose.pose.x_mm) - normals[:, 0] * (places[:, 1] - pose.pose.y_mm)
    return np.column_stack([normals, turn])


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
    """Variance along `normal` of a point fixed to `other` less a point fixed to `one`."""
    direction = np.array(normal)
    by_one = -direction @ one.pose.point_jacobian(start)
    by_other = direction @ other.pose.point_jacobian(end)
    return float(by_one @ one.own @ by_one + by_other @ other.own @ by_other) + _shared(
        by_one, one.shared, by_other, other.shared
    )


def _shared(by_one: Floats, one: Floats, by_other: Floats, other: Floats) -> float:
    """The camera moves both: its errors are added before they are squared, so that they cancel where they do."""
    if one.shape == other.shape:
        together = by_one @ one + by_other @ other
        return float(together @ together)
    alone, beside = by_one @ one, by_other @ other
    return float(alone @ alone + beside @ beside)


def relative_sigma(one: PiecePose, start: Point, other: PiecePose, end: Point) -> float:
    """The largest standard deviation, over all directions, of `end` as seen from `start`."""
    turns = (0.0, math.pi / 4, math.pi / 2, 3 * math.pi / 4)
    xx, diagonal, yy, _ = (
        separation_variance(one, start, other, end, (math.cos(turn), math.sin(turn))) for turn in turns
    )
    covariance = np.array([[xx, diagonal - (xx + yy) / 2], [diagonal - (xx + yy) / 2, yy]])
    return math.sqrt(max(0.0, float(np.linalg.eigvalsh(covariance)[-1])))
