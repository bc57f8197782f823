"""What the table's other cameras may tell of each piece in a frame.

Pictures of two cameras are never of the same instant, so a piece is placed by both only while it lies still in both;
while it moves, by the picture that is judged. A piece that this picture does not show is placed by another one.
"""

from dataclasses import dataclass

import numpy as np

from tableassist.pipeline.pictures import OtherPicture
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.sources.supervised import Sight
from tableassist.store.camera import unknown_camera
from tableassist.vision.localisation.tracking import SETTLED_NS
from tableassist.vision.tags.sighting import TagSighting

STILL_PX = 1.0
"""A tag whose corners stay within this lies still."""


@dataclass(slots=True, eq=False)
class _LastPlace:
    sighting: TagSighting
    since_ns: int


class OtherCameras:
    """Belongs to the measuring loop's thread."""

    def __init__(self) -> None:
        self._places: dict[tuple[str, tuple[str, int]], _LastPlace] = {}
        self._unknown = unknown_camera()

    def pictures(self, sight: Sight, before: TableState, settings: TableSettings) -> tuple[OtherPicture, ...]:
        """Of the other cameras, each with the pieces for which it may speak in this frame."""
        if not sight.others:
            return ()
        shown = {sighting.key for sighting in sight.sightings}
        moving = {piece for piece, track in before.tracks.tracks.items() if track.moving}
        keys = {piece.id: [(mount.family, mount.tag) for mount in piece.mounts] for piece in settings.pieces}
        out = []
        for other in sight.others:
            resting = self._resting_tags(other)
            pieces = frozenset(
                piece
                for piece, tags in keys.items()
                if not any(tag in shown for tag in tags)
                or (piece not in moving and all(resting.get(tag, True) for tag in tags))
            )
            camera = settings.camera_at(other.camera) or self._unknown
            out.append(OtherPicture(other.frame, other.sightings, camera, pieces))
        return tuple(out)

    def _resting_tags(self, sight: Sight) -> dict[tuple[str, int], bool]:
        """Whether each tag that the camera sees has been where it is for long enough."""
        out, name, t_ns = {}, sight.frame.camera, sight.frame.t_ns
        for sighting in sight.sightings:
            place = self._places.get((name, sighting.key))
            if place is None:
                # Of a camera that has just begun to see, all lies as it lies.
                place = self._places[name, sighting.key] = _LastPlace(sighting, t_ns - SETTLED_NS)
            elif place.sighting is not sighting:
                apart = float(np.abs(np.subtract(place.sighting.corners, sighting.corners)).max())
                if apart > STILL_PX:
                    place.sighting, place.since_ns = sighting, t_ns
            out[sighting.key] = t_ns - place.since_ns >= SETTLED_NS
        return out
