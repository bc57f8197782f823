"""The thread that takes what tables send into the database, many messages to a transaction.

Nothing is confirmed to the broker, and no receipt goes out, before the commit. While the database is away it keeps the
messages that it has and tries again; one that no database takes is put aside, told, and does not hold up the others.
"""

import logging
from collections.abc import Callable, Collection, Sequence
from queue import Empty, SimpleQueue
from threading import Event, Thread

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from tableassist.errors import TableAssistError, fault_words
from tableassist.league.hub.bus import Delivery
from tableassist.league.hub.intake import BadMessage, Taken, take_in
from tableassist.league.storage.engine import database_words, is_lost
from tableassist.league.storage.leases import holds_lease

MOST_MESSAGES, MOST_BYTES = 100, 8_000_000
"""In one transaction."""
FIRST_WAIT_S, LONGEST_WAIT_S = 0.2, 3.0
STOP_S = 5.0
log = logging.getLogger(__name__)


class LeaseLostError(TableAssistError):
    """Another hub runs the league."""


class Ingest:
    def __init__(
        self,
        engine: Engine,
        league: str,
        hub: str,
        *,
        known: Callable[[], Collection[str]],
        confirm: Callable[[Delivery], None],
        on_taken: Callable[[Taken], None],
        on_database: Callable[[str], None],
        on_lease_lost: Callable[[], None],
        now_ms: Callable[[], int],
    ) -> None:
        """`known`: the tables of the league. `on_database`: why the database is away; empty when it is back."""
        self._engine, self._league, self._hub = engine, league, hub
        self._known, self._confirm, self._now_ms = known, confirm, now_ms
        self._on_taken, self._on_database, self._on_lease_lost = on_taken, on_database, on_lease_lost
        self._waiting: SimpleQueue[Delivery | None] = SimpleQueue()
        self._ended = Event()
        self._thread = Thread(target=self._run, name="ingest", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def put(self, delivery: Delivery) -> None:
        """At most as many wait as the broker leaves unconfirmed."""
        self._waiting.put(delivery)

    def close(self) -> None:
        self._ended.set()
        self._waiting.put(None)
        if self._thread.is_alive():
            self._thread.join(STOP_S)

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                together = self._next()
                if together:
                    self._take(together)
            except LeaseLostError:
                self._ended.set()
                self._on_lease_lost()
            except Exception:  # the next messages may be better
                log.exception("in the hub's ingest")

    def _next(self) -> list[Delivery]:
        first = self._waiting.get()
        together = [] if first is None else [first]
        size = 0 if first is None else len(first.data)
        while len(together) < MOST_MESSAGES and size < MOST_BYTES:
            try:
                each = self._waiting.get_nowait()
            except Empty:
                break
            if each is not None:
                together.append(each)
                size += len(each.data)
        return together

    def _take(self, together: Sequence[Delivery]) -> None:
        taken = self._committed(together)
        if taken is None:
            return
        for each in together:
            self._confirm(each)
        self._on_taken(taken)

    def _committed(self, together: Sequence[Delivery]) -> Taken | None:
        """None where the hub ends before, or where each was taken by itself."""
        wait_s, was_away = FIRST_WAIT_S, False
        while not self._ended.is_set():
            try:
                taken = self._transaction(together)
            except (LeaseLostError, KeyboardInterrupt):
                raise
            except Exception as problem:
                if not isinstance(problem, SQLAlchemyError) or not is_lost(problem):
                    return self._one_by_one(together, problem)
                log.debug("the database is away", exc_info=True)
                self._on_database(database_words(problem))
                was_away = True
                self._ended.wait(wait_s)
                wait_s = min(2 * wait_s, LONGEST_WAIT_S)
            else:
                if was_away:
                    self._on_database("")
                return taken
        return None

    def _transaction(self, together: Sequence[Delivery]) -> Taken:
        with self._engine.begin() as connection:
            if not holds_lease(connection, self._league, self._hub):
                raise LeaseLostError("another hub has taken over this league")
            return take_in(connection, together, self._known(), now_ms=self._now_ms())

    def _one_by_one(self, together: Sequence[Delivery], problem: Exception) -> Taken | None:
        if len(together) > 1:
            for each in together:
                self._take([each])
            return None
        log.error("a message that the database does not take", exc_info=problem)
        [alone] = together
        return Taken(bad=[BadMessage(alone.table, "a message that cannot be kept", fault_words(problem))])
