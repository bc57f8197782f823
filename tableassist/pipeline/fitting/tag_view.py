"""One picture of the table, as far as it is needed to tie a tag to a piece."""

from dataclasses import dataclass

from tableassist.pieces import Piece
from tableassist.pipeline.fitting.unknown_tags import UnknownTag, pieces_without_a_seen_tag, unknown_tags
from tableassist.pipeline.table_settings import TableSettings
from tableassist.scene.piece_pose import PiecePose
from tableassist.vision.camera.frame import Frame
from tableassist.vision.localisation.localise import localise
from tableassist.vision.registration.registration import Registration, register
from tableassist.vision.registration.registration_health import Health
from tableassist.vision.tags.detector import TagDetector
from tableassist.vision.tags.sighting import TagSighting

NEW_FAMILY = "36h11"
"""What is printed for pieces: looked for even at a table that has none yet."""


@dataclass(frozen=True, slots=True, eq=False)
class TagView:
    sightings: tuple[TagSighting, ...]
    registration: Registration
    poses: dict[str, PiecePose]
    unknown: tuple[UnknownTag, ...]
    without: tuple[Piece, ...]
    """Pieces of which no tag is seen."""


def tag_view(frame: Frame, settings: TableSettings) -> TagView | None:
    """None where the mat is not seen, or its tags contradict each other."""
    families = tuple(sorted({*settings.tag_families, NEW_FAMILY}))
    sightings = TagDetector(families).detect(frame.image)
    lens = settings.camera.lens_for(frame.width_px, frame.height_px, frame.film_mm)
    registration = register(sightings, settings.mat, lens)
    if registration is None or registration.health is Health.UNRELIABLE:
        return None
    poses = localise(sightings, settings.pieces, registration, frame.t_ns).poses
    unknown = unknown_tags(sightings, settings, registration, poses)
    return TagView(sightings, registration, poses, unknown, pieces_without_a_seen_tag(sightings, settings))
