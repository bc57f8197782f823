"""Which contacts to look at in a frame.

A look takes some 15 ms, so it is taken once, when both pieces have come to rest close to each other, at most one a
frame, and kept until one of them moves. The first frame (a single picture) takes all at once.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import shapely

from tableassist.geometry.angles import wrap_rad
from tableassist.geometry.planar_pose import PlanarPose
from tableassist.pieces.model import SAILING_KINDS, PieceModel
from tableassist.pieces.piece import Piece
from tableassist.pipeline.piece_fit import PieceFit
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.touching import reach
from tableassist.scene.seen_gap import SeenGap
from tableassist.vision.camera.frame import Frame
from tableassist.vision.contact.look import LOOK_WITHIN_MM, ContactLook, look_at_contact
from tableassist.vision.contact.shapes import FLAT_MM, footprint
from tableassist.vision.contact.shore import ShoreLook, look_at_shore
from tableassist.vision.hull.cover import Neighbour
from tableassist.vision.localisation.tracking import Tracks
from tableassist.vision.registration.mat_view import mat_tag_corners
from tableassist.vision.registration.registration import Registration

SAME_MM, SAME_RAD = 0.3, math.radians(0.6)
"""Poses of a piece at rest differ by less from frame to frame: it is not looked at again."""
STOPPED_NS = 250_000_000
"""A piece that has not moved for this long is at rest."""
RETRY_NS = 2_000_000_000
"""A look that could not tell is tried again after this time: a hand may have been in the way."""
PairIds = tuple[str, str]
_Placed = tuple[Piece, PlanarPose]


@dataclass(frozen=True, slots=True)
class ContactSeen:
    """A look at a contact, and where the two pieces were then."""

    look: ContactLook
    shore: ShoreLook | None
    one: PlanarPose
    other: PlanarPose
    t_ns: int


def contact_looks(
    frame: Frame,
    registration: Registration,
    settings: TableSettings,
    fits: Mapping[str, PieceFit],
    tracks: Tracks,
    before: Mapping[PairIds, ContactSeen],
    *,
    is_first: bool,
) -> dict[PairIds, ContactSeen]:
    """Looks at all pairs of pieces that lie still close to each other: kept from the frame before, or new."""
    poses = tuple(_pose_at_rest(piece, fits, tracks, frame.t_ns) for piece in settings.pieces)
    everybody: list[Neighbour] | None = None
    out: dict[PairIds, ContactSeen] = {}
    is_due = True
    for (one, here), (other, there) in _close_pairs(settings, poses):
        key = one.id, other.id
        kept = before.get(key)
        if kept is not None and _is_near(kept.one, here) and _is_near(kept.other, there):
            out[key] = kept
            if kept.look.cannot_tell is None or frame.t_ns - kept.t_ns < RETRY_NS:
                continue
        if not is_due and not is_first:
            continue
        if everybody is None:
            still = zip(settings.pieces, poses, strict=True)
            everybody = [(piece, pose, _standing(piece, settings)) for piece, pose in still if pose is not None]
        by_id = {neighbour[0].id: neighbour for neighbour in everybody}
        others = [neighbour for neighbour in everybody if neighbour[0].id not in key]
        look = look_at_contact(frame.image, registration, by_id[one.id], by_id[other.id], others)
        shore = _shore(frame, registration, settings, (by_id[one.id], by_id[other.id]), others, look)
        out[key] = ContactSeen(look, shore, here, there, frame.t_ns)
        is_due = False
    return out


def seen_gaps(contacts: Mapping[PairIds, ContactSeen]) -> dict[str, tuple[SeenGap, ...]]:
    """What the looks could tell, by the first piece of each pair."""
    out: dict[str, tuple[SeenGap, ...]] = {}
    for (one, other), seen in contacts.items():
        look, shore = seen.look, seen.shore
        if look.cannot_tell is not None and shore is None:
            continue
        is_told = look.cannot_tell is None
        gap = SeenGap(
            other,
            look.gap_mm if is_told else None,
            look.sigma_mm if is_told else None,
            *look.at,
            None if shore is None else shore.offset_mm,
            None if shore is None else shore.sigma_mm,
        )
        out[one] = (*out.get(one, ()), gap)
    return out


def _shore(
    frame: Frame,
    registration: Registration,
    settings: TableSettings,
    pair: tuple[Neighbour, Neighbour],
    others: Sequence[Neighbour],
    look: ContactLook,
) -> ShoreLook | None:
    """The edge of the card, if one of the two is a card."""
    low, high = sorted(pair, key=lambda neighbour: neighbour[0].model.height_mm)
    if low[0].model.height_mm > FLAT_MM:
        return None
    squares = (
        registration.lens.project(registration.pose.into_camera(mat_tag_corners(tag)))
        for tag in settings.mat.tags
        if tag.tag in registration.mat_tags_seen
    )
    return look_at_shore(frame.image, registration, low, np.array(look.at), (high, *others), squares)


def _pose_at_rest(piece: Piece, fits: Mapping[str, PieceFit], tracks: Tracks, t_ns: int) -> PlanarPose | None:
    """None while it moves, is not measured, or something is before its hull."""
    fit, track = fits.get(piece.id), tracks.tracks.get(piece.id)
    if fit is None or fit.pose is None or track is None:
        return None
    if track.moving and t_ns - track.stopped_ns < STOPPED_NS:
        return None
    return None if fit.hull is not None and fit.hull.changed is not None else fit.pose.pose


@lru_cache(maxsize=4)
def _close_pairs(settings: TableSettings, poses: tuple[PlanarPose | None, ...]) -> tuple[tuple[_Placed, _Placed], ...]:
    """Pairs with a ship or a creature in them, whose footprints come close; kept while nothing moves."""
    still = [(piece, pose) for piece, pose in zip(settings.pieces, poses, strict=True) if pose is not None]
    if len(still) < 2:
        return ()
    x, y, reaches = np.array([(pose.x_mm, pose.y_mm, _reach_mm(piece.model)) for piece, pose in still]).T
    sails = np.array([piece.model.kind in SAILING_KINDS for piece, _ in still])
    near = (x[:, None] - x) ** 2 + (y[:, None] - y) ** 2 < (reaches[:, None] + reaches + LOOK_WITHIN_MM) ** 2
    near &= sails[:, None] | sails
    pairs = [(still[first], still[second]) for first, second in np.argwhere(np.triu(near, 1)).tolist()]
    return tuple((one, other) for one, other in pairs if _comes_close(one, other))


def _comes_close(one: _Placed, other: _Placed) -> bool:
    here, there = (footprint(piece.model, pose) for piece, pose in (one, other))
    return bool(shapely.dwithin(here, there, LOOK_WITHIN_MM))


def _reach_mm(model: PieceModel) -> float:
    outlines = (model.hull, *(part.outline for part in model.parts if part.touches))
    return max(reach(outline) for outline in outlines)


def _is_near(then: PlanarPose, now: PlanarPose) -> bool:
    apart_mm = math.hypot(then.x_mm - now.x_mm, then.y_mm - now.y_mm)
    return apart_mm < SAME_MM and abs(wrap_rad(then.heading_rad - now.heading_rad)) < SAME_RAD


def _standing(piece: Piece, settings: TableSettings) -> Collection[int]:
    lost = settings.state.masts_lost.get(piece.id, frozenset())
    return tuple(number for number in range(1, piece.model.upright_count + 1) if number not in lost)
