"""Offers a saved game to the people who come back to the table."""

from collections.abc import Callable
from datetime import datetime

from PyQt6.QtWidgets import QMessageBox, QWidget

from tableassist.messages import tr, tr_plural
from tableassist.store.kept import FoundGame, KeptGame
from tableassist.table import began_at
from tableassist.table.commands import DropSavedGame, ResumeGame
from tableassist.table.notes import turn_words
from tableassist.ui.session.session import Session
from tableassist.ui.widgets.error_box import plain_box


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
