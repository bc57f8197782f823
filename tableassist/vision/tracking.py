"""What is remembered from frame to frame: each piece's last pose."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tableassist.scene.piece_pose import PiecePose


@dataclass(frozen=True, slots=True)
class Tracks:
    poses: Mapping[str, PiecePose] = field(default_factory=dict)
    """A hidden piece keeps its last pose, which says when it was seen."""


def follow(tracks: Tracks, seen: Mapping[str, PiecePose]) -> Tracks:
    return Tracks({**tracks.poses, **seen})
