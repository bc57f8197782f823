"""`tableassist record`: a match, without a window."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from types import FrameType

import typer

from tableassist.capture.open_source import SourceKind, parse_source
from tableassist.cli.match.resume_offer import offer_to_resume
from tableassist.errors import BadRequestError
from tableassist.formats.table.bundle import TableBundle, bundle_of, settings_of
from tableassist.formats.table.file import read_table
from tableassist.pipeline.table_settings import TableSettings
from tableassist.runtime.capture_process.local_source import LocalTagSource
from tableassist.runtime.live_table import LiveTable
from tableassist.runtime.recorder.recorder import Recorder
from tableassist.runtime.recorder.replay_buffer import matches_root
from tableassist.runtime.recorder.status import RecorderStatus, RecordingStatus
from tableassist.runtime.table_source import demo_table_path, find_stage, open_table_source, stage_table_text
from tableassist.services.record_path import record_path

TELL_S = 10.0
LOOK_S = 0.2


def record_source(
    source: str, table: Path | None, out: Path | None, *, video: bool, seconds: float | None, go_on: bool
) -> int:
    """2 where the record has stopped before it was told to."""
    settings, bundle = _table(source, table)
    path, go_on = record_path(settings.name, out, matches_root(), resume=go_on, offer=offer_to_resume)
    tag_source = LocalTagSource(open_table_source(source), settings.tag_families)
    over = Event()
    ending: list[str] = []

    def ended(words: str) -> None:
        ending.append(words)
        over.set()

    try:
        recorder = Recorder(path, bundle, video=video, go_on=go_on)
    except BaseException:
        tag_source.close()
        raise
    live = LiveTable(tag_source, settings, on_moment=recorder.take, on_end=ended)
    typer.echo(f"Recording to {recorder.folder}; Ctrl-C ends it.")
    with _ended_by_signal(over):
        live.start()
        status = _wait(recorder, over, seconds, recorder.status.seconds)
    live.close()
    recorder.close()
    for words in ending:
        typer.echo(words)
    return _told(recorder, status)


def _table(source: str, table: Path | None) -> tuple[TableSettings, TableBundle]:
    spec = parse_source(source)
    if table is not None:
        return read_table(table), bundle_of(table)
    if spec.kind is not SourceKind.STUDIO:
        raise BadRequestError("record {source}: no table file given, expected --table TABLE.toml", source=source)
    bundle = bundle_of(demo_table_path(), stage_table_text(find_stage(spec.target)))
    return settings_of(bundle), bundle


def _wait(recorder: Recorder, over: Event, seconds: float | None, before_s: float) -> RecorderStatus:
    """Until it is over; says what goes wrong as soon as it does, and every ten seconds how far it is. `before_s`: of
    a match that is gone on with, what it had."""
    told = time.monotonic()
    words = ""
    began_s = None if before_s else 0.0
    while not over.wait(LOOK_S):
        status = recorder.status
        now = time.monotonic()
        if began_s is None and status.frames:
            began_s = status.seconds  # the pause before was not recorded
        if status.words and status.words != words:
            typer.echo(f"! {status.words}", err=True)
        words = status.words
        is_enough = seconds is not None and began_s is not None and status.seconds - began_s >= seconds
        if status.recording is RecordingStatus.STOPPED or is_enough:
            break
        if now - told >= TELL_S:
            told = now
            typer.echo(_line(status))
    return recorder.status


def _line(status: RecorderStatus) -> str:
    dropped = f", {status.dropped_pictures} pictures left out" if status.dropped_pictures else ""
    return f"{status.seconds:.0f} s, {status.frames} frames{dropped}"


def _told(recorder: Recorder, status: RecorderStatus) -> int:
    after = recorder.status
    typer.echo(f"{_line(after)}: {recorder.folder}")
    stopped = status.recording is RecordingStatus.STOPPED
    if after.words and after.words != status.words:
        typer.echo(f"! {after.words}", err=True)
        stopped = True
    return 2 if stopped else 0


@contextmanager
def _ended_by_signal(over: Event) -> Iterator[None]:
    """Ctrl-C, and what a service is stopped by, end the record; they do not break it off."""

    def end(_signal: int, _frame: FrameType | None) -> None:
        over.set()

    before = {each: signal.signal(each, end) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
