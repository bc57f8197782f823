"""What a window may ask of the program behind it."""

from pathlib import Path
from typing import Protocol

from PyQt6.QtWidgets import QWidget

from tableassist.store.kept import FoundGame
from tableassist.ui.session.preferences import Preferences, Recent


class Host(Protocol):
    @property
    def preferences(self) -> Preferences: ...

    @property
    def opened(self) -> Recent | None: ...

    @property
    def matches_root(self) -> Path:
        """Where the library lies."""
        ...

    def source_for(self, table: Path) -> str | None:
        """What looked at this table the last time; None where nothing is known."""
        ...

    def try_open(self, recent: Recent, asker: QWidget) -> object:
        """Beside the window: a camera takes its time. What goes wrong is told in a box over the asker."""
        ...

    def try_demo(self, asker: QWidget, stage: str = "demo") -> None:
        """Opens the demo, with its game."""
        ...

    def try_sample_match(self, asker: QWidget) -> object:
        """Takes the sample match into the library, and opens it."""
        ...

    def resume_game(self, found: FoundGame, asker: QWidget) -> None:
        """Opens its table, and goes on with it at once."""
        ...

    def set_up(self, asker: QWidget, table: Path | None = None) -> object:
        """`table`: the file of the one to be set up; None: as far as it went the last time."""
        ...

    def show_library(self, asker: QWidget) -> object: ...

    def choose_language(self, name: str) -> None:
        """A code or "system"; every open window is made anew in it."""
        ...

    def quit(self) -> None: ...
