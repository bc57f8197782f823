"""What the hub does again and again, in a thread of its own: each chore at its own pace."""

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event, Thread

from sqlalchemy.exc import SQLAlchemyError

from tableassist.errors import TableAssistError
from tableassist.league.storage.engine import database_words, is_lost

STOP_S = 10.0
log = logging.getLogger(__name__)


@dataclass(slots=True)
class Chore:
    every_s: float
    do: Callable[[], None]
    due: float = 0.0


class Chores:
    def __init__(self, chores: Sequence[Chore], on_database: Callable[[str], None]) -> None:
        """`on_database`: why the database is away; empty when it is back."""
        self._chores, self._on_database = chores, on_database
        self._wake, self._ended = Event(), Event()
        self._thread = Thread(target=self._run, name="hub chores", daemon=True)
        self._was_away = False

    def start(self) -> None:
        self._thread.start()

    def hurry(self) -> None:
        """All of them are due."""
        self._wake.set()

    def close(self) -> None:
        self._ended.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join(STOP_S)

    def _run(self) -> None:
        while not self._ended.is_set():
            is_hurried = self._wake.wait(0.5)
            self._wake.clear()
            for chore in self._chores:
                if self._ended.is_set():
                    return
                if is_hurried or time.monotonic() >= chore.due:
                    chore.due = time.monotonic() + chore.every_s
                    self._do(chore)

    def _do(self, chore: Chore) -> None:
        try:
            chore.do()
        except SQLAlchemyError as problem:
            if not is_lost(problem):
                log.exception("in a chore of the hub")
                return
            self._was_away = True
            self._on_database(database_words(problem))
        except (TableAssistError, OSError) as problem:
            log.warning("in a chore of the hub: %s", problem)
        except Exception:  # the others go on
            log.exception("in a chore of the hub")
        else:
            if self._was_away:
                self._was_away = False
                self._on_database("")
