"""What commands that run a table without a window share: how they end, and the league that the table takes part in."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Event
from types import FrameType

from tableassist.messages import tr_plural
from tableassist.store.league import Membership
from tableassist.table.league import TableLeague
from tableassist.table.live import LiveHost
from tableassist.web import LeaguePicture

TICK_S = 1.0
"""How often the league hears how the table is."""
LAST_WORDS_S = 5.0
"""How long the end of a command waits for the hub to confirm the last records."""


class TerminalLeague(TableLeague):
    """Words of the judge and the hub go to the terminal. Evidence needs the window's painter, so a judge is called
    without it."""

    def __init__(self, host: LiveHost, write: Callable[[str], object], root: Path | None = None) -> None:
        name = host.table.settings.name
        super().__init__(host.table, host.keeper, host.record, name, make_picture=LeaguePicture, root=root)
        self._write = write

    def _report_words(self, words: str) -> None:
        self._write(words)

    def _report_done(self, words: str) -> None:
        self._write(words)

    def wait_for_hub(self) -> None:
        """Wait a little for the hub to confirm the last records; what it lacks then is sent at the next start."""
        until = time.monotonic() + LAST_WORDS_S
        while (waiting := self.waiting_records()) and time.monotonic() < until:
            time.sleep(0.05)
        if waiting:
            self._write(
                tr_plural(
                    "1 record will be sent when the hub is back.",
                    "{count} records will be sent when the hub is back.",
                    count=waiting,
                )
            )


@contextmanager
def join_league(
    host: LiveHost, membership: Membership | None, write: Callable[[str], object]
) -> Iterator[TerminalLeague | None]:
    """Take part in a league as long as the table runs; None: in none."""
    if membership is None:
        yield None
        return
    league = TerminalLeague(host, write)
    host.thread.call(partial(league.join, membership))
    try:
        yield league
    finally:
        host.thread.call(league.close)


@contextmanager
def end_by_signal(over: Event) -> Iterator[None]:
    """Ctrl-C, a closed terminal, and what a service is stopped by, end the table; they do not break it off."""

    def end(_signal: int, _frame: FrameType | None) -> None:
        over.set()

    ending = [signal.SIGINT, signal.SIGTERM]
    if hasattr(signal, "SIGHUP"):  # Windows has none
        ending.append(signal.SIGHUP)
    handlers = {number: signal.signal(number, end) for number in ending}
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
