"""The poses of a moment as JSON: with their covariances, and back to the last digit."""

import math
from collections.abc import Mapping
from typing import Annotated

import msgspec
import numpy as np

from tableassist.formats.io.bad_file import not_ours
from tableassist.geometry.arrays import Floats
from tableassist.geometry.planar_pose import PlanarPose
from tableassist.messages import Text
from tableassist.scene.piece_pose import PiecePose
from tableassist.vision.localisation.tracking import Tracks

MOST_PIECES, MOST_ERRORS, MOST_TAGS = 400, 400, 50
Number = Annotated[float, msgspec.Meta(ge=-1e9, le=1e9)]
Time = Annotated[int, msgspec.Meta(ge=-(2**62), le=2**62)]
Row = Annotated[list[Number], msgspec.Meta(max_length=MOST_ERRORS)]
Three = Annotated[list[Row], msgspec.Meta(min_length=3, max_length=3)]


class PoseEntry(msgspec.Struct, forbid_unknown_fields=True):
    piece: str
    x_mm: Number
    y_mm: Number
    heading_rad: Number
    own: Three
    """The covariance of (x_mm, y_mm, heading_rad) that only this piece suffers."""
    shared: Three
    """How the pose answers to unit errors that all pieces have in common: covariance = own + shared shared'."""
    t_ns: Time
    seen_ns: Time
    tags: Annotated[list[int], msgspec.Meta(max_length=MOST_TAGS)]
    residual_px: Number
    doubt: Annotated[str, msgspec.Meta(max_length=400)] = ""
    """Why the piece cannot be where it was measured, to be read after its name: nothing was called about it."""


Entries = Annotated[list[PoseEntry], msgspec.Meta(max_length=MOST_PIECES)]


def poses_json(tracks: Tracks, doubts: Mapping[str, Text]) -> bytes:
    entries = [
        PoseEntry(
            piece=piece,
            x_mm=track.pose.pose.x_mm,
            y_mm=track.pose.pose.y_mm,
            heading_rad=track.pose.pose.heading_rad,
            own=track.pose.own.tolist(),
            shared=track.pose.shared.tolist(),
            t_ns=track.pose.t_ns,
            seen_ns=track.seen_ns,
            tags=list(track.pose.tags),
            residual_px=track.pose.residual_px,
            doubt=str(doubts.get(piece, "")),
        )
        for piece, track in tracks.tracks.items()
    ]
    return msgspec.json.format(msgspec.json.encode(entries), indent=1)


def read_poses(content: bytes, where: str) -> tuple[Mapping[str, PiecePose], Mapping[str, int], Mapping[str, str]]:
    """The poses, when each piece was last seen, and which are doubted."""
    try:
        entries = msgspec.json.decode(content, type=Entries)
        poses = {entry.piece: _pose(entry) for entry in entries}
    except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
        raise not_ours(where, problem) from None
    doubts = {entry.piece: entry.doubt for entry in entries if entry.doubt}
    return poses, {entry.piece: entry.seen_ns for entry in entries}, doubts


def _pose(entry: PoseEntry) -> PiecePose:
    if not -math.pi <= entry.heading_rad < math.pi:
        raise ValueError(f"{entry.piece!r:.80}: heading_rad: got {entry.heading_rad}, expected -pi to pi")
    own, shared = _matrix(entry.own, entry.piece), _matrix(entry.shared, entry.piece)
    if own.shape != (3, 3) or not (np.diag(own) >= 0).all():
        raise ValueError(f"{entry.piece!r:.80}: own: expected a covariance of three")
    place = PlanarPose(entry.x_mm, entry.y_mm, entry.heading_rad)
    return PiecePose(place, own, shared, entry.t_ns, tuple(entry.tags), entry.residual_px)


def _matrix(rows: list[list[float]], piece: str) -> Floats:
    if len({len(row) for row in rows}) != 1:
        raise ValueError(f"{piece!r:.80}: rows of different length")
    return np.array(rows, dtype=np.float64).reshape(3, -1)
