"""Views of the mat for a survey: of pictures those that differ, of a video the sharpest, of a camera those at rest."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import cv2

from tableassist.capture import FrameSource
from tableassist.errors import BadRequestError
from tableassist.messages import template
from tableassist.pipeline.fitting.mat_views import APART_SHARE, ENOUGH_VIEWS, is_at_rest, moved_px
from tableassist.setup.measure.frames import frames_of, other_size
from tableassist.setup.measure.island_cuts import MOST_PICTURES, IslandPicture
from tableassist.vision.camera.frame import Frame
from tableassist.vision.registration.mat_layout import MatLayout
from tableassist.vision.survey.priors import RulerDistance
from tableassist.vision.survey.start import Sightings
from tableassist.vision.tags.detector import TagDetector
from tableassist.vision.tags.sighting import MIRRORED

VIDEO_WINDOW_NS: Final = 500_000_000
"""Of each such stretch of a video the sharpest frame is looked at."""
MOST_VIEWS: Final = 24
SAME_VIEW_PX: Final = 25.0
"""Pictures whose tags lie nearer together than this, on average, tell the same thing twice."""
See = Callable[[Frame], Sightings]
Looked = Callable[[int, int, bool], None]
"""After each frame: views so far, mat tags in this one, whether it was taken."""


@dataclass(frozen=True, slots=True)
class SurveyViews:
    names: tuple[str, ...]
    """Their numbers among all pictures or frames, from 1."""
    sightings: tuple[Sightings, ...]
    width_px: int
    height_px: int
    alike: int
    """Pictures left out because they show what another has shown."""
    islands: tuple[IslandPicture, ...] = ()
    """Some of the views, with islands on the mat."""


def parse_ruler(text: str) -> RulerDistance:
    """TAG:TAG:MM, and :SIGMA if it was measured better or worse than to half a millimetre."""
    parts = text.split(":")
    try:
        if len(parts) not in (3, 4):
            raise ValueError
        one, other = int(parts[0]), int(parts[1])
        mm, sigma = float(parts[2]), float(parts[3]) if len(parts) == 4 else 0.5
        if not (0 < mm < 1e5 and 0 < sigma < 1e3):
            raise ValueError
    except ValueError:
        raise BadRequestError(
            "--ruler: got '{text}', expected TAG:TAG:MM or TAG:TAG:MM:SIGMA, as in 0:6:1200.5", text=text
        ) from None
    return RulerDistance(one, other, mm, sigma)


def gathered_views(
    source: FrameSource,
    mat: MatLayout,
    looked: Looked,
    *,
    is_video: bool,
    island_tags: frozenset[tuple[str, int]] = frozenset(),
) -> SurveyViews:
    """Closes the source. From a camera, Ctrl-C ends it with what there is. Some pictures that show one of `island_tags`
    are kept."""
    known = frozenset((tag.family, tag.tag) for tag in mat.tags)
    detector = TagDetector(tuple(sorted({family for family, _ in known | island_tags})))
    names: list[str] = []
    taken: list[Sightings] = []
    islands: list[IslandPicture] = []
    everything: Sightings = ()
    size: tuple[int, int] | None = None
    alike = 0

    def see(frame: Frame) -> Sightings:
        nonlocal everything
        everything = sightings = detector.detect_even_mirrored(frame.image, known)
        if any(sighting.mirrored for sighting in sightings):
            raise BadRequestError("survey: picture {number}: {why}", number=frame.number + 1, why=MIRRORED)
        return tuple(sighting for sighting in sightings if sighting.key in known)

    for frame, seen in _looked_at(source, see, is_video=is_video):
        size = _same_size(size, frame)
        apart_px = APART_SHARE * frame.width_px if source.live else SAME_VIEW_PX
        is_new = all(moved_px(seen, other) >= apart_px for other in taken)
        if is_new:
            names.append(f"{frame.number + 1}")
            taken.append(seen)
            if len(islands) < MOST_PICTURES and any(sighting.key in island_tags for sighting in everything):
                islands.append(IslandPicture(frame.image, everything))
        else:
            alike += not source.live
        looked(len(taken), len(seen), is_new)
        if len(taken) >= (ENOUGH_VIEWS if source.live else MOST_VIEWS):
            break
    source.close()
    if size is None:
        raise BadRequestError(
            "survey {source}: contains no pictures, expected one or more of the mat", source=source.name
        )
    return SurveyViews(tuple(names), tuple(taken), *size, alike, tuple(islands))


def _looked_at(source: FrameSource, see: See, *, is_video: bool) -> Iterator[tuple[Frame, Sightings]]:
    if source.live:
        yield from still_frames(source, see)
        return
    for frame in _sharpest(source) if is_video else frames_of(source):
        yield frame, see(frame)


def still_frames(source: FrameSource, see: See) -> Iterator[tuple[Frame, Sightings]]:
    """Frames in which the tags are where they were in the frame before. Ctrl-C ends them."""
    before: Sightings = ()
    frames = frames_of(source)
    try:
        for frame in frames:
            seen = see(frame)
            if is_at_rest(seen, before):
                yield frame, seen
            before = seen
    except KeyboardInterrupt:
        return
    finally:
        frames.close()


def _same_size(size: tuple[int, int] | None, frame: Frame) -> tuple[int, int]:
    now = (frame.width_px, frame.height_px)
    if size is not None and now != size:
        what = template(
            "survey: picture {number} is {width_px}x{height_px}, expected {first_width_px}x{first_height_px} like the "
            "first: all must be taken with one camera, held one way"
        )
        raise other_size(what, frame, size)
    return now


def _sharpest(source: FrameSource) -> Iterator[Frame]:
    """One frame of each stretch of time."""
    best: Frame | None = None
    sharpest, window = -1.0, 0
    for frame in frames_of(source):
        now = frame.t_ns // VIDEO_WINDOW_NS
        if best is not None and now != window:
            yield best
            best, sharpest = None, -1.0
        sharpness = _sharpness(frame)
        if sharpness > sharpest:
            best, sharpest = frame, sharpness
        window = now
    if best is not None:
        yield best


def _sharpness(frame: Frame) -> float:
    grey = cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY)
    return float(cv2.Laplacian(grey, cv2.CV_32F).var())
