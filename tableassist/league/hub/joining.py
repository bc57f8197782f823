"""How a table comes in: an invitation is made for it; whoever names it gets what only the whole code opens."""

import base64
import datetime
import logging
from collections.abc import Callable
from threading import Lock

from sqlalchemy import Connection, Engine

from tableassist.errors import BadRequestError
from tableassist.league.broker.accounts import BrokerAddress, parse_broker_address
from tableassist.league.broker.certificates import own_host_names, renew_certificates
from tableassist.league.hub.hub import wall_ms
from tableassist.league.hub.opening import public_host
from tableassist.league.league_folder import LeagueFolder, LeagueSettings
from tableassist.league.storage.accounts import (
    add_table,
    create_invitation,
    create_table_token,
    fetch_invitation,
    has_table,
    note_audit,
)
from tableassist.store.league import ALPHABET, NAME_LENGTH, JoinCode, Membership

EACH_MINUTE = 30
"""Names that are asked for in vain by anybody; a million would have to be tried, and each hides a secret besides."""
log = logging.getLogger(__name__)


def invite_table(
    connection: Connection,
    folder: LeagueFolder,
    settings: LeagueSettings,
    table: str,
    *,
    title: str = "",
    again: bool = False,
    invitation_ms: int,
    token_ms: int | None,
    who: str,
    origin: str,
) -> JoinCode:
    """Adds the table where it is new. `again`: one that is there is invited anew, and its token of before ends."""
    now = wall_ms()
    if has_table(connection, table) and not again:
        raise BadRequestError("table '{name}' already exists; use --again to re-invite it", name=table)
    add_table(connection, settings.league, table, title, now_ms=now)
    expires = None if token_ms is None else now + token_ms
    token = create_table_token(connection, table, now_ms=now, expires_ms=expires)
    code = create_invitation(
        connection, make_membership(folder, settings, table, token), now_ms=now, expires_ms=now + invitation_ms
    )
    note_audit(connection, at_ms=now, who=who, what="invited", about=table, origin=origin, details=code.name)
    return code


def make_membership(folder: LeagueFolder, settings: LeagueSettings, table: str, token: str) -> Membership:
    if settings.broker:
        broker, certificate = parse_broker_address(settings.broker), ""
    else:
        broker = BrokerAddress(public_host(settings), settings.broker_port)
        renew_certificates(folder.certificates, own_host_names(broker.host), now=datetime.datetime.now(datetime.UTC))
        certificate = folder.certificates.authority.read_text("ascii")
    key = base64.b64encode(folder.key().public).decode()
    return Membership(settings.league, table, str(broker), token, key, title=settings.title, certificate=certificate)


class JoinDesk:
    """Answers `GET /join/NAME`. Safe from any thread."""

    def __init__(self, engine: Engine, now_ms: Callable[[], int] = wall_ms) -> None:
        self._engine, self._now_ms = engine, now_ms
        self._lock = Lock()
        self._minute, self._in_vain = 0, 0

    def answer(self, name: str, *, origin: str) -> bytes | None:
        """The sealed membership; None where there is none, which does not say why."""
        now = self._now_ms()
        if len(name) != NAME_LENGTH or any(letter not in ALPHABET for letter in name.upper()) or self._is_full(now):
            return None
        with self._engine.begin() as connection:
            invitation = fetch_invitation(connection, name, now_ms=now)
            if invitation is not None:
                note_audit(
                    connection,
                    at_ms=now,
                    who=invitation[0],
                    what="fetched its invitation",
                    about=invitation[0],
                    origin=origin,
                )
        if invitation is None:
            log.info("no invitation %s for %s", name, origin)
            with self._lock:
                self._in_vain += 1
            return None
        return invitation[1]

    def _is_full(self, now_ms: int) -> bool:
        with self._lock:
            if now_ms // 60_000 != self._minute:
                self._minute, self._in_vain = now_ms // 60_000, 0
            return self._in_vain >= EACH_MINUTE
