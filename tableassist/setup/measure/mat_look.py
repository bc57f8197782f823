"""Which tags a picture shows while a mat is laid out: the mat's, those of pieces, and those that nobody knows."""

from dataclasses import dataclass
from enum import StrEnum

from tableassist.pipeline.fitting.fitting_plan import jig_families
from tableassist.pipeline.table_settings import TableSettings
from tableassist.vision.camera.frame import Frame
from tableassist.vision.mounts.jig import A4_JIG
from tableassist.vision.registration.mat_layout import MatTag
from tableassist.vision.registration.registration import Registration, register
from tableassist.vision.registration.registration_health import Health
from tableassist.vision.tags.reader import TagReader
from tableassist.vision.tags.sighting import TagSighting

GOOD_TAGS = 8
"""Fewer hide a bad lens; a mat with fewer must show all it has."""


class TagRole(StrEnum):
    MAT = "mat"
    MISPLACED = "misplaced"
    """The mat's, but not where the table file says."""
    PIECE = "piece"
    JIG = "jig"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, eq=False)
class SeenTag:
    sighting: TagSighting
    role: TagRole


@dataclass(frozen=True, slots=True, eq=False)
class MatSeen:
    tags: tuple[SeenTag, ...]
    missing: tuple[MatTag, ...]
    is_mirrored: bool
    registration: Registration | None
    wanted: int
    """How many of the mat's tags are enough."""

    @property
    def mat_tags(self) -> int:
        return sum(tag.role in (TagRole.MAT, TagRole.MISPLACED) for tag in self.tags)

    @property
    def is_good(self) -> bool:
        seen = self.registration
        return not self.is_mirrored and seen is not None and seen.health is Health.GOOD and self.mat_tags >= self.wanted


class MatLook:
    """Holds the reader, so it belongs to one thread."""

    def __init__(self, settings: TableSettings) -> None:
        self._settings = settings
        self._reader = TagReader(jig_families(settings))
        self._mat = {(tag.family, tag.tag): tag for tag in settings.mat.tags}
        self._pieces = {(mount.family, mount.tag) for piece in settings.pieces for mount in piece.mounts}
        self._jig = {(tag.family, tag.tag) for tag in A4_JIG.tags.tags}

    def look(self, frame: Frame) -> MatSeen:
        sightings = self._reader.read(frame.image)
        lens = self._settings.camera.lens_for(frame.width_px, frame.height_px, frame.film_mm)
        is_mirrored = any(sighting.mirrored for sighting in sightings)
        registration = None if is_mirrored else register(sightings, self._settings.mat, lens)
        left_out = set() if registration is None else set(registration.mat_tags_left_out)
        tags = tuple(SeenTag(sighting, self._role(sighting, left_out)) for sighting in sightings)
        seen = {(sighting.family, sighting.tag) for sighting in sightings}
        missing = tuple(tag for key, tag in self._mat.items() if key not in seen)
        return MatSeen(tags, missing, is_mirrored, registration, min(GOOD_TAGS, len(self._mat)))

    def _role(self, sighting: TagSighting, left_out: set[int]) -> TagRole:
        key = (sighting.family, sighting.tag)
        if key in self._mat:
            return TagRole.MISPLACED if sighting.tag in left_out else TagRole.MAT
        if key in self._pieces:
            return TagRole.PIECE
        return TagRole.JIG if key in self._jig else TagRole.UNKNOWN
