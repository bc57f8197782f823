"""What is behind a table's window, and outlives it where the window is made anew: a table that is watched, or a match
that is replayed."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PyQt6.QtCore import QObject

from tableassist.errors import BadRequestError
from tableassist.pipeline.card_game.as_moment import is_card_table_record
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook.ruling.ruling import Overruling
from tableassist.runtime.capture_process.tag_source import TagSource
from tableassist.runtime.recorder.recorder import Recorder
from tableassist.runtime.replay.move_finder import MoveFinder
from tableassist.runtime.replay.replay import Replay
from tableassist.services.cards.card_past import CardPast, card_past_of
from tableassist.studio import Stage
from tableassist.table.live import LiveListeners, LiveTableHost, TablePlace
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
        place = TablePlace(kept, opened.source, None if opened.table is None else Path(opened.table))
        listeners = LiveListeners(
            on_moment=self._bridge.push,
            on_end=self._bridge.fail,
            on_health=self._bridge.tell_health,
            on_moves=lambda moves, made_under: self.session.inbox.post(partial(self.moves.add, moves, made_under)),
            on_lost_moves=lambda problem: self.session.inbox.post(partial(self.moves.tell_problem, problem)),
        )
        self._live = LiveTableHost(tag_source, settings, place, self.recording, listeners)
        self.session = Session(settings, None, table=self._live.table, parent=self)
        self.moves = WindowMoves(self.session, parent=self)
        self.keeper = self._live.keeper
        self.game = WindowGame(self.session, self._live.game, self)
        self.pages = WindowPages(self.session)
        self.league = WindowLeague(self.session, self.keeper, self.recording, settings.name, parent=self)
        self._bridge.arrived.connect(self.session.show_newest)
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

    def play_demo(self, stage: Stage, on_begin: Callable[[], object]) -> None:
        """Follow the game of a stage; its players say their part. `on_begin` is called in the window's thread."""
        self._live.play_demo(stage, lambda: self.session.inbox.post(on_begin))

    def start(self) -> None:
        self._live.start(keeps_last_minutes=self._keeps_last_minutes)

    def close(self) -> None:
        self._bridge.close()
        self.session.inbox.close()
        self.league.close()
        self.pages.close()
        self.moves.close()
        self._live.close()

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
