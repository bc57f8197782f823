"""What lies on a card table, by one picture of it."""

from pathlib import Path

from tableassist.pipeline.cards.card_tags import CARD_TAGS
from tableassist.pipeline.cards.read import read_cards
from tableassist.pipeline.cards.reading import CardsSeen
from tableassist.pipeline.cards.strip import FAMILY, STRIP
from tableassist.store.camera import TYPICAL, find_camera
from tableassist.store.game import is_card_table, read_card_table
from tableassist.store.table import read_table
from tableassist.vision.camera.frame import Frame
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.tags.detector import TagDetector


def seen_cards(frame: Frame, camera: CameraProfile) -> CardsSeen:
    """What lies on a card table, by one picture of it."""
    wanted = frozenset({*CARD_TAGS, *(tag.key for tag in STRIP.tags)})
    sightings = TagDetector((FAMILY,), wanted).detect(frame.image)
    return read_cards(sightings, camera.lens_for(frame.width_px, frame.height_px, frame.film_mm))


def card_camera_profile(table: Path | None) -> CameraProfile:
    """The camera of a table file; without one a typical camera, which is enough to read cards by."""
    if table is None:
        return find_camera(TYPICAL, asked_in=Path())
    return (read_card_table(table) if is_card_table(table) else read_table(table)).camera
