"""Reads a frame's tags and says where camera and pieces are, or why the frame cannot be used."""

from dataclasses import dataclass

from tableassist.messages import Message
from tableassist.pieces import Piece
from tableassist.pipeline.table_settings import TableSettings
from tableassist.vision.camera.frame import Frame
from tableassist.vision.localisation.localise import Localised, localise
from tableassist.vision.registration.registration import Registration, register
from tableassist.vision.registration.registration_health import Health
from tableassist.vision.tags.detector import TagDetector
from tableassist.vision.tags.sighting import MIRRORED, TagSighting


@dataclass(frozen=True, slots=True, eq=False)
class ScanFrame:
    frame: Frame
    registration: Registration
    placed: Localised
    sightings: tuple[TagSighting, ...] = ()


class ScanReader:
    """Holds the detector."""

    def __init__(self, settings: TableSettings, pieces: tuple[Piece, ...]) -> None:
        families = {tag.family for tag in settings.mat.tags}
        families |= {mount.family for piece in pieces for mount in piece.mounts}
        self._detector = TagDetector(tuple(sorted(families)))
        self._mat_tags = frozenset((tag.family, tag.tag) for tag in settings.mat.tags)
        self._settings, self._pieces = settings, pieces

    def look(self, frame: Frame) -> ScanFrame | Message:
        """The frame with what was found, or why it cannot be used."""
        lens = self._settings.camera.lens_for(frame.width_px, frame.height_px, frame.film_mm)
        sightings = self._detector.detect_even_mirrored(frame.image, self._mat_tags)
        if any(sighting.mirrored for sighting in sightings):
            return MIRRORED
        registration = register(sightings, self._settings.mat, lens)
        if registration is None:
            return Message("can't see the mat: fewer than two of its tags can be read")
        if registration.health is not Health.GOOD:
            return Message("the mat is hard to make out: {reason}", reason=registration.reason)
        placed = localise(sightings, self._pieces, registration, frame.t_ns)
        return ScanFrame(frame, registration, placed, sightings)
