"""What the parts of the window share: the table, the moment that is shown, and the selection.

The session is the bridge between the table, which knows no Qt, and the parts: it turns the table's events into signals.
Parts listen to the session's signals and call its methods; they do not know each other.
"""

import contextlib
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from typing import TypeVar

from PyQt6.QtCore import QObject, pyqtSignal

from tableassist.errors import TableAssistError
from tableassist.messages import say, tr
from tableassist.pipeline.judge import rejudged
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook import Overruling, with_edition
from tableassist.rulebook.editions import Edition
from tableassist.table import AnyGameSnapshot, Chain, SetMark, Table, TableThread
from tableassist.table.commands import AnyCommand, Result, UseEdition
from tableassist.table.events import (
    AnyEvent,
    AskedRulingsClosed,
    CardsMoved,
    Edited,
    GameChanged,
    GameStarted,
    GameStopped,
    JudgeCalled,
    MarkRemoved,
    MarkSet,
    MomentArrived,
    Notice,
    NotKept,
    OverrulingsChanged,
    Problem,
    RulingAsked,
    SettingsChanged,
    UndoChanged,
)
from tableassist.ui.session.held import GameHistory, overrulings_until
from tableassist.ui.session.inbox import WindowInbox
from tableassist.ui.session.mast_questions import MastQuestions
from tableassist.ui.session.selection import Selection
from tableassist.ui.session.undo import UndoSteps
from tableassist.ui.workers import Worker

T = TypeVar("T")


class WindowOwner:
    """The window's thread as the owner of a table that is replayed."""

    def __init__(self, inbox: WindowInbox) -> None:
        self._inbox = inbox

    @property
    def is_current(self) -> bool:
        return self._inbox.is_current

    def post(self, call: Callable[[], object]) -> bool:
        return self._inbox.post(call)

    def call(self, function: Callable[[], T]) -> T:
        if self.is_current:
            return function()
        future: Future[T] = Future()

        def run() -> None:
            try:
                future.set_result(function())
            except BaseException as problem:  # the caller gets it
                future.set_exception(problem)

        if not self.post(run):
            raise RuntimeError("the window is closed")
        return future.result()


class Session(QObject):
    shown = pyqtSignal(object)
    """The Moment that is shown now: the newest, or while the picture is held whichever was asked for."""
    arrived = pyqtSignal(object)
    """The newest Moment, held or not."""
    settings_changed = pyqtSignal(object)
    """TableSettings: other notes of the game's state or other rules."""
    edited = pyqtSignal(str)
    """In words, what a person has changed or taken back; for the record, which finds the rest in the next Moment."""
    held = pyqtSignal(bool)
    overruled = pyqtSignal(object, object)
    """All Overrulings, the newest last, and the Moment that somebody had before him, or None."""
    marked = pyqtSignal(str, object)
    """The words of a mark, and its Moment."""
    mark_taken_back = pyqtSignal(str, object)
    asked = pyqtSignal(object, str)
    """A Ruling that somebody at a page wants to know, and the player who asks."""
    asked_closed = pyqtSignal()
    """Rulings that were asked for are no longer shown."""
    called = pyqtSignal(str)
    """The player who calls the judge from a page."""
    not_kept = pyqtSignal(str)
    """Why the game can no longer be saved while it is played."""
    failed = pyqtSignal(object)
    """A TableAssistError: the held moment could not be judged again."""
    game_changed = pyqtSignal()
    """The game, or that there is none."""
    game_began_or_ended = pyqtSignal()
    """A game runs that did not, or none runs any more."""
    cards_moved = pyqtSignal()
    """Cards have come to rest in another way, or a hand has come or gone."""
    told = pyqtSignal(str)
    """Words of the running game for the people at the table."""
    game_failed = pyqtSignal(object)
    """A TableAssistError: the game goes on, but is not kept."""

    def __init__(
        self,
        settings: TableSettings,
        chain: Chain | None,
        overrulings: tuple[Overruling, ...] = (),
        *,
        is_replay: bool = False,
        table: Table | None = None,
        parent: QObject | None = None,
    ) -> None:
        """`is_replay`: nothing goes on behind it, so there is no `chain`. Notes and rules are those of the moment that
        is shown, but for an edition that somebody has chosen since. `table`: one that runs in a thread of its own;
        without it the window's thread owns the table."""
        super().__init__(parent)
        self.is_replay = is_replay
        self.inbox = WindowInbox(self)
        """Takes what other threads have for the window's."""
        owner = WindowOwner(self.inbox)
        self.table = table or Table(settings, chain, overrulings, is_replay=is_replay, owner=owner)
        if isinstance(self.table.owner, TableThread):
            self.table.owner.on_return(self.inbox.deliver)
        self.newest: Moment | None = None
        """The newest that has arrived here."""
        self.table.find_shown_moment = lambda: self.moment
        self._edition: Edition | None = None
        """Chosen in a replay; None: as it was played."""
        self._recorded_moment: Moment | None = None
        """The one looked at, as it was recorded."""
        self._merged_settings: tuple[TableSettings, TableSettings] | None = None
        self.selection = Selection(self)
        self.undo = UndoSteps(self.table, self)
        self.mast_questions = MastQuestions()
        self.moment: Moment | None = None
        """The one that is shown."""
        self.is_held = False
        self.history = GameHistory()
        self.match_time: Callable[[int], int] = lambda t_ns: t_ns
        """Turns a time of the camera into the record's."""
        self._judge = Worker("judging a held moment", self)
        self.table.subscribe(self._post_event)

    # The table

    def dispatch(self, command: AnyCommand) -> Result:
        """Ask something of the table as the people at its screen."""
        return self.table.dispatch(command)

    def ask(self, command: AnyCommand) -> Result:
        """Ask something of the table, and tell the people at its screen why it is refused, if it is."""
        result = self.dispatch(command)
        if not result.ok:
            self.told.emit(say(result.refused))
        return result

    @property
    def played(self) -> AnyGameSnapshot | None:
        """The game that is played, as it is now."""
        return self.table.snapshot.played

    @property
    def settings(self) -> TableSettings:
        return self.table.settings

    @property
    def overrulings(self) -> tuple[Overruling, ...]:
        """Those that stand; while a moment is held or replayed, those that were made by then."""
        if self.moment is None or not (self.is_held or self.is_replay):
            return self.table.overrulings
        return overrulings_until(self.table.overrulings, self.record_time(self.moment), self.match_time)

    @property
    def shown_settings(self) -> TableSettings:
        """Notes and rules of the moment that is shown."""
        return self.settings if self.moment is None or not self.is_held else self.moment.settings

    @property
    def shown_game(self) -> AnyGameSnapshot | None:
        """The game at the moment that is shown."""
        if self.moment is None or not self.is_held or self.is_replay:
            return self.played
        return self.history.at(self.record_time(self.moment), self.match_time)

    def record_time(self, moment: Moment) -> int:
        """The record's time (ns) of a moment, live or looked back at."""
        return moment.state.t_ns if moment.is_recorded else self.match_time(moment.state.t_ns)

    @property
    def marks(self) -> tuple[SetMark, ...]:
        return self.table.marks

    @property
    def is_refereed(self) -> bool:
        """Whether a game runs, whose log takes what people correct."""
        return self.table.game_takes is not None

    def arrive(self, moment: Moment) -> None:
        """Take the newest moment of the measuring loop."""
        self.table.take_moment(moment)

    # What is shown

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
        """Hold the picture at another moment: one from before, or of a replay. It keeps the rulings of its own time,
        except in a replay for which somebody has chosen another edition."""
        self.hold(True)
        self._recorded_moment = moment
        self._judge_held(moment, self._settings_for(moment.settings))

    def choose_edition(self, edition: Edition) -> None:
        """With the house rules on top. In a replay for whatever is shown from now on."""
        if not self.is_replay:
            self.ask(UseEdition(edition.name))
            return
        before, words = self._edition, tr("edition {title}", title=say(edition.title))
        self.table.push(words, lambda: self._judge_by(edition), lambda: self._judge_by(before))

    def forget_listeners(self) -> None:
        """The window that listened is going, and another takes its place."""
        of_moments = (self.shown, self.arrived, self.held, self.failed)
        of_edits = (self.settings_changed, self.edited, self.overruled, self.marked, self.mark_taken_back)
        of_pages = (self.asked, self.asked_closed, self.called, self.not_kept)
        of_game = (self.game_changed, self.game_began_or_ended, self.cards_moved, self.told, self.game_failed)
        for signal in (*of_moments, *of_edits, *of_pages, *of_game, self.selection.changed, self.undo.changed):
            with contextlib.suppress(TypeError):  # nobody listens
                signal.disconnect()

    def close(self) -> None:
        self._judge.close()

    def _post_event(self, event: AnyEvent) -> None:
        """In the thread of the table's owner. A table with a thread of its own shows its moments by `show_newest`."""
        if not isinstance(event, MomentArrived):
            self.inbox.post(partial(self._take_event, event, self.table.event_moment))
        elif self.inbox.is_current and self.table.newest is not None:
            self.show_newest(self.table.newest)

    def _take_event(self, event: AnyEvent, moment: Moment | None) -> None:
        """`moment`: the one that a decision or a mark is about."""
        table = self.table
        match event:
            case SettingsChanged():
                self._take_settings(table.settings)
            case OverrulingsChanged():
                self.overruled.emit(table.overrulings, moment)
            case MarkSet():
                self.marked.emit(event.words, moment)
            case MarkRemoved():
                self.mark_taken_back.emit(event.words, moment)
            case Edited():
                self.edited.emit(event.words)
            case UndoChanged():
                self.undo.take(event)
            case RulingAsked() if event.by:
                self._tell_asked(event)
            case AskedRulingsClosed():
                self.asked_closed.emit()
            case JudgeCalled():
                self.called.emit(event.player)
            case NotKept():
                self.not_kept.emit(event.words)
            case _:
                self._take_game_event(event)

    def _take_game_event(self, event: AnyEvent) -> None:
        if isinstance(event, GameChanged | GameStarted | GameStopped) and self.newest is not None:
            # A held moment was seen before this change, even if no newer picture has come since.
            self.history.note(self.newest.state.t_ns + self.is_held, self.played)
        match event:
            case GameChanged():
                self.game_changed.emit()
            case GameStarted() | GameStopped():
                self.game_began_or_ended.emit()
            case CardsMoved():
                self.cards_moved.emit()
            case Notice():
                self.told.emit(event.words)
            case Problem():
                self.game_failed.emit(TableAssistError("{words}", words=event.words))

    def show_newest(self, moment: Moment) -> None:
        """Tell the parts of the newest moment, and show it unless the picture is held."""
        self.newest = moment
        self.arrived.emit(moment)
        if not self.is_held:
            self._show(moment)

    def _take_settings(self, settings: TableSettings) -> None:
        self.settings_changed.emit(settings)

    def _tell_asked(self, event: RulingAsked) -> None:
        rulings = () if self.newest is None else self.newest.state.rulings
        ruling = next((ruling for ruling in rulings if ruling.id == event.ruling), None)
        if ruling is not None:
            self.asked.emit(ruling, event.by)

    def _show(self, moment: Moment) -> None:
        self.moment = moment
        if self.is_replay and moment.settings is not self.settings:
            self.table.settings = moment.settings
            self.settings_changed.emit(moment.settings)
        if self.is_replay:
            self.table.show_past(moment)
        self.shown.emit(moment)

    def _judge_held(self, moment: Moment, settings: TableSettings) -> None:
        call = partial(rejudged, moment, settings)
        self._judge.submit(call, self._show_held, self.failed.emit, newest_of="moment")

    def _show_held(self, moment: Moment) -> None:
        if self.is_held:
            self._show(moment)

    def _settings_for(self, settings: TableSettings) -> TableSettings:
        """The very same settings where the rules are, and for the same ones each time: what they have judged is not
        judged again."""
        if not self.is_replay or self._edition is None:
            return settings
        rules = with_edition(settings.rules, self._edition)
        if rules == settings.rules:
            return settings
        merged = self._merged_settings
        if merged is None or merged[0] is not settings or merged[1].rules != rules:
            merged = self._merged_settings = settings, replace(settings, rules=rules)
        return merged[1]

    def _judge_by(self, edition: Edition | None) -> None:
        self._edition = edition
        if self._recorded_moment is not None:
            self.show_moment(self._recorded_moment)
