"""How far the matches went that were recorded on this computer, kept apart from them: so that it sees where one was cut
off, or an older copy was put in its place."""

import logging
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

FOLDER = "matches"
NOTES_FOLDER = "notes"
MOST_REMEMBERED = 2_000
MOST_BYTES = 10_000
ID = re.compile(r"[0-9a-f-]{36}")
log = logging.getLogger(__name__)
T = TypeVar("T")


class RememberedHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    match: str
    links: int
    chain: str
    frames: int
    until_ns: int
    wall_ms: int
    is_closed: bool


class RememberedNote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last note in a match that was over, made or seen on this computer. Kept apart from what was recorded: a note
    in one copy of a match says nothing against another copy."""

    match: str
    link: str
    """The digest of the link that the note is, or becomes."""
    wall_ms: int


def remember_head(root: Path, head: RememberedHead) -> None:
    """`root`: the folder of the user's keys. The match is recorded all the same where it cannot be written."""
    _remember(root / FOLDER, head)


def remember_note(root: Path, note: RememberedNote) -> None:
    _remember(root / NOTES_FOLDER, note)


def _remember(folder: Path, head: RememberedHead | RememberedNote) -> None:
    if ID.fullmatch(head.match) is None:
        return
    path = folder / f"{head.match}.json"
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.exists():
            _make_room(path.parent)
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            file.write(msgspec.json.encode(head))
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError:
        log.warning("how far %s went is not remembered", head.match, exc_info=True)


def remembered_head(root: Path, match: str) -> RememberedHead | None:
    """None where it was not recorded here, or so long ago that it was forgotten."""
    return _read(root / FOLDER, match, RememberedHead)


def remembered_note(root: Path, match: str) -> RememberedNote | None:
    """None where none was made or seen here."""
    return _read(root / NOTES_FOLDER, match, RememberedNote)


def _read(folder: Path, match: str, kind: type[T]) -> T | None:
    if ID.fullmatch(match) is None:
        return None
    path = folder / f"{match}.json"
    try:
        with path.open("rb") as file:
            return msgspec.json.decode(file.read(MOST_BYTES), type=kind)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError, ValueError):
        log.warning("%s cannot be read", path, exc_info=True)
        return None


def _make_room(folder: Path) -> None:
    """The oldest are forgotten."""
    paths = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
    for path in paths[: max(0, len(paths) - MOST_REMEMBERED + 1)]:
        with suppress(OSError):
            path.unlink()
