"""Which hulls to look at in a frame, and what follows from it.

A look takes milliseconds, so each piece gets one when it has come to rest, and keeps it.
"""

import math
from collections.abc import Mapping

from tableassist.geometry.angles import wrap_rad
from tableassist.geometry.planar_pose import PlanarPose
from tableassist.messages import Message
from tableassist.pieces.model import SAILING_KINDS
from tableassist.pipeline.piece_fit import HullSeen, PieceFit
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import Measured
from tableassist.vision.camera.frame import Frame
from tableassist.vision.hull.look import look_at_hull
from tableassist.vision.localisation.hull_place import HullPlace
from tableassist.vision.localisation.registration import Registration

SAME_MM, SAME_RAD = 0.3, math.radians(0.6)
"""A piece at rest whose tags are read a little otherwise is not looked at again."""


def looks(
    frame: Frame,
    registration: Registration,
    settings: TableSettings,
    fits: Mapping[str, PieceFit],
    before: Measured,
) -> dict[str, HullSeen]:
    """Of all pieces at rest: the look that was taken when they came to rest, or one at this frame."""
    standing = {piece.id: _standing(piece.id, piece.model.upright_count, settings) for piece in settings.pieces}
    everybody = [
        (piece, fit.by_tags, standing[piece.id])
        for piece in settings.pieces
        if (fit := fits.get(piece.id)) is not None and fit.by_tags is not None
    ]
    found = {}
    for piece, pose, masts in everybody:
        if piece.model.kind not in SAILING_KINDS or _is_moving(piece.id, before):
            continue
        last = before.fits.get(piece.id)
        if last is not None and last.hull is not None and _is_same(last.hull.looked_from, pose):
            found[piece.id] = last.hull
        else:
            others = [other for other in everybody if other[0] is not piece]
            look = look_at_hull(frame.image, registration, piece, pose, masts, others)
            found[piece.id] = HullSeen(look, pose)
    return found


def hull_place(seen: HullSeen) -> HullPlace | None:
    """Where the hull lies by the look; None where it could not tell, or saw another hull."""
    look, at = seen.look, seen.looked_from
    if look.cannot_tell is not None or not look.fits or look.turned:
        return None
    x, y, turn = (float(value) for value in look.offset)
    return HullPlace(PlanarPose(at.x_mm + x, at.y_mm + y, wrap_rad(at.heading_rad + turn)), look.covariance)


def hull_doubt(fit: PieceFit) -> Message | None:
    """Why the piece is not what its tag says, to be read after its name."""
    if fit.hull is None or fit.hull.look.cannot_tell is not None:
        return None
    if fit.hull.look.turned:
        return Message("has its tag on the wrong way round: its hull lies half a turn from where the tag says")
    if not fit.hull.look.fits:
        return Message("does not look like the hull under its tag: are two ships' plates swapped?")
    return None


def _standing(piece: str, uprights: int, settings: TableSettings) -> tuple[int, ...]:
    lost = settings.ledger.masts_lost.get(piece, frozenset())
    return tuple(number for number in range(1, uprights + 1) if number not in lost)


def _is_moving(piece: str, before: Measured) -> bool:
    track = before.tracks.tracks.get(piece)
    return track is not None and track.moving


def _is_same(one: PlanarPose, other: PlanarPose) -> bool:
    near = math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) < SAME_MM
    return near and abs(wrap_rad(one.heading_rad - other.heading_rad)) < SAME_RAD
