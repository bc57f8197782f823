"""The poses of a piece of evidence, to the last digit."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, field
from typing import Annotated

import msgspec
import numpy as np
from msgspec.structs import astuple as astuple_of

from tableassist.geometry import Floats, PlanarPose
from tableassist.rulebook import Scene
from tableassist.scene.piece_pose import PiecePose
from tableassist.scene.seen_gap import SeenGap
from tableassist.scene.unverified import VERIFIED, Unverified
from tableassist.store.files.problems import not_ours
from tableassist.vision.localisation.tracking import Tracks

MAX_SEEN_GAPS = 40
MOST_PIECES, MOST_ERRORS, MOST_TAGS, MOST_MASTS = 400, 400, 50, 50
Number = Annotated[float, msgspec.Meta(ge=-1e9, le=1e9)]
Sigma = Annotated[float, msgspec.Meta(gt=0, le=1e3)]
Time = Annotated[int, msgspec.Meta(ge=-(2**62), le=2**62)]
Row = Annotated[list[Number], msgspec.Meta(max_length=MOST_ERRORS)]
Three = Annotated[list[Row], msgspec.Meta(min_length=3, max_length=3)]


class SeenGapEntry(msgspec.Struct, forbid_unknown_fields=True):
    other: str
    gap_mm: Number | None
    sigma_mm: Sigma | None
    """Neither is there where the picture does not show the gap itself."""
    x_mm: Number
    y_mm: Number
    edge_mm: Number | None = None
    """How far the edge of this piece is outside its outline there."""
    edge_sigma_mm: Sigma | None = None
    other_edge_mm: Number | None = None
    """The same of the other piece."""
    other_edge_sigma_mm: Sigma | None = None


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
    masts_not_shown: Annotated[list[int], msgspec.Meta(max_length=MOST_MASTS)] = []
    """Of these the picture does not tell whether they stand."""
    hull_may_be_off_mm: Number = 0.0
    """From where its tag has it, as far as the picture tells."""
    elsewhere_if_raised_mm: tuple[Number, Number] = (0.0, 0.0)
    """By so much, along x and y, if it were as high above the mat as its tags allow."""
    seen_gaps: Annotated[list[SeenGapEntry], msgspec.Meta(max_length=MAX_SEEN_GAPS)] = []
    """Gaps to pieces close by that the picture shows."""
    identity_not_shown: bool = False
    """The picture does not tell whether this is the ship that her plate names."""


Entries = Annotated[list[PoseEntry], msgspec.Meta(max_length=MOST_PIECES)]


@dataclass(frozen=True, slots=True, eq=False)
class ReadPoses:
    poses: Mapping[str, PiecePose]
    seen_ns: Mapping[str, int]
    """When each piece was last seen."""
    doubts: Mapping[str, str]
    """Pieces that could not be where they were measured, with why."""
    unverified: Mapping[str, Unverified] = field(default_factory=dict)
    """What was taken on trust; evidence of an older version does not say."""
    seen_gaps: Mapping[str, tuple[SeenGap, ...]] = field(default_factory=dict)
    """Gaps that the picture shows, by piece."""
    twice: tuple[str, ...] = ()
    """Pieces that are named more than once."""


def pose_entries(tracks: Tracks, scene: Scene) -> list[PoseEntry]:
    entries, doubts = [], scene.doubts
    for piece, track in tracks.tracks.items():
        pose, at, on_trust = track.pose, track.pose.pose, scene.unverified.get(piece, VERIFIED)
        place = at.x_mm, at.y_mm, at.heading_rad, pose.own.tolist(), pose.shared.tolist(), pose.t_ns, track.seen_ns
        said = str(doubts.get(piece, "")), list(on_trust.masts), on_trust.hull_mm, on_trust.raised_mm
        gaps = [SeenGapEntry(*astuple(gap)) for gap in scene.seen_gaps.get(piece, ())]
        entries.append(PoseEntry(piece, *place, list(pose.tags), pose.residual_px, *said, gaps, on_trust.identity))
    return entries


def poses_json(tracks: Tracks, scene: Scene) -> bytes:
    return msgspec.json.format(msgspec.json.encode(pose_entries(tracks, scene)), indent=1)


def read_poses(content: bytes, where: str) -> ReadPoses:
    try:
        entries = msgspec.json.decode(content, type=Entries)
    except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
        raise not_ours(where, problem) from None
    return poses_of(entries, where)


def poses_of(entries: Sequence[PoseEntry], where: str) -> ReadPoses:
    try:
        poses = {entry.piece: _pose(entry) for entry in entries}
    except ValueError as problem:
        raise not_ours(where, problem) from None
    doubts = {entry.piece: entry.doubt for entry in entries if entry.doubt}
    seen_ns = {entry.piece: entry.seen_ns for entry in entries}
    on_trust = {entry.piece: _on_trust(entry) for entry in entries}
    gaps = {entry.piece: tuple(SeenGap(*astuple_of(gap)) for gap in entry.seen_gaps) for entry in entries}
    return ReadPoses(poses, seen_ns, doubts, on_trust, gaps, repeated([entry.piece for entry in entries]))


def repeated(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name, count in Counter(names).items() if count > 1)


def _on_trust(entry: PoseEntry) -> Unverified:
    masts, raised_mm = tuple(entry.masts_not_shown), entry.elsewhere_if_raised_mm
    return Unverified(masts, entry.hull_may_be_off_mm, raised_mm, entry.identity_not_shown)


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
