"""One picture of the table, from whatever a person types as a source, and what is judged on it; in words, too."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from tableassist.capture import PictureSource
from tableassist.errors import BadFileError, SourceError
from tableassist.messages import Message
from tableassist.pipeline.fitting.unknown_tags import known_tags
from tableassist.pipeline.pictures import OtherPicture, PictureSeen
from tableassist.pipeline.step import first_state, step
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.rulebook import Ruling, Verdict
from tableassist.vision.camera.frame import Frame
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.tags.detector import TagDetector

VERDICT_WORDS = {
    Verdict.YES: Message("YES"),
    Verdict.NO: Message("NO"),
    Verdict.TOO_CLOSE: Message("TOO CLOSE"),
    Verdict.NOT_SEEN: Message("NOT MEASURED"),
    None: Message("not asked"),
}
CALLS = (Verdict.YES, Verdict.NO)
SETTLING_FRAMES = 8
"""A camera's first pictures are dark until it has set its exposure."""


@dataclass(frozen=True, slots=True, eq=False)
class JudgedPictures:
    state: TableState
    alone: TableState | None = None
    """By the first picture alone, where there are several."""

    @property
    def settled(self) -> tuple[Ruling, ...]:
        """Calls that only all pictures together allow."""
        if self.alone is None:
            return ()
        open_before = {each.id for each in self.alone.rulings if each.verdict not in CALLS}
        known = {each.id for each in self.alone.rulings}
        return tuple(
            each
            for each in self.state.rulings
            if each.verdict in CALLS
            and (each.id in open_before or (each.id not in known and each.verdict is Verdict.YES))
        )


def judged(frame: Frame, settings: TableSettings, others: Sequence[tuple[Frame, CameraProfile]] = ()) -> TableState:
    """As on the first picture of a game; by more pictures of the same table at rest, each with its camera."""
    detect = TagDetector(settings.tag_families, known_tags(settings)).detect_even_mirrored
    more = [OtherPicture(other, detect(other.image), camera) for other, camera in others]
    return step(first_state(settings), frame, settings, detect, more)


def judged_pictures(pictures: Sequence[tuple[Frame, CameraProfile]], settings: TableSettings) -> JudgedPictures:
    """The first picture is the one that is judged, if its mat can be made out; else the next one is."""
    (frame, camera), *others = pictures
    through = settings.seen_through(camera)
    alone = judged(frame, through)
    if not others:
        return JudgedPictures(alone)
    if alone.registration is None:
        rest = judged_pictures(others, settings)
        why = Message("{picture} is left out: {why}", picture=frame.camera, why=alone.warnings[0])
        left_out = PictureSeen(frame.camera, None, alone.warnings[0])
        shown = rest.state.pictures or (PictureSeen(others[0][0].camera, rest.state.registration),)
        state = replace(rest.state, warnings=(why, *rest.state.warnings), pictures=(*shown, left_out))
        return JudgedPictures(state, rest.alone)
    return JudgedPictures(judged(frame, through, others), alone)


def picture_or_source(source: str) -> Frame:
    """A file is read as a picture, whatever its name ends in; all else is a source."""
    path = Path(source)
    return one_frame(source) if ":" in source and not path.exists() else one_picture(path)


def one_picture(path: Path) -> Frame:
    with closing(PictureSource(path)) as picture:
        frame = picture.read()
    if frame is None:
        raise BadFileError("{path}: no picture in this file", path=path)
    return frame


def one_frame(source: str) -> Frame:
    from tableassist.sources import open_table_source  # noqa: PLC0415  slow to load; no picture needs it

    with closing(open_table_source(source)) as opened:
        frame = opened.read()
        for _ in range(SETTLING_FRAMES if opened.live else 0):
            frame = opened.read() or frame
    if frame is None:
        raise SourceError("{source}: got no picture, expected one of the table", source=source)
    return frame
