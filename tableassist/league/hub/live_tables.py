"""The last status and picture of each table, its clock error, and the events that announce changes."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from threading import Lock
from types import MappingProxyType

from tableassist.messages import Message
from tableassist.store.league import LeagueTableState, TableStatus

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


TOLD_FROM_MS = 30_000
"""A clock that is off by less is not spoken of."""
LATER_MS = 2_000
"""By how much a clock must change to count as another: the network takes its time, too."""


@dataclass(frozen=True, slots=True)
class HeardTable:
    name: str
    status: TableStatus | None = None
    state: LeagueTableState | None = None
    seen_ms: int = 0
    """By the hub's clock; 0 where it has not been heard since the hub started."""
    clock_skew_ms: int | None = None
    """How far its clock is ahead of the hub's; below zero behind; None where it is not known."""

    @property
    def is_online(self) -> bool:
        return self.status is not None and self.status.online


class LiveTables:
    """One mapping that is swapped for the next: whoever has it may read it at leisure. Safe from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.now: Mapping[str, HeardTable] = MappingProxyType({})

    def take_status(self, table: str, status: TableStatus, *, at_ms: int, is_old: bool) -> bool:
        """`is_old`: the broker kept it. Whether the table has come online with it."""
        with self._lock:
            before = self.now.get(table, HeardTable(table))
            skew = before.clock_skew_ms
            if status.online and status.wall_ms and not is_old:
                skew = _steady_skew(skew, status.wall_ms - at_ms)
            seen = before.seen_ms if is_old or not status.online else at_ms
            self._swap(replace(before, status=status, seen_ms=seen, clock_skew_ms=skew))
            return status.online and not before.is_online

    def take_state(self, table: str, state: LeagueTableState, *, at_ms: int, is_old: bool) -> None:
        with self._lock:
            before = self.now.get(table, HeardTable(table))
            self._swap(replace(before, state=state, seen_ms=before.seen_ms if is_old else at_ms))

    def heard(self, table: str, *, at_ms: int) -> None:
        with self._lock:
            if (before := self.now.get(table)) is not None:
                self._swap(replace(before, seen_ms=at_ms))

    def keep_only(self, titles: Mapping[str, str]) -> None:
        """Tables that were removed are forgotten."""
        with self._lock:
            if self.now.keys() - titles.keys():
                self.now = MappingProxyType({name: table for name, table in self.now.items() if name in titles})

    def _swap(self, table: HeardTable) -> None:
        self.now = MappingProxyType({**self.now, table.name: table})


def describe_clock_error(title: str, skew_ms: int | None) -> Message | None:
    """None where the clock is right, or not known."""
    if skew_ms is None or abs(skew_ms) < TOLD_FROM_MS:
        return None
    span = describe_span(abs(skew_ms))
    if skew_ms > 0:
        return Message("{table}'s clock is {span} ahead", table=title, span=span)
    return Message("{table}'s clock is {span} behind", table=title, span=span)


def describe_span(span_ms: int) -> Message:
    seconds = round(span_ms / 1_000)
    minutes = round(seconds / 60)
    if minutes >= 60:
        return Message("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)
    return Message("{minutes} min", minutes=minutes) if seconds >= 90 else Message("{seconds} s", seconds=seconds)


def _steady_skew(before: int | None, now: int) -> int:
    return now if before is None or abs(now - before) >= LATER_MS else before
