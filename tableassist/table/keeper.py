"""Saves the game while it is played, so that neither quitting nor a crash loses a mast, a turn, a mark or a call."""

from datetime import datetime
from functools import partial
from pathlib import Path

from msgspec import structs

from tableassist.errors import TableAssistError
from tableassist.messages import sentence
from tableassist.process import BackgroundWorker
from tableassist.store.kept import (
    GAME_FILE,
    FoundGame,
    KeptGame,
    KeptMark,
    has_changed,
    kept_game,
    kept_games,
    make_game_folder,
    resumed_settings,
    write_kept_game,
)
from tableassist.store.match import LOCK, MatchLock
from tableassist.table.events import AnyEvent, MarkRemoved, MarkSet, NotKept, OverrulingsChanged, SettingsChanged
from tableassist.table.owner import Owner, in_owner_thread
from tableassist.table.session import Call, SavedSession, SetMark, TableSession


class GameKeeper:
    """Writes in a thread of its own, at every change."""

    def __init__(self, session: TableSession, root: Path, *, source: str = "", table_file: str | None = None) -> None:
        """`root`: the folder of this table's saved games (`store.kept.folder.table_folder`). `source` and
        `table_file` open the table again when the game is resumed."""
        self._session = session
        self._source, self._table_file = source, table_file
        self._root = root
        self._fresh = session.settings
        self._folder: Path | None = None
        self._lock: MatchLock | None = None
        self._began_ms = 0
        self._is_over = False
        self.offers = True
        """Whether what is saved is offered at the next start. Nobody wants to resume a demo."""
        self.on_leave: Call = lambda: None
        """Called when another game takes the place of the present one: its folder is another from then on."""
        self.on_follow: Call = lambda: None
        """Called when the other game's settings are in use."""
        self._worker = BackgroundWorker("keeping the game", session.owner.post)
        session.saved_games = self
        session.subscribe(self._take_event)

    @property
    def owner(self) -> Owner:
        return self._session.owner

    @in_owner_thread
    def folder(self) -> Path:
        """Find the folder of the present game; make it when it is first asked for. BadFileError if it cannot be
        made."""
        if self._folder is None:
            self._began_ms = round(self._session.time_of_day.timestamp() * 1000)
            self._take_folder(make_game_folder(self._root, began_at(self._began_ms)))
            self._keep()
        assert self._folder is not None
        return self._folder

    @in_owner_thread
    def games(self) -> tuple[FoundGame, ...]:
        """List the games that can be resumed, the newest first; not the present one."""
        saved = (game for game in kept_games(self._root) if game.folder != self._folder)
        return tuple(each for each in saved if has_changed(self._fresh, each.game) or _has_acts(each.folder))

    @property
    def kept_in(self) -> Path | None:
        """The folder of the present game, if it has one by now."""
        return self._folder

    def tell_over(self, over: bool) -> None:
        """Note whether the present game has been won: then it is not offered again."""
        if over is not self._is_over:
            self._is_over = over
            self._keep()

    def to_offer(self) -> FoundGame | None:
        """Find the newest saved game that is not over."""
        newest = next(iter(self.games()), None)
        return None if newest is None or newest.game.is_over else newest

    @in_owner_thread
    def resume(self, saved: FoundGame) -> None:
        """Play a saved game instead of the present one; after an undo that one is played on. Both stay saved."""
        game, newest = saved.game, self._session.newest
        # In this record they count from now on.
        t_ns = 0 if newest is None else newest.state.t_ns
        overrulings = tuple(structs.replace(overruling, t_ns=t_ns) for overruling in game.overrulings)
        marks = tuple(SetMark(mark.words, mark.wall_ms) for mark in game.marks)
        state = SavedSession(resumed_settings(self._session.settings, game), overrulings, marks)
        before = self._folder, self._began_ms
        self._session.resume(
            state,
            enter=partial(self._go_to, saved.folder, game.began_ms),
            leave=partial(self._go_to, *before),
            follow=self.on_follow,
        )

    @in_owner_thread
    def end(self, saved: FoundGame) -> None:
        """Do not offer it any more."""
        self._submit(saved.folder, structs.replace(saved.game, is_over=True))

    def close(self) -> None:
        """Write what has changed, then end."""
        self._worker.finish()
        self._let_go()

    @property
    def is_written(self) -> bool:
        return not self._worker.is_busy

    def _take_event(self, event: AnyEvent) -> None:
        if isinstance(event, SettingsChanged | OverrulingsChanged | MarkSet | MarkRemoved):
            self._keep()

    def _go_to(self, folder: Path | None, began_ms: int) -> None:
        """None: to a new folder, once there is something to save."""
        self._let_go()
        self._began_ms, self._is_over = began_ms, False
        if folder is not None:
            try:
                self._take_folder(folder)
            except TableAssistError as problem:
                self._report(problem)
        self.on_leave()

    def _keep(self) -> None:
        try:
            folder = self.folder() if self._folder is None else self._folder
        except TableAssistError as problem:
            self._report(problem)
            return
        session = self._session
        marks = tuple(KeptMark(mark.words, mark.wall_ms) for mark in session.marks)
        game = kept_game(session.settings, session.overrulings, marks, began_ms=self._began_ms)
        about = {"table": session.settings.name, "source": self._source, "table_file": self._table_file}
        self._submit(folder, structs.replace(game, **about, is_over=self._is_over or not self.offers))

    def _submit(self, folder: Path, game: KeptGame) -> None:
        call = partial(write_kept_game, folder, game)
        self._worker.submit(call, lambda _: None, self._report, newest_of=str(folder))

    def _report(self, problem: TableAssistError) -> None:
        self._session.publish(NotKept(sentence(problem.message)))

    def _take_folder(self, folder: Path) -> None:
        lock = MatchLock(folder)
        lock.take()
        self._folder, self._lock = folder, lock

    def _let_go(self) -> None:
        if self._lock is not None:
            self._lock.free()
        self._folder = self._lock = None


def began_at(wall_ms: int) -> datetime:
    return datetime.fromtimestamp(wall_ms / 1000).astimezone()


def _has_acts(folder: Path) -> bool:
    return any(path.name not in (GAME_FILE, LOCK) for path in folder.iterdir())
