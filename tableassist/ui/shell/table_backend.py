"""What is behind a window, and outlives it where the window is made again: a table that is watched, or a match that is
replayed; of either game."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PyQt6.QtCore import QObject

from tableassist.errors import BadFileError, BadRequestError
from tableassist.matches.recording import Recorder
from tableassist.matches.replay import MoveFinder, Replay
from tableassist.pipeline.card_game.as_moment import is_card_table_record
from tableassist.pipeline.card_game.settings import CardTableSettings
from tableassist.pipeline.moment import Moment
from tableassist.rulebook import Overruling
from tableassist.sources.supervised import TagSource
from tableassist.table import GamePast
from tableassist.table.live import ChosenTable, LiveListeners
from tableassist.ui.league.window_league import WindowLeague
from tableassist.ui.matches.notes_kept import MatchNotesKept
from tableassist.ui.matches.recording import Recording
from tableassist.ui.moves import WindowMoves
from tableassist.ui.session.inbox import MomentBridge
from tableassist.ui.session.session import Session
from tableassist.ui.shell.board import MakeBoard
from tableassist.ui.shell.card_board import CardBoard
from tableassist.ui.shell.host import Host
from tableassist.ui.shell.main_window import TableWindow
from tableassist.ui.shell.mat_board import MatBoard
from tableassist.ui.timeline.recorded_past import RecordedPast
from tableassist.web import TablePages


def choose_board(settings: CardTableSettings | None, *, is_of_cards: bool = False) -> MakeBoard:
    """Choose what is drawn by the kind of game: the only place in the window that asks."""
    return partial(CardBoard, settings=settings) if settings is not None or is_of_cards else MatBoard


class WatchedTable:
    """A live table. Its QObjects are children of the session."""

    def __init__(
        self,
        chosen: ChosenTable,
        tag_source: TagSource,
        start_replay_buffer: Callable[[], Recorder],
        *,
        keeps_last_minutes: bool,
        saved_games: Path,
        parent: QObject | None = None,
    ) -> None:
        """`saved_games`: the folder of this table's saved games."""
        self.settings = chosen.settings
        self._chosen, self._keeps_last_minutes = chosen, keeps_last_minutes
        self._bridge = MomentBridge()
        self.recording = Recording(start_replay_buffer, self._bridge)
        listeners = LiveListeners(
            on_moment=self._bridge.push,
            on_end=self._bridge.fail,
            on_health=self._bridge.tell_health,
            on_moves=lambda moves, made_under: self.session.inbox.post(partial(self.moves.add, moves, made_under)),
            on_lost_moves=lambda problem: self.session.inbox.post(partial(self.moves.tell_problem, problem)),
        )
        self._live = chosen.make_host(tag_source, saved_games, self.recording, listeners)
        self.session = Session(self.settings, None, table=self._live.table, parent=parent)
        self.session.match_time = self.recording.in_match
        self._bridge.setParent(self.session)
        self.moves = WindowMoves(self.session, parent=self.session)
        self.keeper = self._live.keeper
        self.pages = TablePages(self.session.table)
        self.league = WindowLeague(self.session, self.keeper, self.recording, self.settings.name, parent=self.session)
        self._bridge.arrived.connect(self.session.show_newest)

    def make_window(self, host: Host, on_close: Callable[[], None]) -> TableWindow:
        window = TableWindow(
            self.session,
            host,
            make_board=choose_board(self._chosen.cards),
            open_past=self._open_past,
            recording=self.recording,
            moves=None if self._chosen.cards is not None else self.moves,
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
        """Follow a studio's game, if this is one; its players say their part. `on_begin` is called in the window's
        thread."""
        if self._chosen.plays_demo:
            self._live.play_demo(lambda: self.session.inbox.post(on_begin))

    def start(self) -> None:
        self._live.start(keeps_last_minutes=self._keeps_last_minutes)

    def close(self) -> None:
        self._bridge.close()
        self.session.inbox.close()
        self.league.close()
        self.pages.stop()
        self.moves.close()
        self._live.close()

    def _open_past(self) -> RecordedPast:
        return RecordedPast(lambda: self.recording.folder or Path(), flush=self.recording.flush)


class ReplayedMatch:
    """A match that was recorded. Its QObjects are children of the session."""

    def __init__(self, start: "MatchStart", parent: QObject | None = None) -> None:
        self._start = start
        self.session = Session(start.first.settings, None, overrulings=start.standing, is_replay=True, parent=parent)
        if start.game is not None:
            self.session.table.find_played = start.game.played_at
        self._notes = MatchNotesKept(start.folder, self.session)
        self._moves: WindowMoves | None = None
        if not start.is_of_cards:
            find = partial(MoveFinder, start.folder)
            self._moves = WindowMoves(self.session, open_finder=find, parent=self.session)

    def make_window(self, host: Host, on_close: Callable[[], None]) -> TableWindow:
        return TableWindow(
            self.session,
            host,
            make_board=choose_board(None, is_of_cards=self._start.is_of_cards),
            open_past=lambda: RecordedPast(lambda: self._start.folder),
            notes=self._notes,
            moves=self._moves,
            on_close=on_close,
            title=self._start.title,
        )

    def play_demo(self, on_begin: Callable[[], object]) -> None:
        """A match plays no demo."""

    def start(self) -> None:
        self.session.show_moment(self._start.first)

    def close(self) -> None:
        self._notes.close()
        if self._moves is not None:
            self._moves.close()


TableBackend = WatchedTable | ReplayedMatch
"""`start` it once there is a window."""


@dataclass(frozen=True, slots=True)
class TableStart:
    """A live table whose source is open; widgets come later, in the window's thread."""

    chosen: ChosenTable
    tag_source: TagSource
    start_replay_buffer: Callable[[], Recorder]
    keeps_last_minutes: bool
    saved_games: Path

    def make_backend(self, parent: QObject) -> WatchedTable:
        return WatchedTable(
            self.chosen,
            self.tag_source,
            self.start_replay_buffer,
            keeps_last_minutes=self.keeps_last_minutes,
            saved_games=self.saved_games,
            parent=parent,
        )

    def close(self) -> None:
        """Close what is open, where nobody wants it any more."""
        self.tag_source.close()


@dataclass(frozen=True, slots=True)
class MatchStart:
    """What a replay begins with."""

    folder: Path
    first: Moment
    title: str
    standing: tuple[Overruling, ...]
    is_of_cards: bool = False
    """Whether it was recorded at a card table."""
    game: GamePast | None = None
    """The game that it keeps."""

    def make_backend(self, parent: QObject) -> ReplayedMatch:
        return ReplayedMatch(self, parent)

    def close(self) -> None:
        """Nothing is open."""


def read_match_start(folder: Path) -> MatchStart:
    """TableAssistError where there is nothing to replay."""
    with Replay(folder) as replay:
        if not replay.frame_count:
            raise BadRequestError("{folder}: nothing was recorded in it", folder=str(folder))
        standing = replay.overrulings[-1].standing if replay.overrulings else ()
        first = replay.at(replay.first_ns)
        is_of_cards = is_card_table_record(first.settings)
        try:
            game = GamePast(replay)
        except BadFileError:
            game = None  # the time line says what is wrong
        return MatchStart(folder, first, replay.facts.name, standing, is_of_cards, game)
