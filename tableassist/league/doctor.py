"""Checks of the computer that runs a league, for `tableassist doctor --league`."""

import datetime
import socket
import subprocess
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

from cryptography import x509
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from tableassist.errors import TableAssistError, fault_words
from tableassist.league.broker.accounts import parse_broker_address
from tableassist.league.broker.mosquitto import INSTALL, find_mosquitto
from tableassist.league.hub.hub import wall_ms
from tableassist.league.hub.live_tables import describe_clock_error
from tableassist.league.league_folder import LeagueFolder, LeagueSettings
from tableassist.league.storage.accounts import list_tables
from tableassist.league.storage.database import (
    migrate,
    open_engine,
    parse_database_url,
    read_only,
    url_without_password,
)
from tableassist.league.storage.leases import read_database_clock, read_lease
from tableassist.league.storage.schema import records
from tableassist.messages import Message, Text, template
from tableassist.setup.doctor import DoctorLine, disk_line, fine, look, missing

ASK_S = 3.0
SOON_DAYS = 14
CLOCK_MS = 5_000


def check_league(folder: LeagueFolder) -> Iterator[DoctorLine]:
    yield from _check_packages()
    yield _check_mosquitto()
    if not folder.settings_file.exists():
        do = Message("tableassist league --network starts one")
        yield look(template("league"), Message("none in {folder} yet", folder=folder.path), do)
        return
    settings = folder.settings()
    yield fine(template("league"), f"{settings.title or settings.league} ({folder.path})")
    yield disk_line(template("league's folder"), folder.path)
    yield from _check_database(folder, settings)
    yield _check_broker(settings)
    if not settings.broker:
        yield _check_certificate(folder)


def _check_packages() -> Iterator[DoctorLine]:
    for name in ("SQLAlchemy", "alembic", "psycopg", "paho-mqtt", "zeroconf", "networkx", "openskill"):
        try:
            yield fine(name, version(name))
        except PackageNotFoundError:
            yield missing(name, Message("not installed"), "pip install 'tableassist[league]'")


def _check_mosquitto() -> DoctorLine:
    try:
        program = find_mosquitto()
    except TableAssistError:
        return missing("mosquitto", Message("not installed"), INSTALL)
    help_text = subprocess.run([program, "-h"], capture_output=True, text=True, check=False, timeout=10).stdout
    return fine("mosquitto", f"{help_text.splitlines()[0] if help_text else ''} ({program})")


def _check_database(folder: LeagueFolder, settings: LeagueSettings) -> Iterator[DoctorLine]:
    what = template("database")
    url = parse_database_url(settings.database or folder.database)
    engine = open_engine(url)
    try:
        migrate(engine)
        with read_only(engine) as connection:
            count = connection.execute(select(func.count()).select_from(records)).scalar_one()
            off_ms = read_database_clock(connection) - wall_ms()
            lease_holder = read_lease(connection, settings.league)
            tables = list_tables(connection, settings.league)
    except TableAssistError as problem:
        yield missing(what, problem.message, Message("update Table Assist"))
        return
    except SQLAlchemyError as problem:
        words = fault_words(getattr(problem, "orig", None) or problem)
        yield missing(what, f"{url_without_password(url)}: {words}", Message("start it, or name another: --database"))
        return
    finally:
        engine.dispose()
    yield fine(what, Message("{address}: {count} records", address=url_without_password(url), count=count))
    if abs(off_ms) > CLOCK_MS:
        message = Message("its clock is {seconds} s off this computer's", seconds=round(off_ms / 1_000))
        yield look(what, message, Message("set both by the network's time"))
    yield _check_hub(
        None
        if lease_holder is None or lease_holder.until_ms < wall_ms() + off_ms
        else f"{lease_holder.host}, {lease_holder.process}"
    )
    for table in tables:
        if (clock := describe_clock_error(table.title or table.id, table.clock_ahead_ms)) is not None:
            yield look(template("clock"), clock, Message("set it by the network's time"))


def _check_hub(where: str | None) -> DoctorLine:
    what = template("hub")
    if where is None:
        return look(what, Message("does not run"), Message("tableassist league starts it"))
    return fine(what, Message("runs: {where}", where=where))


def _check_broker(settings: LeagueSettings) -> DoctorLine:
    what = template("broker")
    address = parse_broker_address(settings.broker) if settings.broker else None
    host, port = ("127.0.0.1", settings.broker_port) if address is None else (address.host, address.port)
    try:
        socket.create_connection((host, port), timeout=ASK_S).close()
    except OSError as problem:
        words: Text = Message("{host}:{port}: {problem}", host=host, port=port, problem=fault_words(problem))
        if address is None:
            return look(what, words, Message("the hub starts it"))
        return missing(what, words, Message("start it, or name another: --broker"))
    return fine(what, f"{host}:{port}")


def _check_certificate(folder: LeagueFolder) -> DoctorLine:
    what = template("certificate")
    try:
        certificate = x509.load_pem_x509_certificate(folder.certificates.server.read_bytes())
    except (OSError, ValueError):
        return look(what, Message("none yet"), Message("the hub makes it when it starts"))
    left = certificate.not_valid_after_utc - datetime.datetime.now(datetime.UTC)
    words = Message("good until {day}", day=f"{certificate.not_valid_after_utc:%Y-%m-%d}")
    if left.days < SOON_DAYS:
        return look(what, words, Message("the hub makes a new one when it starts"))
    return fine(what, words)
