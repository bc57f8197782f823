"""What the hub tells those who listen to it: that something has changed, not what."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from threading import Lock

log = logging.getLogger(__name__)


class EventKind(StrEnum):
    LIVE = "live"
    """A table's status or picture."""
    RECORDS = "records"
    """Something new of a match is in the database."""
    DISPUTE = "dispute"
    RESULT = "result"
    ANSWER = "answer"
    """A table has answered a command."""
    EVIDENCE = "evidence"
    """A bundle is here whole."""
    ORDER = "order"
    HUB = "hub"
    """What the hub warns of."""


@dataclass(frozen=True, slots=True)
class HubEvent:
    kind: EventKind
    table: str = ""
    match: str = ""


Listener = Callable[[HubEvent], None]
OF_RECORD = {
    "dispute": EventKind.DISPUTE,
    "dispute-withdrawn": EventKind.DISPUTE,
    "result": EventKind.RESULT,
    "match-ended": EventKind.RESULT,
    "answered": EventKind.ANSWER,
}


class Listeners:
    """Safe from any thread. Whoever listens returns at once; one that fails is logged and does not stop the others."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._all: dict[int, Listener] = {}
        self._next = 0

    def listen(self, listener: Listener) -> Callable[[], None]:
        """What ends it."""
        with self._lock:
            self._next += 1
            number = self._next
            self._all[number] = listener

        def end() -> None:
            with self._lock:
                self._all.pop(number, None)

        return end

    def tell(self, event: HubEvent) -> None:
        with self._lock:
            all_of_them = [*self._all.values()]
        for listener in all_of_them:
            try:
                listener(event)
            except Exception:  # the hub goes on
                log.exception("a listener of the hub failed")
