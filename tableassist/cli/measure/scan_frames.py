"""The pictures that `tableassist scan` works on: from a folder all, from a camera or video those of a piece at rest."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rich.console import Console

from tableassist.capture.frame_source import FrameSource
from tableassist.capture.open_source import SourceKind, open_source, parse_source
from tableassist.errors import BadRequestError
from tableassist.messages import Message, say
from tableassist.pieces.piece import Piece
from tableassist.pipeline.fitting.scan_view import ScanFrame, ScanReader
from tableassist.vision.camera.frame import Frame
from tableassist.vision.outline.placements import Placements

MOST_VIEWS = 12
LIVE_S = 120.0
PICTURES = (SourceKind.FOLDER, SourceKind.PICTURE)


@dataclass(frozen=True, slots=True)
class Gathered:
    frames: tuple[ScanFrame, ...]
    problems: tuple[str, ...]


def gather(
    source: str, tag_source: ScanReader, piece: Piece | None, console: Console, *, most: int = MOST_VIEWS
) -> Gathered:
    """`piece` None: any frame that shows the mat will do."""
    opened = open_source(source)
    try:
        if parse_source(source).kind in PICTURES:
            return _all(opened, tag_source, piece, most)
        return _at_rest(opened, tag_source, piece, console, most)
    finally:
        opened.close()


def _all(source: FrameSource, tag_source: ScanReader, piece: Piece | None, most: int) -> Gathered:
    kept, problems = [], []
    for frame in _frames(source):
        seen = tag_source.look(frame)
        problem = _problem(seen, piece)
        if problem is None and isinstance(seen, ScanFrame):
            kept.append(seen)
        else:
            problems.append(f"picture {frame.number + 1}: {problem}")
        if len(kept) == most:
            break
    return Gathered(tuple(kept), tuple(problems))


def _at_rest(source: FrameSource, tag_source: ScanReader, piece: Piece | None, console: Console, most: int) -> Gathered:
    """Until enough places were seen, the video ends, or two minutes are over."""
    placements = Placements()
    kept: list[ScanFrame] = []
    began_ns: int | None = None
    problem = "no frame"
    if source.live and piece is not None:
        console.print(
            f"lay {piece.name} down, wait for the count, turn and move it, up to {most} times; Ctrl-C ends",
            markup=False,
        )
    try:
        for frame in _frames(source):
            began_ns = frame.t_ns if began_ns is None else began_ns
            seen = tag_source.look(frame)
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


def _problem(seen: ScanFrame | Message, piece: Piece | None) -> str | None:
    if isinstance(seen, Message):
        return say(seen)
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
