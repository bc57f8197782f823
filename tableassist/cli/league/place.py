"""Which league a command is about: its folder, and what the folder says of its database."""

import getpass
import os
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Option

from tableassist.errors import BadRequestError

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from tableassist.league.league_folder import LeagueFolder, LeagueSettings

NEEDED = ("sqlalchemy", "alembic", "psycopg")
DATABASE_VARIABLE = "TABLEASSIST_LEAGUE_DATABASE"
Folder = Annotated[Path | None, Option("--folder", help="The league's folder. Default: in your data folder.")]
SPAN = re.compile(r"(\d{1,5})\s*(min|h|d)")
UNIT_MS = {"min": 60_000, "h": 3_600_000, "d": 86_400_000}


def need_extra() -> None:
    """The hub's packages are an extra: a table that joins a league needs none of them."""
    for package in NEEDED:
        if find_spec(package) is None:
            raise BadRequestError(
                "the hub of a league needs {package}, which is not installed. Type: pip install 'tableassist[league]'",
                package=package,
            )


def league_folder(context: typer.Context, folder: Path | None) -> "LeagueFolder":
    """As the command says, or the group before it."""
    need_extra()
    from tableassist.league.league_folder import LeagueFolder, usual_folder

    return LeagueFolder(folder or context.obj or usual_folder())


@contextmanager
def opened(context: typer.Context, folder: Path | None) -> "Iterator[tuple[LeagueFolder, LeagueSettings, Engine]]":
    """A league that is there, with its database."""
    from tableassist.league.hub.opening import open_database

    place = league_folder(context, folder)
    settings = place.known()
    engine = open_database(place, settings)
    try:
        yield place, settings, engine
    finally:
        engine.dispose()


def span_ms(typed: str, option: str) -> int:
    """12h, 90d, 30min."""
    found = SPAN.fullmatch(typed.strip())
    if found is None or int(found[1]) == 0:
        raise BadRequestError(
            "{option}: got '{typed}', expected such as 30min, 12h, 90d", option=option, typed=typed[:40]
        )
    return int(found[1]) * UNIT_MS[found[2]]


def who() -> str:
    """For the audit trail: whoever sits at this terminal."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return str(os.getuid()) if hasattr(os, "getuid") else "?"


def origin() -> str:
    return f"terminal on {socket.gethostname()}"
