"""What pictures show, by the settings alone: the whole chain, as on a new table.

Whoever makes evidence and whoever judges it both ask here, so that the same pictures say the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tableassist.capture import decode_picture
from tableassist.pipeline.fitting.unknown_tags import known_tags
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.step import first_state, step
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.store.evidence import (
    Evidence,
    Member,
    ReadMoment,
)
from tableassist.vision.camera.frame import Frame, Image
from tableassist.vision.localisation.tracking import Track, Tracks
from tableassist.vision.tags.detector import TagDetector

MOST_PICTURES = 8
"""That a piece of evidence may have of earlier times."""


@dataclass(frozen=True, slots=True, eq=False)
class DatedPicture:
    image: Image
    t_ns: int
    pieces: frozenset[str] = frozenset()
    """Of an earlier picture: those for which it stands, because something hides them in the picture of the moment."""


def derived(picture: DatedPicture, earlier: Sequence[DatedPicture], settings: TableSettings) -> TableState:
    """Of the moment that `picture` shows. An earlier one says nothing about any but its own pieces."""
    held: dict[str, Track] = {}
    for each in sorted(earlier, key=lambda each: each.t_ns):
        seen = _step(first_state(settings), each, settings).tracks.tracks
        held |= {piece: track for piece, track in seen.items() if piece in each.pieces}
    before = replace(first_state(settings), tracks=Tracks(held))
    return _step(before, picture, settings)


def _step(state: TableState, picture: DatedPicture, settings: TableSettings) -> TableState:
    detector = TagDetector(settings.tag_families, known_tags(settings))
    return step(state, Frame(picture.image, picture.t_ns, 0, "evidence"), settings, detector.detect_even_mirrored)


def derive_moment(evidence: Evidence, read: ReadMoment, path: Path) -> Moment | None:
    """Measure what the pictures of evidence show, for people to look at. None where there is no picture."""
    about = evidence.manifest
    if Member.FRAME not in evidence.files:
        return None
    image = decode_picture(evidence.files[Member.FRAME], origin=f"{path.name}: {Member.FRAME}")
    earlier = [
        DatedPicture(
            decode_picture(content, origin=f"{path.name}: {name}"),
            int(name.removesuffix(".png")),
            frozenset(about.earlier.get(name.removesuffix(".png"), ())),
        )
        for name, content in [*evidence.folder(Member.EARLIER).items()][:MOST_PICTURES]
    ]
    state = derived(DatedPicture(image, about.t_ns), earlier, read.settings)
    return Moment(Frame(image, about.t_ns, 0, "evidence"), state, read.settings)
