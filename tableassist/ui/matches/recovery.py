"""What a start offers: a saved game, and a recording that was cut off."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from PyQt6.QtWidgets import QMessageBox, QWidget

from tableassist.errors import TableAssistError
from tableassist.matches.recording import UnfinishedMatch, save_unfinished
from tableassist.messages import tr, tr_plural
from tableassist.store.kept import FoundGame, KeptGame
from tableassist.store.match import free_match_path, remove_match
from tableassist.table import began_at
from tableassist.table.commands import DropSavedGame, ResumeGame
from tableassist.table.notes import turn_words
from tableassist.ui.session.session import Session
from tableassist.ui.session.words import clock
from tableassist.ui.widgets.notices import plain_box, tell_problem


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
    began, today = began_at(game.began_ms), (now or datetime.now().astimezone()).date()
    return f"{began:%H:%M}" if began.date() == today else f"{began:%Y-%m-%d %H:%M}"


def offer_game(
    found: FoundGame,
    session: Session,
    asker: QWidget,
    *,
    begin_new: Callable[[], object],
    resume_recording: Callable[[], object] | None = None,
    then: Callable[[], object],
) -> QMessageBox:
    """Does not make the window wait. `begin_new`: begins another game. `resume_recording`: goes on with the recording
    of this game that was cut off, which is not asked about again. `then`: when it is decided."""
    question = tr("Resume the game of {when}?", when=when_words(found.game))
    stays = tr("You can resume it later from Play > Resume saved game.")
    recorded = tr("Its recording was interrupted and continues, too.") if resume_recording is not None else ""
    words = "\n\n".join(part for part in (question, game_words(found.game), recorded, stays) if part)
    box = plain_box(asker, tr("A game was kept"), words, QMessageBox.Icon.Question)
    box.setObjectName("kept-game")
    resume = box.addButton(tr("&Resume it"), QMessageBox.ButtonRole.AcceptRole)
    new = box.addButton(tr("Start a &new game"), QMessageBox.ButtonRole.DestructiveRole)
    later = box.addButton(tr("Decide &later"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(resume)
    box.setEscapeButton(later)

    def decide(button: object) -> None:
        if button is resume:
            session.ask(ResumeGame(found.folder.name))
            if resume_recording is not None:
                resume_recording()
        elif button is new:
            session.ask(DropSavedGame(found.folder.name))
            begin_new()

    box.buttonClicked.connect(decide)
    box.finished.connect(lambda _result: then())
    box.open()
    return box


def words_of(match: UnfinishedMatch) -> str:
    return tr(
        "A recording of {table}, started {began}, was interrupted after {time}. Nothing was lost.",
        table=match.table,
        began=f"{_began(match):%Y-%m-%d %H:%M}",
        time=clock(match.seconds),
    )


def offer(
    match: UnfinishedMatch,
    asker: QWidget,
    root: Path,
    *,
    go_on: Callable[[Path], object],
    show_message: Callable[[str, int], object],
) -> QMessageBox:
    """Does not make the window wait. `root`: where matches are kept. `go_on` records on into the match."""
    box = plain_box(asker, tr("A recording was interrupted"), words_of(match), QMessageBox.Icon.Question)
    keep = box.addButton(tr("&Keep it"), QMessageBox.ButtonRole.AcceptRole)
    drop = box.addButton(tr("&Discard it"), QMessageBox.ButtonRole.DestructiveRole)
    later = box.addButton(tr("Decide &later"), QMessageBox.ButtonRole.RejectRole)
    on = None
    if not match.is_replay_buffer:
        on = box.addButton(tr("&Continue recording"), QMessageBox.ButtonRole.YesRole)
    box.setDefaultButton(on or keep)
    box.setEscapeButton(later)

    def decide(button: object) -> None:
        try:
            if button is on:
                go_on(match.folder)
            elif button is keep:
                show_message(tr("The match was saved in {folder}", folder=_kept(match, root)), 10_000)
            elif button is drop:
                remove_match(match.folder)
        except TableAssistError as problem:
            tell_problem(asker, problem)

    box.buttonClicked.connect(decide)
    box.open()
    return box


def _kept(match: UnfinishedMatch, root: Path) -> Path:
    """Where it lies now."""
    as_path = free_match_path(root, match.table, _began(match)) if match.is_replay_buffer else None
    return save_unfinished(match.folder, as_path)


def _began(match: UnfinishedMatch) -> datetime:
    return datetime.fromtimestamp(match.started_ms / 1000).astimezone()
