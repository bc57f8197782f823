"""The pictures that `tableassist scan` works on: from a folder all, from a camera or video those of a piece at rest."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rich.console import Console

from tableassist.capture.frame_source import FrameSource
from tableassist.capture.open_source import SourceKind, open_source, parse_source
from tableassist.errors import BadRequestError
from tableassist.pieces.piece import Piece
from tableassist.pipeline.table_settings import TableSettings
from tableassist.vision.detector import TagDetector
from tableassist.vision.frame import Frame
from tableassist.vision.localise import Localised, localise
from tableassist.vision.outline_placements import Placements
from tableassist.vision.registration import Health, Registration, register

MOST_VIEWS = 12
LIVE_S = 120.0
PICTURES = (SourceKind.FOLDER, SourceKind.PICTURE)


@dataclass(frozen=True, slots=True, eq=False)
class ScanFrame:
    frame: Frame
    registration: Registration
    placed: Localised


@dataclass(frozen=True, slots=True)
class Gathered:
    frames: tuple[ScanFrame, ...]
    problems: tuple[str, ...]


class ScanEye:
    """Reads a frame's tags and says where camera and pieces are."""

    def __init__(self, settings: TableSettings, pieces: tuple[Piece, ...]) -> None:
        families = {tag.family for tag in settings.mat.tags}
        families |= {mount.family for piece in pieces for mount in piece.mounts}
        self._detector = TagDetector(tuple(sorted(families)))
        self._settings, self._pieces = settings, pieces

    def look(self, frame: Frame) -> ScanFrame | str:
        """The frame with what was found, or why it cannot be used."""
        lens = self._settings.camera.lens_for(frame.width_px, frame.height_px)
        sightings = self._detector.detect(frame.image)
        if any(sighting.mirrored for sighting in sightings):
            return "the picture is mirrored: switch mirroring off in the camera's settings"
        registration = register(sightings, self._settings.mat, lens)
        if registration is None:
            return "the mat is not made out: fewer than two of its tags can be read"
        if registration.health is not Health.GOOD:
            return f"the mat is made out badly: {registration.reason}"
        return ScanFrame(frame, registration, localise(sightings, self._pieces, registration, frame.t_ns))


def gather(source: str, eye: ScanEye, piece: Piece | None, console: Console, *, most: int = MOST_VIEWS) -> Gathered:
    """`piece` None: any frame that shows the mat will do."""
    opened = open_source(source)
    try:
        if parse_source(source).kind in PICTURES:
            return _all(opened, eye, piece, most)
        return _at_rest(opened, eye, piece, console, most)
    finally:
        opened.close()


def _all(source: FrameSource, eye: ScanEye, piece: Piece | None, most: int) -> Gathered:
    kept, problems = [], []
    for frame in _frames(source):
        seen = eye.look(frame)
        problem = _problem(seen, piece)
        if problem is None and isinstance(seen, ScanFrame):
            kept.append(seen)
        else:
            problems.append(f"picture {frame.number + 1}: {problem}")
        if len(kept) == most:
            break
    return Gathered(tuple(kept), tuple(problems))


def _at_rest(source: FrameSource, eye: ScanEye, piece: Piece | None, console: Console, most: int) -> Gathered:
    """Until enough places were seen, the video ends, or two minutes are over."""
    placements = Placements()
    kept: list[ScanFrame] = []
    began_ns: int | None = None
    problem = "no frame"
    if source.live and piece is not None:
        console.print(f"lay {piece.name} down, wait for the count, turn and move it, up to {most} times; Ctrl-C ends")
    try:
        for frame in _frames(source):
            began_ns = frame.t_ns if began_ns is None else began_ns
            seen = eye.look(frame)
            problem = _problem(seen, piece) or problem
            if isinstance(seen, ScanFrame) and piece is None:
                kept.append(seen)
            elif piece is not None:
                found = seen.placed.poses.get(piece.id) if isinstance(seen, ScanFrame) else None
                placements, take = placements.seen(None if found is None else found.pose, frame.t_ns)
                if take and isinstance(seen, ScanFrame):
                    kept.append(seen)
                    console.print(f"{len(kept)} of {most}", highlight=False)
            if len(kept) == most or (source.live and frame.t_ns - began_ns > LIVE_S * 1e9):
                break
    except KeyboardInterrupt:
        if not kept:
            raise
    return Gathered(tuple(kept), () if kept else (problem,))


def _frames(source: FrameSource) -> Iterator[Frame]:
    while (frame := source.read()) is not None:
        yield frame


def _problem(seen: ScanFrame | str, piece: Piece | None) -> str | None:
    if isinstance(seen, str):
        return seen
    if piece is None or piece.id in seen.placed.poses:
        return None
    return seen.placed.problems.get(piece.id, f"no tag of {piece.name} can be read")


def expect_frames(gathered: Gathered, source: str, shown: Callable[[str], None]) -> tuple[ScanFrame, ...]:
    for problem in gathered.problems:
        shown(problem)
    if not gathered.frames:
        last = gathered.problems[-1] if gathered.problems else "no pictures"
        raise BadRequestError(f"scan {source}: nothing to scan, {last}")
    return gathered.frames
