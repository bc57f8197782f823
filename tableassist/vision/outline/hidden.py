"""What is known to stand above a hull or to lie over a card's rim: tag plates, sails and spars."""

from dataclasses import dataclass

import numpy as np

from tableassist.geometry.arrays import Flags, Floats, ImagePoints, PiecePoints
from tableassist.pieces.piece import Piece, TagMount
from tableassist.vision.outline.view import OutlineView
from tableassist.vision.tags.pattern import plate_mm, tag_corners

PLATE_ROOM_MM = 1.2
"""Plates are cut by hand: their white rim is broader or narrower than one module by so much."""
SPAR_ROOM_MM = 2.0
"""Sails and masts stand where the model says, within so much."""
MAST_MM = 1.5
STAFF_MM = 3.0
"""A plate this far above the deck stands on a staff."""


@dataclass(frozen=True, slots=True, eq=False)
class Cover:
    """A convex outline in space, in the piece's frame, widened by `room_mm` for what is not known of it."""

    corners: Floats
    """(N, 3) x, y, z."""
    room_mm: float

    def hides(self, view: OutlineView, pixels: ImagePoints) -> Flags:
        """(...) whether these places of the picture lie on it, or so near that it may be."""
        ring = _hull(view.image_points(PiecePoints(self.corners[:, :2]), self.corners[:, 2]))
        room_px = self.room_mm / view.mm_per_px
        edges = np.roll(ring, -1, axis=0) - ring
        length = np.maximum(np.linalg.norm(edges, axis=1), 1e-9)
        inward = np.stack([-edges[:, 1], edges[:, 0]], axis=1) / length[:, None]
        depth = ((np.asarray(pixels)[..., None, :] - ring) * inward).sum(axis=-1)
        return np.asarray(depth.min(axis=-1) > -room_px)


def _hull(points: Floats) -> Floats:
    """The convex hull of (N, 2), so turned that the inside lies to the left."""
    order = sorted(map(tuple, points.tolist()))

    def half(path: list[tuple[float, ...]]) -> list[tuple[float, ...]]:
        kept: list[tuple[float, ...]] = []
        for point in path:
            while len(kept) >= 2 and _turn(kept[-2], kept[-1], point) <= 0:
                kept.pop()
            kept.append(point)
        return kept[:-1]

    return np.array(half(order) + half(order[::-1]))


def _turn(a: tuple[float, ...], b: tuple[float, ...], c: tuple[float, ...]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def plate_cover(mount: TagMount) -> Cover:
    """The card that the tag is printed on: the black square with one white module round it."""
    c, s = np.cos(mount.yaw_rad), np.sin(mount.yaw_rad)
    square = tag_corners(plate_mm(mount.family, mount.size_mm)) @ np.array([[c, s], [-s, c]])
    square += np.array([mount.x_mm, mount.y_mm])
    return Cover(np.column_stack([square, np.full(4, mount.z_mm)]), PLATE_ROOM_MM)


def covers_of(piece: Piece) -> tuple[Cover, ...]:
    model = piece.model
    covers = [plate_cover(mount) for mount in piece.mounts]
    covers += [
        _upright(mount.x_mm, mount.y_mm, (0.0, 0.0), model.height_mm, mount.z_mm)
        for mount in piece.mounts
        if mount.z_mm > model.height_mm + STAFF_MM
    ]
    for mast in model.masts:
        covers.append(_upright(mast.x_mm, mast.y_mm, (0.0, 0.0), model.height_mm, mast.top_mm))
        if mast.sail is not None:
            along = np.array(mast.sail.direction) * 0.5 * mast.sail.width_mm
            covers.append(
                _upright(mast.x_mm, mast.y_mm, (float(along[0]), float(along[1])), mast.sail.foot_mm, mast.sail.head_mm)
            )
    for (x0, y0), (x1, y1) in zip(model.bowsprit, model.bowsprit[1:], strict=False):
        ends = np.array([[x0, y0, model.height_mm], [x1, y1, model.height_mm], [x1, y1, model.height_mm + 2.0]])
        covers.append(Cover(ends, MAST_MM))
    return tuple(covers)


def _upright(x_mm: float, y_mm: float, along: tuple[float, float], low_mm: float, high_mm: float) -> Cover:
    """A board or a pole: from x - along to x + along, from low to high."""
    thin = 0.05
    ends = [
        (x_mm + side * along[0] + thin * k, y_mm + side * along[1] + thin * k, z)
        for side in (-1.0, 1.0)
        for z in (low_mm, high_mm)
        for k in (-1.0, 1.0)
    ]
    return Cover(np.array(ends), SPAR_ROOM_MM)
