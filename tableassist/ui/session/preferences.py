"""What the program remembers from one evening to the next, in one small file that a person can read and delete."""

import logging
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
from platformdirs import user_config_path
from PyQt6.QtCore import QByteArray, QSettings

from tableassist.messages import LANGUAGES
from tableassist.table import FairPlay

_log: Final = logging.getLogger(__name__)

MOST_RECENT: Final = 10
MOST_BYTES: Final = 1_000_000
"""A longer file, a pipe or a device in its place is left alone, and nothing is remembered."""


class Recent(msgspec.Struct, frozen=True):
    """Something that was open before: a match, or a source with its table file."""

    source: str
    table: str | None = None


def preferences_path() -> Path:
    return user_config_path("tableassist", appauthor=False) / "window.ini"


@dataclass(frozen=True, slots=True)
class SavedChoice:
    """A preference that is one of a few words."""

    key: str
    choices: tuple[str, ...]
    """The first is the default."""


THEME: Final = SavedChoice("look/theme", ("system", "dark", "light"))
LANGUAGE: Final = SavedChoice("look/language", ("system", *LANGUAGES))
FAIR_PLAY: Final = SavedChoice("play/fair-play", tuple(FairPlay))
SOUNDS: Final = SavedChoice("sound/calls", ("off", "on"))
VOICE: Final = SavedChoice("sound/voice", ("off", "on"))
UPDATES_ADDRESS: Final = "updates/address"
"""Who is asked for a new version, when a person asks; nothing at first."""
MOST_TEXT: Final = 2000


def is_on(on: bool) -> str:
    """As a switch is kept."""
    return "on" if on else "off"


class Preferences:
    """A value that is missing, or that makes no sense any more, is the default: this file must never keep the program
    from starting."""

    def __init__(self, path: Path) -> None:
        usable = not path.exists() or (path.is_file() and path.stat().st_size <= MOST_BYTES)
        self._kept = QSettings(str(path) if usable else os.devnull, QSettings.Format.IniFormat)

    def chosen(self, choice: SavedChoice) -> str:
        value = self._kept.value(choice.key)
        return value if value in choice.choices else choice.choices[0]

    def choose(self, choice: SavedChoice, value: str) -> None:
        self._kept.setValue(choice.key, value)

    def flag(self, key: str, *, default: bool) -> bool:
        value = self._kept.value(key)
        return {"true": True, "false": False}.get(str(value).lower(), default)

    def text(self, key: str) -> str:
        value = self._kept.value(key)
        return value if isinstance(value, str) and len(value) <= MOST_TEXT else ""

    def set_text(self, key: str, value: str) -> None:
        self._kept.setValue(key, value)

    def layout(self, name: str) -> QByteArray:
        """How a window was arranged; empty where nothing is known."""
        value = self._kept.value(f"layout/{name}")
        return value if isinstance(value, QByteArray) else QByteArray()

    def set_layout(self, name: str, layout: QByteArray) -> None:
        self._kept.setValue(f"layout/{name}", layout)

    @property
    def recent(self) -> tuple[Recent, ...]:
        """The newest first."""
        value = self._kept.value("recent/opened")
        try:
            text = value if isinstance(value, str) and value else "[]"
            return msgspec.json.decode(text, type=tuple[Recent, ...])[:MOST_RECENT]
        except msgspec.MsgspecError as error:
            _log.info("what was opened before cannot be read and is forgotten: %s", error)
            return ()

    def add_recent(self, recent: Recent) -> None:
        others = (each for each in self.recent if each != recent)
        self._kept.setValue("recent/opened", msgspec.json.encode((recent, *others)[:MOST_RECENT]).decode())

    def save(self) -> None:
        self._kept.sync()
