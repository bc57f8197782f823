"""Runs the hub in the foreground, until Ctrl-C or a signal to end."""

import signal
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from threading import Event
from types import FrameType
from typing import Any

import msgspec

from tableassist.cli.terminal import tell
from tableassist.errors import BadRequestError
from tableassist.league.desk.app import DeskServer
from tableassist.league.hub.advertisement import Advertisement
from tableassist.league.hub.hub import Hub
from tableassist.league.hub.joining import JoinDesk, invite_table
from tableassist.league.hub.opening import desk_address, open_hub, reached_at, with_ports
from tableassist.league.league_folder import LeagueFolder, LeagueSettings
from tableassist.league.storage.database import database_url, shown
from tableassist.messages import Message, say, tr

LOOK_S = 0.5
INVITATION_MS, MEMBER_MS = 12 * 3_600_000, 400 * 86_400_000


def run_league(folder: LeagueFolder, said: dict[str, Any], *, take_over: bool) -> None:
    settings = with_ports(msgspec.structs.replace(folder.settings(), **said))
    folder.keep(settings)
    ended = Event()

    def end(_number: int, _frame: FrameType | None) -> None:
        ended.set()

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # Windows has no SIGHUP
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), end)
    with ExitStack() as stack:
        hub = stack.enter_context(closing(open_hub(folder, settings, take_over=take_over)))
        invite = _inviting(hub, folder, settings)
        joining = JoinDesk(hub.engine)
        server = DeskServer(hub, joining, invite, to_network=settings.network, port=settings.port)
        stack.enter_context(closing(server))
        hub.desk = desk_address(settings)
        hub.start()
        server.start()
        if settings.network:
            stack.enter_context(closing(_advertised(hub, settings, server.port)))
        _tell_start(hub, folder, settings)
        _tell_changes(hub, ended)
    if hub.ended.is_set():
        raise BadRequestError("another hub has taken over this league; this one has stopped")
    tell(tr("stopped"))


def _inviting(hub: Hub, folder: LeagueFolder, settings: LeagueSettings) -> Callable[[str, str, str], str]:
    """An invitation by an admin at the desk; a table that is there is invited anew."""

    def invite(table: str, title: str, who: str) -> str:
        with hub.engine.begin() as connection:
            code = invite_table(
                connection,
                folder,
                settings,
                table,
                title=title,
                again=True,
                invitation_ms=INVITATION_MS,
                token_ms=MEMBER_MS,
                who=who,
                origin="desk",
            )
        return str(code)

    return invite


def _advertised(hub: Hub, settings: LeagueSettings, port: int) -> Advertisement:
    def problem(words: str) -> None:
        told = Message("tables do not find this hub by themselves: {words}; its address is typed there", words=words)
        hub.problems.tell("advertisement", told)

    advertisement = Advertisement(
        league=hub.league, title=hub.title, address=reached_at(settings), port=port, on_problem=problem
    )
    advertisement.start()
    return advertisement


def _tell_start(hub: Hub, folder: LeagueFolder, settings: LeagueSettings) -> None:
    tell(tr("{title}: the hub runs", title=settings.title or settings.league))
    tell(tr("desk: {address}", address=hub.desk))
    tell(tr("broker: {address}", address=str(hub.broker_address)))
    tell(tr("database: {address}", address=shown(database_url(settings.database or folder.database))))
    if not settings.network:
        tell(tr("Only this computer can reach it; --network lets others in."))
    tell(tr("Ctrl-C ends it."))


def _tell_changes(hub: Hub, ended: Event) -> None:
    """What is wrong, when it begins and when it is over."""
    told: dict[str, str] = {}
    while not ended.wait(LOOK_S) and not hub.ended.is_set():
        now = {each.template: say(each) for each in hub.warnings}
        for line in (words for words in now.values() if words not in told.values()):
            tell(f"{time.strftime('%H:%M:%S')} {line}", err=True)
        if told and not now:
            words = tr("all is well again")
            tell(f"{time.strftime('%H:%M:%S')} {words}", err=True)
        told = now
