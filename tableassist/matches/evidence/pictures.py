"""The pictures of a piece of evidence: of the moment, of pieces that are hidden in it, and straight from above."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tableassist.capture import decode_picture
from tableassist.matches.evidence.derive import MOST_VIEWS, DatedPicture, ViewPicture, derived
from tableassist.matches.replay.replay import Replay
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.pose_difference import pose_differences
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.store.evidence import (
    CAMERAS_OWN,
    OUT_OF_VIDEO,
    Member,
    ViewFacts,
)
from tableassist.store.files import encoded
from tableassist.store.match.photos import PhotoNote
from tableassist.vision.camera.frame import Image
from tableassist.vision.localisation.tracking import Change, Track
from tableassist.vision.registration.rectified import rectified_image

BORDER_MM = 15.0
MOST_EARLIER = 6
"""A picture takes a few megabytes, and a hand hides few pieces."""
LOOK_BACK_NS = (0, 200_000_000, 700_000_000)
MOST_SIGMAS = 3.0


def picture_kind(replay: Replay, t_ns: int) -> str:
    if replay.still_at(t_ns) is not None:
        return CAMERAS_OWN
    return "" if replay.picture_at(t_ns) is None else OUT_OF_VIDEO


@dataclass(frozen=True, slots=True, eq=False)
class ChosenPictures:
    last: DatedPicture
    """Of the moment."""
    earlier: tuple[DatedPicture, ...]
    """In which pieces are read that cannot be in the last."""
    state: TableState
    """What they show together."""
    views: tuple[ViewPicture, ...] = ()
    """Photos from other sides by which the moment was judged, too."""

    @property
    def held(self) -> dict[str, tuple[str, ...]]:
        """As the manifest has it."""
        return {str(each.t_ns): tuple(sorted(each.pieces)) for each in self.earlier}


def chosen_pictures(replay: Replay, moment: Moment) -> ChosenPictures | None:
    """None where no picture was recorded."""
    t_ns = moment.state.t_ns
    if replay.picture_at(t_ns) is None:
        return None
    own = _own_photo(replay, moment)
    last = DatedPicture(moment.frame.image, t_ns, film_mm=None if own is None else own.film_mm)
    views = tuple(_views(replay, moment))
    seen = derived(last, (), moment.settings, views)
    tracks = {} if seen.registration is None else moment.state.tracks.tracks
    wanted = {piece: track for piece, track in tracks.items() if piece not in seen.tracks.tracks and not track.moving}
    earlier = tuple(_earlier(replay, wanted, moment))
    state = derived(last, earlier, moment.settings, views) if earlier else seen
    return ChosenPictures(last, earlier, state, views)


def _own_photo(replay: Replay, moment: Moment) -> PhotoNote | None:
    """The photo that is the picture of this moment, of a table that no camera looks at."""
    taken = [photo for photo in replay.photos if photo.t_ns <= moment.state.t_ns and photo.name == moment.frame.camera]
    return taken[-1] if taken else None


def _views(replay: Replay, moment: Moment) -> Iterator[ViewPicture]:
    """The newest photos that were taken before this moment, each for the pieces that have not been moved since; and
    what the table's other cameras saw at this very moment, where it was kept. Of a table that no camera looks at, those
    that were taken after the one that is judged."""
    t_ns, own = moment.state.t_ns, _own_photo(replay, moment)
    photos = [photo for photo in replay.photos if own is None or photo.t_ns > own.t_ns]
    taken = [photo for photo in photos if (photo.t_ns <= t_ns if photo.camera is None else photo.t_ns == t_ns)]
    for photo in taken[-MOST_VIEWS:]:
        events = replay.events((photo.t_ns, t_ns))
        moved = {event.piece for event in events if event.change is Change.MOVED and event.t_ns > photo.t_ns}
        pieces = frozenset(piece.id for piece in moment.settings.pieces) - moved
        if pieces:
            image = decode_picture(photo.content, origin=photo.name)
            yield ViewPicture(image, photo.film_mm, pieces, photo.camera)


def _earlier(replay: Replay, wanted: dict[str, Track], moment: Moment) -> Iterator[DatedPicture]:
    """Where each piece lies as it was last recorded; a piece that no picture shows there is left out."""
    left = dict(wanted)
    for t_ns in _times(replay, wanted, moment.state.t_ns):
        image = replay.picture_at(t_ns) if left else None
        if image is None:
            continue
        found = derived(DatedPicture(image, t_ns), (), moment.settings).tracks.poses
        both = pose_differences({piece: track.pose for piece, track in left.items()}, found, independent=True)
        shown = frozenset(each.piece for each in both if each.sigmas <= MOST_SIGMAS)
        if shown:
            yield DatedPicture(image, t_ns, shown)
        left = {piece: track for piece, track in left.items() if piece not in shown}


def _times(replay: Replay, wanted: dict[str, Track], before_ns: int) -> list[int]:
    """When they were last seen, and shortly before that: a film loses some tags of some pictures."""
    last = {track.seen_ns for track in wanted.values()}
    asked = [seen_ns - back_ns for back_ns in LOOK_BACK_NS for seen_ns in sorted(last, reverse=True)]
    found = (replay.picture_time(each) for each in asked if each >= replay.first_ns)
    return list(dict.fromkeys(each for each in found if each is not None and each < before_ns))[:MOST_EARLIER]


def picture_files(pictures: ChosenPictures | None, settings: TableSettings) -> dict[str, bytes]:
    if pictures is None:
        return {}
    files = {f"{Member.EARLIER}{each.t_ns}.png": encoded(each.image) for each in pictures.earlier}
    files |= {f"{Member.VIEWS}{name}": encoded(view.image) for name, view in named_views(pictures.views).items()}
    files[Member.FRAME] = encoded(pictures.last.image)
    rectified = from_above(pictures.last.image, pictures.state, settings)
    if rectified is not None:
        files[Member.RECTIFIED] = encoded(rectified)
    return files


def named_views(views: Sequence[ViewPicture]) -> dict[str, ViewPicture]:
    """By the names of their files."""
    return {f"{number}.png": view for number, view in enumerate(views, 1)}


def view_facts(views: Sequence[ViewPicture]) -> dict[str, ViewFacts]:
    """As the manifest has them."""
    return {
        name: ViewFacts(camera=view.camera, film_mm=view.film_mm, pieces=tuple(sorted(view.pieces)))
        for name, view in named_views(views).items()
    }


def from_above(image: Image, state: TableState, settings: TableSettings) -> Image | None:
    """The whole mat; None where it was not made out."""
    if state.registration is None:
        return None
    mat = settings.mat
    whole_mat = -BORDER_MM, -BORDER_MM, mat.width_mm + BORDER_MM, mat.height_mm + BORDER_MM
    return rectified_image(image, state.registration, whole_mat)
