"""The broker as the hub has it: its own mosquitto with users that follow the database, or somebody else's."""

import datetime
import secrets
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tableassist.league.broker.accounts import HUB_USER, Account, AccountRole, broker_hash
from tableassist.league.broker.address import BrokerAddress
from tableassist.league.broker.certificates import own_names, see_to_certificates
from tableassist.league.broker.mosquitto import OwnBroker, find_mosquitto
from tableassist.league.league_folder import LeagueFolder

LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"


class BrokerSide:
    """Of a broker that is not ours: its admin sees to users and rights (`league broker-files`)."""

    def __init__(self, address: BrokerAddress, authority: Path | None = None) -> None:
        self.address = address
        self.authority = authority
        """Who signed its certificate; None for those whom the system trusts."""

    @property
    def problem(self) -> str:
        return ""

    def start(self, accounts: Sequence[Account]) -> None:
        pass

    def see_to(self, accounts: Sequence[Account]) -> None:
        """Called again and again."""

    def close(self) -> None:
        pass


class OwnBrokerSide(BrokerSide):
    def __init__(self, folder: LeagueFolder, league: str, *, port: int, to_network: bool, host: str) -> None:
        """`host`: by which others reach this computer."""
        password = secrets.token_urlsafe(24)
        address = BrokerAddress(LOOPBACK, port, user=HUB_USER, password=password)
        self._files = folder.certificates
        super().__init__(address, self._files.authority)
        self._names = (host,)
        self._renew_certificates()
        self._hub = Account(HUB_USER, AccountRole.HUB, broker_hash(password))
        self._known: list[Account] = []
        listens = EVERYWHERE if to_network else LOOPBACK
        self.broker = OwnBroker(find_mosquitto(), folder.broker, league, host=listens, port=port)

    @property
    def problem(self) -> str:
        return "" if self.broker.process is not None else self.broker.last_words or "it has ended"

    def start(self, accounts: Sequence[Account]) -> None:
        self._known = [self._hub, *accounts]
        self.broker.start(self._known)

    def see_to(self, accounts: Sequence[Account]) -> None:
        wanted = [self._hub, *accounts]
        if wanted != self._known:
            self.broker.change(wanted)
            self._known = wanted
        if self._renew_certificates():
            self.broker.reload()

    def close(self) -> None:
        self.broker.close()

    def _renew_certificates(self) -> bool:
        return see_to_certificates(self._files, own_names(*self._names), now=datetime.datetime.now(datetime.UTC))


def with_user(address: BrokerAddress) -> BrokerAddress:
    """Whoever names a broker without a user means the league's own one."""
    return address if address.user else replace(address, user=HUB_USER)
