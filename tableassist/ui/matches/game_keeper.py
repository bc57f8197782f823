"""Keeps the game while it is played, so that neither quitting nor a crash loses a mast, a turn, a mark or a call."""

import time
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path

from msgspec import structs
from PyQt6.QtCore import QObject, pyqtSignal
from PyQt6.QtWidgets import QMessageBox, QWidget

from tableassist.errors import TableAssistError
from tableassist.formats.kept.folder import GAME_FILE, make_game_folder
from tableassist.formats.kept.game import (
    FoundGame,
    KeptGame,
    KeptMark,
    has_changed,
    kept_game,
    kept_games,
    resumed_settings,
    write_kept_game,
)
from tableassist.formats.match.folder import LOCK, MatchLock
from tableassist.messages import tr, tr_plural
from tableassist.ui.session.preferences import Recent
from tableassist.ui.session.session import SavedSession, Session, SetMark
from tableassist.ui.session.words import turn_words
from tableassist.ui.widgets.error_box import plain_box
from tableassist.ui.workers.worker import Worker


class GameKeeper(QObject):
    """Written beside the window, at every change. `table`: the folder of this table's games
    (`formats.kept.folder.table_folder`)."""

    failed = pyqtSignal(object)
    """A TableAssistError: the disk is full, say."""
    moved = pyqtSignal()
    """Another game is played from now on, kept in another folder."""

    def __init__(self, session: Session, table: Path, opened: Recent, parent: QObject | None = None) -> None:
        """`opened`: what is to be opened for this game to be resumed."""
        super().__init__(parent)
        self._session = session
        self._opened = opened
        self._table = table
        self._fresh = session.settings
        self._folder: Path | None = None
        self._lock: MatchLock | None = None
        self._began_ms = 0
        self._is_over = False
        self.offers = True
        """Whether what is kept is offered at the next start; else it is only listed. Nobody asks for a demo again."""
        self._worker = Worker("keeping the game", self)

    def listen(self) -> None:
        """From now on; again after the session has forgotten its listeners."""
        session = self._session
        session.settings_changed.connect(self._keep)
        session.overruled.connect(self._keep)
        session.marked.connect(self._keep)
        session.mark_taken_back.connect(self._keep)

    def folder(self) -> Path:
        """Of the game that is played now, for all that is to be kept of it. Made when it is first asked for.
        BadFileError where it cannot be made."""
        if self._folder is None:
            self._began_ms = time.time_ns() // 1_000_000
            self._take(make_game_folder(self._table, _began(self._began_ms)))
            self._keep()
        assert self._folder is not None
        return self._folder

    def games(self) -> tuple[FoundGame, ...]:
        """That can be resumed, the newest first; not the one that is played."""
        found = (each for each in kept_games(self._table) if each.folder != self._folder)
        return tuple(each for each in found if has_changed(self._fresh, each.game) or _has_more(each.folder))

    @property
    def kept_in(self) -> Path | None:
        """The folder of the game that is played, if it has one by now."""
        return self._folder

    def tell_over(self, over: bool) -> None:
        """Whether the game that is played has been won: then it is not offered again."""
        if over is not self._is_over:
            self._is_over = over
            self._keep()

    def to_offer(self) -> FoundGame | None:
        """The last one, unless somebody has said that it is over."""
        newest = next(iter(self.games()), None)
        return None if newest is None or newest.game.is_over else newest

    def resume(self, found: FoundGame) -> None:
        """Goes on with it, in the place of what is played now; undone, that is played on, and both stay kept."""
        game, newest = found.game, self._session.newest
        # In this record they stand from now on.
        t_ns = 0 if newest is None else newest.state.t_ns
        overrulings = tuple(structs.replace(each, t_ns=t_ns) for each in game.overrulings)
        marks = tuple(SetMark(each.words, each.wall_ms) for each in game.marks)
        state = SavedSession(resumed_settings(self._session.settings, game), overrulings, marks)
        before = self._folder, self._began_ms
        self._session.resume(
            state, enter=partial(self._go_to, found.folder, game.began_ms), leave=partial(self._go_to, *before)
        )

    def _go_to(self, folder: Path | None, began_ms: int) -> None:
        """None: to a new one, when there is something to keep."""
        self._let_go()
        self._began_ms, self._is_over = began_ms, False
        if folder is not None:
            try:
                self._take(folder)
            except TableAssistError as problem:
                self.failed.emit(problem)
        self.moved.emit()

    def end(self, found: FoundGame) -> None:
        """It is not offered any more."""
        self._submit(found.folder, structs.replace(found.game, is_over=True))

    def close(self) -> None:
        """What has changed is written first."""
        self._worker.finish()
        self._let_go()

    @property
    def is_written(self) -> bool:
        return not self._worker.is_busy

    def _keep(self, *_: object) -> None:
        try:
            folder = self.folder() if self._folder is None else self._folder
        except TableAssistError as problem:
            self.failed.emit(problem)
            return
        session = self._session
        marks = tuple(KeptMark(each.words, each.wall_ms) for each in session.marks)
        game = kept_game(session.settings, session.overrulings, marks, began_ms=self._began_ms)
        about = {"table": session.settings.name, "source": self._opened.source, "table_file": self._opened.table}
        self._submit(folder, structs.replace(game, **about, is_over=self._is_over or not self.offers))

    def _submit(self, folder: Path, game: KeptGame) -> None:
        call = partial(write_kept_game, folder, game)
        self._worker.submit(call, lambda _: None, self.failed.emit, newest_of=str(folder))

    def _take(self, folder: Path) -> None:
        lock = MatchLock(folder)
        lock.take()
        self._folder, self._lock = folder, lock

    def _let_go(self) -> None:
        if self._lock is not None:
            self._lock.free()
        self._folder = self._lock = None


def game_words(game: KeptGame) -> str:
    """What it is about, in one line: as in "Anne's turn · 2 masts lost · 1 mark"."""
    ledger = game.ledger
    masts, crew = sum(map(len, ledger.masts_lost.values())), sum(map(len, ledger.crews.values()))
    parts = [
        turn_words(ledger.turn) if ledger.turn is not None else "",
        tr_plural("1 mast lost", "{count} masts lost", count=masts) if masts else "",
        tr_plural("1 crew aboard", "{count} crew aboard", count=crew) if crew else "",
        tr_plural("1 call overruled", "{count} calls overruled", count=len(game.overrulings))
        if game.overrulings
        else "",
        tr_plural("1 mark", "{count} marks", count=len(game.marks)) if game.marks else "",
    ]
    return "  ·  ".join(part for part in parts if part)


def when_words(game: KeptGame, now: datetime | None = None) -> str:
    """The time of day it began; with the date, where that was not today."""
    began, today = _began(game.began_ms), (now or datetime.now().astimezone()).date()
    return f"{began:%H:%M}" if began.date() == today else f"{began:%Y-%m-%d %H:%M}"


def offer_game(found: FoundGame, keeper: GameKeeper, asker: QWidget, *, then: Callable[[], object]) -> QMessageBox:
    """Does not make the window wait. `then`: when it is decided."""
    question = tr("Resume the game of {when}?", when=when_words(found.game))
    stays = tr("A game that is not resumed stays under Play > Resume a kept game.")
    words = "\n\n".join(part for part in (question, game_words(found.game), stays) if part)
    box = plain_box(asker, tr("A game was kept"), words, QMessageBox.Icon.Question)
    box.setObjectName("kept-game")
    resume = box.addButton(tr("&Resume it"), QMessageBox.ButtonRole.AcceptRole)
    new = box.addButton(tr("Start a &new game"), QMessageBox.ButtonRole.DestructiveRole)
    later = box.addButton(tr("Decide &later"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(resume)
    box.setEscapeButton(later)

    def decide(button: object) -> None:
        if button is resume:
            keeper.resume(found)
        elif button is new:
            keeper.end(found)

    box.buttonClicked.connect(decide)
    box.finished.connect(lambda _result: then())
    box.open()
    return box


def _began(wall_ms: int) -> datetime:
    return datetime.fromtimestamp(wall_ms / 1000).astimezone()


def _has_more(folder: Path) -> bool:
    """A log of acts beside the file, for one."""
    return any(path.name not in (GAME_FILE, LOCK) for path in folder.iterdir())
