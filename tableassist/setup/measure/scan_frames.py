"""The pictures to scan pieces by: from a folder all, from a camera or video those with a piece at rest."""

from collections.abc import Callable
from contextlib import closing

from tableassist.capture import FrameSource, SourceKind, open_source, parse_source
from tableassist.errors import BadRequestError
from tableassist.messages import Message, Text, template
from tableassist.pieces import Piece
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
    source: str, reader: ScanReader, pieces: tuple[Piece, ...], tell: Tell, *, most: int = MOST_VIEWS
) -> tuple[ScanFrame, ...]:
    """The frames that show at least one of `pieces`; of a camera or video, those in which one lies in a new place.

    Without `pieces` any frame that shows the mat will do. `tell` gets hints while scanning, and problems.
    """
    with closing(open_source(source)) as opened:
        if parse_source(source).kind in PICTURES:
            frames, problems = _read_all(opened, reader, pieces, most)
        else:
            frames, problems = _read_at_rest(opened, reader, pieces, tell, most)
    for problem in problems:
        tell(problem, True)
    if not frames:
        last = problems[-1] if problems else Message("no pictures")
        raise BadRequestError("scan {source}: nothing to scan, {problem}", source=source, problem=last)
    return frames


def _read_all(source: FrameSource, reader: ScanReader, pieces: tuple[Piece, ...], most: int) -> Gathered:
    kept: list[ScanFrame] = []
    problems: list[Text] = []
    for frame in iter(source.read, None):
        seen = reader.look(frame)
        problem = _problem(seen, pieces)
        if problem is None and isinstance(seen, ScanFrame):
            kept.append(seen)
        else:
            problems.append(Message("picture {number}: {problem}", number=frame.number + 1, problem=problem))
        if len(kept) == most:
            break
    return tuple(kept), tuple(problems)


def _read_at_rest(
    source: FrameSource, reader: ScanReader, pieces: tuple[Piece, ...], tell: Tell, most: int
) -> Gathered:
    """Until enough places were seen, the video ends, or two minutes are over."""
    placements = {piece.id: Placements() for piece in pieces}
    kept: list[ScanFrame] = []
    began_ns: int | None = None
    problem: Text = Message("no frame")
    if source.live and pieces:
        tell(_live_hint(pieces, most), False)
    try:
        for frame in iter(source.read, None):
            began_ns = frame.t_ns if began_ns is None else began_ns
            seen = reader.look(frame)
            problem = _problem(seen, pieces) or problem
            if isinstance(seen, ScanFrame) and not pieces:
                kept.append(seen)
            elif _is_new(seen, placements, frame.t_ns) and isinstance(seen, ScanFrame):
                kept.append(seen)
                tell(Message("{count} of {most}", count=len(kept), most=most), False)
            if len(kept) == most or (source.live and frame.t_ns - began_ns > LIVE_S * 1e9):
                break
    except KeyboardInterrupt:
        if not kept:
            raise
    return tuple(kept), () if kept else (problem,)


def _live_hint(pieces: tuple[Piece, ...], most: int) -> Message:
    if len(pieces) == 1:
        what = template(
            "put {piece} down, wait for the count, then turn and move it; up to {most} times. Ctrl-C ends it"
        )
        return Message(what, piece=pieces[0].name, most=most)
    what = template(
        "put the islands down, wait for the count, then turn and move them all; up to {most} times. Ctrl-C ends it"
    )
    return Message(what, most=most)


def _is_new(seen: ScanFrame | Text, placements: dict[str, Placements], t_ns: int) -> bool:
    """Whether one of the pieces has come to rest in a place that no kept frame shows."""
    take = False
    for piece_id, before in placements.items():
        placed = seen.placed.poses.get(piece_id) if isinstance(seen, ScanFrame) else None
        placements[piece_id], is_new = before.seen(None if placed is None else placed.pose, t_ns)
        take = take or is_new
    return take


def _problem(seen: ScanFrame | Text, pieces: tuple[Piece, ...]) -> Text | None:
    if not isinstance(seen, ScanFrame):
        return seen
    if not pieces or any(piece.id in seen.placed.poses for piece in pieces):
        return None
    if len(pieces) > 1:
        return Message("no tag of an island can be read")
    (piece,) = pieces
    return seen.placed.problems.get(piece.id, Message("no tag of {piece} can be read", piece=piece.name))
