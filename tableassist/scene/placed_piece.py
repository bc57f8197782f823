"""A piece lying on the mat: its parts as geometry in mat millimetres."""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely
from shapely import LineString, Polygon

from tableassist.geometry.arrays import Floats, MatPoints, PiecePoints
from tableassist.pieces.model import Mast, PieceKind, SailPlane
from tableassist.pieces.piece import Cannon, Piece
from tableassist.scene.piece_pose import PiecePose

Point = tuple[float, float]

FIXED_KINDS = frozenset({PieceKind.ISLAND, PieceKind.REEF, PieceKind.FOG_BANK})
"""Nobody moves these in play, so they stay where they were while something covers their tags."""
STALE_AFTER_S = 0.4
"""A ship that has not been seen for longer may have been moved under the hand that hides her."""


@dataclass(frozen=True, eq=False)
class PlacedPiece:
    piece: Piece
    pose: PiecePose
    hidden_s: float
    """How long ago the piece was last seen; 0 when it is in this frame."""
    masts_standing: tuple[int, ...]
    """1 is the foremost."""

    @property
    def id(self) -> str:
        return self.piece.id

    @property
    def name(self) -> str:
        return self.piece.name

    @property
    def is_stale(self) -> bool:
        return self.piece.model.kind not in FIXED_KINDS and self.hidden_s > STALE_AFTER_S

    @cached_property
    def hull_points(self) -> MatPoints:
        return self._place(self.piece.model.hull)

    @cached_property
    def hull(self) -> Polygon:
        return Polygon(self.hull_points)

    @cached_property
    def bow(self) -> Polygon | None:
        """The hull forward of where the bow zone begins."""
        start = self.piece.model.bow_zone_from_x_mm
        if start is None:
            return None
        outline = Polygon(self.piece.model.hull)
        far = 1e4
        zone = shapely.intersection(outline, shapely.box(start, -far, far, far))
        return Polygon(self._place(tuple(zone.exterior.coords)[:-1])) if isinstance(zone, Polygon) else None

    def mast(self, number: int) -> Mast:
        return self.piece.model.masts[number - 1]

    def mast_centre(self, number: int) -> Point:
        mast = self.mast(number)
        return self.pose.pose.place_one(mast.x_mm, mast.y_mm)

    def die(self, number: int) -> Point:
        """The printed die on the mast."""
        mast = self.mast(number)
        return self.pose.pose.place_one(mast.x_mm + mast.die_x_mm, mast.y_mm + mast.die_y_mm)

    def sail(self, number: int) -> MatPoints | None:
        """(2, 2): the sail seen from above, or None for a bare mast."""
        mast = self.mast(number)
        if mast.sail is None:
            return None
        half = mast.sail.width_mm / 2
        ends = (0.0, half) if mast.sail.plane is SailPlane.ATHWART else (half, 0.0)
        return self._place(((mast.x_mm - ends[0], mast.y_mm - ends[1]), (mast.x_mm + ends[0], mast.y_mm + ends[1])))

    @cached_property
    def cannons_standing(self) -> tuple[Cannon, ...]:
        return tuple(cannon for cannon in self.piece.cannons if cannon.mast in self.masts_standing)

    @cached_property
    def rig(self) -> tuple[tuple[int, Floats], ...]:
        """Each standing mast with the edges (E, 2, 2) of its sail, or of a short stroke for a bare mast."""
        return tuple((number, self._mast_edges(number)) for number in self.masts_standing)

    def _mast_edges(self, number: int) -> Floats:
        sail = self.sail(number)
        if sail is not None:
            return np.asarray(sail)[None]
        x, y = self.mast_centre(number)
        return np.array([[[x - 0.75, y], [x + 0.75, y]], [[x, y - 0.75], [x, y + 0.75]]])

    @cached_property
    def bowsprit(self) -> LineString | None:
        points = self.piece.model.bowsprit
        return LineString(self._place(points)) if len(points) > 1 else None

    @cached_property
    def part_edges(self) -> Floats:
        """(E, 2, 2): the edges of all that a shot may end on: hull, bowsprit, standing masts and sails."""
        edges = [self.hull_edges, *(edges for _, edges in self.rig)]
        if self.bowsprit is not None:
            line = np.asarray(self.bowsprit.coords)
            edges.append(np.stack([line[:-1], line[1:]], axis=1))
        return np.concatenate(edges)

    @cached_property
    def hull_edges(self) -> Floats:
        points = np.asarray(self.hull_points)
        return np.stack([points, np.roll(points, -1, axis=0)], axis=1)

    @cached_property
    def reach_mm(self) -> float:
        """No part lies farther from the pose's centre than this."""
        return max(
            math.hypot(x - self.pose.pose.x_mm, y - self.pose.pose.y_mm) for x, y in self.part_edges.reshape(-1, 2)
        )

    def _place(self, points: tuple[tuple[float, ...], ...]) -> MatPoints:
        return self.pose.pose.place(PiecePoints(np.asarray(points, dtype=np.float64)))
