"""How far apart places on two pieces are, with the plus-minus of both poses taken together. Many pairs at once."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec
import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from tableassist.geometry import Floats, Indices, MatPoints, measure_overlap
from tableassist.geometry.sightline import dot
from tableassist.scene.from_above import from_above, is_over
from tableassist.scene.piece_pose import PiecePose
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.rim_sigma import rim_sigma_mm
from tableassist.scene.seen_gap import SAME_PLACE_MM, CombinedGap, GapVariance, SeenGap, combine_gap

Point = tuple[float, float]


class Separation(msgspec.Struct, frozen=True, gc=False):
    mm: float
    """Edge to edge; below zero where the outlines overlap, by the depth of the overlap."""
    sigma_mm: float
    start: Point
    end: Point


class Separations(NamedTuple):
    """Of many pairs, column by column: thousands are told of in a frame, and few are looked at one by one."""

    mm: list[float]
    sigma_mm: list[float]
    starts: Iterable[Point]
    """To go through once, as `ends`."""
    ends: Iterable[Point]
    looks: Mapping[int, CombinedGap] = {}
    """By place in the columns: gaps that the picture shows. What they add is in `mm` and `sigma_mm`."""


class Parts(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A part of one piece and a part of another."""

    one: PlacedPiece
    part: BaseGeometry
    other: PlacedPiece
    other_part: BaseGeometry


def between(one: PlacedPiece, part: BaseGeometry, other: PlacedPiece, other_part: BaseGeometry) -> Separation:
    """From the nearest point of `part` to the nearest point of `other_part`."""
    return between_all([Parts(one, part, other, other_part)])[0]


def between_all(pairs: Sequence[Parts]) -> list[Separation]:
    return list(map(Separation, *apart(pairs)[:4]))


def apart(pairs: Sequence[Parts]) -> Separations:
    """From the nearest point of each part to the nearest of the other."""
    if not pairs:
        return Separations([], [], (), ())
    lines = shapely.shortest_line([pair.part for pair in pairs], [pair.other_part for pair in pairs])
    ends = shapely.get_coordinates(lines).reshape(-1, 2, 2)
    distances, normals = _across(ends)
    for index in np.flatnonzero(distances < 1e-9).tolist():
        distances[index], normals[index] = _overlap(pairs[index].part, pairs[index].other_part)
    ones, others = [pair.one for pair in pairs], [pair.other for pair in pairs]
    variances = _gap_variances(ones, others, ends, normals)
    return _with_looks(pairs, ends, _separations(ends, distances, variances), variances)


def gap_variance(parts: Parts) -> GapVariance:
    """What the gap between two parts owes to each piece and to the camera, before any look at the picture."""
    ends = shapely.get_coordinates(shapely.shortest_line(parts.part, parts.other_part)).reshape(1, 2, 2)
    distances, normals = _across(ends)
    if distances[0] < 1e-9:
        normals[0] = _overlap(parts.part, parts.other_part)[1]
    return _gap_variances([parts.one], [parts.other], ends, normals).of(0)


def _with_looks(pairs: Sequence[Parts], ends: Floats, gaps: Separations, variances: "_Variances") -> Separations:
    """The same, where the picture shows a gap with what it shows."""
    looks = {}
    for index, pair in enumerate(pairs):
        if not pair.one.seen_gaps and not pair.other.seen_gaps:
            continue
        seen = seen_gap_of(pair, ends[index])
        if seen is not None:
            combined = combine_gap(gaps.mm[index], variances.of(index), seen)
            gaps.mm[index], gaps.sigma_mm[index] = combined.mm, combined.sigma_mm
            looks[index] = combined
    return gaps._replace(looks=looks) if looks else gaps


def seen_gap_of(parts: Parts, ends: Floats) -> SeenGap | None:
    """The look at the place where these parts are nearest, at `ends` (2, 2), as kept with the first piece; None if
    there is none."""
    x_mm, y_mm = ends.mean(axis=0).tolist()
    for one, other in ((parts.one, parts.other), (parts.other, parts.one)):
        for seen in one.seen_gaps:
            if seen.other == other.id and math.hypot(seen.x_mm - x_mm, seen.y_mm - y_mm) <= SAME_PLACE_MM:
                return seen if one is parts.one else seen.seen_from_other(one.id)
    return None


AT_ONCE = 128
"""So many that all numbers on the way stay in the processor's cache."""
OVER_MM = 20.0
"""A place farther than this from a piece's outline is not over the piece."""


def to_nearest_part(
    ones: Sequence[PlacedPiece], origins: Sequence[Point], others: Sequence[PlacedPiece]
) -> Separations:
    """From each origin, a place fixed to the one piece, to the nearest point of any part of the other; zero over
    her."""
    if not ones:
        return Separations([], [], (), ())
    points = np.array(origins)
    targets = {placed: index for index, placed in enumerate(dict.fromkeys(others))}
    outlines = [from_above(placed).edges for placed in targets]
    padded = np.zeros((len(targets), max(len(edges) for edges in outlines), 2, 2))
    for index, edges in enumerate(outlines):
        padded[index, : len(edges)] = edges
        padded[index, len(edges) :] = edges[-1]
    start, along = padded[:, :, 0], padded[:, :, 1] - padded[:, :, 0]
    unit = along / np.maximum(dot(along, along), 1e-12)[..., None]
    columns = np.concatenate([start, along, unit], axis=2).transpose(2, 0, 1).copy()
    of_target, places = np.array([targets[placed] for placed in others]), []
    for first in range(0, len(points), AT_ONCE):
        part = slice(first, first + AT_ONCE)
        x0, y0, dx, dy, ux, uy = columns[:, of_target[part]]
        px, py = x0 - points[part, :1], y0 - points[part, 1:]
        share = np.minimum(np.maximum(-(px * ux + py * uy), 0.0), 1.0)
        px += share * dx
        py += share * dy
        rows, nearest = np.arange(len(px)), (px**2 + py**2).argmin(axis=1)
        places.append(points[part] + np.column_stack([px[rows, nearest], py[rows, nearest]]))
    found = np.concatenate(places)
    across = found - points
    for index in np.flatnonzero(dot(across, across) < OVER_MM**2).tolist():
        if is_over(others[index], (points[index, 0], points[index, 1])):
            found[index] = points[index]
    ends, across = np.stack([points, found], axis=1), found - points
    distances = np.hypot(across[:, 0], across[:, 1])
    normals = np.where(distances[:, None] > 1e-9, across / np.maximum(distances, 1e-9)[:, None], (1.0, 0.0))
    return _separations(ends, distances, _gap_variances(ones, others, ends, normals, from_masts=True))


def _across(ends: Floats) -> tuple[Floats, Floats]:
    """Lengths (N,) and directions (N, 2) of lines (N, 2, 2)."""
    across = ends[:, 1] - ends[:, 0]
    distances = np.hypot(across[:, 0], across[:, 1])
    normals = np.where(distances[:, None] > 1e-9, across / np.maximum(distances, 1e-9)[:, None], (1.0, 0.0))
    return distances, normals


class _Variances(NamedTuple):
    """Of N gaps."""

    pieces: Floats
    """(N, 2) by the place and outline of each of the two pieces."""
    shared: Floats
    """(N,) by the camera."""

    def of(self, index: int) -> GapVariance:
        one, other = self.pieces[index].tolist()
        return GapVariance(one, other, float(self.shared[index]))


def _gap_variances(
    ones: Sequence[PlacedPiece],
    others: Sequence[PlacedPiece],
    ends: Floats,
    normals: Floats,
    *,
    from_masts: bool = False,
) -> _Variances:
    """Of the gaps `ends` (N, 2, 2) along `normals` (N, 2). `from_masts`: the lines begin at masts, whose places may be
    known worse than the hull's outline."""
    place = {placed: index for index, placed in enumerate(dict.fromkeys((*ones, *others)))}
    both: Indices = np.array([[place[each] for each in side] for side in (ones, others)], dtype=np.intp).T
    own, shared = _pose_variances([placed.pose for placed in place], both, ends, normals)
    models = [placed.piece.model for placed in place]
    outline: Floats = np.array([model.sigma_mm**2 for model in models])[both]
    for placed, index in place.items():
        if placed.piece.model.hull_sigma_mm:  # that of the rim near by, where it is known
            met = both == index
            outline[met] = rim_sigma_mm(placed.piece.model, placed.pose.pose.into_frame(MatPoints(ends[met]))) ** 2
    if from_masts:
        rig = [model.sigma_mm if model.rig_sigma_mm is None else model.rig_sigma_mm for model in models]
        outline[:, 0] = np.square(rig)[both[:, 0]]
    return _Variances(own + outline, shared)


def _separations(ends: Floats, distances: Floats, variances: _Variances) -> Separations:
    sigma = np.sqrt(variances.pieces.sum(axis=1) + variances.shared)
    x0, y0, x1, y1 = ends.reshape(-1, 4).T.tolist()
    return Separations(distances.tolist(), sigma.tolist(), zip(x0, y0, strict=True), zip(x1, y1, strict=True))


def shared_errors(poses: Sequence[PiecePose]) -> Floats:
    """(P, 3, K). Poses of registrations with different numbers of errors share none: they get columns of their own."""
    widths = [pose.shared.shape[1] for pose in poses]
    kinds = sorted(set(widths))
    if len(kinds) == 1:
        return np.array([pose.shared for pose in poses])
    shared = np.zeros((len(poses), 3, sum(kinds)))
    for index, (pose, width) in enumerate(zip(poses, widths, strict=True)):
        first = sum(kinds[: kinds.index(width)])
        shared[index, :, first : first + width] = pose.shared
    return shared


def _pose_variances(poses: Sequence[PiecePose], both: Indices, ends: Floats, normals: Floats) -> tuple[Floats, Floats]:
    """Along the normals, of points fixed to the second of `both` (N, 2) pieces less points fixed to the first.

    (N, 2) by each piece alone, and (N,) by the camera.
    """
    arm = ends - np.array([(pose.pose.x_mm, pose.pose.y_mm) for pose in poses])[both]
    # How far each end moves along the normal with x, y and heading; the first one's way is taken off.
    pull = np.empty((len(ends), 2, 3))
    pull[..., :2] = normals[:, None]
    pull[..., 2] = normals[:, 1:] * arm[..., 0] - normals[:, :1] * arm[..., 1]
    pull[:, 0] *= -1.0
    own = np.einsum("nsi,nsij,nsj->ns", pull, np.array([pose.own for pose in poses])[both], pull)
    # The camera moves both: its errors are added before they are squared, so that they cancel where they do.
    together = np.einsum("nsi,nsik->nk", pull, shared_errors(poses)[both])
    return own, np.einsum("nk,nk->n", together, together)


def _overlap(part: BaseGeometry, other_part: BaseGeometry) -> tuple[float, Point]:
    """Minus the thickness of the common area across, and the direction across it."""
    found = measure_overlap(part, other_part)
    return (0.0, _towards(part, other_part)) if found is None else (-found[0], found[1])


def _towards(part: BaseGeometry, other_part: BaseGeometry) -> Point:
    a, b = part.centroid, other_part.centroid
    length = math.hypot(b.x - a.x, b.y - a.y)
    return ((b.x - a.x) / length, (b.y - a.y) / length) if length > 0 else (1.0, 0.0)


def separation_variance(one: PiecePose, start: Point, other: PiecePose, end: Point, normal: Point) -> float:
    """Along `normal`, of a point fixed to `other` less a point fixed to `one`."""
    both = np.array([[0, 1]])
    ends, normals = np.array([[start, end]]), np.array([normal])
    own, shared = _pose_variances([one, other], both, ends, normals)
    return float(own.sum() + shared[0])
