"""What becomes of each piece from frame to frame, and the events in it."""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from tableassist.geometry import PlanarPose, wrap_rad
from tableassist.scene.piece_pose import PiecePose

MOVED_MM = 0.6
MOVED_RAD = math.radians(1.5)
MOVED_SIGMAS = 4.0
"""A piece has moved when it is farther than all of these from where it lay."""
MOST_JITTER_MM, MOST_JITTER_RAD = 2.5, math.radians(6.0)
"""Most of a wide plus-minus is a lean or a height that stays as it is from one frame to the next."""
SETTLED_NS = 500_000_000
HIDDEN_NS = 400_000_000
"""A shorter gap is a flicker of the detector, not a hand."""


class Change(StrEnum):
    APPEARED = "appeared"
    MOVED = "moved"
    SETTLED = "settled"
    HIDDEN = "hidden"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class PieceEvent:
    change: Change
    piece: str
    t_ns: int
    start: PlanarPose | None
    """Where it lay before, for moved and settled."""
    end: PlanarPose | None
    """Where it is now."""


@dataclass(frozen=True, slots=True)
class Track:
    pose: PiecePose
    seen_ns: int
    rest: PlanarPose
    """Where it last lay still."""
    stop: PlanarPose
    """Where it has been since `stopped_ns`, within what counts as still."""
    stopped_ns: int
    moving: bool
    hidden: bool


@dataclass(frozen=True, slots=True)
class Tracks:
    tracks: Mapping[str, Track] = field(default_factory=dict)

    @property
    def poses(self) -> dict[str, PiecePose]:
        """A hidden piece keeps its last pose."""
        return {piece: track.pose for piece, track in self.tracks.items()}

    @property
    def seen_ns(self) -> dict[str, int]:
        return {piece: track.seen_ns for piece, track in self.tracks.items()}


def follow(
    tracks: Tracks, seen: Mapping[str, PiecePose], t_ns: int, corrected: Collection[str] = ()
) -> tuple[Tracks, tuple[PieceEvent, ...]]:
    """`corrected`: pieces that lie as they lay, and are only known otherwise than before, since another picture shows
    them too or no longer does. Where they now are is no move."""
    events: list[PieceEvent] = []
    after: dict[str, Track] = {}
    for piece in (*tracks.tracks, *(piece for piece in seen if piece not in tracks.tracks)):
        before, pose = tracks.tracks.get(piece), seen.get(piece)
        if before is None and pose is not None:
            at = pose.pose
            after[piece] = Track(pose, t_ns, at, at, t_ns, moving=False, hidden=False)
            events.append(PieceEvent(Change.APPEARED, piece, t_ns, None, at))
        elif before is not None and pose is None:
            after[piece] = _unseen(piece, before, t_ns, events)
        elif before is not None and pose is not None:
            known = before
            if piece in corrected and not before.moving and not before.hidden:
                known = replace(before, rest=pose.pose, stop=pose.pose)
            after[piece] = _seen(piece, known, pose, t_ns, events)
    return Tracks(after), tuple(events)


def _unseen(piece: str, before: Track, t_ns: int, events: list[PieceEvent]) -> Track:
    if before.hidden or t_ns - before.seen_ns < HIDDEN_NS:
        return before
    events.append(PieceEvent(Change.HIDDEN, piece, t_ns, before.pose.pose, None))
    return replace(before, hidden=True)


def _seen(piece: str, before: Track, pose: PiecePose, t_ns: int, events: list[PieceEvent]) -> Track:
    at = pose.pose
    if before.hidden:
        events.append(PieceEvent(Change.BACK, piece, t_ns, before.pose.pose, at))
    track = Track(pose, t_ns, before.rest, before.stop, before.stopped_ns, moving=before.moving, hidden=False)
    if not before.moving and pose is before.pose:
        return track  # nothing was measured anew
    if not before.moving:
        if not _apart(before.rest, pose):
            return track
        events.append(PieceEvent(Change.MOVED, piece, t_ns, before.rest, at))
        return replace(track, moving=True, stop=at, stopped_ns=t_ns)
    if _apart(before.stop, pose):
        return replace(track, stop=at, stopped_ns=t_ns)
    if t_ns - before.stopped_ns < SETTLED_NS:
        return track
    events.append(PieceEvent(Change.SETTLED, piece, t_ns, before.rest, at))
    return replace(track, moving=False, rest=at)


def _apart(before: PlanarPose, pose: PiecePose) -> bool:
    step = math.hypot(pose.pose.x_mm - before.x_mm, pose.pose.y_mm - before.y_mm)
    turn = abs(wrap_rad(pose.pose.heading_rad - before.heading_rad))
    far = step > max(MOVED_MM, min(MOVED_SIGMAS * pose.sigma_mm, MOST_JITTER_MM))
    return far or turn > max(MOVED_RAD, min(MOVED_SIGMAS * pose.heading_sigma_rad, MOST_JITTER_RAD))
