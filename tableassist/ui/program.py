"""The running program behind its windows: what is open, what looks at it, and what is remembered."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PyQt6.QtCore import QObject
from PyQt6.QtWidgets import QWidget

from tableassist.capture.open_source import SourceKind, parse_source
from tableassist.errors import BadRequestError, TableAssistError
from tableassist.live.eye import Eye
from tableassist.live.live_table import LiveTable
from tableassist.live.table_source import demo_settings, find_stage
from tableassist.pipeline.table_settings import TableSettings
from tableassist.storage.table_file import read_table
from tableassist.ui.desk import Desk
from tableassist.ui.health_bridge import HealthBridge
from tableassist.ui.main_window import TableWindow
from tableassist.ui.moment_bridge import MomentBridge
from tableassist.ui.preferences import Preferences, Recent
from tableassist.ui.start_window import StartWindow
from tableassist.ui.told import tell_problem

OpenEye = Callable[[str, tuple[str, ...]], Eye]


@dataclass(frozen=True, slots=True)
class OpenTable:
    """What is open now."""

    opened: Recent
    window: TableWindow
    live: LiveTable
    bridge: MomentBridge


def settings_for(source: str, table: Path | None) -> TableSettings:
    """A studio brings its own table; everything else needs a table file."""
    spec = parse_source(source)
    if table is not None:
        return read_table(table)
    if spec.kind is SourceKind.STUDIO:
        return demo_settings(find_stage(spec.target))
    raise BadRequestError(f"{source}: no table file given, expected --table TABLE.toml")


class Program(QObject):
    """One table at a time. `open_eye` looks at a source for tags of some families."""

    def __init__(self, preferences: Preferences, open_eye: OpenEye, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.preferences = preferences
        self._open_eye = open_eye
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
        """Opens the source by its table file, in the place of what was open. TableAssistError where it cannot be."""
        settings = settings_for(recent.source, None if recent.table is None else Path(recent.table))
        eye = self._open_eye(recent.source, settings.tag_families)
        self.close_table()
        bridge, health = MomentBridge(), HealthBridge()
        live = LiveTable(eye, settings, on_moment=bridge.push, on_end=bridge.fail, on_health=health.push)
        desk = Desk(settings, live)
        window = TableWindow(desk, self, on_close=lambda: self._closed(live, bridge), title=settings.name)
        bridge.setParent(window)
        health.setParent(window)
        bridge.arrived.connect(desk.arrive)
        bridge.failed.connect(window.fail)
        health.arrived.connect(window.show_health)
        self._open = OpenTable(recent, window, live, bridge)
        self.preferences.add_recent(recent)
        window.show()
        live.start()
        if self._start is not None:
            self._start.hide()
        return window

    def try_open(self, recent: Recent, asker: QWidget) -> bool:
        """As a person asks for it: what goes wrong is told in a box."""
        try:
            self.open(recent)
        except TableAssistError as problem:
            tell_problem(asker, problem)
            return False
        return True

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

    def _closed(self, live: LiveTable, bridge: MomentBridge) -> None:
        bridge.close()
        live.close()
        self.preferences.save()
        if self._open is not None and self._open.live is live:
            self._open = None
