"""Open the hub of a league: migrate the database, take the lease, choose the broker."""

import os
import secrets
import socket
import time

import msgspec
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from tableassist.errors import BadFileError, BadRequestError
from tableassist.league.broker.accounts import (
    TLS_PORT,
    parse_broker_address,
)
from tableassist.league.hub.bus import BrokerSide, OwnBrokerSide, add_default_user
from tableassist.league.hub.hub import Hub, wall_ms
from tableassist.league.league_folder import LeagueFolder, LeagueSettings
from tableassist.league.storage.accounts import ensure_league, note_audit
from tableassist.league.storage.database import (
    describe_database_error,
    is_connection_lost,
    migrate,
    open_engine,
    parse_database_url,
    url_without_password,
)
from tableassist.league.storage.leases import LEASE_MS, take_lease
from tableassist.web.serving import own_address

DESK_PORT = 8750
PORTS = 20


def open_database(folder: LeagueFolder, settings: LeagueSettings) -> Engine:
    """Migrated, with its league in it. TableAssistError in one line where it does not answer."""
    folder.make()
    engine = open_engine(parse_database_url(settings.database or folder.database))
    try:
        migrate(engine)
        with engine.begin() as connection:
            ensure_league(connection, settings.league, settings.title, now_ms=wall_ms())
    except SQLAlchemyError as problem:
        engine.dispose()
        if not is_connection_lost(problem):
            raise
        words = describe_database_error(problem)
        raise BadFileError("database {url}: {words}", url=url_without_password(engine.url), words=words) from None
    except BaseException:
        engine.dispose()
        raise
    return engine


def open_hub(folder: LeagueFolder, settings: LeagueSettings, *, take_over: bool = False) -> Hub:
    """BadRequestError where another hub runs this league."""
    engine = open_database(folder, settings)
    try:
        hub, host = secrets.token_hex(8), socket.gethostname()
        with engine.begin() as connection:
            running_hub = take_lease(
                connection, settings.league, hub, host=host, process=os.getpid(), by_force=take_over
            )
            if running_hub is None:
                note_audit(connection, at_ms=wall_ms(), who="hub", what="started", about=hub, origin=host)
        if running_hub is not None:
            raise BadRequestError(
                "a hub runs this league already: on {host}, process {process}, since {since}; stop it, or if it is "
                "gone wait {seconds} s or add --take-over",
                host=running_hub.host,
                process=running_hub.process,
                since=time.strftime("%Y-%m-%d %H:%M", time.localtime(running_hub.since_ms / 1_000)),
                seconds=LEASE_MS // 1_000,
            )
        side = _make_broker_side(folder, settings)
        return Hub(engine, side, folder.key(), league=settings.league, title=settings.title, hub=hub)
    except BaseException:
        engine.dispose()
        raise


def public_host(settings: LeagueSettings) -> str:
    """The name or address by which tables and browsers reach this computer."""
    return settings.host or (own_address() if settings.network else "127.0.0.1")


def desk_address(settings: LeagueSettings) -> str:
    return f"http://{public_host(settings)}:{settings.port}"


def choose_ports(settings: LeagueSettings) -> LeagueSettings:
    """Chosen once: tables and judges keep them."""
    broker_port = settings.broker_port or (0 if settings.broker else find_free_port(TLS_PORT))
    return msgspec.structs.replace(settings, port=settings.port or find_free_port(DESK_PORT), broker_port=broker_port)


def find_free_port(first: int) -> int:
    for port in (*range(first, first + PORTS), 0):
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("0.0.0.0", port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise BadRequestError("got no free port from {first} on", first=first)


def _make_broker_side(folder: LeagueFolder, settings: LeagueSettings) -> BrokerSide:
    if settings.broker:
        return BrokerSide(add_default_user(parse_broker_address(settings.broker)))
    return OwnBrokerSide(
        folder,
        settings.league,
        port=settings.broker_port,
        to_network=settings.network,
        host=public_host(settings),
    )
