"""The running program behind its windows: what is open, what looks at it, and what is remembered."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PyQt6.QtCore import QObject
from PyQt6.QtWidgets import QWidget

from tableassist.capture.open_source import SourceKind, parse_source
from tableassist.errors import BadRequestError, TableAssistError
from tableassist.formats.table.bundle import TableBundle, bundle_of
from tableassist.formats.table.file import read_table
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.table_settings import TableSettings
from tableassist.runtime.capture_process.tag_source import TagSource
from tableassist.runtime.live_table import LiveTable
from tableassist.runtime.recorder.recorder import Recorder
from tableassist.runtime.recorder.replay_buffer import (
    matches_root,
    replay_buffer_root,
    start_replay_buffer,
    unfinished_matches,
)
from tableassist.runtime.replay.move_finder import MoveFinder
from tableassist.runtime.replay.replay import Replay
from tableassist.runtime.table_source import demo_settings, demo_table_path, find_stage, stage_table_text
from tableassist.ui.matches.exports import Exports
from tableassist.ui.matches.library import MatchLibrary
from tableassist.ui.matches.notes_kept import MatchNotesKept
from tableassist.ui.matches.recording import Recording
from tableassist.ui.matches.unfinished import offer
from tableassist.ui.session.health_bridge import HealthBridge
from tableassist.ui.session.moment_bridge import MomentBridge
from tableassist.ui.session.preferences import Preferences, Recent
from tableassist.ui.session.session import Session
from tableassist.ui.setup_wizard.start_pages import MakeTable
from tableassist.ui.setup_wizard.wizard import FirstRun
from tableassist.ui.shell.main_window import TableWindow
from tableassist.ui.shell.opening import FileKind, kind_of
from tableassist.ui.shell.start_window import StartWindow
from tableassist.ui.timeline.recorded_past import RecordedPast
from tableassist.ui.widgets.error_box import tell_problem
from tableassist.ui.workers.garbage_collection import settle_memory

OpenTagSource = Callable[[str, tuple[str, ...]], TagSource]
StartReplayBuffer = Callable[[TableBundle | None], Recorder]
MEMORY = "record/memory"
"""The preference whether the last minutes are always kept."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """What is open now."""

    opened: Recent
    window: TableWindow


def settings_for(source: str, table: Path | None) -> TableSettings:
    """A studio brings its own table; everything else needs a table file."""
    spec = parse_source(source)
    if table is not None:
        return read_table(table)
    if spec.kind is SourceKind.STUDIO:
        return demo_settings(find_stage(spec.target))
    raise BadRequestError(f"{source}: no table file given, expected --table TABLE.toml")


def bundle_for(source: str, table: Path | None) -> TableBundle:
    """The table file as used, for the record."""
    if table is not None:
        return bundle_of(table)
    return bundle_of(demo_table_path(), stage_table_text(find_stage(parse_source(source).target)))


class _Still:
    """Behind a replay nothing runs: what is shown is asked for."""

    def use(self, settings: TableSettings) -> None:
        pass


class Program(QObject):
    """One table at a time. `open_tag_source` looks at a source for tags of some families."""

    def __init__(
        self,
        preferences: Preferences,
        open_tag_source: OpenTagSource,
        start_replay_buffer: StartReplayBuffer = start_replay_buffer,
        make_table: MakeTable | None = None,
        exports: Exports | None = None,
        roots: tuple[Path, Path] | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.preferences = preferences
        self._open_tag_source = open_tag_source
        self._start_replay_buffer = start_replay_buffer
        self._make_table = make_table
        self.exports = exports
        self._replay_buffer_root, self._matches_root = roots or (replay_buffer_root(), matches_root())
        self._offered: set[Path] = set()
        self._open: OpenTable | None = None
        self._start: StartWindow | None = None

    @property
    def window(self) -> TableWindow | None:
        return None if self._open is None else self._open.window

    @property
    def opened(self) -> Recent | None:
        return None if self._open is None else self._open.opened

    def show_start(self) -> StartWindow:
        if self._start is None:
            self._start = StartWindow(self)
        self._start.show_recent(self.preferences.recent)
        self._start.show()
        return self._start

    def open(self, recent: Recent) -> TableWindow:
        """In the place of what was open. TableAssistError where it cannot be opened; what was open then stays."""
        opens = self._open_match if kind_of(Path(recent.source)) is FileKind.MATCH else self._open_source
        window = opens(recent)
        self._open = OpenTable(recent, window)
        self.preferences.add_recent(recent)
        window.show()
        if self._start is not None:
            self._start.hide()
        settle_memory()
        return window

    def try_open(self, recent: Recent, asker: QWidget) -> bool:
        """As a person asks for it: what goes wrong is told in a box."""
        try:
            self.open(recent)
        except TableAssistError as problem:
            tell_problem(asker, problem)
            return False
        return True

    def set_up(self, asker: QWidget) -> FirstRun:
        """The first run, step by step; what comes of it is opened. It needs the camera for itself."""
        if self._open is not None:
            asker = self.show_start()
            self.close_table()
        wizard = FirstRun(make_table=self._make_table, parent=asker)

        def accepted() -> None:
            table = wizard.table
            self.try_open(Recent(wizard.source, None if table is None else str(table)), asker)

        wizard.accepted.connect(accepted)
        wizard.open()
        return wizard

    def show_library(self, asker: QWidget) -> MatchLibrary:
        library = MatchLibrary(self._matches_root, asker)
        library.chosen.connect(lambda folder: self.try_open(Recent(str(folder)), asker))
        library.open()
        return library

    def close_table(self) -> None:
        if self._open is not None:
            self._open.window.close()

    def source_for(self, table: Path) -> str | None:
        """What looked at this table the last time; None where nothing is known."""
        return next((each.source for each in self.preferences.recent if each.table == str(table)), None)

    def quit(self) -> None:
        self.close_table()
        if self._start is not None:
            self._start.close()

    def _open_source(self, recent: Recent) -> TableWindow:
        table = None if recent.table is None else Path(recent.table)
        settings = settings_for(recent.source, table)
        bundle = bundle_for(recent.source, table)
        tag_source = self._open_tag_source(recent.source, settings.tag_families)
        self.close_table()
        bridge, health, recording = MomentBridge(), HealthBridge(), Recording(lambda: self._start_replay_buffer(bundle))

        def arrived(moment: Moment) -> None:
            recording.take(moment)
            bridge.push(moment)

        live = LiveTable(tag_source, settings, on_moment=arrived, on_end=bridge.fail, on_health=health.push)
        session = Session(settings, live)

        def close() -> None:
            bridge.close()
            live.close()
            recording.close()
            self._closed(window)

        def open_past() -> RecordedPast:
            return RecordedPast(lambda: recording.folder or Path(), flush=recording.flush)

        window = TableWindow(
            session, self, open_past=open_past, recording=recording, on_close=close, title=settings.name
        )
        for part in (bridge, health, recording):
            part.setParent(window)
        bridge.arrived.connect(session.arrive)
        bridge.failed.connect(window.fail)
        health.arrived.connect(window.show_health)
        if self.preferences.flag(MEMORY, default=True):
            recording.begin()
        self._offer_unfinished(window)
        live.start()
        return window

    def _open_match(self, recent: Recent) -> TableWindow:
        folder = Path(recent.source)
        with Replay(folder) as replay:
            if not replay.frame_count:
                raise BadRequestError(f"{folder}: nothing was recorded in it")
            first, overrulings = replay.at(replay.first_ns), replay.overrulings
            title = replay.facts.name
        self.close_table()
        standing = overrulings[-1].standing if overrulings else ()
        session = Session(first.settings, _Still(), overrulings=standing, is_replay=True)
        notes = MatchNotesKept(folder)

        def close() -> None:
            notes.close()
            self._closed(window)

        window = TableWindow(
            session,
            self,
            open_past=lambda: RecordedPast(lambda: folder),
            notes=notes,
            open_finder=lambda: MoveFinder(folder),
            on_close=close,
            title=title,
        )
        notes.setParent(window)
        session.show_moment(first)
        return window

    def _offer_unfinished(self, window: TableWindow) -> None:
        """Of this table, and each once: whoever wants to decide later is not asked again today."""
        for match in unfinished_matches((self._replay_buffer_root, self._matches_root)):
            if match.table == window.session.settings.name and match.folder not in self._offered:
                self._offered.add(match.folder)
                offer(match, window, self._matches_root)
                return

    def _closed(self, window: TableWindow) -> None:
        self.preferences.save()
        if self._open is not None and self._open.window is window:
            self._open = None
