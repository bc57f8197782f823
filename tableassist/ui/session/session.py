"""What the parts of the window share: the moment that is shown, the selection, and every edit with its undo.

Parts listen to the session's signals and call its methods; they do not know each other.
"""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Protocol

from PyQt6.QtCore import QObject, pyqtSignal
from PyQt6.QtGui import QUndoCommand, QUndoStack

from tableassist.messages import tr
from tableassist.pipeline.confirmations import with_confirmations, without_confirmation, without_ended
from tableassist.pipeline.judge import rejudged
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook.editions.edition import Edition
from tableassist.rulebook.editions.settings import with_edition
from tableassist.rulebook.referee.acts.table import Correct
from tableassist.rulebook.referee.turn.corrections import fold_correct
from tableassist.rulebook.ruling.overruling import Overruling
from tableassist.rulebook.ruling.ruling import Ruling, Verdict
from tableassist.rulebook.state.game import GameState
from tableassist.scene.facts import Confirmation
from tableassist.ui.session.mast_questions import MastQuestions
from tableassist.ui.session.selection import Selection
from tableassist.ui.widgets.plain_text import without_keys
from tableassist.ui.workers.worker import Worker

_Step = Callable[[], None]


class Table(Protocol):
    """What runs behind the window: a live table, or a replayed one."""

    def use(self, settings: TableSettings) -> None: ...


@dataclass(frozen=True, slots=True)
class SetMark:
    """A mark that a person has set."""

    words: str
    wall_ms: int
    """Of the moment it is about, by the clock on the wall."""


@dataclass(frozen=True, slots=True, eq=False)
class SavedSession:
    """All that people have said of a game."""

    settings: TableSettings
    overrulings: tuple[Overruling, ...]
    marks: tuple[SetMark, ...]


class Session(QObject):
    shown = pyqtSignal(object)
    """The Moment that is shown now: the newest, or while the picture is held whichever was asked for."""
    arrived = pyqtSignal(object)
    """The newest Moment, held or not."""
    stepped = pyqtSignal(object, object)
    """Every TableState with its TableSettings, in order, also of moments that are too many to be shown: what happens
    in one frame is told in that frame only."""
    settings_changed = pyqtSignal(object)
    """TableSettings: another ledger or other rules."""
    edited = pyqtSignal(str)
    """In words, what a person has changed or taken back; for the record, which finds the rest in the next Moment."""
    held = pyqtSignal(bool)
    overruled = pyqtSignal(object, object)
    """All Overrulings, the newest last, and the Moment that somebody had before him, or None."""
    marked = pyqtSignal(str, object)
    """The words of a mark, and its Moment."""
    mark_taken_back = pyqtSignal(str, object)
    failed = pyqtSignal(object)
    """A TableAssistError: the held moment could not be judged again."""

    def __init__(
        self,
        settings: TableSettings,
        table: Table | None,
        overrulings: tuple[Overruling, ...] = (),
        *,
        is_replay: bool = False,
        parent: QObject | None = None,
    ) -> None:
        """`is_replay`: nothing goes on behind it, so there is no `table`. Ledger and rules are those of the moment that
        is shown, but for an edition that somebody has chosen since."""
        super().__init__(parent)
        self.is_replay = is_replay
        self._edition: Edition | None = None
        """Chosen in a replay; None: as it was played."""
        self._found: Moment | None = None
        """The one looked at, as it was recorded."""
        self._mixed: tuple[TableSettings, TableSettings] | None = None
        self.selection = Selection(self)
        self.undo = QUndoStack(self)
        self.mast_questions = MastQuestions()
        self._table = table
        self.settings = settings
        self.overrulings = overrulings
        self.marks: tuple[SetMark, ...] = ()
        """Made since the table was opened."""
        self.newest: Moment | None = None
        self.moment: Moment | None = None
        """The one that is shown."""
        self.is_held = False
        self.game_takes: Callable[[Correct], bool] | None = None
        """Set while a game is refereed: its log takes what people correct. True: it was taken."""
        self._judge = Worker("judging a held moment", self)

    def arrive(self, moment: Moment) -> None:
        """The one way in for what the table sees; connect the bridge to it."""
        self.newest = moment
        self._drop_ended(moment)
        self.stepped.emit(moment.state, moment.settings)
        self.arrived.emit(moment)
        if not self.is_held:
            self._show(moment)

    def hold(self, wanted: bool) -> None:
        """The picture stands still; the table goes on behind it."""
        if wanted == self.is_held:
            return
        self.is_held = wanted
        self.held.emit(wanted)
        if not wanted and self.newest is not None:
            self._show(self.newest)

    @contextlib.contextmanager
    def held_at(self, moment: Moment | None) -> Iterator[None]:
        """Shows that very moment while a person decides about it, and then goes on as before."""
        was_held = self.is_held
        if not was_held and moment is not None:
            self.hold(True)
            self._show(moment)
        try:
            yield
        finally:
            self.hold(was_held)

    def show_moment(self, moment: Moment) -> None:
        """Holds the picture at another moment: one from before, or of a replay. It is judged by the ledger of its own
        time and the rules that are chosen now; in a replay by those of its own time where nobody has chosen others."""
        self.hold(True)
        self._found = moment
        self._judge_held(moment, self._judged_by(moment.settings))

    def edit(self, correction: Correct, words: str) -> None:
        """`words` name the edit in the menu, as in: Undo `words`. What was recorded is not edited."""
        if self.is_replay or self.taken_by_game(correction):
            return
        self.change(replace(self.settings, state=fold_correct(self.settings.state, correction)), words)

    def taken_by_game(self, correction: Correct) -> bool:
        """Whether a game runs, which was told of it."""
        return self.game_takes is not None and self.game_takes(correction)

    def follow(self, state: GameState) -> None:
        """Judge by the state of a game that is refereed. Nobody has edited it, so there is nothing to undo."""
        if state != self.settings.state:
            self._use(replace(self.settings, state=state))

    def note_done(self, words: str, undo: _Step, redo: _Step) -> None:
        """Something that was done elsewhere, and can be undone from here."""
        self.undo.push(_Done(words, redo, undo))

    def choose_edition(self, edition: Edition, words: str) -> None:
        """With the house rules on top. In a replay for whatever is shown from now on."""
        if not self.is_replay:
            self.change(replace(self.settings, rules=with_edition(self.settings.rules, edition)), words)
            return
        before = self._edition
        self._push(words, lambda: self._judge_by(edition), lambda: self._judge_by(before))

    def change(self, settings: TableSettings, words: str) -> None:
        before = self.settings
        self._push(words, lambda: self._use_as_confirmed(settings), lambda: self._use_as_confirmed(before))

    def confirm(self, piece: str, by: str = "") -> None:
        """A person has looked at the piece, as it stands now, and vouches for all of its facts."""
        placed = None if self.newest is None else self.newest.state.scene.find(piece)
        if self.is_replay or placed is None:
            return
        after = with_confirmations(self.settings, (placed,), datetime.now(UTC), by).confirmations[piece]
        self._push_confirmation(piece, after, tr("{name} confirmed", name=placed.name))

    def take_back_confirmation(self, piece: str) -> None:
        if self.is_replay or piece not in self.settings.confirmations:
            return
        name = next((each.name for each in self.settings.pieces if each.id == piece), piece)
        self._push_confirmation(piece, None, tr("{name} no longer confirmed", name=name))

    def overrule(
        self,
        ruling: Ruling,
        verdict: Verdict,
        *,
        reason: str,
        by: str,
        moment: Moment | None = None,
        t_ns: int | None = None,
    ) -> None:
        """`moment`: the one that was judged, where another is shown by now; `t_ns`: its time, where it is gone."""
        judged = moment or self.moment
        if t_ns is None:
            t_ns = 0 if judged is None else judged.state.t_ns
        after = (*self.overrulings, Overruling(ruling=ruling, verdict=verdict, reason=reason, by=by, t_ns=t_ns))
        before = self.overrulings
        self._push_noted(
            tr("overruling"),
            lambda: self._set_overrulings(after, judged),
            lambda: self._set_overrulings(before, self.moment),
        )

    def mark(self, words: str, moment: Moment) -> None:
        before, made = self.marks, SetMark(words, moment.wall_ms or 0)

        def do() -> None:
            self.marks = (*before, made)
            self.marked.emit(words, moment)

        def undo() -> None:
            self.marks = before
            self.mark_taken_back.emit(words, moment)

        self._push_noted(tr("mark: {words}", words=words), do, undo)

    def resume(self, game: SavedSession, *, enter: _Step, leave: _Step) -> None:
        """A game that was kept, in the place of this one; one step to undo. `enter` and `leave`: before it is played,
        and before the one that is played now is played on."""
        before, moment = SavedSession(self.settings, self.overrulings, self.marks), self.newest

        def do() -> None:
            enter()
            self._play_on(game)
            self._note_marks(self.marked.emit, game, moment)

        def undo() -> None:
            leave()
            self._play_on(before)
            self._note_marks(self.mark_taken_back.emit, game, moment)

        self._push(tr("game resumed"), do, undo)

    def forget_listeners(self) -> None:
        """The window that listened is going, and another takes its place."""
        of_moments = (self.shown, self.arrived, self.held, self.failed)
        of_edits = (self.settings_changed, self.edited, self.overruled, self.marked, self.mark_taken_back)
        for signal in (*of_moments, *of_edits, self.selection.changed):
            with contextlib.suppress(TypeError):  # nobody listens
                signal.disconnect()

    def close(self) -> None:
        self._judge.close()

    def _push_confirmation(self, piece: str, after: Confirmation | None, words: str) -> None:
        """Undo and redo touch this piece alone: what others have said meanwhile stays."""
        before = self.settings.confirmations.get(piece)
        self._push(words, lambda: self._set_confirmation(piece, after), lambda: self._set_confirmation(piece, before))

    def _set_confirmation(self, piece: str, word: Confirmation | None) -> None:
        others = without_confirmation(self.settings, piece)
        self._use(others if word is None else replace(others, confirmations={**others.confirmations, piece: word}))

    def _use_as_confirmed(self, settings: TableSettings) -> None:
        """Other edits are undone without bringing back a confirmation that a touch has ended since."""
        now = self.settings.confirmations
        self._use(settings if settings.confirmations == now else replace(settings, confirmations=now))

    def _drop_ended(self, moment: Moment) -> None:
        """What a touch has ended is not kept: a game that is resumed must not believe it again."""
        held = without_ended(self.settings, moment.state.ended)
        if held is self.settings or self.is_replay:
            return
        names = {piece.id: piece.name for piece in held.pieces}
        over = sorted(names.get(each, each) for each in self.settings.confirmations.keys() - held.confirmations.keys())
        self._use(held)
        self.edited.emit(tr("{names}: touched, so no longer confirmed", names=", ".join(over)))

    def _push(self, words: str, do: _Step, undo: _Step) -> None:
        self.undo.push(_Edit(words, self.edited.emit, do, undo))

    def _push_noted(self, words: str, do: _Step, undo: _Step) -> None:
        """It stands in the record by itself, so it is not noted there as an edit, too."""
        self.undo.push(_Edit(words, lambda _: None, do, undo))

    def _show(self, moment: Moment) -> None:
        self.moment = moment
        if self.is_replay and moment.settings is not self.settings:
            self.settings = moment.settings
            self.settings_changed.emit(moment.settings)
        self.shown.emit(moment)

    def _judge_held(self, moment: Moment, settings: TableSettings) -> None:
        call = partial(rejudged, moment, settings)
        self._judge.submit(call, self._show_held, self.failed.emit, newest_of="moment")

    def _show_held(self, moment: Moment) -> None:
        if self.is_held:
            self._show(moment)

    def _judged_by(self, settings: TableSettings) -> TableSettings:
        """The very same settings where the rules are, and for the same ones each time: what they have judged is not
        judged again."""
        rules = self.settings.rules
        if self.is_replay:
            rules = settings.rules if self._edition is None else with_edition(settings.rules, self._edition)
        if rules == settings.rules:
            return settings
        if self._mixed is None or self._mixed[0] is not settings or self._mixed[1].rules != rules:
            self._mixed = settings, replace(settings, rules=rules)
        return self._mixed[1]

    def _judge_by(self, edition: Edition | None) -> None:
        self._edition = edition
        if self._found is not None:
            self.show_moment(self._found)

    def _use(self, settings: TableSettings) -> None:
        self.settings = settings
        if self._table is not None:
            self._table.use(settings)
        self.settings_changed.emit(settings)
        if self.is_held and self.moment is not None:
            self._judge_held(self.moment, settings)

    def _play_on(self, game: SavedSession) -> None:
        self.marks = game.marks
        self._use(game.settings)
        self._set_overrulings(game.overrulings, self.moment)

    def _note_marks(self, note: Callable[[str, Moment], object], game: SavedSession, moment: Moment | None) -> None:
        """The record that runs now has not seen their moments: each is noted with the time it is about."""
        for mark in game.marks:
            if moment is not None:
                note(f"{mark.words} ({datetime.fromtimestamp(mark.wall_ms / 1000):%H:%M})", moment)

    def _set_overrulings(self, overrulings: tuple[Overruling, ...], moment: Moment | None) -> None:
        self.overrulings = overrulings
        self.overruled.emit(overrulings, moment)


class _Edit(QUndoCommand):
    """Values before and after are whole, so that doing and undoing are the same kind of step."""

    def __init__(self, words: str, told: Callable[[str], None], do: _Step, undo: _Step) -> None:
        super().__init__(without_keys(words))
        self._words, self._told, self._do, self._undo = words, told, do, undo

    def redo(self) -> None:
        self._do()
        self._told(self._words)

    def undo(self) -> None:
        self._undo()
        self._told(tr("Undo: {words}", words=self._words))


class _Done(QUndoCommand):
    """Done before it was pushed; whoever did it keeps the record."""

    def __init__(self, words: str, do: _Step, undo: _Step) -> None:
        super().__init__(without_keys(words))
        self._do, self._undo, self._is_done = do, undo, True

    def redo(self) -> None:
        if not self._is_done:
            self._do()
        self._is_done = True

    def undo(self) -> None:
        self._is_done = False
        self._undo()
