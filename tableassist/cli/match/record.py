"""`tableassist record`: a match, without a window."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from types import FrameType
from typing import TYPE_CHECKING

import typer

from tableassist.capture import SourceKind, parse_source
from tableassist.cli.streams import going_on_without_output
from tableassist.cli.terminal import echo, tell
from tableassist.errors import BadRequestError
from tableassist.formats.league.join_code import Membership
from tableassist.formats.score.chronicle_words import time_words
from tableassist.formats.table.bundle import TableBundle, bundle_of, settings_of
from tableassist.formats.table.file import read_table
from tableassist.messages import Text, say, template, tr
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.table_settings import TableSettings
from tableassist.runtime.recorder.replay_buffer import UnfinishedMatch, matches_root
from tableassist.runtime.recorder.status import RecorderStatus
from tableassist.runtime.recorder.table_recording import TableRecording
from tableassist.runtime.table_source import demo_table_path, find_stage, stage_table_text
from tableassist.services.record_path import record_path

if TYPE_CHECKING:
    from tableassist.cli.match.league import RecordedForLeague


def record_source(
    source: str,
    table: Path | None,
    out: Path | None,
    *,
    video: bool,
    seconds: float | None,
    go_on: bool,
    membership: Membership | None = None,
) -> int:
    """2 where the record has stopped before it was told to."""
    settings, bundle = table_for(source, table)
    path, go_on = record_path(settings.name, out, matches_root(), resume=go_on, offer=offer_to_resume)
    recording = TableRecording(source, settings, bundle, path, video=video, go_on=go_on)
    with going_on_without_output():
        return _run(recording, settings, seconds=seconds, membership=membership)


def _run(
    recording: TableRecording, settings: TableSettings, *, seconds: float | None, membership: Membership | None
) -> int:
    echo(tr("Recording to {folder}; Ctrl-C ends it.", folder=recording.folder))
    over = Event()
    with ended_by_signal(over), _league(membership, settings, recording.folder) as league:

        def warn(words: Text) -> None:
            _warn(words)
            if league is not None:
                league.trouble(words)

        end = recording.run(
            over,
            seconds=seconds,
            on_trouble=warn,
            on_progress=lambda now: echo(_line(now)),
            on_moment=_nobody if league is None else league.take,
        )
    if end.words:
        echo(say(end.words))
    if recording.folder.exists():
        echo(f"{_line(end.status)}: {recording.folder}")
    else:
        tell(tr("Nothing could be recorded."))
    return 0 if end.is_complete else 2


@contextmanager
def _league(
    membership: Membership | None, settings: TableSettings, match: Path
) -> "Iterator[RecordedForLeague | None]":
    if membership is None:
        yield None
        return
    from tableassist.cli.match.league import RecordedForLeague

    league = RecordedForLeague(membership, settings, echo)
    try:
        league.begin(match)
        yield league
    finally:
        league.end()


def offer_to_resume(match: UnfinishedMatch) -> bool:
    """A match that was cut off is offered to whoever records at that table again: who sits at a terminal is asked,
    others are told."""
    facts = {"name": match.folder.name, "duration": time_words(round(match.seconds * 1e9))}
    if sys.stdin.isatty():
        tell(tr("{name} was cut off after {duration}; nothing of it is lost.", **facts))
        return typer.confirm(tr("Resume it?"), default=True)
    what = template("{name} was cut off after {duration}; nothing of it is lost. `record --resume` goes on with it.")
    tell(tr(what, **facts), err=True)
    return False


def _nobody(_moment: Moment) -> None:
    pass


def _warn(words: Text) -> None:
    echo(f"! {say(words)}", err=True)


def table_for(source: str, table: Path | None) -> tuple[TableSettings, TableBundle]:
    """Read the table file, or the table that a studio brings along; with what a match stores of it."""
    spec = parse_source(source)
    if table is not None:
        return read_table(table), bundle_of(table)
    if spec.kind is not SourceKind.STUDIO:
        raise BadRequestError("{source}: no table file given, expected --table TABLE.toml", source=source)
    bundle = bundle_of(demo_table_path(), stage_table_text(find_stage(spec.target)))
    return settings_of(bundle), bundle


def _line(status: RecorderStatus) -> str:
    dropped = f", {status.dropped_pictures} pictures left out" if status.dropped_pictures else ""
    return f"{status.seconds:.0f} s, {status.frames} frames{dropped}"


@contextmanager
def ended_by_signal(over: Event) -> Iterator[None]:
    """Ctrl-C, a closed terminal, and what a service is stopped by, end the record; they do not break it off."""

    def end(_signal: int, _frame: FrameType | None) -> None:
        over.set()

    ending = [signal.SIGINT, signal.SIGTERM]
    if hasattr(signal, "SIGHUP"):  # Windows has none
        ending.append(signal.SIGHUP)
    handlers = {number: signal.signal(number, end) for number in ending}
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
