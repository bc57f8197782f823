"""`tableassist export`: a match for other programs, for a forum, for a friend."""

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tableassist.cli.match.commands import ExportKind
from tableassist.cli.match.match_time import moment_ns
from tableassist.cli.match.open_match import chronicle_of_match, open_match
from tableassist.cli.match.progress_bar import with_bar
from tableassist.errors import BadFileError, BadRequestError
from tableassist.formats.export.records import Exported, Record, pose_records, records
from tableassist.formats.export.text import csv_lines, json_lines
from tableassist.formats.score.from_chronicle import score_of
from tableassist.formats.score.reader import write_score
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.table_state import TableState
from tableassist.runtime.replay.replay import Replay

NS = 1_000_000_000
MOST_GIF_S = 20.0


def export_match(match: Path, kind: ExportKind, *, out: Path | None, at: str | None, seconds: float) -> None:
    """`at` and `seconds`: only so much of a video; a GIF is of a moment."""
    with open_match(match) as replay:
        if replay.frame_count == 0:
            raise BadFileError(f"{replay.folder}: nothing was recorded in this match")
        to = out or Path(f"{replay.facts.name}.{kind}")
        with _safely(to) as path:
            if kind is ExportKind.MP4:
                _mp4(replay, path, at, seconds)
            elif kind is ExportKind.GIF:
                _gif(replay, path, at, seconds)
            else:
                _words(replay, path, kind)
        print(f"written: {to} ({to.stat().st_size / 1e6:.2f} MB)")


def _words(replay: Replay, path: Path, kind: ExportKind) -> None:
    if kind is ExportKind.CSV:
        _write(path, csv_lines(pose_records(_states(replay), replay.first_ns)))
    elif kind is ExportKind.JSONL:
        _write(path, json_lines(_records(replay)))
    elif kind is ExportKind.MCAP:
        from tableassist.formats.export.mcap import write_mcap

        with path.open("wb") as file:
            write_mcap(file, _records(replay), started_ns=replay.facts.started_ms * 1_000_000)
    else:
        date, version = replay.started.date().isoformat(), replay.facts.app_version
        write_score(path, score_of(chronicle_of_match(replay), date=date, version=version))


def _records(replay: Replay) -> Iterator[Record]:
    exported = Exported(replay.facts, chronicle_of_match(replay), replay.ruling_changes())
    return records(exported, _states(replay))


def _states(replay: Replay) -> Iterator[TableState]:
    return with_bar("writing", (moment.state for moment in replay.moments()), lambda state: state.t_ns, replay)


def _mp4(replay: Replay, path: Path, at: str | None, seconds: float) -> None:
    from tableassist.cli.match.export_video import burnt_in, write_mp4

    _check_video(replay)
    between = (replay.first_ns, replay.last_ns)
    if at is not None:
        first_ns = moment_ns(replay, at)
        between = (first_ns, first_ns + round(seconds * NS))
    moments = with_bar(
        "painting",
        replay.moments(between, pictures=True),
        lambda moment: moment.state.t_ns,
        replay,
        between,
    )
    if write_mp4(path, burnt_in(moments, replay.first_ns)) == 0:
        raise BadRequestError(f"--at: got {at}, and no picture within {seconds:g} s of it")


def _gif(replay: Replay, path: Path, at: str | None, seconds: float) -> None:
    from tableassist.cli.match.export_video import GIF_FRAMES_PER_S, GIF_WIDTH_PX, burnt_in, write_gif

    _check_video(replay)
    if at is None:
        raise BadRequestError("--at: got nothing, expected the moment of which you want a GIF, such as 3:07")
    if not 0.0 < seconds <= MOST_GIF_S:
        raise BadRequestError(f"--seconds: got {seconds:g}, expected at most {MOST_GIF_S:g} for a GIF")
    start_ns = moment_ns(replay, at)
    times = [start_ns + number * NS // GIF_FRAMES_PER_S for number in range(max(1, round(seconds * GIF_FRAMES_PER_S)))]
    moments: Iterable[Moment] = (replay.at(t_ns) for t_ns in times if t_ns <= replay.last_ns)
    pictures = [image for _, image in burnt_in(moments, replay.first_ns, GIF_WIDTH_PX)]
    write_gif(path, pictures or [image for _, image in burnt_in([replay.at(start_ns)], replay.first_ns, GIF_WIDTH_PX)])


def _check_video(replay: Replay) -> None:
    if not replay.has_video:
        raise BadRequestError(f"{replay.folder}: was recorded without video; --as csv, jsonl, mcap and pcn need none")


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
        raise BadFileError(f"{path}: cannot be written: {problem.strerror or problem}") from None
