"""The pictures of a piece of evidence: of the moment, of pieces that are hidden in it, and straight from above."""

from collections.abc import Iterator
from dataclasses import dataclass

from tableassist.matches.evidence.derive import DatedPicture, derived
from tableassist.matches.replay.replay import Replay
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.pose_difference import pose_differences
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.store.evidence import (
    CAMERAS_OWN,
    OUT_OF_VIDEO,
    Member,
)
from tableassist.store.files import encoded
from tableassist.vision.camera.frame import Image
from tableassist.vision.localisation.tracking import Track
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

    @property
    def held(self) -> dict[str, tuple[str, ...]]:
        """As the manifest has it."""
        return {str(each.t_ns): tuple(sorted(each.pieces)) for each in self.earlier}


def chosen_pictures(replay: Replay, moment: Moment) -> ChosenPictures | None:
    """None where no picture was recorded."""
    t_ns = moment.state.t_ns
    if replay.picture_at(t_ns) is None:
        return None
    last = DatedPicture(moment.frame.image, t_ns)
    seen = derived(last, (), moment.settings)
    tracks = {} if seen.registration is None else moment.state.tracks.tracks
    wanted = {piece: track for piece, track in tracks.items() if piece not in seen.tracks.tracks and not track.moving}
    earlier = tuple(_earlier(replay, wanted, moment))
    return ChosenPictures(last, earlier, derived(last, earlier, moment.settings) if earlier else seen)


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
    files[Member.FRAME] = encoded(pictures.last.image)
    rectified = from_above(pictures.last.image, pictures.state, settings)
    if rectified is not None:
        files[Member.RECTIFIED] = encoded(rectified)
    return files


def from_above(image: Image, state: TableState, settings: TableSettings) -> Image | None:
    """The whole mat; None where it was not made out."""
    if state.registration is None:
        return None
    mat = settings.mat
    whole_mat = -BORDER_MM, -BORDER_MM, mat.width_mm + BORDER_MM, mat.height_mm + BORDER_MM
    return rectified_image(image, state.registration, whole_mat)
