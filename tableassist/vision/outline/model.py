"""A model from a traced outline: the hull is the traced one, all that stands on it stays."""

from dataclasses import replace

import numpy as np
from shapely import Point as ShapelyPoint
from shapely import Polygon

from tableassist.geometry import PiecePoints
from tableassist.pieces import EdgeNumber, Grade, PieceKind, PieceModel, Point, TagMount

DIGITS = 2
"""Of a millimetre: a hundredth is a tenth of what any scan knows."""


def scanned_model(base: PieceModel, points: PiecePoints, sigma_mm: float, *, name: str, kind: PieceKind) -> PieceModel:
    """In the frame of the base model, so that its tag mounts and masts stay where they are.

    What belongs to the bow keeps its distance from the bow's tip, and what belongs to the stern from the stern.
    """
    hull = tuple((round(float(x), DIGITS), round(float(y), DIGITS)) for x, y in points)
    forward = max(x for x, _ in hull) - max(x for x, _ in base.hull)
    aft = min(x for x, _ in hull) - min(x for x, _ in base.hull)
    zone = base.bow_zone_from_x_mm
    return replace(
        base,
        name=name,
        kind=kind,
        hull=hull,
        sigma_mm=round(sigma_mm, 3),
        grade=Grade.SCANNED,
        bow_zone_from_x_mm=None if zone is None else round(zone + forward, DIGITS),
        bowsprit=tuple((round(x + forward, DIGITS), y) for x, y in base.bowsprit),
        stern=None if base.stern is None else (round(base.stern[0] + aft, DIGITS), base.stern[1]),
        edge_numbers=tuple(_on_rim(number, hull) for number in base.edge_numbers),
    )


def _on_rim(number: EdgeNumber, hull: tuple[Point, ...]) -> EdgeNumber:
    rim = Polygon(hull).exterior
    spot = rim.interpolate(rim.project(ShapelyPoint(number.x_mm, number.y_mm)))
    return replace(number, x_mm=round(spot.x, DIGITS), y_mm=round(spot.y, DIGITS))


def centred(points: PiecePoints, mounts: tuple[TagMount, ...]) -> tuple[PiecePoints, tuple[TagMount, ...]]:
    """For a piece that had no frame of its own: the hull's middle becomes the origin, and the tags move along."""
    middle = Polygon(points).centroid
    moved = tuple(
        replace(mount, x_mm=round(mount.x_mm - middle.x, 3), y_mm=round(mount.y_mm - middle.y, 3)) for mount in mounts
    )
    return PiecePoints(np.asarray(points) - (middle.x, middle.y)), moved


def bound_mounts(mounts: tuple[TagMount, ...]) -> tuple[TagMount, ...]:
    """Once the outline was traced against the tag itself, it is no matter how well the tag was put on."""
    return tuple(
        replace(mount, sigma_xy_mm=min(mount.sigma_xy_mm, 0.05), sigma_yaw_rad=min(mount.sigma_yaw_rad, 0.002))
        for mount in mounts
    )
