"""What the doctor looks at on the computer that runs a league."""

import datetime
import socket
import subprocess
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

from cryptography import x509
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from tableassist.errors import TableAssistError, fault_words
from tableassist.league.broker.accounts import broker_address
from tableassist.league.broker.mosquitto import INSTALL, find_mosquitto
from tableassist.league.hub.hub import wall_ms
from tableassist.league.hub.live_tables import clock_words
from tableassist.league.league_folder import LeagueFolder, LeagueSettings
from tableassist.league.storage.accounts import listed_tables
from tableassist.league.storage.database import database_url, migrate, open_engine, reading, shown
from tableassist.league.storage.leases import database_ms, holder
from tableassist.league.storage.schema import records
from tableassist.messages import Message, Text, template
from tableassist.services.doctor.checks import DoctorLine, disk_line, fine, look, missing

ASK_S = 3.0
SOON_DAYS = 14
CLOCK_MS = 5_000


def league_lines(folder: LeagueFolder) -> Iterator[DoctorLine]:
    yield from _packages()
    yield _mosquitto()
    if not folder.settings_file.exists():
        do = Message("tableassist league --network starts one")
        yield look(template("league"), Message("none in {folder} yet", folder=folder.path), do)
        return
    settings = folder.settings()
    yield fine(template("league"), f"{settings.title or settings.league} ({folder.path})")
    yield disk_line(template("league's folder"), folder.path)
    yield from _database(folder, settings)
    yield _broker(settings)
    if not settings.broker:
        yield _certificate(folder)


def _packages() -> Iterator[DoctorLine]:
    for name in ("SQLAlchemy", "alembic", "psycopg", "paho-mqtt", "zeroconf", "networkx", "openskill"):
        try:
            yield fine(name, version(name))
        except PackageNotFoundError:
            yield missing(name, Message("not installed"), "pip install 'tableassist[league]'")


def _mosquitto() -> DoctorLine:
    try:
        program = find_mosquitto()
    except TableAssistError:
        return missing("mosquitto", Message("not installed"), INSTALL)
    said = subprocess.run([program, "-h"], capture_output=True, text=True, check=False, timeout=10).stdout
    return fine("mosquitto", f"{said.splitlines()[0] if said else ''} ({program})")


def _database(folder: LeagueFolder, settings: LeagueSettings) -> Iterator[DoctorLine]:
    what = template("database")
    url = database_url(settings.database or folder.database)
    engine = open_engine(url)
    try:
        migrate(engine)
        with reading(engine) as connection:
            count = connection.execute(select(func.count()).select_from(records)).scalar_one()
            off_ms = database_ms(connection) - wall_ms()
            found = holder(connection, settings.league)
            tables = listed_tables(connection, settings.league)
    except TableAssistError as problem:
        yield missing(what, problem.message, Message("update Table Assist"))
        return
    except SQLAlchemyError as problem:
        words = fault_words(getattr(problem, "orig", None) or problem)
        yield missing(what, f"{shown(url)}: {words}", Message("start it, or name another: --database"))
        return
    finally:
        engine.dispose()
    yield fine(what, Message("{address}: {count} records", address=shown(url), count=count))
    if abs(off_ms) > CLOCK_MS:
        told = Message("its clock is {seconds} s off this computer's", seconds=round(off_ms / 1_000))
        yield look(what, told, Message("set both by the network's time"))
    yield _hub(None if found is None or found.until_ms < wall_ms() + off_ms else f"{found.host}, {found.process}")
    for each in tables:
        if (clock := clock_words(each.title or each.id, each.clock_ahead_ms)) is not None:
            yield look(template("clock"), clock, Message("set it by the network's time"))


def _hub(where: str | None) -> DoctorLine:
    what = template("hub")
    if where is None:
        return look(what, Message("does not run"), Message("tableassist league starts it"))
    return fine(what, Message("runs: {where}", where=where))


def _broker(settings: LeagueSettings) -> DoctorLine:
    what = template("broker")
    address = broker_address(settings.broker) if settings.broker else None
    host, port = ("127.0.0.1", settings.broker_port) if address is None else (address.host, address.port)
    try:
        socket.create_connection((host, port), timeout=ASK_S).close()
    except OSError as problem:
        words: Text = Message("{host}:{port}: {problem}", host=host, port=port, problem=fault_words(problem))
        if address is None:
            return look(what, words, Message("the hub starts it"))
        return missing(what, words, Message("start it, or name another: --broker"))
    return fine(what, f"{host}:{port}")


def _certificate(folder: LeagueFolder) -> DoctorLine:
    what = template("certificate")
    try:
        found = x509.load_pem_x509_certificate(folder.certificates.server.read_bytes())
    except (OSError, ValueError):
        return look(what, Message("none yet"), Message("the hub makes it when it starts"))
    left = found.not_valid_after_utc - datetime.datetime.now(datetime.UTC)
    words = Message("good until {day}", day=f"{found.not_valid_after_utc:%Y-%m-%d}")
    if left.days < SOON_DAYS:
        return look(what, words, Message("the hub makes a new one when it starts"))
    return fine(what, words)
