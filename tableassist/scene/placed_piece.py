"""A piece lying on the mat: its parts as geometry in mat millimetres."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import shapely
from shapely import LineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from tableassist.geometry import Floats, MatPoints, PiecePoints, PlanarPose
from tableassist.messages import Message, Text
from tableassist.pieces import TERRAIN_KINDS, Cannon, Mast, PartKind, Piece, PieceKind, PieceModel, Sail
from tableassist.scene.facts import Fact
from tableassist.scene.piece_pose import PiecePose
from tableassist.scene.seen_gap import SeenGap
from tableassist.scene.unverified import VERIFIED, Unverified

Point = tuple[float, float]

FIXED_KINDS = (TERRAIN_KINDS - {PieceKind.ICEBERG}) | {PieceKind.ISLAND, PieceKind.FORT}
"""Nobody moves these in play, so they stay where they were while something covers their tags. Icebergs drift."""
BARE_MAST_MM = 0.75
"""Half the thickness of a mast."""
FAR_MM = 1e4
"""Farther than any hull reaches."""
STALE_AFTER_S = 0.4
"""A ship that has not been seen for longer may have been moved under the hand that hides her."""


@dataclass(frozen=True, eq=False)
class PlacedPiece:
    piece: Piece
    pose: PiecePose
    hidden_s: float
    """How long ago the piece was last seen; 0 when it is in this frame."""
    masts_standing: tuple[int, ...]
    """Numbers of the masts, a creature's segments or a fort's flags that are left; 1 is the foremost."""
    doubt: Text = ""
    """Why it cannot be where it was measured, to be read after its name; usually empty."""
    reason: Text = ""
    """Why it is not measured now; empty where it is, or nobody knows."""
    unverified: Unverified = VERIFIED
    seen_gaps: tuple[SeenGap, ...] = ()
    """Gaps to pieces close by that the picture shows; each is kept with one of its two pieces."""
    confirmed: frozenset[Fact] = frozenset()
    """By a person's word, which still holds."""

    @cached_property
    def on_trust(self) -> Unverified:
        """What neither the picture nor a person vouches for."""
        return self.unverified.without(self.confirmed)

    @property
    def id(self) -> str:
        return self.piece.id

    @property
    def name(self) -> str:
        return self.piece.name

    @property
    def is_stale(self) -> bool:
        """Nothing is called about it."""
        hidden = self.piece.model.kind not in FIXED_KINDS and self.hidden_s > STALE_AFTER_S
        return hidden or self.doubt != ""

    @property
    def absence(self) -> Text:
        """Why it is stale, to be read after its name."""
        if self.doubt:
            return self.doubt
        return _not_measured_for(self.hidden_s, self.reason) if self.reason else _hidden_for(self.hidden_s)

    @cached_property
    def hull_points(self) -> MatPoints:
        return self._place(self.piece.model.hull)

    @cached_property
    def hull(self) -> Polygon:
        return Polygon(self.hull_points)

    @cached_property
    def footprint(self) -> Polygon | MultiPolygon:
        """All that touches other pieces at mat level: the hull, and an outrigger or a ram."""
        touching = [part.outline for part in self.piece.model.parts if part.touches]
        if not touching:
            return self.hull
        joined = shapely.union_all([self.hull, *(Polygon(self._place(outline)) for outline in touching)])
        assert isinstance(joined, Polygon | MultiPolygon)
        return joined

    @cached_property
    def bow(self) -> Polygon | None:
        """The hull, with its ram, forward of where the bow zone begins."""
        ring = _bow_ring(self.piece.model)
        return None if ring is None else Polygon(self._place(ring))

    def mast_centre(self, number: int) -> Point:
        """Or the middle of a segment or a flag."""
        return self.pose.pose.place_one(*self.piece.model.upright_place(number))

    def die(self, number: int) -> Point:
        """The printed die on the mast, segment or flag."""
        return self.pose.pose.place_one(*self.piece.model.die_place(number))

    def sail(self, number: int) -> MatPoints | None:
        """(2, 2): the sail seen from above, or None for a bare mast."""
        masts = self.piece.model.masts
        mast = masts[number - 1] if masts else None
        if mast is None or mast.sail is None:
            return None
        return self._place(sail_ends(mast, mast.sail))

    @cached_property
    def cannons_standing(self) -> tuple[Cannon, ...]:
        """Also those that no mast carries."""
        return tuple(each for each in self.piece.cannons if each.mast is None or each.mast in self.masts_standing)

    @cached_property
    def rig(self) -> tuple[tuple[int, Floats], ...]:
        """Each standing mast with the edges (E, 2, 2) of its sail, or of a short stroke for a bare mast. Segments and
        flags are no rig: they hide nothing from the piece's own cannons."""
        return tuple((number, self._mast_edges(number)) for number in self.masts_standing if self.piece.model.masts)

    def _mast_edges(self, number: int) -> Floats:
        sail = self.sail(number)
        if sail is not None:
            return np.asarray(sail)[None]
        return mast_cross(*self.mast_centre(number))

    @cached_property
    def bowsprit(self) -> LineString | None:
        points = self.piece.model.bowsprit
        return LineString(self._place(points)) if len(points) > 1 else None

    @cached_property
    def part_edges(self) -> Floats:
        """(E, 2, 2): the edges of all that a shot may end on: hull and its parts, bowsprit, standing masts and sails,
        a creature's segments."""
        edges = [self.hull_edges, *(edges for _, edges in self.rig)]
        if self.piece.model.segments:
            edges += [_ring_edges(self.segment_points(number)) for number in self.masts_standing]
        if self.bowsprit is not None:
            line = np.asarray(self.bowsprit.coords)
            edges.append(np.stack([line[:-1], line[1:]], axis=1))
        return np.concatenate(edges)

    @cached_property
    def hull_edges(self) -> Floats:
        """(E, 2, 2): of the hull and of what reaches out of it: oars, outrigger, ram."""
        edges = [_ring_edges(self.hull_points), *(_ring_edges(points) for points in self.part_points)]
        return np.concatenate(edges) if len(edges) > 1 else edges[0]

    @cached_property
    def part_points(self) -> tuple[MatPoints, ...]:
        """The outline of each extra part, in the model's order."""
        return tuple(self._place(part.outline) for part in self.piece.model.parts)

    def segment_points(self, number: int) -> MatPoints:
        """A creature's segment seen from above."""
        return self._place(self.piece.model.segments[number - 1].ring)

    @cached_property
    def reach_mm(self) -> float:
        """No part lies farther from the pose's centre than this."""
        return _reach_mm(self.piece.model, self.masts_standing)

    def _place(self, points: tuple[tuple[float, ...], ...]) -> MatPoints:
        return self.pose.pose.place(PiecePoints(np.asarray(points, dtype=np.float64)))


def _hidden_for(seconds: float) -> Message:
    """As a person would say it: an island under a cloth all evening is not hidden for 28,800.1 s."""
    if seconds < 90:
        return Message("has been hidden for {seconds:.1f} s", seconds=seconds)
    if seconds < 5400:
        return Message("has been hidden for {minutes:.0f} min", minutes=seconds / 60)
    return Message("has been hidden for {hours:.1f} h", hours=seconds / 3600)


def _not_measured_for(seconds: float, reason: Text) -> Message:
    if seconds < 90:
        return Message("has not been measured for {seconds:.1f} s: {reason}", seconds=seconds, reason=reason)
    if seconds < 5400:
        return Message("has not been measured for {minutes:.0f} min: {reason}", minutes=seconds / 60, reason=reason)
    return Message("has not been measured for {hours:.1f} h: {reason}", hours=seconds / 3600, reason=reason)


def sail_ends(mast: Mast, sail: Sail) -> tuple[Point, Point]:
    """A sail is a plane: from above it is a line, here in the piece's own frame."""
    dx, dy = (sail.width_mm / 2 * part for part in sail.direction)
    return (mast.x_mm - dx, mast.y_mm - dy), (mast.x_mm + dx, mast.y_mm + dy)


def mast_cross(x: float, y: float) -> Floats:
    """(2, 2, 2): a bare mast as a small cross."""
    r = BARE_MAST_MM
    return np.array([[[x - r, y], [x + r, y]], [[x, y - r], [x, y + r]]])


def _ring_edges(points: MatPoints) -> Floats:
    ring = np.asarray(points)
    return np.stack([ring, np.roll(ring, -1, axis=0)], axis=1)


def hull_between(model: PieceModel, start_mm: float, end_mm: float) -> BaseGeometry:
    """Hull and ram, from here to there along the keel, in the piece's own frame."""
    outline: BaseGeometry = Polygon(model.hull)
    rams = [Polygon(part.outline) for part in model.parts if part.kind is PartKind.RAM and part.touches]
    if rams:
        outline = shapely.union_all([outline, *rams])
    return shapely.intersection(outline, shapely.box(start_mm, -FAR_MM, end_mm, FAR_MM))


@lru_cache(maxsize=256)
def _bow_ring(model: PieceModel) -> tuple[Point, ...] | None:
    """In the piece's own frame."""
    if model.bow_zone_from_x_mm is None:
        return None
    zone = hull_between(model, model.bow_zone_from_x_mm, FAR_MM)
    return tuple((x, y) for x, y, *_ in zone.exterior.coords[:-1]) if isinstance(zone, Polygon) else None


@lru_cache(maxsize=512)
def _reach_mm(model: PieceModel, standing: tuple[int, ...]) -> float:
    """The same wherever the piece lies."""
    nowhere = PiecePose(PlanarPose(0.0, 0.0, 0.0), np.zeros((3, 3)), np.zeros((3, 0)), 0, (), 0.0)
    ends = PlacedPiece(Piece("", "", model, None, (), ()), nowhere, 0.0, standing).part_edges.reshape(-1, 2)
    return math.sqrt(float((ends * ends).sum(axis=1).max()))


def are_the_same(ours: Sequence[object], theirs: Sequence[object]) -> bool:
    """Whether they are the very same values, in the same order."""
    return len(ours) == len(theirs) and all(one is other for one, other in zip(ours, theirs, strict=True))
