"""Plates on the mat that something covers in part: found by their patterns, from where another tag has their piece.

Over a third of all wake plates cannot be read, because the ship's own flag or a neighbour's sail is before one of their
edges. A flag alone gives the hull to half a millimetre, with the plate it is a fifth. A search takes some 20 ms, so it
is made once, when a piece has come to rest, one piece a frame; the first frame (a single picture) searches for all.
"""

import math
from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np

from tableassist.geometry import Floats, PiecePoints, PlanarPose
from tableassist.pieces import Piece, TagMount
from tableassist.pieces.physical import MAX_WAKE_HEIGHT_MM
from tableassist.pipeline.contact_looks import STOPPED_NS, standing_masts
from tableassist.pipeline.piece_fit import PieceFit
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import Measured
from tableassist.vision.camera.frame import Frame
from tableassist.vision.contact.shapes import draw_cover
from tableassist.vision.hull.cover import HullCover, Neighbour
from tableassist.vision.registration.mat_view import mat_tag_corners
from tableassist.vision.registration.registration import Registration
from tableassist.vision.tags.covered import PLACES, CoveredTag, find_covered_tag
from tableassist.vision.tags.sighting import TagSighting
from tableassist.vision.tags.tone import Tone, measure_tone

COVER_MARGIN_MM = 0.3
"""Round what may hide a plate; what reaches farther is an outlier of the fit."""
ROOM_PX = 6
"""Of picture round a plate's samples, for the search."""
SAME_PX = 0.3
"""Tags of a piece that has not moved are read within this of their places: its plate is still where it was found."""

CoveredTags = Mapping[str, tuple[TagSighting, ...]]


def covered_plates(
    frame: Frame, registration: Registration, settings: TableSettings, fits: Mapping[str, PieceFit], before: Measured
) -> CoveredTags:
    """Plates found in this frame, or kept from the last; pieces that were not searched are left out."""
    found: dict[str, tuple[TagSighting, ...]] = {}
    search: _Search | None = None
    is_due = True
    for piece in settings.pieces:
        fit = fits.get(piece.id)
        if fit is None or fit.by_tags is None or not (missing := _missing_plates(piece, fit)):
            continue
        if fit.covered is not None:
            found[piece.id] = fit.covered
            continue
        last = before.fits.get(piece.id)
        if last is not None and last.covered is not None and _is_unmoved(last.sightings, fit.sightings):
            found[piece.id] = last.covered
            continue
        track = before.tracks.tracks.get(piece.id)
        if track is not None and (not is_due or (track.moving and frame.t_ns - track.stopped_ns < STOPPED_NS)):
            continue
        if search is None:
            search = _Search(frame, registration, settings, fits)
        found[piece.id] = search.find(piece, missing)
        is_due = track is None
    return found


def _missing_plates(piece: Piece, fit: PieceFit) -> tuple[TagMount, ...]:
    seen = {sighting.key for sighting in fit.sightings}
    return tuple(mount for mount in piece.mounts if _is_flat(mount) and (mount.family, mount.tag) not in seen)


def _is_flat(mount: TagMount) -> bool:
    return mount.z_mm <= MAX_WAKE_HEIGHT_MM


def _is_unmoved(old: tuple[TagSighting, ...], new: tuple[TagSighting, ...]) -> bool:
    if [sighting.key for sighting in old] != [sighting.key for sighting in new]:
        return False
    pairs = zip(old, new, strict=True)
    return all(float(np.abs(np.asarray(one.corners) - np.asarray(two.corners)).max()) < SAME_PX for one, two in pairs)


class _Search:
    """One frame with all its pieces."""

    def __init__(
        self, frame: Frame, registration: Registration, settings: TableSettings, fits: Mapping[str, PieceFit]
    ) -> None:
        self.frame, self.registration = frame, registration
        self.neighbours: dict[str, Neighbour] = {
            piece.id: (piece, at, standing_masts(piece, settings))
            for piece in settings.pieces
            if (fit := fits.get(piece.id)) is not None and (at := fit.by_tags) is not None
        }
        squares = (
            registration.lens.project(registration.pose.into_camera(mat_tag_corners(tag)))
            for tag in settings.mat.tags
            if tag.tag in registration.mat_tags_seen
        )
        self.tone: Tone = measure_tone(frame.image, squares)

    def find(self, piece: Piece, plates: tuple[TagMount, ...]) -> tuple[TagSighting, ...]:
        sightings = (self._find_one(piece, mount) for mount in plates)
        return tuple(sighting for sighting in sightings if sighting is not None)

    def _find_one(self, piece: Piece, mount: TagMount) -> TagSighting | None:
        pose = self.neighbours[piece.id][1]
        middle = self._project(mount, pose, np.zeros(3), PLACES)
        low = np.floor(middle.min(axis=0)).astype(int) - ROOM_PX
        high = np.ceil(middle.max(axis=0)).astype(int) + ROOM_PX + 1
        size = np.array([self.frame.width_px, self.frame.height_px])
        if not np.isfinite(middle).all() or (low < 0).any() or (high > size).any():
            return None
        part = self.frame.image[low[1] : high[1], low[0] : high[0]]
        grey = part if part.ndim == 2 else cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
        hidden = draw_cover(self._cover(piece, mount), self.registration, low.astype(np.float64), grey.shape[:2])
        at = np.rint(middle - low).astype(int)

        def project(motion: Floats, places: Floats) -> Floats:
            return np.asarray(self._project(mount, pose, motion, places) - low)

        expected = CoveredTag(mount.family, mount.tag, project, ~hidden[at[:, 1], at[:, 0]])
        sighting = find_covered_tag(np.ascontiguousarray(grey), expected, self.tone)
        return None if sighting is None else sighting.moved_by(float(low[0]), float(low[1]))

    def _cover(self, piece: Piece, mount: TagMount) -> HullCover:
        """All that may be before the plate; of its own piece everything else."""
        cover = HullCover()
        for other, pose, masts in self.neighbours.values():
            if other.model.height_mm <= MAX_WAKE_HEIGHT_MM:
                continue  # cards lie on the mat, as the plate does
            rest = tuple(each for each in other.mounts if each is not mount)
            cover.add_piece((replace(other, mounts=rest) if other is piece else other, pose, masts), COVER_MARGIN_MM)
        return cover

    def _project(self, mount: TagMount, pose: PlanarPose, motion: Floats, places: Floats) -> Floats:
        """Pixels (N, 2) of places on the tag, in half sides, once the plate has moved by x and y and turned."""
        yaw = mount.yaw_rad + float(motion[2])
        c, s = math.cos(yaw), math.sin(yaw)
        on_tag = places * mount.size_mm / 2.0
        on_piece = on_tag @ np.array([[c, s], [-s, c]]) + (mount.x_mm, mount.y_mm)
        on_mat = np.asarray(pose.place(PiecePoints(on_piece))) + motion[:2]
        solid = np.column_stack([on_mat, np.full(len(on_mat), mount.z_mm)])
        return np.asarray(self.registration.lens.project(self.registration.pose.into_camera(solid)))
