"""A photo that somebody has taken of a table: checked, decoded within limits, and the tags in it."""

from dataclasses import dataclass

from tableassist.capture import decode_photo
from tableassist.pipeline.fitting.unknown_tags import known_tags
from tableassist.pipeline.pictures import OtherPicture
from tableassist.pipeline.table_settings import TableSettings
from tableassist.store.camera import unknown_camera
from tableassist.vision.camera.frame import Frame
from tableassist.vision.tags.detector import TagDetector


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    picture: OtherPicture
    content: bytes
    """Its file without what it tells of the person who took it: where, when and with which phone."""


def read_photo(content: bytes, name: str, settings: TableSettings) -> Photo:
    """Decode a photo from a stranger's bytes and read its tags, which takes seconds. SourceError where it is none that
    can be used. `name` is what people are told of it."""
    decoded = decode_photo(content, origin=name)
    detect = TagDetector(settings.tag_families, known_tags(settings)).detect_even_mirrored
    frame = Frame(decoded.image, 0, 0, name, decoded.film_mm)
    return Photo(OtherPicture(frame, detect(frame.image), unknown_camera()), decoded.plain)
