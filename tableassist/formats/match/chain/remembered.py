"""How far the matches went that were recorded on this computer, kept apart from them: so that it sees where one was cut
off, or an older copy was put in its place."""

import logging
import re
from contextlib import suppress
from pathlib import Path

import msgspec

FOLDER = "matches"
MOST_REMEMBERED = 2_000
MOST_BYTES = 10_000
ID = re.compile(r"[0-9a-f-]{36}")
log = logging.getLogger(__name__)


class RememberedHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    match: str
    links: int
    chain: str
    frames: int
    until_ns: int
    wall_ms: int
    is_closed: bool


def remember_head(root: Path, head: RememberedHead) -> None:
    """`root`: the folder of the user's keys. The match is recorded all the same where it cannot be written."""
    if ID.fullmatch(head.match) is None:
        return
    path = root / FOLDER / f"{head.match}.json"
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.exists():
            _make_room(path.parent)
        part = path.with_suffix(".part")
        part.write_bytes(msgspec.json.encode(head))
        part.replace(path)
    except OSError:
        log.warning("how far %s went is not remembered", head.match, exc_info=True)


def remembered_head(root: Path, match: str) -> RememberedHead | None:
    """None where it was not recorded here, or so long ago that it was forgotten."""
    if ID.fullmatch(match) is None:
        return None
    path = root / FOLDER / f"{match}.json"
    try:
        with path.open("rb") as file:
            return msgspec.json.decode(file.read(MOST_BYTES), type=RememberedHead)
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
