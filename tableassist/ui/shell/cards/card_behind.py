"""What is behind a card table's window, and outlives it where the window is made anew."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PyQt6.QtCore import QObject

from tableassist.pipeline.card_game.as_moment import card_moment, card_table
from tableassist.pipeline.card_game.settings import CardTableSettings
from tableassist.pipeline.moment import Moment
from tableassist.runtime.capture_process.tag_source import TagSource
from tableassist.runtime.cards.live_cards import CardsMoment, LiveCards
from tableassist.runtime.recorder.recorder import Recorder
from tableassist.services.cards.card_past import CardPast
from tableassist.table.card_demo_players import CardDemoPlayers
from tableassist.table.card_game import TableCardGame
from tableassist.table.keeper import GameKeeper
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
        self._table = card_table(settings)
        self._keeps_last_minutes = keeps_last_minutes
        self._newest: CardsMoment | None = None
        self._bridge = MomentBridge(self)
        self.recording = Recording(start_replay_buffer, self)
        self._live = LiveCards(
            tag_source, settings.camera, on_moment=self._arrived, on_end=self._bridge.fail,
            on_health=self._bridge.health.emit,
        )  # fmt: skip
        self.session = Session(self._table, None, parent=self)
        table = self.session.table
        self.keeper = GameKeeper(table, kept, source=opened.source, table_file=opened.table)
        table.game = game = TableCardGame(table, self.keeper, recording=self.recording)
        self.recording.follow(table)
        self.recording.started.connect(game.recording_started)
        self.game = WindowCards(self.session, game, self)
        self.pages = WindowPages(self.session)
        self.league = WindowLeague(self.session, self.keeper, self.recording, settings.name, parent=self)
        self._demo: CardDemoPlayers | None = None
        self._bridge.arrived.connect(self._take)
        self._bridge.health.connect(self.league.take_health)

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

    def play_demo(self) -> CardDemoPlayers:
        """The demo's game is followed, and its players say their part."""
        self.keeper.offers = False
        self._demo = CardDemoPlayers(self.game.game, self.settings)
        return self._demo

    def start(self) -> None:
        if self._keeps_last_minutes:
            self.recording.begin()
        self._live.start()

    def close(self) -> None:
        self._bridge.close()
        self.league.close()
        self.pages.close()
        if self._demo is not None:
            self._demo.close()
        self.game.close()
        self._live.close()
        self.keeper.close()
        self.recording.close()

    def _arrived(self, moment: CardsMoment) -> None:
        """In the running table's thread."""
        made = card_moment(moment.frame, self._table, moment.wall_ms)
        self._newest = moment
        self.recording.take(made)
        self.session.table.post_moment(made)
        self._bridge.push(made)

    def _take(self, moment: Moment) -> None:
        """The cards may be of a newer picture: what they say holds until it changes."""
        self.session.arrive(moment)
        newest = self._newest
        if newest is not None:
            self.game.game.take(newest.followed)
            if self._demo is not None:
                self._demo.see(newest.frame.number)

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
