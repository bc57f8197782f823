"""The game that is being played, kept line by line as it is said: a crash of the program loses nothing."""

import logging
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Final

from tableassist.errors import TableAssistError
from tableassist.plain_file import read_plain_text
from tableassist.store.files import unwritable, write_text_safely
from tableassist.store.game import MOST_BYTES, AnyGameFile, CardGameFile, GameFile, parse_any_lines

ACTS_FILE: Final = "acts.jsonl"
log: Final = logging.getLogger(__name__)


class GameJournal:
    """`folder`: of the game that is played now (`store.kept.folder`); made when it is asked for."""

    def __init__(self, folder: Callable[[], Path]) -> None:
        self._folder = folder
        self._file: IO[str] | None = None
        self.problem: TableAssistError | None = None
        """Why it is no longer kept; None while it is."""

    def begin(self, lines: tuple[str, ...]) -> None:
        """With all that was said so far; a game that was kept there is set aside. BadFileError where it cannot be
        kept."""
        self.set_aside()
        self.go_on(lines)

    def go_on(self, lines: tuple[str, ...]) -> None:
        """With the game that is kept, as it was read: it is written anew, without a line that was cut off."""
        self.close()
        self.problem = None
        path = self._folder() / ACTS_FILE
        write_text_safely(path, "".join(f"{line}\n" for line in lines))
        try:
            self._file = path.open("a", encoding="utf-8", newline="\n")
        except OSError as problem:
            raise unwritable(path, problem) from None

    def add(self, line: str) -> None:
        """On the disk when it returns: people add an act every few seconds, and a power cut loses none of them."""
        if self._file is None:
            return
        try:
            self._file.write(line.rstrip("\n") + "\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as problem:
            log.warning("the game is no longer kept", exc_info=True)
            self.problem = unwritable(getattr(self._file, "name", ACTS_FILE), problem)
            self.close()

    def set_aside(self) -> None:
        """The game that is kept there gets a name of its own, and is not gone on with."""
        self.close()
        path = self._folder() / ACTS_FILE
        if path.is_file():
            try:
                path.replace(path.with_name(f"acts {time.strftime('%H.%M.%S')}.jsonl"))
            except OSError as problem:
                raise unwritable(path, problem) from None

    def close(self) -> None:
        if self._file is not None:
            try:
                self._file.close()
            except OSError:
                log.warning("closing the journal of a game", exc_info=True)
            self._file = None


def kept_acts(folder: Path) -> GameFile | None:
    """The constructible game that was played there; None where there is none, or nobody can read it."""
    game = kept_game(folder)
    return game if isinstance(game, GameFile) else None


def kept_cards(folder: Path) -> CardGameFile | None:
    """The card game that was played there."""
    game = kept_game(folder)
    return game if isinstance(game, CardGameFile) else None


def kept_game(folder: Path) -> AnyGameFile | None:
    """A last line that was cut off is left out."""
    path = folder / ACTS_FILE
    if not path.is_file():
        return None
    try:
        text = read_plain_text(path, MOST_BYTES)
        whole = text if text.endswith("\n") else text[: text.rfind("\n") + 1]
        return parse_any_lines(whole, where=str(path))
    except TableAssistError:
        log.warning("%s cannot be gone on with", path, exc_info=True)
        return None
