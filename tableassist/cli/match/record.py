"""`tableassist record`: a table without a window or pages, of which a match is kept."""

import sys
import time
from pathlib import Path
from threading import Event

import typer

from tableassist.cli.running_table import TICK_S, TerminalLeague, end_by_signal, join_league
from tableassist.cli.streams import going_on_without_output
from tableassist.cli.terminal import echo, tell
from tableassist.matches.recording import Recorder, RecorderStatus, UnfinishedMatch, matches_root, record_path
from tableassist.messages import say, template, tr
from tableassist.store.files import closed_if_it_fails
from tableassist.store.league import Membership
from tableassist.store.score import time_words
from tableassist.table.league import CloseCalls
from tableassist.table.live import RecordedTable, choose_table


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
    chosen = choose_table(source, table)
    path, go_on = record_path(chosen.settings.name, out, matches_root(), resume=go_on, offer=offer_to_resume)
    saved_games = chosen.saved_games(matches_root().parent / "kept")
    tag_source, over = chosen.open_source(), Event()
    with closed_if_it_fails(tag_source):
        recorder = Recorder(path, chosen.bundle, video=video, go_on=go_on)
    recorded = RecordedTable(
        recorder,
        lambda record, listeners: chosen.make_host(tag_source, saved_games, record, listeners, finds_moves=False),
        over,
        on_trouble=lambda words: echo(f"! {say(words)}", err=True),
        on_progress=lambda status: echo(_line(status)),
    )
    with going_on_without_output():
        return _run(recorded, over, seconds=seconds, membership=membership)


def _run(recorded: RecordedTable, over: Event, *, seconds: float | None, membership: Membership | None) -> int:
    folder = recorded.folder
    echo(tr("Recording to {folder}; Ctrl-C ends it.", folder=folder))
    with end_by_signal(over):
        recorded.start()
        with join_league(recorded.host, membership, echo) as league:
            end = recorded.run(seconds, _Ticks(league) if league is not None else lambda: None)
            if league is not None:
                league.end_record("the recording has ended")
                league.wait_for_hub()
    if end.words:
        echo(say(end.words))
    if folder.exists():
        echo(f"{_line(end.status)}: {folder}")
    else:
        tell(tr("Nothing could be recorded."))
    return 0 if end.is_complete else 2


class _Ticks:
    """Tells the league of the match that is recorded, of close calls, and once a second how the table is."""

    def __init__(self, league: TerminalLeague) -> None:
        self._league, self._at = league, 0.0
        league.follow_record()
        CloseCalls(league.table, league.tell_asked)

    def __call__(self) -> None:
        if time.monotonic() - self._at >= TICK_S:
            self._at = time.monotonic()
            self._league.owner.post(self._league.tick)


def offer_to_resume(match: UnfinishedMatch) -> bool:
    """A match that was cut off is offered to whoever records at that table again: who sits at a terminal is asked,
    others are told."""
    facts = {"name": match.folder.name, "duration": time_words(round(match.seconds * 1e9))}
    if sys.stdin.isatty():
        tell(tr("{name} was interrupted after {duration}; nothing was lost.", **facts))
        return typer.confirm(tr("Resume it?"), default=True)
    what = template("{name} was interrupted after {duration}; nothing was lost. Continue with `record --resume`.")
    tell(tr(what, **facts), err=True)
    return False


def _line(status: RecorderStatus) -> str:
    dropped = f", {status.dropped_pictures} pictures left out" if status.dropped_pictures else ""
    return f"{status.seconds:.0f} s, {status.frames} frames{dropped}"
