"""The pictures of a piece of evidence: of the moment, of pieces that are hidden in it, straight from above, and with
the drawing."""

from collections.abc import Sequence

from tableassist.formats.evidence.bundle import CAMERAS_OWN, EARLIER, FRAME, OUT_OF_VIDEO, OVERLAY, RECTIFIED
from tableassist.formats.io.picture_file import encoded
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.runtime.replay.replay import Replay
from tableassist.services.evidence.derive import DatedPicture, derived
from tableassist.services.painter import Painter
from tableassist.vision.camera.frame import Image
from tableassist.vision.registration.rectified import rectified_image

BORDER_MM = 15.0
MOST_EARLIER = 5
"""A picture takes a few megabytes, and a hand hides few pieces."""


def picture_kind(replay: Replay, t_ns: int) -> str:
    if replay.still_at(t_ns) is not None:
        return CAMERAS_OWN
    return "" if replay.picture_at(t_ns) is None else OUT_OF_VIDEO


def chosen_pictures(replay: Replay, moment: Moment) -> tuple[DatedPicture, ...]:
    """Of the moment, last; before it those in which the pieces were last seen that are hidden in it. None where no
    picture was recorded."""
    t_ns = moment.state.t_ns
    if replay.picture_at(t_ns) is None:
        return ()
    last = DatedPicture(moment.frame.image, t_ns)
    seen = derived((last,), moment.settings).tracks.poses
    hidden = {piece: track for piece, track in moment.state.tracks.tracks.items() if piece not in seen}
    times = sorted({track.seen_ns for track in hidden.values() if track.seen_ns < t_ns}, reverse=True)
    earlier = (_taken_at(replay, each) for each in times[:MOST_EARLIER])
    return *(each for each in earlier if each is not None), last


def _taken_at(replay: Replay, t_ns: int) -> DatedPicture | None:
    at_ns = replay.picture_time(t_ns)
    image = None if at_ns is None else replay.picture_at(at_ns)
    return None if image is None or at_ns is None else DatedPicture(image, at_ns)


def picture_files(
    moment: Moment, pictures: Sequence[DatedPicture], painter: Painter, selected: str | None
) -> dict[str, bytes]:
    """Without a picture only the plan."""
    state, mat = moment.state, moment.settings.mat
    if not pictures:
        return {OVERLAY: encoded(painter.plan(moment.frame, state, mat, selected=selected))}
    *earlier, last = sorted(pictures, key=lambda each: each.t_ns)
    files = {f"{EARLIER}{each.t_ns}.png": encoded(each.image) for each in earlier}
    files |= {
        FRAME: encoded(last.image),
        OVERLAY: encoded(painter.camera(moment.frame, state, mat, selected=selected)),
    }
    rectified = from_above(last.image, state, moment.settings)
    if rectified is not None:
        files[RECTIFIED] = encoded(rectified)
    return files


def from_above(image: Image, state: TableState, settings: TableSettings) -> Image | None:
    """The whole mat; None where it was not made out."""
    if state.registration is None:
        return None
    mat = settings.mat
    whole_mat = -BORDER_MM, -BORDER_MM, mat.width_mm + BORDER_MM, mat.height_mm + BORDER_MM
    return rectified_image(image, state.registration, whole_mat)
