"""What is behind a table's window, and outlives it where the window is made anew: a table that is watched, or a match
that is replayed."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PyQt6.QtCore import QObject

from tableassist.errors import BadRequestError
from tableassist.pipeline.card_game.as_moment import is_card_table_record
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.rulebook.ruling.ruling import Overruling
from tableassist.runtime.capture_process.tag_source import TagSource
from tableassist.runtime.live_table import LiveTable
from tableassist.runtime.recorder.recorder import Recorder
from tableassist.runtime.replay.move_finder import MoveFinder
from tableassist.runtime.replay.replay import Replay
from tableassist.runtime.table_source import stage_game
from tableassist.services.cards.card_past import CardPast, card_past_of
from tableassist.studio.stages import Stage
from tableassist.table.demo_players import DemoPlayers
from tableassist.table.keeper import GameKeeper
from tableassist.table.table_game import TableGame
from tableassist.ui.game.running.game_bridge import WindowGame
from tableassist.ui.league.window_league import WindowLeague
from tableassist.ui.matches.notes_kept import MatchNotesKept
from tableassist.ui.matches.recording import Recording
from tableassist.ui.moves.window_moves import WindowMoves
from tableassist.ui.pages.window_pages import WindowPages
from tableassist.ui.session.moment_bridge import MomentBridge
from tableassist.ui.session.preferences import Recent
from tableassist.ui.session.session import Session
from tableassist.ui.shell.cards.card_behind import PreparedCards, ReplayedCards, WatchedCards
from tableassist.ui.shell.host import Host
from tableassist.ui.shell.main_window import TableWindow
from tableassist.ui.timeline.recorded_past import RecordedPast


class WatchedTable(QObject):
    def __init__(
        self,
        tag_source: TagSource,
        settings: TableSettings,
        start_replay_buffer: Callable[[], Recorder],
        *,
        keeps_last_minutes: bool,
        kept: Path,
        opened: Recent,
        parent: QObject | None = None,
    ) -> None:
        """`kept`: the folder of this table's kept games; `opened`: what opens the table again."""
        super().__init__(parent)
        self._title = settings.name
        self._keeps_last_minutes = keeps_last_minutes
        self._bridge = MomentBridge(self)
        self.recording = Recording(start_replay_buffer, self)
        self._live = LiveTable(
            tag_source, settings, on_moment=self._arrived, on_end=self._bridge.fail, on_health=self._bridge.tell_health
        )
        self.session = Session(settings, self._live, parent=self)
        self.moves = WindowMoves(self.session, recording=self.recording, parent=self)
        table = self.session.table
        self.keeper = GameKeeper(table, kept, source=opened.source, table_file=opened.table)
        table.game = game = TableGame(table, self.keeper, recording=self.recording)
        self.recording.follow(table)
        self.recording.started.connect(game.recording_started)
        self.moves.found.connect(table.take_moves)
        self.game = WindowGame(self.session, game, self)
        self.pages = WindowPages(self.session)
        self.league = WindowLeague(self.session, self.keeper, self.recording, settings.name, parent=self)
        self._demo: DemoPlayers | None = None
        self._bridge.skipped.connect(self.session.step)
        self._bridge.arrived.connect(self.session.arrive)
        self._bridge.health.connect(self.league.take_health)

    def make_window(self, host: Host, on_close: Callable[[], None]) -> TableWindow:
        window = TableWindow(
            self.session,
            host,
            open_past=self._open_past,
            recording=self.recording,
            moves=self.moves,
            game=self.game,
            pages=self.pages,
            league=self.league,
            keeper=self.keeper,
            on_close=on_close,
            title=self._title,
        )
        self._bridge.failed.connect(window.fail)
        self._bridge.health.connect(window.show_health)
        return window

    def play_demo(self, stage: Stage) -> DemoPlayers:
        """The game of a stage is followed, and its players say their part."""
        self.keeper.offers = False
        duration_s = stage_game(self.session.settings).duration_s
        self._demo = DemoPlayers(self.game.game, frames_per_s=stage.frames_per_s, duration_s=duration_s)
        self._bridge.skipped.connect(lambda state, _settings: self._see_demo(state))
        self._bridge.arrived.connect(lambda moment: self._see_demo(moment.state))
        return self._demo

    def _see_demo(self, state: TableState) -> None:
        if self._demo is not None:
            self._demo.see(state)

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
        self.moves.close()
        self._live.close()
        self.keeper.close()
        self.recording.close()

    def _arrived(self, moment: Moment) -> None:
        """In the live table's thread."""
        self.recording.take(moment)
        self.session.table.post_moment(moment)
        self._bridge.push(moment)

    def _open_past(self) -> RecordedPast:
        return RecordedPast(lambda: self.recording.folder or Path(), flush=self.recording.flush)


@dataclass(frozen=True, slots=True)
class MatchStart:
    """What a replay begins with."""

    folder: Path
    first: Moment
    title: str
    standing: tuple[Overruling, ...]
    is_of_cards: bool = False
    """Whether it was recorded at a card table."""
    cards: CardPast | None = None
    """The card game that it keeps."""


def read_match_start(folder: Path) -> MatchStart:
    """TableAssistError where there is nothing to replay."""
    with Replay(folder) as replay:
        if not replay.frame_count:
            raise BadRequestError("{folder}: nothing was recorded in it", folder=str(folder))
        standing = replay.overrulings[-1].standing if replay.overrulings else ()
        first = replay.at(replay.first_ns)
        is_of_cards = is_card_table_record(first.settings)
        cards = card_past_of(replay) if is_of_cards else None
        return MatchStart(folder, first, replay.facts.name, standing, is_of_cards, cards)


class ReplayedMatch(QObject):
    def __init__(self, start: MatchStart, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder = start.folder
        self._first, self._title = start.first, start.title
        self.session = Session(self._first.settings, None, overrulings=start.standing, is_replay=True, parent=self)
        self._notes = MatchNotesKept(folder, self)
        self._moves = WindowMoves(self.session, open_finder=lambda: MoveFinder(folder), parent=self)

    def make_window(self, host: Host, on_close: Callable[[], None]) -> TableWindow:
        return TableWindow(
            self.session,
            host,
            open_past=lambda: RecordedPast(lambda: self._folder),
            notes=self._notes,
            moves=self._moves,
            on_close=on_close,
            title=self._title,
        )

    def start(self) -> None:
        self.session.show_moment(self._first)

    def close(self) -> None:
        self._notes.close()
        self._moves.close()


BehindWindow = WatchedTable | ReplayedMatch | WatchedCards | ReplayedCards
"""`start` it once there is a window."""


@dataclass(frozen=True, slots=True)
class PreparedTable:
    """All that takes long is done, in whichever thread; widgets come later, in the window's own."""

    tag_source: TagSource
    settings: TableSettings
    start_replay_buffer: Callable[[], Recorder]
    keeps_last_minutes: bool
    kept: Path
    """The folder of this table's kept games."""
    opened: Recent

    def behind(self, parent: QObject) -> WatchedTable:
        return WatchedTable(
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


@dataclass(frozen=True, slots=True)
class PreparedMatch:
    start: MatchStart

    def behind(self, parent: QObject) -> ReplayedMatch | ReplayedCards:
        start = self.start
        if start.is_of_cards:
            return ReplayedCards(start.folder, start.first, start.title, start.cards, parent)
        return ReplayedMatch(start, parent)

    def close(self) -> None:
        """Nothing is open."""


Prepared = PreparedTable | PreparedMatch | PreparedCards
