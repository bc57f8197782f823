"""The running table: commands in, events out, and one immutable snapshot of how things are."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path

from tableassist.errors import TableAssistError
from tableassist.pipeline.game.policy import Policy
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.moves.found_move import FoundMove
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.rulebook import Overruling, Ruling
from tableassist.sources.supervised import CaptureHealth, CaptureState
from tableassist.table.commands import AnyCommand, BeginGame, RefusedError, Result
from tableassist.table.events import (
    AnyEvent,
    AskedRulingsClosed,
    CameraChanged,
    GameChanged,
    GameStarted,
    GameStopped,
    JudgeCalled,
    MomentArrived,
    MovesFound,
    OverrulingsChanged,
    RulingAsked,
)
from tableassist.table.fair_play import FairPlay
from tableassist.table.game.card_desk import CardDesk
from tableassist.table.game.card_game import TableCardGame
from tableassist.table.game.desk import GameDesk
from tableassist.table.game.handling import handle_command
from tableassist.table.game.table_game import TableGame
from tableassist.table.owner import Owner, in_owner_thread
from tableassist.table.photos import TablePhotos
from tableassist.table.seats import SCREEN, Seat, Seats
from tableassist.table.session import Chain, TableSession
from tableassist.table.snapshot import (
    AnyGameSnapshot,
    AskedRuling,
    UndoRequest,
    game_fields,
)

AnyGame = TableGame | TableCardGame


class Table(TableSession):
    """One table, live or replayed. Its owner's thread makes every call, except for those that say otherwise."""

    def __init__(
        self,
        settings: TableSettings,
        chain: Chain | None = None,
        overrulings: tuple[Overruling, ...] = (),
        *,
        is_replay: bool = False,
        owner: Owner | None = None,
        table_file: Path | None = None,
    ) -> None:
        """`chain`: the measuring loop, which follows the settings. `table_file`: says more about fleets than the
        settings."""
        super().__init__(settings, chain, overrulings, is_replay=is_replay, owner=owner, table_file=table_file)
        self.game: AnyGame | None = None
        self.seats = Seats()
        self.camera = CaptureHealth(CaptureState.STARTING)
        self.find_played: Callable[[int], AnyGameSnapshot | None] = lambda _t_ns: None
        """Of a finished match: find the game as it stood at a time of it."""
        self.undo_request: UndoRequest | None = None
        self._turn: tuple[int, str] | None = None
        self._moments_posted_early = False
        self._photos = TablePhotos(self)
        self.board.post(overrulings=overrulings)

    # Commands in

    def take_photo(self, seat: Seat, content: bytes, *, age_s: float = 0.0) -> Result:
        """Judge the table again with a photo of it, taken `age_s` ago. From any thread but the owner's, which goes on
        meanwhile; takes seconds."""
        return self._photos.take(content, seat, age_s=age_s)

    def dispatch(self, command: AnyCommand, seat: Seat = SCREEN) -> Result:
        """Carry out a command of a seat and say what has come of it. From any thread: the owner does it."""
        return self.owner.call(lambda: self._carry_out(command, seat))

    def submit(self, seat: Seat, command: AnyCommand) -> "Future[Result]":
        """Let the owner carry out a command later; from any thread."""
        future: Future[Result] = Future()

        def run() -> None:
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(self._carry_out(command, seat))
                except Exception as problem:  # who asked is told; the table goes on
                    future.set_exception(problem)

        if not self.owner.post(run):
            future.set_result(Result(refused=RefusedError("the table is closed").message))
        return future

    def _carry_out(self, command: AnyCommand, seat: Seat) -> Result:
        try:
            handle = handle_command if self.game is None else self.game.handle
            return handle(self, seat, command)
        except TableAssistError as problem:
            return Result(refused=problem.message)

    # Events out

    def publish(self, event: AnyEvent) -> None:
        """Bring the snapshot up to date, then tell the listeners."""
        if isinstance(event, OverrulingsChanged):
            self.board.post(overrulings=self.overrulings)
        elif isinstance(event, GameStarted | GameStopped):
            self.undo_request, self._turn = None, None
            self.close_asked(self.snapshot.asked)
            self._post_game()
        elif isinstance(event, GameChanged):
            self._follow_game()
        super().publish(event)

    # What the camera sees

    def take_state(self, state: TableState) -> None:
        """Take a measured state whose picture is not shown because a newer one waits. In order of time."""
        if self.game is not None:
            self.game.take_state(state)

    def post_moment(self, moment: Moment) -> None:
        """Show a moment to readers before the owner takes it: a busy owner delays nobody's picture. From the measuring
        loop's thread, for every moment or for none."""
        self._moments_posted_early = True
        self.board.post(moment=moment)

    def take_moment(self, moment: Moment) -> None:
        """Take the newest picture with all that was measured and ruled."""
        self.newest = moment
        self.drop_ended_confirmations(moment)
        self.take_state(moment.state)
        if self.game is not None:
            self.game.take_moment(moment)
        if not self._moments_posted_early:
            self.board.post(moment=moment)
        self.publish(MomentArrived(moment.frame.number, moment.state.t_ns))

    def show_past(self, moment: Moment) -> None:
        """Show a moment of a finished match to readers, with the game as it stood then."""
        self.board.post(moment=moment, **game_fields(self.find_played(moment.state.t_ns)))

    def take_health(self, health: CaptureHealth) -> None:
        """Note how the camera is."""
        self.camera = health
        self.publish(CameraChanged(health.state.value, str(health.words)))

    @in_owner_thread
    def take_moves(self, moves: Sequence[FoundMove]) -> None:
        if self.game is not None:
            self.game.take_moves(moves)
        self.publish(MovesFound(tuple(move.piece for move in moves)))

    # Fair play

    def use_fair_play(self, mode: FairPlay, *, is_released: bool = True) -> None:
        """Choose what readers may see; `is_released`: whether a referee has opened the table to them."""
        self.board.post(fair_play=mode, is_released=is_released)

    def show_question(self, ruling: str) -> None:
        """Show one ruling to everybody; empty: no longer."""
        self.board.post(question=ruling)

    def shown_question(self) -> Ruling | None:
        """Find the ruling that is shown to everybody, as it is now."""
        shown, newest = self.snapshot.question, self.newest
        if not shown or newest is None:
            return None
        return next((ruling for ruling in newest.state.rulings if ruling.id == shown), None)

    # What commands need of the table (`TableHost`)

    @property
    def desk(self) -> GameDesk | CardDesk | None:
        return None if self.game is None else self.game.desk

    @property
    def t_ns(self) -> int | None:
        return None if self.game is None else self.game.now_ns

    @contextmanager
    def undoable(self) -> Iterator[None]:
        if self.game is None:
            yield
        else:
            with self.game.undoable():
                yield

    def request_undo(self, request: UndoRequest | None) -> None:
        self.undo_request = request
        self._post_game()

    def ask(self, ruling: Ruling, by: str) -> None:
        """Show a ruling to everybody because `by` wants to know."""
        others = tuple(each for each in self.snapshot.asked if (each.ruling, each.by) != (ruling.id, by))
        self.board.post(asked=(*others, AskedRuling(ruling.id, by)), question=ruling.id)
        self.publish(RulingAsked(ruling.id, by))

    def ask_only(self, rulings: frozenset[str]) -> None:
        """Let the people at the screen ask for these rulings, and close those that they asked for before."""
        others = tuple(each for each in self.snapshot.asked if each.by)
        if not rulings:
            others = ()
        self.board.post(asked=(*others, *(AskedRuling(ruling, "") for ruling in sorted(rulings))))

    def close_asked(self, asked: Sequence[AskedRuling]) -> None:
        """Stop showing rulings that were asked for."""
        now = self.snapshot
        kept = tuple(each for each in now.asked if each not in asked)
        if len(kept) == len(now.asked):
            return
        closed = now.asked_ids - {each.ruling for each in kept}
        self.board.post(asked=kept, question="" if now.question in closed else now.question)
        if closed:
            self.publish(AskedRulingsClosed(tuple(sorted(closed))))

    @in_owner_thread
    def call_judge(self, player: str) -> None:
        """Call the judge for a player; empty: the judge has come."""
        calls = tuple(name for name in self.snapshot.calls if name != player)
        self.board.post(calls=(*calls, player) if player else ())
        if player:
            self.publish(JudgeCalled(player))

    def begin_game(self, command: BeginGame) -> None:
        self._any_game.begin_as_asked(command, self.table_file)

    def abandon_game(self) -> None:
        if self.game is not None:
            self.game.abandon()

    def open_game(self, path: str) -> None:
        self._any_game.open_file(path)

    def use_policies(self, policies: Mapping[str, Policy]) -> None:
        self._any_game.use_policies(policies)

    @property
    def _any_game(self) -> AnyGame:
        if self.game is None:
            raise RefusedError("no game can be played here")
        return self.game

    # What follows

    def _follow_game(self) -> None:
        """Let requests and questions lapse that the game has left behind, then post it."""
        desk = self.desk
        if desk is not None:
            request = self.undo_request
            if request is not None and len(desk.log.records) != request.records:
                self.undo_request = None
            turn = desk.game.turn, desk.game.player
            if self._turn is not None and turn != self._turn:
                self.close_asked(self.snapshot.asked)
            self._turn = turn
        self._post_game()

    def _post_game(self) -> None:
        self.board.post(**game_fields(None if self.game is None else self.game.make_snapshot(self.undo_request)))
