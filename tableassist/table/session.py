"""What people have said at a table, apart from the acts of its game: rules, notes, confirmations, decisions, marks."""

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from tableassist.messages import tr
from tableassist.pipeline.confirmations import with_confirmations, without_confirmation, without_ended
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.pictures import OtherPicture
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook import GameState, Overruling, Ruling, Verdict
from tableassist.rulebook.acts import Correct
from tableassist.scene.facts import Confirmation
from tableassist.store.kept import FoundGame
from tableassist.store.league import Membership
from tableassist.table.events import (
    AnyEvent,
    Edited,
    MarkRemoved,
    MarkSet,
    OverrulingsChanged,
    SettingsChanged,
    UndoChanged,
)
from tableassist.table.held_photos import PhotoOutcome, TakenPhoto
from tableassist.table.owner import CallerOwner, Owner
from tableassist.table.snapshot import SnapshotBoard, TableSnapshot
from tableassist.table.undo import UndoStack, UndoStep

Call = Callable[[], None]
Listener = Callable[[AnyEvent], object]


class Chain(Protocol):
    """The measuring loop behind a live table."""

    def use(self, settings: TableSettings) -> None: ...

    def add_photo(self, photo: OtherPicture, *, age_s: float = 0.0) -> "Future[PhotoOutcome]": ...


@dataclass(frozen=True, slots=True)
class SetMark:
    """A mark that a person has set."""

    words: str
    wall_ms: int
    """Time of day of the moment it is about, since 1970."""


@dataclass(frozen=True, slots=True, eq=False)
class SavedSession:
    """All that people have said of a game."""

    settings: TableSettings
    overrulings: tuple[Overruling, ...]
    marks: tuple[SetMark, ...]


class SavedGames(Protocol):
    """The saved games of this table."""

    def games(self) -> tuple[FoundGame, ...]: ...
    def to_offer(self) -> FoundGame | None: ...
    def resume(self, saved: FoundGame) -> None: ...
    def end(self, saved: FoundGame) -> None: ...


class MatchRecord(Protocol):
    """The record of this table, as far as people start and stop it."""

    @property
    def is_recording(self) -> bool: ...
    @property
    def can_stop(self) -> bool:
        """Whether the table goes on when the match ends."""
        ...

    def record(self, path: Path) -> Path | None:
        """Where the match is; None if it could not be begun, which the record has reported."""
        ...

    def go_on(self, folder: Path) -> Path | None: ...
    def stop(self) -> Path | None: ...


class LeagueLink(Protocol):
    """The table's place in a league."""

    @property
    def is_on(self) -> bool: ...
    def kept(self) -> tuple[Membership, ...]: ...
    def join(self, membership: Membership) -> None: ...
    def leave(self) -> None: ...
    def call_judge(self, question: str, by: str, ruling: Ruling | None) -> None: ...
    def withdraw_calls(self) -> None: ...
    def seat_players(self, players: Mapping[str, str]) -> None: ...
    def confirm_result(self, player: str) -> None: ...


class TableSession:
    """Belongs to its owner's thread. Listeners are called there, and must not block.

    What people change may be called from any thread; the owner does it."""

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
        """`is_replay`: a finished match is shown, which nobody edits. `table_file`: says more about fleets than the
        settings."""
        self.owner: Owner = owner or CallerOwner()
        self.is_replay = is_replay
        self.settings = settings
        self.table_file = table_file
        self.board = SnapshotBoard(settings.name)
        """Holds the newest snapshot for readers in other threads."""
        self.overrulings = overrulings
        self.marks: tuple[SetMark, ...] = ()
        """Made since the table was opened."""
        self.newest: Moment | None = None
        self.event_moment: Moment | None = None
        """The moment that the newest decision or mark is about."""
        self.newest_photo: TakenPhoto | None = None
        """The photo that was last taken of the table, and used."""
        self.find_shown_moment: Callable[[], Moment | None] = lambda: self.newest
        """Find the moment that people have before them; a window may show an earlier one."""
        self.game_takes: Callable[[Correct], bool] | None = None
        """Set while a game is refereed: its log takes what people correct. True: it was taken."""
        self.undo = UndoStack(self._report_undo)
        self.saved_games: SavedGames | None = None
        self.recording: MatchRecord | None = None
        self.league: LeagueLink | None = None
        self._chain = chain
        self._listeners: list[Listener] = []

    @property
    def chain(self) -> Chain | None:
        """The measuring loop; None where nothing is measured."""
        return self._chain

    @property
    def snapshot(self) -> TableSnapshot:
        """How things are now; safe from any thread."""
        return self.board.now

    @property
    def time_of_day(self) -> datetime:
        """The time of the newest moment; before there is one, the computer's."""
        wall_ms = None if self.newest is None else self.newest.wall_ms
        return datetime.now(UTC) if wall_ms is None else datetime.fromtimestamp(wall_ms / 1000, UTC)

    def subscribe(self, listener: Listener) -> Call:
        """Call `listener` with every event from now on; the returned function ends it."""
        self._listeners.append(listener)

        def end() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return end

    def publish(self, event: AnyEvent) -> None:
        for listener in tuple(self._listeners):
            listener(event)

    # What people change

    def follow(self, state: GameState) -> None:
        """Judge by the state of the refereed game. Nobody has edited it, so there is nothing to undo."""
        if state != self.settings.state:
            self.use(replace(self.settings, state=state))

    def change(self, settings: TableSettings, words: str) -> None:
        """Use other settings, as a step to undo: Undo `words`."""
        before = self.settings
        self.push(words, lambda: self._use_as_confirmed(settings), lambda: self._use_as_confirmed(before))

    def confirm(self, piece: str, by: str = "") -> None:
        """A person has looked at the piece where it is now and vouches for all of its facts."""
        placed = None if self.newest is None else self.newest.state.scene.find(piece)
        if placed is not None:
            after = with_confirmations(self.settings, (placed,), self.time_of_day, by).confirmations[piece]
            self._push_confirmation(piece, after, tr("{name} confirmed", name=placed.name))

    def take_back_confirmation(self, piece: str) -> None:
        if piece in self.settings.confirmations:
            name = next((each.name for each in self.settings.pieces if each.id == piece), piece)
            self._push_confirmation(piece, None, tr("{name} no longer confirmed", name=name))

    def overrule(
        self, ruling: Ruling, verdict: Verdict, *, reason: str, by: str, moment: Moment | None, t_ns: int | None = None
    ) -> None:
        """Decide a ruling. `moment`: the one that was judged; `t_ns`: its time, if it is gone."""
        if t_ns is None:
            t_ns = 0 if moment is None else moment.state.t_ns
        before = self.overrulings
        after = (*before, Overruling(ruling=ruling, verdict=verdict, reason=reason, by=by, t_ns=t_ns))
        self.push_unnoted(
            tr("overruling"),
            lambda: self._set_overrulings(after, moment),
            lambda: self._set_overrulings(before, self.find_shown_moment()),
        )

    def mark(self, words: str, moment: Moment) -> None:
        before, made = self.marks, SetMark(words, moment.wall_ms or 0)

        def do() -> None:
            self.marks = (*before, made)
            self._publish_about(MarkSet(words), moment)

        def undo() -> None:
            self.marks = before
            self._publish_about(MarkRemoved(words), moment)

        self.push_unnoted(tr("mark: {words}", words=words), do, undo)

    def resume(self, saved: SavedSession, *, enter: Call, leave: Call, follow: Call) -> None:
        """Play a saved game instead of this one, as one step to undo.

        `enter` runs before it is played, `leave` before the present one is played on, `follow` after either."""
        before, moment = SavedSession(self.settings, self.overrulings, self.marks), self.newest

        def do() -> None:
            enter()
            self._play_on(saved)
            self._note_marks(MarkSet, saved, moment)
            follow()

        def undo() -> None:
            leave()
            self._play_on(before)
            self._note_marks(MarkRemoved, saved, moment)
            follow()

        self.push(tr("game resumed"), do, undo)

    def push(self, words: str, do: Call, undo: Call) -> None:
        """Do a step that can be undone; the record notes it as an edit."""

        def noted_do() -> None:
            do()
            self.publish(Edited(words))

        def noted_undo() -> None:
            undo()
            self.publish(Edited(tr("Undo: {words}", words=words)))

        self.undo.push(UndoStep(words, noted_do, noted_undo))

    def push_unnoted(self, words: str, do: Call, undo: Call) -> None:
        """Do a step that the record keeps by itself, so it is not noted there as an edit, too."""
        self.undo.push(UndoStep(words, do, undo))

    def use(self, settings: TableSettings) -> None:
        self.settings = settings
        if self._chain is not None:
            self._chain.use(settings)
        self.publish(SettingsChanged())

    def drop_ended_confirmations(self, moment: Moment) -> None:
        """Forget what a touch has ended: a game that is resumed must not believe it again."""
        kept = without_ended(self.settings, moment.state.ended)
        if kept is self.settings or self.is_replay:
            return
        names = {piece.id: piece.name for piece in kept.pieces}
        ended = sorted(names.get(piece, piece) for piece in self.settings.confirmations.keys() - kept.confirmations)
        self.use(kept)
        self.publish(Edited(tr("{names}: touched, so no longer confirmed", names=", ".join(ended))))

    def _push_confirmation(self, piece: str, after: Confirmation | None, words: str) -> None:
        """Undo and redo touch this piece alone: what others have said meanwhile stays."""
        before = self.settings.confirmations.get(piece)
        self.push(words, lambda: self._set_confirmation(piece, after), lambda: self._set_confirmation(piece, before))

    def _set_confirmation(self, piece: str, confirmation: Confirmation | None) -> None:
        settings = without_confirmation(self.settings, piece)
        if confirmation is not None:
            settings = replace(settings, confirmations={**settings.confirmations, piece: confirmation})
        self.use(settings)

    def _use_as_confirmed(self, settings: TableSettings) -> None:
        """Undo other edits without bringing back a confirmation that a touch has ended since."""
        now = self.settings.confirmations
        self.use(settings if settings.confirmations == now else replace(settings, confirmations=now))

    def _play_on(self, saved: SavedSession) -> None:
        self.marks = saved.marks
        self.use(saved.settings)
        self._set_overrulings(saved.overrulings, self.find_shown_moment())

    def _note_marks(self, event: type[MarkSet] | type[MarkRemoved], saved: SavedSession, moment: Moment | None) -> None:
        """The record that runs now has not seen their moments: each is noted with the time it is about."""
        for mark in saved.marks:
            if moment is not None:
                at = datetime.fromtimestamp(mark.wall_ms / 1000)
                self._publish_about(event(f"{mark.words} ({at:%H:%M})"), moment)

    def _set_overrulings(self, overrulings: tuple[Overruling, ...], moment: Moment | None) -> None:
        self.overrulings = overrulings
        self._publish_about(OverrulingsChanged(len(overrulings)), moment)

    def _publish_about(self, event: AnyEvent, moment: Moment | None) -> None:
        self.event_moment = moment
        self.publish(event)

    def _report_undo(self) -> None:
        self.publish(UndoChanged(self.undo.undo_words, self.undo.redo_words))
