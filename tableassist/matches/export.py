"""A match for other programs, for a forum, for a friend."""

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tableassist.errors import BadRequestError
from tableassist.matches.painter import Painter
from tableassist.matches.recorded_match import chronicle_of_match, moment_ns, open_played_match, score_of_match
from tableassist.matches.replay.replay import Replay
from tableassist.messages import Message, say, template
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.table_state import TableState
from tableassist.process import Progress, no_progress, told_by_time
from tableassist.store.export import (
    GIF_FRAMES_PER_S,
    Exported,
    ExportKind,
    Record,
    csv_lines,
    json_lines,
    pose_records,
    records,
    write_gif,
    write_mp4,
)
from tableassist.store.files import narrowed, unwritable
from tableassist.store.score import time_words, write_score
from tableassist.vision.camera.frame import Image

NS = 1_000_000_000
MOST_GIF_S = 20.0
GIF_WIDTH_PX = 640


def export_match(
    match: Path,
    kind: ExportKind,
    out: Path | None = None,
    *,
    painter: Painter,
    at: str | None = None,
    seconds: float = 4.0,
    progress: Progress = no_progress,
) -> Path:
    """`out`: None names it after the match. `at` and `seconds`: only so much of a video; a GIF is of a moment."""
    with open_played_match(match) as replay:
        to = out or Path(f"{replay.facts.name}.{kind}")
        with _safely(to) as path:
            if kind is ExportKind.MP4:
                _mp4(replay, path, painter, at, seconds, progress)
            elif kind is ExportKind.GIF:
                _gif(replay, path, painter, at, seconds, progress)
            else:
                _words(replay, path, kind, progress)
    return to


def _words(replay: Replay, path: Path, kind: ExportKind, progress: Progress) -> None:
    if kind is ExportKind.CSV:
        _write(path, csv_lines(pose_records(_states(replay, progress), replay.first_ns)))
    elif kind is ExportKind.JSONL:
        _write(path, json_lines(_records(replay, progress)))
    elif kind is ExportKind.MCAP:
        from tableassist.store.export import write_mcap  # noqa: PLC0415  an extra: only who wants it needs it

        with path.open("wb") as file:
            write_mcap(file, _records(replay, progress), started_ns=replay.facts.started_ms * 1_000_000)
    else:
        write_score(path, score_of_match(replay, chronicle_of_match(replay, progress)))


def _records(replay: Replay, progress: Progress) -> Iterator[Record]:
    exported = Exported(replay.facts, chronicle_of_match(replay, progress), replay.ruling_changes())
    return records(exported, _states(replay, progress))


def _states(replay: Replay, progress: Progress) -> Iterator[TableState]:
    states = (moment.state for moment in replay.moments())
    between = (replay.first_ns, replay.last_ns)
    return told_by_time(states, lambda state: state.t_ns, between, Message("writing"), progress)


def _mp4(replay: Replay, path: Path, painter: Painter, at: str | None, seconds: float, progress: Progress) -> None:
    _check_video(replay)
    between = (replay.first_ns, replay.last_ns)
    if at is not None:
        first_ns = moment_ns(replay, at)
        between = (first_ns, first_ns + round(seconds * NS))
    moments = replay.moments(between, pictures=True)
    told = told_by_time(moments, lambda moment: moment.state.t_ns, between, Message("painting"), progress)
    if write_mp4(path, burnt_in(told, replay.first_ns, painter)) == 0:
        raise BadRequestError(
            "--at: got {at}, but there is no picture within {seconds:g} s of it", at=at, seconds=seconds
        )


def _gif(replay: Replay, path: Path, painter: Painter, at: str | None, seconds: float, progress: Progress) -> None:
    _check_video(replay)
    if at is None:
        raise BadRequestError("--at: got nothing, expected the moment for the GIF, such as 3:07")
    if not 0.0 < seconds <= MOST_GIF_S:
        what = template("--seconds: got {seconds:g}, expected at most {most:g} for a GIF")
        raise BadRequestError(what, seconds=seconds, most=MOST_GIF_S)
    start_ns = moment_ns(replay, at)
    count = max(1, round(seconds * GIF_FRAMES_PER_S))
    times = [start_ns + number * NS // GIF_FRAMES_PER_S for number in range(count)]
    moments = (replay.at(t_ns) for t_ns in times if t_ns == start_ns or t_ns <= replay.last_ns)
    between = (start_ns, times[-1])
    told = told_by_time(moments, lambda moment: moment.state.t_ns, between, Message("painting"), progress)
    pictures = burnt_in(told, replay.first_ns, painter)
    write_gif(path, [narrowed(image, GIF_WIDTH_PX) for _, image in pictures])


def burnt_in(moments: Iterable[Moment], first_ns: int, painter: Painter) -> Iterator[tuple[int, Image]]:
    """(time of the match, picture with the drawing burnt in)."""
    for moment in moments:
        state = moment.state
        caption = f"{moment.settings.name}    {time_words(state.t_ns - first_ns)}"
        if state.warnings:
            caption += f"    ! {say(state.warnings[0])}"
        yield state.t_ns, painter.camera(moment.frame, state, moment.settings.mat, caption=caption)


def _check_video(replay: Replay) -> None:
    if not replay.has_video:
        what = template("{folder} was recorded without video; --as csv, jsonl, mcap and pcn need none")
        raise BadRequestError(what, folder=replay.folder)


def _write(path: Path, lines: Iterable[bytes]) -> None:
    with path.open("wb") as file:
        file.writelines(lines)


@contextmanager
def _safely(path: Path) -> Iterator[Path]:
    """A file beside it that takes its place when it is whole."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".export-") as folder:
            part = Path(folder) / path.name
            yield part
            part.replace(path)
    except OSError as problem:
        raise unwritable(path, problem) from None
