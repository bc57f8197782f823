"""A piece seen from above: where a shot may end on it, and with what it stands in the way of others."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import shapely
from shapely import LineString, MultiPoint, Polygon
from shapely.geometry.base import BaseGeometry

from tableassist.geometry import Flags, Floats, Indices
from tableassist.geometry.sightline import compute_sides
from tableassist.pieces import Mast, PieceModel
from tableassist.scene.placed_piece import PlacedPiece, mast_cross, sail_ends


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """Things that stand in the way, each connected, in one flat pool: things have corners and solids, solids have
    corners of their own and sides."""

    middle: Floats
    """(N, 2) within each thing's convex hull."""
    reach_mm: Floats
    """(N,) no corner is farther from the middle."""
    mast: Indices
    """(N,) the mast whose sail it is; 0 for the whole piece."""
    corners: Floats
    """Flat: of each thing's convex hull."""
    corner_counts: Indices
    solid_counts: Indices
    """(N,) how many convex solids make up each thing; they may overlap."""
    solid_corners: Floats
    """Flat."""
    solid_corner_counts: Indices
    """(S,)."""
    normals: Floats
    """Flat: of each solid's sides, outward; some only round its corners."""
    out_mm: Floats
    """Flat: how far out along its normal each side lies, from the frame's origin."""
    side_counts: Indices
    """(S,)."""


@dataclass(frozen=True, slots=True, eq=False)
class FromAbove:
    edges: Floats
    """(E, 2, 2) where a shot may end: the outline, and what sticks out of it as strokes."""
    is_outline: Flags
    """(E,) an edge of the outline has the piece to its left, and hides what lies behind it."""
    body: BaseGeometry
    """All that is solid, in the piece's frame."""
    blocks: Blocks
    """The whole piece as others have it in their way: hull, masts and sails, segments."""
    rig: Blocks
    """Its own masts and sails as they stand before its own cannons."""
    bound_mm: float = 0.0
    """No place on the piece is known worse than this, in any direction."""
    circle: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """Its middle, how far from there the circle of any block or mast reaches, and the bound once more: many of them go
    into one array."""


@lru_cache(maxsize=1024)
def from_above(placed: PlacedPiece) -> FromAbove:
    """In mat millimetres; worked out once for a piece that stays where it is."""
    own = _in_own_frame(placed.piece.model, placed.masts_standing)
    bound, pose = _bound(placed), placed.pose.pose
    turn, shift = pose.rotation.T, np.array([pose.x_mm, pose.y_mm])
    return FromAbove(
        (own.edges.reshape(-1, 2) @ turn + shift).reshape(-1, 2, 2),
        own.is_outline,
        own.body,
        _laid(own.blocks, turn, shift),
        _laid(own.rig, turn, shift),
        bound,
        (pose.x_mm, pose.y_mm, max(placed.reach_mm, own.circle[2]), bound),
    )


def _outermost_mm(*pools: Blocks) -> float:
    """In the piece's own frame."""
    middle, reach_mm = (np.concatenate([getattr(each, name) for each in pools]) for name in ("middle", "reach_mm"))
    return float((np.hypot(middle[:, 0], middle[:, 1]) + reach_mm).max(initial=0.0))


def _bound(placed: PlacedPiece) -> float:
    x, y, turn = np.diagonal(placed.pose.covariance).tolist()
    return math.sqrt(x + y + turn * (2 * placed.reach_mm) ** 2) + placed.piece.model.sigma_mm


def is_over(placed: PlacedPiece, point: tuple[float, float]) -> bool:
    """Whether a point of the mat lies under anything solid of the piece."""
    pose = placed.pose.pose
    own = np.array([point[0] - pose.x_mm, point[1] - pose.y_mm]) @ pose.rotation
    return bool(shapely.contains_xy(from_above(placed).body, own[0], own[1]))


def _laid(blocks: Blocks, turn: Floats, shift: Floats) -> Blocks:
    normals = blocks.normals @ turn
    return replace(
        blocks,
        middle=blocks.middle @ turn + shift,
        corners=blocks.corners @ turn + shift,
        solid_corners=blocks.solid_corners @ turn + shift,
        normals=normals,
        out_mm=blocks.out_mm + normals @ shift,
    )


@lru_cache(maxsize=256)
def _in_own_frame(model: PieceModel, standing: tuple[int, ...]) -> FromAbove:
    polygons = [Polygon(model.hull), *(Polygon(part.outline) for part in model.parts)]
    if model.segments:
        polygons += [Polygon(model.segments[number - 1].ring) for number in standing]
    body = shapely.union_all(polygons)
    masts = [(number, model.masts[number - 1]) for number in standing if model.masts]
    strokes = [stroke for _, mast in masts for stroke in _strokes(mast)]
    tips = strokes if len(model.bowsprit) < 2 else [*strokes, LineString(model.bowsprit)]
    edges, is_outline = _ends(body, tips)
    solids = [solid for polygon in polygons for solid in _solids(polygon)]
    solids += [np.asarray(stroke.coords) for stroke in strokes]
    rig = [(number, [np.asarray(stroke.coords) for stroke in _strokes(mast)]) for number, mast in masts]
    whole, sails = _pooled([(0, group) for group in _connected(solids)]), _pooled(rig)
    return FromAbove(edges, is_outline, body, whole, sails, circle=(0.0, 0.0, _outermost_mm(whole, sails), 0.0))


def _strokes(mast: Mast) -> list[LineString]:
    """A sail by its plane; a bare mast as a small cross."""
    if mast.sail is not None:
        return [LineString(sail_ends(mast, mast.sail))]
    return [LineString(stroke) for stroke in mast_cross(mast.x_mm, mast.y_mm)]


def _ends(body: BaseGeometry, strokes: Sequence[LineString]) -> tuple[Floats, Flags]:
    """The outer rings of what is solid, and of the strokes what is not over it: a line to anything farther in has met
    these before."""
    rings = [np.asarray(shapely.orient_polygons(part).exterior.coords) for part in shapely.get_parts(body)]
    outline = [np.stack([ring[:-1], ring[1:]], axis=1) for ring in rings]
    bare = [shapely.difference(stroke, body) for stroke in strokes]
    lines = [np.asarray(part.coords) for each in bare for part in shapely.get_parts(each) if part.length > 1e-6]
    loose = [np.stack([line[:-1], line[1:]], axis=1) for line in lines]
    edges = np.concatenate([*outline, *loose])
    is_outline = np.arange(len(edges)) < sum(len(each) for each in outline)
    long = np.hypot(*(edges[:, 1] - edges[:, 0]).T) > 1e-6
    return edges[long], is_outline[long]


def _solids(polygon: Polygon) -> Iterator[Floats]:
    """Convex outlines that together make up the polygon. They overlap where they can, so that a line through a seam of
    two is well within a third."""
    if _is_convex(polygon):
        yield _ring(polygon)
        return
    triangles = list(shapely.get_parts(shapely.constrained_delaunay_triangles(polygon)))
    seen: set[frozenset[int]] = set()
    for seed in range(len(triangles)):
        members = _grown(seed, triangles)
        if members not in seen:
            seen.add(members)
            yield _ring(shapely.union_all([triangles[index] for index in sorted(members)]).convex_hull)


def _grown(seed: int, triangles: list[BaseGeometry]) -> frozenset[int]:
    """A triangle with all that can be added to it one by one so that it stays convex."""
    members, shape = {seed}, triangles[seed]
    added = True
    while added:
        added = False
        for index, triangle in enumerate(triangles):
            if index not in members:
                joined = shapely.union(shape, triangle)
                if isinstance(joined, Polygon) and _is_convex(joined):
                    members.add(index)
                    shape, added = joined, True
    return frozenset(members)


def _is_convex(polygon: Polygon) -> bool:
    return polygon.convex_hull.area - polygon.area <= 1e-6 * polygon.area + 1e-9


def _ring(polygon: BaseGeometry) -> Floats:
    """Counter-clockwise, each corner once."""
    hull = polygon.convex_hull
    assert isinstance(hull, Polygon)
    return np.asarray(shapely.orient_polygons(hull).exterior.coords)[:-1]


def _hull(points: Floats) -> Floats:
    """The corners of the convex hull; the two ends if all lie on a line."""
    hull = MultiPoint(points).convex_hull
    return _ring(hull) if isinstance(hull, Polygon) else np.asarray(hull.coords)


def _connected(solids: list[Floats]) -> list[list[Floats]]:
    """Solids that touch, together."""
    shapes = [Polygon(solid) if len(solid) > 2 else LineString(solid) for solid in solids]
    groups: list[set[int]] = []
    for index, shape in enumerate(shapes):
        met = [group for group in groups if any(shape.intersects(shapes[other]) for other in group)]
        groups = [group for group in groups if group not in met] + [{index}.union(*met)]
    return [[solids[index] for index in sorted(group)] for group in groups]


def _pooled(things: Sequence[tuple[int, list[Floats]]]) -> Blocks:
    """Each thing: its mast or 0, and the outlines of its solids."""
    corners = [_hull(np.concatenate(solids)) for _, solids in things]
    solids = [solid for _, group in things for solid in group]
    faces = [compute_sides(solid) for solid in solids]
    middle = [each.mean(axis=0) for each in corners]
    reach = [np.hypot(*(each - centre).T).max() for each, centre in zip(corners, middle, strict=True)]
    return Blocks(
        np.array(middle).reshape(-1, 2),
        np.array(reach),
        np.array([mast for mast, _ in things], dtype=np.intp),
        _flat(corners),
        _counts(corners),
        np.array([len(group) for _, group in things], dtype=np.intp),
        _flat(solids),
        _counts(solids),
        _flat([normals for normals, _ in faces]),
        np.concatenate([out for _, out in faces]) if faces else np.zeros(0),
        _counts([normals for normals, _ in faces]),
    )


def _flat(lists: Sequence[Floats]) -> Floats:
    return np.concatenate(lists) if len(lists) else np.zeros((0, 2))


def _counts(lists: Sequence[Floats]) -> Indices:
    return np.array([len(each) for each in lists], dtype=np.intp)
