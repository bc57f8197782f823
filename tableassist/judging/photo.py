"""A photo that somebody has taken of a table: checked, decoded within limits, and the tags in it."""

from dataclasses import dataclass

from tableassist.capture import decode_picture
from tableassist.errors import SourceError
from tableassist.messages import template
from tableassist.pipeline.fitting.unknown_tags import known_tags
from tableassist.pipeline.pictures import OtherPicture
from tableassist.pipeline.table_settings import TableSettings
from tableassist.store.camera import unknown_camera
from tableassist.store.match.photos import MAX_PHOTO_BYTES
from tableassist.vision.camera.exif_focal import film_focal_mm
from tableassist.vision.camera.frame import Frame
from tableassist.vision.tags.detector import TagDetector

MAX_PHOTO_MEGAPIXELS = 64
JPEG_SCAN, MAX_MARKERS = 0xDA, 10_000
TELLING_MARKERS = (frozenset(range(0xE1, 0xF0)) - {0xEE}) | {0xFE}
"""Markers of a JPEG that tell nothing of its pixels: application data but for Adobe's (EE), which names the colours,
and comments."""


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    picture: OtherPicture
    content: bytes
    """Its file without what it tells of the person who took it: where, when and with which phone."""


def read_photo(content: bytes, name: str, settings: TableSettings) -> Photo:
    """Decode a photo from a stranger's bytes and read its tags, which takes seconds. SourceError where it is none that
    can be used. `name` is what people are told of it."""
    if len(content) > MAX_PHOTO_BYTES:
        form = template("{name}: a photo of {size} bytes is refused, expected at most {most}")
        raise SourceError(form, name=name, size=len(content), most=MAX_PHOTO_BYTES)
    image = decode_picture(content, origin=name, max_megapixels=MAX_PHOTO_MEGAPIXELS)
    detect = TagDetector(settings.tag_families, known_tags(settings)).detect_even_mirrored
    frame = Frame(image, 0, 0, name, film_focal_mm(content))
    return Photo(OtherPicture(frame, detect(image), unknown_camera()), strip_metadata(content))


def strip_metadata(data: bytes) -> bytes:
    """The same JPEG without EXIF data, comments and what else programs write into it: a phone writes down where the
    photo was taken, and by whom. Its pixels decode to the same values. Other formats are returned as they are."""
    if not data.startswith(b"\xff\xd8"):
        return data
    out, at = [data[:2]], 2
    for _ in range(MAX_MARKERS):
        if at + 4 > len(data) or data[at] != 0xFF or data[at + 1] == JPEG_SCAN:
            break
        if data[at + 1] == 0xFF:  # a fill byte
            at += 1
            continue
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if data[at + 1] not in TELLING_MARKERS:
            out.append(data[at:end])
        at = end
    return b"".join((*out, data[at:]))
