"""What a table needs to take part in a league, kept in the user's data folder: a folder for each membership.

`LEAGUE-FOLDER/friday/table-3/` holds `membership.json`, which nobody else may read, and the outbox.
"""

import logging
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import msgspec
import platformdirs

from tableassist.errors import BadFileError, BadRequestError
from tableassist.store.files import not_ours, unreadable, unwritable
from tableassist.store.league import Membership, check_name
from tableassist.store.match import MatchLock, is_being_recorded

log: Final = logging.getLogger(__name__)
MEMBERSHIP_FILE: Final = "membership.json"
MOST_BYTES: Final = 100_000
PORTS: Final = {"mqtt": 1883, "mqtts": 8883}


@dataclass(frozen=True, slots=True)
class BusAddress:
    host: str
    port: int
    is_secure: bool
    user: str = ""
    league: str = ""


def league_root() -> Path:
    return platformdirs.user_data_path("tableassist", appauthor=False) / "league"


def membership_folder(root: Path, membership: Membership) -> Path:
    """BadRequestError where league or table have names that none has."""
    return root / check_name(membership.league, "league") / check_name(membership.table, "table")


def keep_membership(root: Path, membership: Membership) -> Path:
    """Its folder. Only the user can read the file: it holds the table's password."""
    folder = membership_folder(root, membership)
    path, part = folder / MEMBERSHIP_FILE, folder / f".{MEMBERSHIP_FILE}.part"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        part.unlink(missing_ok=True)
        file = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(file, "wb") as writing:
            writing.write(msgspec.json.encode(membership))
            writing.flush()
            os.fsync(writing.fileno())
        part.replace(path)
    except OSError as problem:
        raise unwritable(path, problem) from None
    return folder


def read_membership(folder: Path) -> Membership:
    path = folder / MEMBERSHIP_FILE
    try:
        with path.open("rb") as file:
            return msgspec.json.decode(file.read(MOST_BYTES), type=Membership)
    except OSError as problem:
        raise unreadable(path, problem) from None
    except (msgspec.MsgspecError, ValueError) as problem:
        raise not_ours(path, problem) from None


def read_memberships(root: Path) -> tuple[Membership, ...]:
    """The one that was used last first; not those that another window uses now. What cannot be read is passed over."""
    found = []
    for path in root.glob(f"*/*/{MEMBERSHIP_FILE}") if root.is_dir() else ():
        try:
            if not is_being_recorded(path.parent):
                found.append((path.stat().st_mtime_ns, read_membership(path.parent)))
        except (BadFileError, OSError) as problem:
            log.warning("%s", problem)
    return tuple(membership for _, membership in sorted(found, key=lambda each: each[0], reverse=True))


def forget_membership(root: Path, membership: Membership) -> None:
    """The outbox stays: what the hub has not confirmed, and which commands were done."""
    path = membership_folder(root, membership) / MEMBERSHIP_FILE
    try:
        path.unlink(missing_ok=True)
    except OSError as problem:
        raise unwritable(path, problem) from None


def membership_lock(folder: Path) -> MatchLock:
    """Taken. BadRequestError where another window on this computer takes part as this table."""
    if is_being_recorded(folder):
        raise BadRequestError(
            "league: another window is already {table}; expected one window per table", table=folder.name
        )
    lock = MatchLock(folder)
    lock.take()
    return lock


def broker_address(text: str) -> BusAddress:
    """`mqtts://[TABLE@]HOST[:PORT][/LEAGUE]`."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise _no_address(text) from None
    if parts.scheme not in PORTS or not parts.hostname or parts.query or parts.fragment:
        raise _no_address(text)
    league, user = parts.path.strip("/"), parts.username or ""
    for name, what in ((league, "league"), (user, "table")):
        if name:
            check_name(name, what)
    return BusAddress(parts.hostname, port or PORTS[parts.scheme], parts.scheme == "mqtts", user, league)


def membership_for(root: Path, address: str, token: str | None) -> Membership:
    """As `--league mqtts://TABLE@HOST/LEAGUE` names it: one that is kept, or one made of a token."""
    asked = broker_address(address)
    if not asked.league:
        raise BadRequestError("--league: got '{got}', expected mqtts://HOST/LEAGUE", got=address[:200])
    broker = f"{'mqtts' if asked.is_secure else 'mqtt'}://{_bracket_host(asked.host)}:{asked.port}"
    for kept in read_memberships(root):
        if kept.league == asked.league and asked.user in ("", kept.table) and token in (None, kept.token):
            return msgspec.structs.replace(kept, broker=broker)
    if token is None:
        raise BadRequestError(
            "--league {league}: this computer is no member; expected the code that the hub shows, or --league-token",
            league=asked.league,
        )
    if not asked.user:
        raise BadRequestError("--league-token: expected the table's name too, as in mqtts://table-3@HOST/LEAGUE")
    return Membership(asked.league, asked.user, broker, token, "")


def _bracket_host(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _no_address(text: str) -> BadRequestError:
    return BadRequestError("broker: got '{got}', expected mqtts://HOST[:PORT]", got=text[:200])
