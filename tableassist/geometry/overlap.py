"""How deep two outlines overlap."""

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

Direction = tuple[float, float]


def overlap_depth(one: BaseGeometry, other: BaseGeometry) -> tuple[float, Direction] | None:
    """The least thickness of what both cover, and the direction across it; None where they have no area in common.

    A convex outline is thinnest across one of its own edges, so those are tried, and no grid of directions: a sliver
    40 mm long looks 1.7 mm thick from only 2.5 degrees off.
    """
    common = shapely.intersection(one, other)
    if common.area <= 0:
        return None
    hull = shapely.get_coordinates(shapely.convex_hull(common))
    along = np.diff(hull, axis=0)
    lengths = np.hypot(along[:, 0], along[:, 1])
    along = along[lengths > 1e-9] / lengths[lengths > 1e-9, None]
    across = np.column_stack([-along[:, 1], along[:, 0]])
    widths = np.ptp(hull @ across.T, axis=0)
    thinnest = int(widths.argmin())
    return float(widths[thinnest]), (float(across[thinnest, 0]), float(across[thinnest, 1]))
