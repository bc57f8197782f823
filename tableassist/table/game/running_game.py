"""A game that is played at a table, of either kind: its desk, its file, its part of the record, and undo."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from tableassist.errors import TableAssistError
from tableassist.matches.games import GameDocument, read_game
from tableassist.messages import Text, sentence, tr
from tableassist.pipeline.game.policy import Policy
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.moves.found_move import FoundMove
from tableassist.pipeline.table_state import TableState
from tableassist.rulebook import Entry
from tableassist.rulebook.play import Amendment, AmendmentKind
from tableassist.store.game_words import amendment_words
from tableassist.table.commands import AnyCommand, BeginGame, RefusedError, Result
from tableassist.table.events import ActWritten, AnyEvent, GameChanged, GameStarted, GameStopped, Notice, Problem
from tableassist.table.game.controller import GameController
from tableassist.table.game.handling import TableHost, handle_command
from tableassist.table.game.journal import GameJournal
from tableassist.table.keeper import GameKeeper
from tableassist.table.owner import Owner, in_owner_thread
from tableassist.table.seats import Seat
from tableassist.table.session import TableSession
from tableassist.table.snapshot import AnyGameSnapshot, UndoRequest
from tableassist.table.undo import UndoStep


class GameClock:
    """Counts from the beginning of the record; a game that goes on another day counts on from where it was."""

    def __init__(self, last_ns: int = 0) -> None:
        self._last_ns = last_ns
        self._origin_ns: int | None = None
        self.began_ns = 0
        """In the record's time: nothing before that belongs to this game."""

    def begin(self, t_ns: int, record_began_ns: int | None) -> None:
        """`t_ns`: now, in the record's time."""
        self.began_ns = t_ns
        origin = t_ns if record_began_ns is None else min(record_began_ns, t_ns)
        self._origin_ns = origin if t_ns - origin >= self._last_ns else t_ns - self._last_ns

    @property
    def runs(self) -> bool:
        return self._origin_ns is not None

    def at(self, t_ns: int) -> int:
        """The game's time of a time of the record."""
        return self._last_ns if self._origin_ns is None else max(0, t_ns - self._origin_ns)


Record = Entry[Any] | Amendment
OPPOSITES = {
    AmendmentKind.STRIKE: AmendmentKind.RESTORE,
    AmendmentKind.RESTORE: AmendmentKind.STRIKE,
    AmendmentKind.STANDS: AmendmentKind.FALLS,
    AmendmentKind.FALLS: AmendmentKind.STANDS,
}
D = TypeVar("D", bound=GameController[Any, Any, Any, Any, Any])


class ActRecord(Protocol):
    """The match that is recorded, as far as it keeps a game."""

    @property
    def is_recording(self) -> bool: ...
    @property
    def acts(self) -> tuple[str, ...]:
        """The lines of a game that the match keeps so far."""
        ...

    @property
    def began_ns(self) -> int | None: ...
    def note_act(self, line: str) -> None: ...
    def in_match(self, t_ns: int) -> int: ...


class RunningGame(Generic[D]):
    """Belongs to the session's owner, which also does what other threads call. What is done within `undoable` can be
    undone at the table's screen; what the camera or a phone adds outside of it cannot."""

    default_policies: Mapping[Any, Policy]

    def __init__(self, session: TableSession, keeper: GameKeeper, *, recording: ActRecord | None = None) -> None:
        self.session = session
        self.desk: D | None = None
        self.policies: Mapping[Any, Policy] = dict(self.default_policies)
        """What is done with each kind of proposal."""
        self._keeper = keeper
        self._journal = GameJournal(keeper.folder)
        self._recording = recording
        self._clock = GameClock()
        self._noted = 0
        """Records of the log that are on the undo stack, or need not be."""
        self._is_undoing = False
        self._undoable = 0
        """How many blocks of `undoable` are open."""
        self._is_recorded = False
        """Whether the match that is recorded keeps this game."""
        keeper.on_leave = self._leave
        keeper.on_follow = self._follow_keeper

    @property
    def owner(self) -> Owner:
        return self.session.owner

    # What each game knows of itself

    def handle(self, host: TableHost, seat: Seat, command: AnyCommand) -> Result:
        """Carry out a command of a seat. RefusedError says why not."""
        return handle_command(host, seat, command)

    def begin_as_asked(self, command: BeginGame, table_file: Path | None) -> None:
        """Begin a game with the table as the camera sees it. TableAssistError says why not."""
        raise NotImplementedError

    def make_snapshot(self, undo_request: UndoRequest | None) -> AnyGameSnapshot | None:
        """Show the game as it is now; None: none is played."""
        raise NotImplementedError

    def take_state(self, state: TableState) -> None:
        """Take what was measured in a picture, in order of time."""

    def take_moment(self, moment: Moment) -> None:
        """Take the newest picture."""

    def take_moves(self, moves: Sequence[FoundMove]) -> None:
        """Take moves of ships that have settled."""

    def go_on(self, game: Any) -> None:
        """Play on with a game from a file. BadFileError if it cannot be saved."""
        raise NotImplementedError

    def _own_game(self, document: GameDocument) -> Any:
        """The game of a file. TableAssistError if it is of another kind."""
        raise NotImplementedError

    def _kept_desk(self, folder: Path) -> D | None:
        """Open the game that was saved there, if there is one."""
        raise NotImplementedError

    def _is_over(self, desk: D) -> bool:
        raise NotImplementedError

    def _act_words(self, desk: D, act: Any) -> Text:
        raise NotImplementedError

    def _apply(self) -> None:
        """Let the rest of the table follow the game."""

    def use_policies(self, policies: Mapping[str, Policy]) -> None:
        """Choose by name what is done with each kind of proposal; other kinds stay as they are."""
        kinds = {kind.value: kind for kind in self.default_policies}
        unknown = sorted(policies.keys() - kinds.keys())
        if unknown:
            raise RefusedError("kind: got {got}, expected {choices}", got=unknown[0], choices=tuple(kinds))
        self.policies = {**self.policies, **{kinds[name]: policy for name, policy in policies.items()}}
        if self.desk is not None:
            self.desk.policies = dict(self.policies)

    # How a game begins and ends

    def open_file(self, path: str) -> None:
        """Play on with a game from a file. TableAssistError says why not."""
        self.go_on(self._own_game(read_game(path)))

    def _begin(self, desk: D) -> None:
        """BadFileError if it cannot be saved; then none begins."""
        self._journal.begin(desk.lines())
        self.session.undo.clear()
        self._run(desk)

    @in_owner_thread
    def abandon(self) -> None:
        """Stop the game; it stays saved and is not resumed. BadFileError if the disk does not take that."""
        self._journal.set_aside()
        self._drop()
        self.session.undo.clear()

    @in_owner_thread
    def close(self) -> None:
        self._journal.close()

    def _leave(self) -> None:
        """Another saved game takes the place of this one."""
        self._journal.close()
        if self.desk is not None:
            self._drop()

    def _follow_keeper(self) -> None:
        """Play on with the acts of the game that the keeper has gone to, if it has any."""
        folder = self._keeper.kept_in
        desk = None if folder is None else self._kept_desk(folder)
        if desk is None:
            return
        try:
            self._journal.go_on(desk.lines())
        except TableAssistError as problem:
            self._publish(Problem(sentence(problem.message)))
        self._run(desk)

    def _drop(self) -> None:
        self.desk = None
        self._is_recorded = False
        self._publish(GameStopped())
        self._publish(GameChanged(0))

    @property
    def now_ns(self) -> int:
        """The game's time; between games the time since the record began."""
        newest = self.session.newest
        t_ns = 0 if newest is None else self._in_match(newest.state.t_ns)
        if self.desk is None:
            began_ns = None if self._recording is None else self._recording.began_ns
            return 0 if began_ns is None else max(0, t_ns - began_ns)
        return self._clock.at(t_ns)

    # What people do

    @contextmanager
    def undoable(self) -> Iterator[None]:
        """Put what is done within onto the screen's undo stack, as one step."""
        self._undoable += 1
        if self._undoable == 1 and self.desk is not None:
            self._noted = len(self.desk.log.records)
        try:
            yield
        finally:
            self._undoable -= 1
            if not self._undoable and self.desk is not None:
                self._note_new()

    # What follows

    def _publish(self, event: AnyEvent) -> None:
        self.session.publish(event)

    def _run(self, desk: D) -> None:
        self.desk = desk
        self._noted = len(desk.log.records)
        self._clock = GameClock(max((record.t_ns or 0 for record in desk.log.records), default=0))
        self._start_clock()
        self._is_recorded = False
        if self._recording is not None and self._recording.is_recording:
            self._record(self._recording.acts)
        desk.listen(partial(self._desk_changed, desk))
        self._publish(GameStarted())
        self._desk_changed(desk)

    def _start_clock(self) -> None:
        newest = self.session.newest
        if newest is not None:
            began = None if self._recording is None else self._recording.began_ns
            self._clock.begin(self._in_match(newest.state.t_ns), began)

    def _in_match(self, t_ns: int) -> int:
        return t_ns if self._recording is None else self._recording.in_match(t_ns)

    def _desk_changed(self, desk: D) -> None:
        if desk is not self.desk:
            return
        if self._journal.problem is not None:
            problem, self._journal.problem = self._journal.problem, None
            self._publish(Problem(sentence(problem.message)))
        self._apply()
        self._keeper.tell_over(self._is_over(desk))
        self._publish(GameChanged(len(desk.refereed.acts)))

    def _keep(self, line: str) -> None:
        self._journal.add(line)
        if self._is_recorded and self._recording is not None:
            self._recording.note_act(line)
        self._publish(ActWritten(line))

    def record_words(self, record: Record) -> Text:
        """Describe an act or an amendment."""
        assert self.desk is not None
        return amendment_words(record) if isinstance(record, Amendment) else self._act_words(self.desk, record.act)

    @in_owner_thread
    def recording_started(self) -> None:
        """A match is recorded from now on: it keeps this game from its first act."""
        self._is_recorded = False
        if self.desk is not None and self._recording is not None:
            self._record(self._recording.acts)

    def _record(self, kept: tuple[str, ...]) -> None:
        """Write the lines that the match lacks; a match keeps one game."""
        assert self.desk is not None
        assert self._recording is not None
        lines = self.desk.lines()
        if lines[: len(kept)] != kept:
            words = tr("The current recording belongs to another game. Start a new recording to keep this one.")
            self._publish(Notice(words))
            return
        self._is_recorded = True
        for line in lines[len(kept) :]:
            self._recording.note_act(line)

    # Undo

    def _note_new(self) -> None:
        assert self.desk is not None
        records, automatic = self.desk.log.records, self.desk.automatic
        new = [record for place, record in enumerate(records) if place >= self._noted and place not in automatic]
        self._noted = len(records)
        if new and not self._is_undoing:
            desk = self.desk
            undo, redo = partial(self._amend, desk, new, back=True), partial(self._amend, desk, new, back=False)
            self.session.undo.push(UndoStep(self._words(new), redo, undo), is_done=True)

    def _words(self, records: Sequence[Record]) -> str:
        assert self.desk is not None
        entries = [record for record in records if isinstance(record, Entry)]
        first = entries[0] if entries else records[0]
        if isinstance(first, Amendment):
            return sentence(amendment_words(first))
        words = sentence(self._act_words(self.desk, first.act))
        return tr("{words} and more", words=words) if len(entries) > 1 else words

    def _amend(self, desk: D, records: Sequence[Record], *, back: bool) -> None:
        if desk is not self.desk:
            return
        self._is_undoing = True
        try:
            for record in reversed(records) if back else records:
                self._amend_one(desk, record, back=back)
        finally:
            self._is_undoing = False

    def _amend_one(self, desk: D, record: Record, *, back: bool) -> None:
        if isinstance(record, Entry):
            change, number = AmendmentKind.STRIKE if back else AmendmentKind.RESTORE, record.number
        else:
            change, number = OPPOSITES[record.change] if back else record.change, record.entry
        out = number in desk.log.struck
        t_ns = self.now_ns
        match change:
            case AmendmentKind.STRIKE if not out:
                desk.strike(number, t_ns=t_ns)
            case AmendmentKind.RESTORE if out:
                desk.restore(number, t_ns=t_ns)
            case AmendmentKind.STANDS:
                desk.let_stand(number, t_ns=t_ns)
            case AmendmentKind.FALLS:
                desk.let_fall(number, t_ns=t_ns)
