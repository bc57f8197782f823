"""A whole live table without a window: measuring loop, game, record, and the demo's players where there is a demo."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tableassist.capture import SourceKind, parse_source, split_sources
from tableassist.errors import TableAssistError
from tableassist.messages import Text
from tableassist.pipeline.card_game.as_moment import card_moment, card_table
from tableassist.pipeline.card_game.settings import CardTableSettings
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.moves.found_move import FoundMove
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.sources import find_stage, stage_game
from tableassist.sources.supervised import CaptureHealth, NoCamera, TagSource
from tableassist.table.demo.card_demo import CardDemoPlayers
from tableassist.table.demo.demo_game import DemoLaps, DemoPlayers
from tableassist.table.events import Problem
from tableassist.table.game.card_game import TableCardGame
from tableassist.table.game.table_game import TableGame
from tableassist.table.keeper import GameKeeper
from tableassist.table.live.live_cards import CardsMoment, LiveCards
from tableassist.table.live.live_table import LiveTable
from tableassist.table.live.move_watcher import MoveWatcher
from tableassist.table.live.photo_table import PhotoTable
from tableassist.table.owner import TableThread
from tableassist.table.recording import TableRecord
from tableassist.table.session import Chain
from tableassist.table.table import AnyGame, Table

MAX_WAITING_MOMENTS = 4
"""Moments whose pictures wait for the table's thread; of older ones only what was measured is kept, so that a busy
table holds no stack of pictures."""


@dataclass(frozen=True, slots=True)
class TablePlace:
    """Where a live table is opened from, and where its games are saved."""

    saved_games: Path
    """The folder of this table's saved games (`store.kept.folder.table_folder`)."""
    source: str = ""
    table_file: Path | None = None


@dataclass(frozen=True, slots=True)
class LiveListeners:
    """What a window or a command hears of a live table besides its events, each from a thread of the table's own."""

    on_moment: Callable[[Moment], object] = lambda _moment: None
    """Every moment, from the measuring loop's thread, before the table takes it."""
    on_end: Callable[[Text], object] = lambda _words: None
    """Why the source has ended; from the measuring loop's thread."""
    on_health: Callable[[CaptureHealth], object] = lambda _health: None
    """How the camera is; from the measuring loop's thread."""
    on_moves: Callable[[tuple[FoundMove, ...], TableSettings], object] = lambda _moves, _settings: None
    """At least one move and the settings it was made under; from the table's thread."""
    on_lost_moves: Callable[[TableAssistError], object] = lambda _problem: None
    """Why some moves were missed; from the table's thread."""


NO_LISTENERS = LiveListeners()


class LiveRecord(TableRecord):
    """The record of a table without a window: failures become events."""

    def _report_failure(self, words: str) -> None:
        if self.table is not None:
            self.table.publish(Problem(words))


class LiveHost(ABC):
    """Owns the thread of a table, its saved games and its record. Make, start and close it from one thread."""

    game: AnyGame

    def __init__(
        self,
        settings: TableSettings,
        place: TablePlace,
        record: TableRecord,
        listeners: LiveListeners,
        *,
        chain: Chain | None,
    ) -> None:
        self.thread = TableThread(f"state of {settings.name}")
        self.table = Table(settings, chain, owner=self.thread, table_file=place.table_file)
        self.record = record
        record.follow(self.table)
        table_file = None if place.table_file is None else str(place.table_file)
        self.keeper = GameKeeper(self.table, place.saved_games, source=place.source, table_file=table_file)
        self._source, self._listeners = place.source, listeners
        self._demo: DemoPlayers | CardDemoPlayers | None = None

    # What each kind of table has of its own

    @abstractmethod
    def _start_measuring(self) -> None: ...

    @abstractmethod
    def _stop_measuring(self) -> None: ...

    @abstractmethod
    def play_demo(self, on_begin: Callable[[], object] = lambda: None) -> None:
        """Follow a studio's game from its next beginning; its players say their part. `on_begin` is called in the
        table's thread."""

    def start(self, record_to: Path | None = None, *, keeps_last_minutes: bool = True) -> None:
        """Run the table; `record_to`: the match that is recorded from the beginning."""
        self.thread.start()
        if keeps_last_minutes:
            self.thread.call(lambda: self._begin_record(record_to))
        self._start_measuring()

    def close(self) -> None:
        """End the measuring loop, then write everything that waits."""
        self._stop_measuring()
        self.thread.call(self._close_game)
        self.keeper.close()
        self.record.close()
        self.thread.close()

    def _take_health(self, health: CaptureHealth) -> None:
        """In the measuring loop's thread."""
        self._listeners.on_health(health)
        self.thread.post(lambda: self.table.take_health(health))

    def _begin_record(self, record_to: Path | None) -> None:
        self.record.begin()
        if record_to is not None:
            self.record.record(record_to)

    def _close_game(self) -> None:
        if self._demo is not None:
            self._demo.close()
        if self.table.game is not None:
            self.table.game.close()


class LiveTableHost(LiveHost):
    """A table with a mat."""

    game: TableGame

    def __init__(
        self,
        tag_source: TagSource,
        settings: TableSettings,
        place: TablePlace,
        record: TableRecord,
        listeners: LiveListeners = NO_LISTENERS,
        *,
        finds_moves: bool = True,
    ) -> None:
        self._live: LiveTable | PhotoTable
        if isinstance(tag_source, NoCamera):
            self._live = PhotoTable(tag_source, settings, on_moment=self._take_arrival, on_health=self._take_health)
        else:
            self._live = LiveTable(
                tag_source,
                settings,
                on_moment=self._take_arrival,
                on_end=listeners.on_end,
                on_health=self._take_health,
            )
        super().__init__(settings, place, record, listeners, chain=self._live)
        self.table.board.is_measuring = lambda: self._live.is_stepping
        self.table.game = self.game = TableGame(self.table, self.keeper, recording=self.record)
        self._moves: MoveWatcher | None = None
        self._laps: DemoLaps | None = None
        """Of a studio's game, which is laid out again at each end; only where moves are looked for."""
        if finds_moves:
            self._laps = self._find_laps()
            self._moves = MoveWatcher(
                self.thread.post,
                on_moves=self._take_moves,
                on_failure=listeners.on_lost_moves,
                in_match=self.record.in_match,
            )

    def play_demo(self, on_begin: Callable[[], object] = lambda: None) -> None:
        self.keeper.offers = False
        first = parse_source(split_sources(self._source)[0])
        stage, duration_s = find_stage(first.target), stage_game(self.table.settings).duration_s
        self._demo = DemoPlayers(self.game, frames_per_s=stage.frames_per_s, duration_s=duration_s, on_begin=on_begin)

    def _start_measuring(self) -> None:
        self._live.start()

    def _stop_measuring(self) -> None:
        self._live.close()
        if self._moves is not None:
            self._moves.close()

    def _take_arrival(self, moment: Moment) -> None:
        """In the measuring loop's thread, which waits for nobody."""
        self.record.take(moment)
        self.table.post_moment(moment)
        self._listeners.on_moment(moment)
        if self.thread.waiting < MAX_WAITING_MOMENTS:
            self.thread.post(lambda: self._take(moment))
        else:
            state, settings = moment.state, moment.settings
            self.thread.post(lambda: self._step(state, settings))

    def _take(self, moment: Moment) -> None:
        self.table.take_moment(moment)
        self._follow(moment.state, moment.settings)

    def _step(self, state: TableState, settings: TableSettings) -> None:
        self.table.take_state(state)
        self._follow(state, settings)

    def _follow(self, state: TableState, settings: TableSettings) -> None:
        if self._moves is not None:
            starts_anew = self._laps is not None and self._laps.is_being_laid_out(state)
            self._moves.take(state, settings, starts_anew=starts_anew)
        if isinstance(self._demo, DemoPlayers):
            self._demo.see(state)

    def _find_laps(self) -> DemoLaps | None:
        """Of the studio that is looked at; None for any other source."""
        spec = parse_source(split_sources(self._source)[0]) if self._source else None
        if spec is None or spec.kind is not SourceKind.STUDIO:
            return None
        return DemoLaps(find_stage(spec.target).frames_per_s, stage_game(self.table.settings).duration_s)

    def _take_moves(self, moves: tuple[FoundMove, ...], settings: TableSettings) -> None:
        self.table.take_moves(moves)
        self._listeners.on_moves(moves, settings)


class LiveCardHost(LiveHost):
    """A table of the card game."""

    game: TableCardGame

    def __init__(
        self,
        tag_source: TagSource,
        settings: CardTableSettings,
        place: TablePlace,
        record: TableRecord,
        listeners: LiveListeners = NO_LISTENERS,
    ) -> None:
        self._live = LiveCards(
            tag_source,
            settings.camera,
            on_moment=self._take_arrival,
            on_end=listeners.on_end,
            on_health=self._take_health,
        )
        self._card_settings, self._settings = settings, card_table(settings)
        super().__init__(self._settings, place, record, listeners, chain=None)
        self.table.game = self.game = TableCardGame(self.table, self.keeper, settings, recording=self.record)

    def play_demo(self, on_begin: Callable[[], object] = lambda: None) -> None:
        self.keeper.offers = False
        self._demo = CardDemoPlayers(self.game, self._card_settings, on_begin)

    def _start_measuring(self) -> None:
        self._live.start()

    def _stop_measuring(self) -> None:
        self._live.close()

    def _take_arrival(self, cards: CardsMoment) -> None:
        """In the measuring loop's thread. Each picture says how the cards lie, so a busy table leaves some out."""
        moment = card_moment(cards.frame, self._settings, cards.wall_ms)
        self.record.take(moment)
        self.table.post_moment(moment)
        self._listeners.on_moment(moment)
        if self.thread.waiting < MAX_WAITING_MOMENTS:
            self.thread.post(lambda: self._take(moment, cards))

    def _take(self, moment: Moment, cards: CardsMoment) -> None:
        self.table.take_moment(moment)
        self.game.take(cards.followed)
        if isinstance(self._demo, CardDemoPlayers):
            self._demo.see(cards.frame.number)
