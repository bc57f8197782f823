"""Where games are kept while they are played: for each table a folder, and in it one for each game.

`KEPT/TABLE-1a2b3c4d/2026-11-17 14.20.05/` holds `game.json` (`store.kept.game`) and whatever else belongs to this
game: its log of acts, for one.
"""

import hashlib
import shutil
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Final

from tableassist.store.files.file_name import allowed_name
from tableassist.store.files.problems import unwritable
from tableassist.store.match.folder import is_being_recorded

GAME_FILE: Final = "game.json"
MOST_GAMES: Final = 10
"""Of one table; older ones go when another begins."""


def table_folder(root: Path, table: str, source: str) -> Path:
    """`source`: the path of the table file, or what brings its own table. Two tables may have one name."""
    digest = hashlib.sha256(source.encode("utf-8", "surrogateescape")).hexdigest()
    return root / f"{allowed_name(table, most_bytes=60)}-{digest[:8]}"


def make_game_folder(table: Path, began: datetime) -> Path:
    """A new one, beside the table's earlier games. BadFileError where it cannot be made."""
    name = f"{began:%Y-%m-%d %H.%M.%S}"
    for number in count(1):
        folder = table / (name if number == 1 else f"{name} {number}")
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            continue
        except OSError as problem:
            raise unwritable(folder, problem) from None
        break
    _forget_oldest(table)
    return folder


def game_folders(table: Path) -> tuple[Path, ...]:
    """The one that was played last first; not those that are being played in another window."""
    if not table.is_dir():
        return ()
    found = (each for each in table.iterdir() if (each / GAME_FILE).is_file() and not is_being_recorded(each))
    return tuple(sorted(found, key=lambda each: ((each / GAME_FILE).stat().st_mtime_ns, each.name), reverse=True))


def _forget_oldest(table: Path) -> None:
    """All but the newest, which has no file yet, and those before it."""
    for folder in game_folders(table)[MOST_GAMES - 1 :]:
        shutil.rmtree(folder, ignore_errors=True)
