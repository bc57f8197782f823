"""What is behind a card table's window, and outlives it where the window is made anew."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PyQt6.QtCore import QObject

from tableassist.pipeline.card_game.settings import CardTableSettings
from tableassist.pipeline.moment import Moment
from tableassist.runtime.capture_process.tag_source import TagSource
from tableassist.runtime.recorder.recorder import Recorder
from tableassist.services.cards.card_past import CardPast
from tableassist.table.live.host import LiveCardHost, LiveListeners, TablePlace
from tableassist.ui.game.running.game_bridge import WindowCards
from tableassist.ui.league.window_league import WindowLeague
from tableassist.ui.matches.notes_kept import MatchNotesKept
from tableassist.ui.matches.recording import Recording
from tableassist.ui.pages.window_pages import WindowPages
from tableassist.ui.session.moment_bridge import MomentBridge
from tableassist.ui.session.preferences import Recent
from tableassist.ui.session.session import Session
from tableassist.ui.shell.card_board import CardBoard
from tableassist.ui.shell.host import Host
from tableassist.ui.shell.main_window import TableWindow
from tableassist.ui.timeline.recorded_past import RecordedPast


class WatchedCards(QObject):
    """A card table that is watched."""

    def __init__(
        self,
        tag_source: TagSource,
        settings: CardTableSettings,
        start_replay_buffer: Callable[[], Recorder],
        *,
        keeps_last_minutes: bool,
        kept: Path,
        opened: Recent,
        parent: QObject | None = None,
    ) -> None:
        """`kept`: the folder of this table's kept games; `opened`: what opens the table again."""
        super().__init__(parent)
        self.settings = settings
        self._keeps_last_minutes = keeps_last_minutes
        self._bridge = MomentBridge(self)
        self.recording = Recording(start_replay_buffer, self)
        place = TablePlace(kept, opened.source, None if opened.table is None else Path(opened.table))
        listeners = LiveListeners(
            on_moment=self._bridge.push, on_end=self._bridge.fail, on_health=self._bridge.tell_health
        )
        self._live = LiveCardHost(tag_source, settings, place, self.recording, listeners)
        table = self._live.table
        self.session = Session(table.settings, None, table=table, parent=self)
        self.keeper = self._live.keeper
        self.game = WindowCards(self.session, self._live.game, self)
        self.pages = WindowPages(self.session)
        self.league = WindowLeague(self.session, self.keeper, self.recording, settings.name, parent=self)
        self._bridge.arrived.connect(self.session.show_newest)

    def make_window(self, host: Host, on_close: Callable[[], None]) -> TableWindow:
        window = TableWindow(
            self.session,
            host,
            make_board=partial(CardBoard, settings=self.settings),
            open_past=self._open_past,
            game=self.game,
            recording=self.recording,
            pages=self.pages,
            league=self.league,
            keeper=self.keeper,
            on_close=on_close,
            title=self.settings.name,
        )
        self._bridge.failed.connect(window.fail)
        self._bridge.health.connect(window.show_health)
        return window

    def play_demo(self, on_begin: Callable[[], object]) -> None:
        """Follow the demo's game; its players say their part. `on_begin` is called in the window's thread."""
        self._live.play_demo(lambda: self.session.inbox.post(on_begin))

    def start(self) -> None:
        self._live.start(keeps_last_minutes=self._keeps_last_minutes)

    def close(self) -> None:
        self._bridge.close()
        self.session.inbox.close()
        self.league.close()
        self.pages.close()
        self._live.close()

    def _open_past(self) -> RecordedPast:
        return RecordedPast(lambda: self.recording.folder or Path(), flush=self.recording.flush)


class ReplayedCards(QObject):
    """A match that was recorded at a card table."""

    def __init__(self, folder: Path, first: Moment, title: str, past: CardPast | None, parent: QObject) -> None:
        super().__init__(parent)
        self._folder, self._first, self._title, self._past = folder, first, title, past
        self.session = Session(first.settings, None, is_replay=True, parent=self)
        self._notes = MatchNotesKept(folder, self)

    def make_window(self, host: Host, on_close: Callable[[], None]) -> TableWindow:
        return TableWindow(
            self.session,
            host,
            make_board=partial(CardBoard, past=self._past),
            open_past=lambda: RecordedPast(lambda: self._folder),
            notes=self._notes,
            on_close=on_close,
            title=self._title,
        )

    def start(self) -> None:
        self.session.show_moment(self._first)

    def close(self) -> None:
        self._notes.close()


@dataclass(frozen=True, slots=True)
class PreparedCards:
    """All that takes long is done, in whichever thread; widgets come later, in the window's own."""

    tag_source: TagSource
    settings: CardTableSettings
    start_replay_buffer: Callable[[], Recorder]
    keeps_last_minutes: bool
    kept: Path
    opened: Recent

    def behind(self, parent: QObject) -> WatchedCards:
        return WatchedCards(
            self.tag_source,
            self.settings,
            self.start_replay_buffer,
            keeps_last_minutes=self.keeps_last_minutes,
            kept=self.kept,
            opened=self.opened,
            parent=parent,
        )

    def close(self) -> None:
        """Where nobody wants it any more."""
        self.tag_source.close()
