"""Where a record goes: to a match that was cut off, or to a new one."""

import sys
from datetime import datetime
from pathlib import Path

import typer

from tableassist.errors import BadRequestError
from tableassist.formats.match.folder import is_match, named_match
from tableassist.formats.match.library import match_card
from tableassist.formats.score.chronicle_words import time_words
from tableassist.runtime.recorder.replay_buffer import UnfinishedMatch, unfinished_match, unfinished_matches


def record_path(table: str, out: Path | None, library: Path, *, go_on: bool) -> tuple[Path, bool]:
    """The path, and whether to go on with what is there. Who sits at a terminal is asked about a match that was cut
    off; others are told."""
    if out is not None:
        return (_checked(named_match(out), table), True) if go_on else (_new(out), False)
    cut_off = next((each for each in unfinished_matches((library,)) if each.table == table), None)
    if go_on and cut_off is None:
        raise BadRequestError(f"record --go-on: no match of {table!r} was cut off, expected --out NAME.match")
    if cut_off is not None and (go_on or _offered(cut_off)):
        return cut_off.folder, True
    return _free_name(library, table), False


def _checked(folder: Path, table: str) -> Path:
    facts = match_card(folder).facts if is_match(folder) else None
    if facts is not None and facts.table not in ("", table):
        raise BadRequestError(f"{folder}: got a match of {facts.table!r}, expected one of {table!r}")
    return folder


def _new(out: Path) -> Path:
    folder = named_match(out)
    if is_match(folder):
        hint = "--go-on goes on with it" if unfinished_match(folder) else "--go-on adds to it"
        raise BadRequestError(f"{folder}: is there already, expected a new name; {hint}")
    return out


def _offered(match: UnfinishedMatch) -> bool:
    words = f"{match.folder.name} was cut off after {time_words(round(match.seconds * 1e9))}; nothing of it is lost."
    if sys.stdin.isatty():
        typer.echo(words)
        return typer.confirm("Go on with it?", default=True)
    typer.echo(f"{words} `record --go-on` goes on with it.", err=True)
    return False


def _free_name(library: Path, table: str) -> Path:
    plain = "-".join("".join(letter if letter.isalnum() else " " for letter in table).split())[:40]
    name = f"{datetime.now():%Y-%m-%d-%H%M}-{plain}"
    tries = (name if number == 1 else f"{name}-{number}" for number in range(1, 1000))
    return next(library / each for each in tries if not named_match(library / each).exists())
