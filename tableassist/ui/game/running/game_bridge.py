"""The running game's events as signals for the parts of a window."""

from typing import Any, Generic, TypeVar

from PyQt6.QtCore import QObject, pyqtSignal

from tableassist.errors import TableAssistError
from tableassist.messages import Text
from tableassist.table.events import (
    ActWritten,
    AnyEvent,
    CardsMoved,
    GameChanged,
    GameStarted,
    GameStopped,
    Notice,
    Problem,
)
from tableassist.table.game.card_game import TableCardGame
from tableassist.table.game.running_game import Record, RunningGame
from tableassist.table.game.table_game import TableGame
from tableassist.ui.session.session import Session

G = TypeVar("G", bound=RunningGame[Any])


class GameBridge(QObject, Generic[G]):
    """Outlives the window that shows it."""

    changed = pyqtSignal()
    """The game, or that there is none."""
    began_or_ended = pyqtSignal()
    """A game runs that did not, or none runs any more."""
    said = pyqtSignal(str)
    """Each new line of the game's file, when it is kept."""
    saw = pyqtSignal()
    """Cards have come to rest in another way, or a hand has come or gone."""
    told = pyqtSignal(str)
    failed = pyqtSignal(object)
    """A TableAssistError: the game goes on, but is not kept."""

    def __init__(self, session: Session, game: G, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.game = game
        session.listen(self._take_event)

    @property
    def desk(self) -> Any:
        return self.game.desk

    @property
    def now_ns(self) -> int:
        return self.game.now_ns

    def record_words(self, record: Record) -> Text:
        return self.game.record_words(record)

    def close(self) -> None:
        self.game.close()

    def _take_event(self, event: AnyEvent) -> None:
        match event:
            case GameChanged():
                self.changed.emit()
            case GameStarted() | GameStopped():
                self.began_or_ended.emit()
            case ActWritten():
                self.said.emit(event.line)
            case CardsMoved():
                self.saw.emit()
            case Notice():
                self.told.emit(event.words)
            case Problem():
                self.failed.emit(TableAssistError("{words}", words=event.words))


WindowGame = GameBridge[TableGame]
WindowCards = GameBridge[TableCardGame]
