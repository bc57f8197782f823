"""Sliding a piece until it touches another."""

import math

import numpy as np
from shapely import Polygon

from tableassist.geometry import PiecePoints, PlanarPose
from tableassist.pieces.piece import Piece

CONTACT_GAP_MM = 0.05
"""Staged contact: no table has a gap of exactly nought, and hulls that overlap are no truth."""


def outline_at(piece: Piece, pose: PlanarPose) -> Polygon:
    return Polygon(pose.place(PiecePoints(np.array(piece.model.hull))))


def ahead(pose: PlanarPose, by_mm: float) -> PlanarPose:
    """The pose further along its own heading."""
    x, y = pose.place_one(by_mm, 0.0)
    return PlanarPose(x, y, pose.heading_rad)


def slid_to_contact(piece: Piece, pose: PlanarPose, target: Polygon, *, reach_mm: float = 500.0) -> PlanarPose:
    """The pose along the heading at which the hulls are `CONTACT_GAP_MM` apart.

    Each step goes as far as the gap is wide, which can never pass through the target.
    """
    gone = 0.0
    while gone < reach_mm:
        gap = outline_at(piece, ahead(pose, gone)).distance(target) - CONTACT_GAP_MM
        if gap < 1e-6:
            return ahead(pose, gone)
        gone += gap
    where = f"from ({pose.x_mm:.0f}, {pose.y_mm:.0f}) heading {math.degrees(pose.heading_rad):.0f} degrees"
    raise ValueError(f"{piece.id} {where} meets nothing within {reach_mm:.0f} mm")
