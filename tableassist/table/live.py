"""A whole live table without a window: measuring loop, game, record, and the demo's players where there is a demo."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tableassist.messages import Text
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.moves.found_move import FoundMove
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.runtime.capture_process.tag_source import CaptureHealth, TagSource
from tableassist.runtime.live_table import LiveTable
from tableassist.runtime.table_source import stage_game
from tableassist.studio.stages import Stage
from tableassist.table.demo_players import DemoPlayers
from tableassist.table.events import Problem
from tableassist.table.keeper import GameKeeper
from tableassist.table.move_watcher import MoveWatcher
from tableassist.table.owner import TableThread
from tableassist.table.recording import StartReplayBuffer, TableRecord
from tableassist.table.table import Table
from tableassist.table.table_game import TableGame

MAX_WAITING_MOMENTS = 4
"""Moments whose pictures wait for the table's thread; of older ones only what was measured is kept, so that a busy
table holds no stack of pictures."""


@dataclass(frozen=True, slots=True)
class TablePlace:
    """Where a live table is opened from, and where its games are saved."""

    saved_games: Path
    """The folder of this table's saved games (`formats.kept.folder.table_folder`)."""
    source: str = ""
    table_file: Path | None = None


class LiveRecord(TableRecord):
    """The record of a table without a window: failures become events."""

    def __init__(self, start_replay_buffer: StartReplayBuffer, table: Table) -> None:
        super().__init__(start_replay_buffer)
        self._table = table
        self.follow(table)

    def _report_failure(self, words: str) -> None:
        self._table.publish(Problem(words))

    def _report_start(self) -> None:
        if self._table.game is not None:
            self._table.game.recording_started()


class LiveTableHost:
    """Owns the thread of a table and everything that feeds it. Make, start and close it from one thread."""

    def __init__(
        self,
        tag_source: TagSource,
        settings: TableSettings,
        place: TablePlace,
        start_replay_buffer: StartReplayBuffer,
        *,
        on_end: Callable[[Text], None] = lambda _words: None,
        on_health: Callable[[CaptureHealth], None] = lambda _health: None,
    ) -> None:
        """`on_end` hears why the source has ended and `on_health` how the camera is, from the measuring loop's
        thread."""
        self.thread = TableThread(f"state of {settings.name}")
        self._live = LiveTable(tag_source, settings, on_moment=self._arrived, on_end=on_end, on_health=on_health)
        self.table = Table(settings, self._live, owner=self.thread, table_file=place.table_file)
        self.record = LiveRecord(start_replay_buffer, self.table)
        table_file = None if place.table_file is None else str(place.table_file)
        self.keeper = GameKeeper(self.table, place.saved_games, source=place.source, table_file=table_file)
        self.game = TableGame(self.table, self.keeper, recording=self.record)
        self.table.game = self.game
        self._moves = MoveWatcher(self.thread.post, on_moves=self._take_moves, in_match=self.record.in_match)
        self._demo: DemoPlayers | None = None

    def play_demo(self, stage: Stage) -> None:
        """Follow the game of a studio stage; its players say their part. Before `start`."""
        self.keeper.offers = False
        duration_s = stage_game(self.table.settings).duration_s
        self._demo = DemoPlayers(self.game, frames_per_s=stage.frames_per_s, duration_s=duration_s)

    def start(self, record_to: Path | None = None) -> None:
        """Run the table; `record_to`: the match that is recorded from the beginning."""
        self.thread.start()
        self.thread.call(lambda: self._begin_record(record_to))
        self._live.start()

    def close(self) -> None:
        """End the measuring loop, then write everything that waits."""
        self._live.close()
        self._moves.close()
        self.thread.call(self._close_game)
        self.keeper.close()
        self.record.close()
        self.thread.close()

    def _begin_record(self, record_to: Path | None) -> None:
        self.record.begin()
        if record_to is not None:
            self.record.record(record_to)

    def _close_game(self) -> None:
        if self._demo is not None:
            self._demo.close()
        self.game.close()

    def _arrived(self, moment: Moment) -> None:
        """In the measuring loop's thread, which waits for nobody."""
        self.record.take(moment)
        self.table.post_moment(moment)
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
        self._moves.take(state, settings)
        if self._demo is not None:
            self._demo.see(state)

    def _take_moves(self, moves: tuple[FoundMove, ...], _settings: TableSettings) -> None:
        self.table.take_moves(moves)
