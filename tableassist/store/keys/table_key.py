"""The key of the tables on this computer: one for each user, made when it is first needed.

It belongs to the user and the computer, not to the table file: a table file is copied and handed on, a private key is
not, and whoever can start the program can sign for any table file on it anyway.
"""

import logging
import os
from pathlib import Path

import msgspec
import platformdirs
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tableassist.errors import TableAssistError
from tableassist.store.files.problems import not_ours, unreadable, unwritable
from tableassist.store.files.safe_write import write_bytes_safely
from tableassist.store.keys.handover import MOST_HANDOVERS, Handover, handover
from tableassist.store.keys.key_file import read_private_key, write_new_key
from tableassist.store.keys.signature import TableKey

KEY_FILE, HANDOVERS_FILE = "table-key.pem", "handovers.json"
FOLDER_VARIABLE = "TABLEASSIST_KEY_FOLDER"
FOLDER_MODE, FILE_MODE = 0o700, 0o600


def key_folder() -> Path:
    """Where the user's key and list of known tables are: in the user's data folder, or where the variable says."""
    named = os.environ.get(FOLDER_VARIABLE)
    return Path(named) if named else platformdirs.user_data_path("tableassist", appauthor=False) / "keys"


def load_or_make_table_key(folder: Path) -> TableKey:
    """TableAssistError where it can neither be read nor made."""
    path = folder / KEY_FILE
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=FOLDER_MODE)
        _only_for_the_owner(folder, FOLDER_MODE)
        if not path.exists():
            write_new_key(path, Ed25519PrivateKey.generate())
        _only_for_the_owner(path, FILE_MODE)
    except OSError as problem:
        raise unwritable(path, problem) from None
    return read_private_key(path)


def table_key_or_none(folder: Path) -> TableKey | None:
    """For those who go on without one: a match is recorded and evidence made, unsigned, and the log says why."""
    try:
        return load_or_make_table_key(folder)
    except TableAssistError as problem:
        logging.getLogger(__name__).warning("nothing is signed: %s", problem)
        return None


def renew_table_key(folder: Path, *, when: str, hand_over: bool) -> TableKey:
    """A new key takes the old one's place, and the old one is gone. `hand_over`: the old one signs the new one first;
    not where somebody else may have it."""
    old, path = load_or_make_table_key(folder), folder / KEY_FILE
    handovers = read_handovers(folder) if hand_over else ()
    second = folder / f".new-{KEY_FILE}"
    try:
        second.unlink(missing_ok=True)
        write_new_key(second, Ed25519PrivateKey.generate())
        new = read_private_key(second)
        step = (handover(old=old, new=new.public, when=when),) if hand_over else ()
        write_bytes_safely(folder / HANDOVERS_FILE, msgspec.json.encode([*handovers, *step][-MOST_HANDOVERS:]))
        second.replace(path)
    except OSError as problem:
        raise unwritable(path, problem) from None
    return new


def read_handovers(folder: Path) -> tuple[Handover, ...]:
    """From the keys before; those that do not lead to the key of now mean nothing."""
    path = folder / HANDOVERS_FILE
    try:
        return tuple(msgspec.json.decode(path.read_bytes(), type=list[Handover]))
    except FileNotFoundError:
        return ()
    except OSError as problem:
        raise unreadable(path, problem) from None
    except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
        raise not_ours(path, problem) from None


def _only_for_the_owner(path: Path, mode: int) -> None:
    """A key that a copying program left open to all is closed again."""
    if os.name == "posix" and path.stat().st_mode & 0o077:
        logging.getLogger(__name__).warning("%s could be read by others; it no longer can", path)
        path.chmod(mode)
