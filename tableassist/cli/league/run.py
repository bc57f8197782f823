"""Run the hub in the foreground, until Ctrl-C or a signal to end."""

import signal
import time
from contextlib import closing
from threading import Event
from types import FrameType
from typing import Any

from tableassist.cli.terminal import tell
from tableassist.errors import BadRequestError
from tableassist.league import LeagueFolder, LeagueServer
from tableassist.messages import say, tr

POLL_INTERVAL_S = 0.5


def run_league(folder: LeagueFolder, options: dict[str, Any], *, take_over: bool) -> None:
    server = LeagueServer(folder, options, take_over=take_over)
    ended = Event()

    def end(_number: int, _frame: FrameType | None) -> None:
        ended.set()

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # Windows has no SIGHUP
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), end)
    with closing(server):
        server.start()
        _tell_start(server)
        _tell_warnings(server, ended)
    if server.hub.ended.is_set():
        raise BadRequestError("another hub has taken over this league; this one has stopped")
    tell(tr("stopped"))


def _tell_start(server: LeagueServer) -> None:
    settings, hub = server.settings, server.hub
    tell(tr("{title}: the hub runs", title=settings.title or settings.league))
    tell(tr("desk: {address}", address=hub.desk))
    tell(tr("broker: {address}", address=str(hub.broker_address)))
    tell(tr("database: {address}", address=server.database))
    if not settings.network:
        tell(tr("Only this computer can reach it; --network lets others in."))
    tell(tr("Ctrl-C ends it."))


def _tell_warnings(server: LeagueServer, ended: Event) -> None:
    """Print each warning when it begins, and when all of them are over."""
    printed: dict[str, str] = {}
    while not ended.wait(POLL_INTERVAL_S) and not server.hub.ended.is_set():
        warnings = {warning.template: say(warning) for warning in server.hub.warnings}
        for line in (words for words in warnings.values() if words not in printed.values()):
            tell(f"{time.strftime('%H:%M:%S')} {line}", err=True)
        if printed and not warnings:
            words = tr("all is well again")
            tell(f"{time.strftime('%H:%M:%S')} {words}", err=True)
        printed = warnings
