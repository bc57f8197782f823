"""The game that is being played, kept line by line as it is said: a crash of the program loses nothing."""

import hashlib
import logging
import re
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import platformdirs

from tableassist.errors import TableAssistError
from tableassist.formats.game.game_file import GameFile
from tableassist.formats.game.json_lines import MOST_BYTES, parse_json_lines
from tableassist.formats.io.bad_file import unwritable
from tableassist.formats.io.safe_write import write_text_safely
from tableassist.plain_file import read_plain_text

SUFFIX = ".jsonl"
RUNNING = ".running" + SUFFIX
log = logging.getLogger(__name__)


def games_root() -> Path:
    """Where games lie that were played in the window."""
    return platformdirs.user_data_path("tableassist") / "games"


def file_name(table: str) -> str:
    """Of a table's games, on every system; two tables never share one."""
    plain = re.sub(r"[^A-Za-z0-9 _-]+", "_", table).strip(" _")[:60] or "table"
    return f"{plain}-{hashlib.sha256(table.encode()).hexdigest()[:8]}"


@dataclass(frozen=True, slots=True)
class KeptGame:
    """One that was left before it was over."""

    path: Path
    game: GameFile
    left_ms: int
    """When the last line was written (Unix time)."""


class GameJournal:
    """Of one table: at most one game runs."""

    def __init__(self, table: str, root: Path | None = None) -> None:
        self._root = root or games_root()
        self._name = file_name(table)
        self._file: IO[str] | None = None
        self.problem: TableAssistError | None = None
        """Why it is no longer kept; None while it is."""

    @property
    def path(self) -> Path:
        return self._root / (self._name + RUNNING)

    def kept(self) -> KeptGame | None:
        """None where no game was left, or nobody can read it. A last line that was cut off is left out."""
        if self._file is not None or not self.path.is_file():
            return None
        try:
            text = read_plain_text(self.path, MOST_BYTES)
            whole = text if text.endswith("\n") else text[: text.rfind("\n") + 1]
            return KeptGame(self.path, parse_json_lines(whole, where=str(self.path)), _changed_ms(self.path))
        except (TableAssistError, OSError):
            log.warning("%s cannot be resumed", self.path, exc_info=True)
            return None

    def begin(self, lines: tuple[str, ...]) -> None:
        """With all that was said so far; a game that was left is set aside. BadFileError where it cannot be kept."""
        self.set_aside()
        self.go_on(lines)

    def go_on(self, lines: tuple[str, ...]) -> None:
        """With the game that was left, as it was read: it is written anew, without a line that was cut off."""
        self.close()
        self.problem = None
        write_text_safely(self.path, "".join(f"{line}\n" for line in lines))
        try:
            self._file = self.path.open("a", encoding="utf-8", newline="\n")
        except OSError as problem:
            raise unwritable(self.path, problem) from None

    def add(self, line: str) -> None:
        """Out of the program's hands when it returns."""
        if self._file is None:
            return
        try:
            self._file.write(line.rstrip("\n") + "\n")
            self._file.flush()
        except OSError as problem:
            log.warning("%s: the game is no longer kept", self.path, exc_info=True)
            self.problem = unwritable(self.path, problem)
            self.close()

    def set_aside(self) -> Path | None:
        """The game that runs or was left gets a name of its own, and is not offered again. Where it lies."""
        self.close()
        if not self.path.is_file():
            return None
        stamp = time.strftime("%Y-%m-%d %H.%M.%S", time.localtime(_changed_ms(self.path) / 1000))
        target = self._root / f"{self._name} {stamp}{SUFFIX}"
        try:
            self.path.replace(target)
        except OSError:
            log.warning("%s cannot be set aside", self.path, exc_info=True)
            return None
        return target

    def close(self) -> None:
        if self._file is not None:
            try:
                self._file.close()
            except OSError:
                log.warning("%s", self.path, exc_info=True)
            self._file = None


def _changed_ms(path: Path) -> int:
    return path.stat().st_mtime_ns // 1_000_000
