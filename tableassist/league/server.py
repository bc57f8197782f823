"""Run a league on this computer: the hub, the judges' desk, invitations, and the announcement on the local network."""

from contextlib import ExitStack, closing
from typing import Any

import msgspec

from tableassist.league.desk.app import DeskServer
from tableassist.league.hub.advertisement import Advertisement
from tableassist.league.hub.hub import Hub
from tableassist.league.hub.joining import JoinDesk, invite_table
from tableassist.league.hub.opening import choose_ports, desk_address, open_hub, public_host
from tableassist.league.league_folder import LeagueFolder, LeagueSettings
from tableassist.league.storage.database import parse_database_url, url_without_password
from tableassist.messages import Message

INVITATION_MS, MEMBER_MS = 12 * 3_600_000, 400 * 86_400_000
"""How long a code from the desk can be used, and how long the table may stay; `league table add` can choose others."""


class LeagueServer:
    """Started by `start`, ended by `close`. `options` override the settings of the folder and are kept there."""

    def __init__(self, folder: LeagueFolder, options: dict[str, Any], *, take_over: bool = False) -> None:
        """BadRequestError where another hub runs this league and `take_over` is false."""
        self._folder = folder
        self.settings: LeagueSettings = choose_ports(msgspec.structs.replace(folder.settings(), **options))
        folder.keep(self.settings)
        with ExitStack() as stack:
            self.hub: Hub = stack.enter_context(closing(open_hub(folder, self.settings, take_over=take_over)))
            self.hub.desk = desk_address(self.settings)
            self._desk = DeskServer(
                self.hub,
                JoinDesk(self.hub.engine),
                self._invite,
                to_network=self.settings.network,
                port=self.settings.port,
            )
            stack.enter_context(closing(self._desk))
            self._closing = stack.pop_all()

    @property
    def database(self) -> str:
        """The database's address, without its password."""
        return url_without_password(parse_database_url(self.settings.database or self._folder.database))

    def start(self) -> None:
        self.hub.start()
        self._desk.start()
        if self.settings.network:
            advertisement = Advertisement(
                league=self.hub.league,
                title=self.hub.title,
                address=public_host(self.settings),
                port=self._desk.port,
                on_problem=self._warn_unannounced,
            )
            self._closing.enter_context(closing(advertisement))
            advertisement.start()

    def close(self) -> None:
        self._closing.close()

    def _invite(self, table: str, title: str, who: str) -> str:
        """Invite a table from the desk. An existing table gets a new invitation."""
        with self.hub.engine.begin() as connection:
            code = invite_table(
                connection,
                self._folder,
                self.settings,
                table,
                title=title,
                again=True,
                invitation_ms=INVITATION_MS,
                token_ms=MEMBER_MS,
                who=who,
                origin="desk",
            )
        return str(code)

    def _warn_unannounced(self, words: str) -> None:
        warning = Message("tables do not find this hub by themselves: {words}; its address is typed there", words=words)
        self.hub.problems.tell("advertisement", warning)
