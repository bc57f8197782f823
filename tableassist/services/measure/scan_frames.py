"""The pictures to scan a piece by: from a folder all, from a camera or video those of a piece at rest."""

from collections.abc import Callable
from contextlib import closing

from tableassist.capture.frame_source import FrameSource
from tableassist.capture.open_source import SourceKind, open_source, parse_source
from tableassist.errors import BadRequestError
from tableassist.messages import Message, Text, template
from tableassist.pieces.piece import Piece
from tableassist.pipeline.fitting.scan_view import ScanFrame, ScanReader
from tableassist.vision.outline.placements import Placements

MOST_VIEWS = 12
LIVE_S = 120.0
Tell = Callable[[Text, bool], None]
"""Words, and whether they tell of something amiss."""
PICTURES = (SourceKind.FOLDER, SourceKind.PICTURE)


Gathered = tuple[tuple[ScanFrame, ...], tuple[Text, ...]]
"""Frames, and what was amiss."""


def gather(
    source: str, tag_source: ScanReader, piece: Piece | None, tell: Tell, *, most: int = MOST_VIEWS
) -> tuple[ScanFrame, ...]:
    """`piece` None: any frame that shows the mat will do. `tell`: hints while one scans, and what is amiss."""
    with closing(open_source(source)) as opened:
        if parse_source(source).kind in PICTURES:
            frames, problems = _all(opened, tag_source, piece, most)
        else:
            frames, problems = _at_rest(opened, tag_source, piece, tell, most)
    for problem in problems:
        tell(problem, True)
    if not frames:
        last = problems[-1] if problems else Message("no pictures")
        raise BadRequestError("scan {source}: nothing to scan, {problem}", source=source, problem=last)
    return frames


def _all(source: FrameSource, tag_source: ScanReader, piece: Piece | None, most: int) -> Gathered:
    kept: list[ScanFrame] = []
    problems: list[Text] = []
    for frame in iter(source.read, None):
        seen = tag_source.look(frame)
        problem = _problem(seen, piece)
        if problem is None and isinstance(seen, ScanFrame):
            kept.append(seen)
        else:
            problems.append(Message("picture {number}: {problem}", number=frame.number + 1, problem=problem))
        if len(kept) == most:
            break
    return tuple(kept), tuple(problems)


def _at_rest(source: FrameSource, tag_source: ScanReader, piece: Piece | None, tell: Tell, most: int) -> Gathered:
    """Until enough places were seen, the video ends, or two minutes are over."""
    placements = Placements()
    kept: list[ScanFrame] = []
    began_ns: int | None = None
    problem: Text = Message("no frame")
    if source.live and piece is not None:
        what = template("lay {piece} down, wait for the count, turn and move it, up to {most} times; Ctrl-C ends")
        tell(Message(what, piece=piece.name, most=most), False)
    try:
        for frame in iter(source.read, None):
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
                    tell(Message("{count} of {most}", count=len(kept), most=most), False)
            if len(kept) == most or (source.live and frame.t_ns - began_ns > LIVE_S * 1e9):
                break
    except KeyboardInterrupt:
        if not kept:
            raise
    return tuple(kept), () if kept else (problem,)


def _problem(seen: ScanFrame | Text, piece: Piece | None) -> Text | None:
    if not isinstance(seen, ScanFrame):
        return seen
    if piece is None or piece.id in seen.placed.poses:
        return None
    return seen.placed.problems.get(piece.id, Message("no tag of {piece} can be read", piece=piece.name))
