"""Pieces that touch another, by where their tags have them: one of them may lean on the other."""

import math
from collections.abc import Mapping
from functools import lru_cache

import numpy as np
import shapely
from shapely import Polygon

from tableassist.geometry import PiecePoints, PlanarPose
from tableassist.pieces import SAILING_KINDS, Piece
from tableassist.pipeline.piece_fit import PieceFit

TOUCHING_MM = 1.0
"""Closer than this, one piece may stand on the edge of another."""
FLAT_MM = 2.0
"""A card: a bow that touches its edge stays level."""


def touching(pieces: tuple[Piece, ...], fits: Mapping[str, PieceFit]) -> frozenset[str]:
    """Ships and creatures only: what lies flat does not tip, and a card tips a ship only if she stands on it."""
    placed = [(piece, fit.by_tags) for piece in pieces if (fit := fits.get(piece.id)) is not None]
    at = [(piece, pose) for piece, pose in placed if pose is not None]
    if len(at) < 2:
        return frozenset()
    x, y, reaches = np.array([(pose.x_mm, pose.y_mm, reach(piece.model.hull)) for piece, pose in at]).T
    apart2 = (x[:, None] - x) ** 2 + (y[:, None] - y) ** 2
    near = apart2 < (reaches[:, None] + reaches + TOUCHING_MM) ** 2
    found: set[str] = set()
    for first, second in zip(*(each.tolist() for each in near.nonzero()), strict=True):
        one, other = at[first], at[second]
        if first < second and shapely.dwithin(_outline(*one), _outline(*other), TOUCHING_MM):
            found |= {piece.id for piece, beside in ((one[0], other[0]), (other[0], one[0])) if _may_tip(piece, beside)}
    return frozenset(found)


def _may_tip(piece: Piece, beside: Piece) -> bool:
    return piece.model.kind in SAILING_KINDS and beside.model.height_mm > FLAT_MM


@lru_cache(maxsize=512)
def reach(hull: tuple[tuple[float, float], ...]) -> float:
    """Greatest distance of an outline from the piece's origin."""
    return max(math.hypot(x, y) for x, y in hull)


def _outline(piece: Piece, pose: PlanarPose) -> Polygon:
    return Polygon(pose.place(PiecePoints(np.array(piece.model.hull))))
