"""What is known to stand above a hull or to lie over a card's rim: tag plates, sails and spars."""

from dataclasses import dataclass

import numpy as np
import shapely

from tableassist.geometry import Flags, Floats, ImagePoints, PiecePoints
from tableassist.pieces import MountKind, Piece, PieceKind, TagMount
from tableassist.vision.outline.view import OutlineView
from tableassist.vision.tags.pattern import plate_mm, tag_corners

PLATE_ROOM_MM = 1.2
"""Plates are cut by hand: their white rim is broader or narrower than one module by so much."""
SPAR_ROOM_MM = 2.0
"""Sails and masts stand where the model says, within so much."""
MAST_MM = 1.5
STAFF_MM = 3.0
"""A plate this far above the deck stands on a staff."""
ARROW_STRIP_MM = 4.0
"""Width of the white strip with arrow and number that a kit's plate has beyond its quiet zone, towards the bow."""
TONGUE_MM, TONGUE_WIDTH_MM = 6.0, 8.0
"""The visible part of the tongue that joins a ship to the plate on the mat behind her stern."""


CARD_REACH_MM = 40.0


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


def card_reach_mm(covers: tuple[Cover, ...], points: PiecePoints, outward: Floats) -> Floats:
    """(N,) how far the covers reach beyond each point, along its outward direction: a shore below may lie there."""
    cards = shapely.union_all([shapely.Polygon(cover.corners[:, :2]).buffer(cover.room_mm) for cover in covers])
    ends = np.stack([points, points + CARD_REACH_MM * outward], axis=1)
    inside = shapely.intersection(shapely.linestrings(ends), cards)
    return np.asarray(shapely.length(inside), dtype=np.float64)


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
    return _card_cover(mount, tag_corners(plate_mm(mount.family, mount.size_mm)))


def strip_cover(mount: TagMount) -> Cover:
    """The strip with arrow and number, ahead of the plate's quiet zone. Plates without a strip are printed, too."""
    half = 0.5 * plate_mm(mount.family, mount.size_mm)
    return _card_cover(mount, _box(half, half + ARROW_STRIP_MM, half))


def _tongue_cover(mount: TagMount) -> Cover:
    half = 0.5 * plate_mm(mount.family, mount.size_mm)
    return _card_cover(mount, _box(half, half + TONGUE_MM, 0.5 * TONGUE_WIDTH_MM))


def _box(near_mm: float, far_mm: float, half_width_mm: float) -> Floats:
    """(4, 2) a rectangle ahead of the tag, from `near_mm` to `far_mm`."""
    across = half_width_mm
    return np.array([[near_mm, -across], [far_mm, -across], [far_mm, across], [near_mm, across]])


def _card_cover(mount: TagMount, corners: Floats) -> Cover:
    """A flat part of the plate, given in the tag's frame."""
    c, s = np.cos(mount.yaw_rad), np.sin(mount.yaw_rad)
    placed = corners @ np.array([[c, s], [-s, c]]) + np.array([mount.x_mm, mount.y_mm])
    return Cover(np.column_stack([placed, np.full(4, mount.z_mm)]), PLATE_ROOM_MM)


def covers_of(piece: Piece, *, tongues: bool = True) -> tuple[Cover, ...]:
    """What may hide the rim: plates, masts, sails, bowsprit, and the tongue of card under a ship's stern."""
    model = piece.model
    covers = [plate_cover(mount) for mount in piece.mounts]
    if tongues and model.kind is PieceKind.SHIP:
        covers += [_tongue_cover(mount) for mount in piece.mounts if mount.kind is MountKind.PLATE]
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
