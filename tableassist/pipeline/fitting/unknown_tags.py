"""Tags in view that the table file does not know, and the pieces they may belong to."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tableassist.pieces import Piece
from tableassist.pipeline.table_settings import TableSettings
from tableassist.scene.piece_pose import PiecePose
from tableassist.vision.mounts.new_tag import flat_place
from tableassist.vision.registration.registration import Registration
from tableassist.vision.tags.sighting import TagSighting

SHEET_TAGS = range(570, 582)
"""Of family 36h11, on the jig and the dice corner: no piece carries them."""


@dataclass(frozen=True, slots=True, eq=False)
class UnknownTag:
    sighting: TagSighting
    x_mm: float
    y_mm: float
    """Where it would be if it lay on the mat."""
    side_mm: float
    """How large it would be if it lay on the mat; nearer the camera it looks larger."""
    nearest: str | None
    """The id of the piece whose middle is nearest; None where no piece is seen."""
    nearest_mm: float | None

    @property
    def tag(self) -> int:
        return self.sighting.tag

    @property
    def family(self) -> str:
        return self.sighting.family


def known_tags(settings: TableSettings) -> frozenset[tuple[str, int]]:
    mat = {(tag.family, tag.tag) for tag in (*settings.mat.tags, *settings.dice_tags)}
    return frozenset(mat | {(mount.family, mount.tag) for piece in settings.pieces for mount in piece.mounts})


def unknown_tags(
    sightings: Iterable[TagSighting],
    settings: TableSettings,
    registration: Registration,
    poses: Mapping[str, PiecePose],
) -> tuple[UnknownTag, ...]:
    """In the order of their numbers; one that is seen twice is nobody's."""
    known = known_tags(settings)
    strangers: dict[tuple[str, int], list[TagSighting]] = {}
    for sighting in sightings:
        key = (sighting.family, sighting.tag)
        if key not in known and not (sighting.family == "36h11" and sighting.tag in SHEET_TAGS):
            strangers.setdefault(key, []).append(sighting)
    return tuple(_described(seen[0], registration, poses) for _, seen in sorted(strangers.items()) if len(seen) == 1)


def _described(sighting: TagSighting, registration: Registration, poses: Mapping[str, PiecePose]) -> UnknownTag:
    middle, side, _ = flat_place(sighting, registration, 0.0)
    x, y = float(middle[0]), float(middle[1])
    apart = {name: math.hypot(at.pose.x_mm - x, at.pose.y_mm - y) for name, at in poses.items()}
    nearest = min(apart, key=lambda name: apart[name], default=None)
    return UnknownTag(sighting, x, y, side, nearest, None if nearest is None else apart[nearest])


def pieces_without_a_seen_tag(sightings: Iterable[TagSighting], settings: TableSettings) -> tuple[Piece, ...]:
    """Those that a new tag is likely for."""
    seen = {(sighting.family, sighting.tag) for sighting in sightings}
    return tuple(
        piece for piece in settings.pieces if not any((mount.family, mount.tag) in seen for mount in piece.mounts)
    )
