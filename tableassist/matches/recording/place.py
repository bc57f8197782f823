"""Where a record goes: to a match that was cut off, or to a new one."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from tableassist.errors import BadRequestError
from tableassist.matches.recording.replay_buffer import UnfinishedMatch, unfinished_match, unfinished_matches
from tableassist.messages import template
from tableassist.store.match import is_match, named_match
from tableassist.store.match_library import match_card


def record_path(
    table: str, out: Path | None, library: Path, *, resume: bool, offer: Callable[[UnfinishedMatch], bool]
) -> tuple[Path, bool]:
    """The path, and whether to go on with what is there. `offer`: tells of a match that was cut off, and whether to
    resume it."""
    if out is not None:
        return (_checked(named_match(out), table), True) if resume else (_new(out), False)
    cut_off = next((each for each in unfinished_matches((library,)) if each.table == table), None)
    if resume and cut_off is None:
        what = template("record --resume: no interrupted match of {table!r} found, expected --out NAME.match")
        raise BadRequestError(what, table=table)
    if cut_off is not None and (resume or offer(cut_off)):
        return cut_off.folder, True
    return _free_name(library, table), False


def _checked(folder: Path, table: str) -> Path:
    facts = match_card(folder).facts if is_match(folder) else None
    if facts is not None and facts.table not in ("", table):
        what = template("{folder}: got a match of {got!r}, expected one of {expected!r}")
        raise BadRequestError(what, folder=folder, got=facts.table, expected=table)
    return folder


def _new(out: Path) -> Path:
    folder = named_match(out)
    if not is_match(folder):
        return out
    if unfinished_match(folder):
        raise BadRequestError("{folder} already exists; choose a new name, or resume it with --resume", folder=folder)
    raise BadRequestError("{folder} already exists; choose a new name, or add to it with --resume", folder=folder)


def _free_name(library: Path, table: str) -> Path:
    plain = "-".join("".join(letter if letter.isalnum() else " " for letter in table).split())[:40]
    name = f"{datetime.now():%Y-%m-%d-%H%M}-{plain}"
    tries = (name if number == 1 else f"{name}-{number}" for number in range(1, 1000))
    return next(library / each for each in tries if not named_match(library / each).exists())
