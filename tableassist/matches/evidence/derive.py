"""What pictures show, by the settings alone: the whole chain, as on a new table.

Whoever makes evidence and whoever judges it both ask here, so that the same pictures say the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tableassist.capture import decode_picture
from tableassist.messages import template
from tableassist.pipeline.fitting.unknown_tags import known_tags
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.pictures import OtherPicture
from tableassist.pipeline.step import first_state, step
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.store.camera import unknown_camera
from tableassist.store.evidence import (
    Evidence,
    Member,
    ReadMoment,
)
from tableassist.store.files import bad_file
from tableassist.vision.camera.frame import Frame, Image
from tableassist.vision.localisation.tracking import Track, Tracks
from tableassist.vision.tags.detector import TagDetector

MOST_PICTURES = 8
"""That a piece of evidence may have of earlier times."""
MOST_VIEWS = 3
"""From other sides."""


@dataclass(frozen=True, slots=True, eq=False)
class DatedPicture:
    image: Image
    t_ns: int
    pieces: frozenset[str] = frozenset()
    """Of an earlier picture: those for which it stands, because something hides them in the picture of the moment."""
    film_mm: float | None = None
    """The 35 mm equivalent focal length that it stated, where it is a photo."""


@dataclass(frozen=True, slots=True, eq=False)
class ViewPicture:
    """A picture of the same moment from another side: a photo, or another of the table's cameras."""

    image: Image
    film_mm: float | None
    pieces: frozenset[str]
    """Those that had not been moved since it was taken."""
    camera: int | None = None
    """Which of the table's cameras took it, 0 the one of the moment's own picture; None: one that nobody knows."""


def derived(
    picture: DatedPicture,
    earlier: Sequence[DatedPicture],
    settings: TableSettings,
    views: Sequence[ViewPicture] = (),
) -> TableState:
    """Of the moment that `picture` shows, together with `views`. An earlier one says nothing about any but its own
    pieces."""
    held: dict[str, Track] = {}
    for each in sorted(earlier, key=lambda each: each.t_ns):
        seen = _step(first_state(settings), each, settings).tracks.tracks
        held |= {piece: track for piece, track in seen.items() if piece in each.pieces}
    before = replace(first_state(settings), tracks=Tracks(held))
    others = [_other(view, number, settings) for number, view in enumerate(views, 1)]
    state = _step(before, picture, settings, others)
    apart = frozenset(() if state.shots is None else state.shots.apart)
    if apart:
        # At the table a ship that was nudged since is measured by the camera alone.
        others = [replace(other, pieces=(other.pieces or frozenset()) - apart) for other in others]
        state = _step(before, picture, settings, others)
    return state


def _step(
    state: TableState, picture: DatedPicture, settings: TableSettings, others: Sequence[OtherPicture] = ()
) -> TableState:
    detect = TagDetector(settings.tag_families, known_tags(settings)).detect_even_mirrored
    return step(state, Frame(picture.image, picture.t_ns, 0, "evidence", picture.film_mm), settings, detect, others)


def _other(view: ViewPicture, number: int, settings: TableSettings) -> OtherPicture:
    detect = TagDetector(settings.tag_families, known_tags(settings)).detect_even_mirrored
    frame = Frame(view.image, 0, 0, f"photo {number}", view.film_mm)
    camera = None if view.camera is None else settings.camera_at(view.camera)
    return OtherPicture(frame, detect(view.image), camera or unknown_camera(), view.pieces)


def read_views(evidence: Evidence, path: Path) -> list[ViewPicture]:
    """Decode the photos from other sides. BadFileError where a file and the manifest do not fit together."""
    views, files = evidence.manifest.views, evidence.folder(Member.VIEWS)
    if files.keys() != views.keys() or len(views) > MOST_VIEWS:
        what = template("got {count} photos, expected those of the manifest, at most {most}")
        raise bad_file(path, what, count=len(files), most=MOST_VIEWS)
    return [
        ViewPicture(
            decode_picture(files[name], origin=f"{path.name}: {Member.VIEWS}{name}"),
            view.film_mm,
            frozenset(view.pieces),
            view.camera,
        )
        for name, view in sorted(views.items())
    ]


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
    state = derived(
        DatedPicture(image, about.t_ns, film_mm=about.film_mm), earlier, read.settings, read_views(evidence, path)
    )
    return Moment(Frame(image, about.t_ns, 0, "evidence"), state, read.settings)
