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
    from tableassist.league import LeagueAdmin, LeagueFolder

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
    from tableassist.league import LeagueFolder, default_league_folder

    return LeagueFolder(folder or context.obj or default_league_folder())


@contextmanager
def open_league(context: typer.Context, folder: Path | None) -> "Iterator[LeagueAdmin]":
    """Open the database of a league that exists, in the name of whoever sits at this terminal."""
    place = league_folder(context, folder)
    from tableassist.league import open_admin

    with open_admin(place, who=terminal_user(), origin=f"terminal on {socket.gethostname()}") as admin:
        yield admin


def parse_span_ms(typed: str, option: str) -> int:
    """12h, 90d, 30min."""
    match = SPAN.fullmatch(typed.strip())
    if match is None or int(match[1]) == 0:
        raise BadRequestError(
            "{option}: got '{typed}', expected such as 30min, 12h, 90d", option=option, typed=typed[:40]
        )
    return int(match[1]) * UNIT_MS[match[2]]


def terminal_user() -> str:
    """Return the name of this terminal's user, for the audit trail."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return str(os.getuid()) if hasattr(os, "getuid") else "?"
