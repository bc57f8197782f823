"""Sharing the chosen ruling: as a picture, as a page, on the clipboard."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PyQt6.QtCore import QStandardPaths
from PyQt6.QtWidgets import QFileDialog

from tableassist.errors import TableAssistError
from tableassist.rules.overruling import standing
from tableassist.ui.ruling_sheet import copy_ruling, ruling_image, write_ruling_pdf
from tableassist.ui.ruling_sheet_words import SharedRuling
from tableassist.ui.told import tell, tell_problem
from tableassist.ui.words import tr

if TYPE_CHECKING:
    from tableassist.ui.main_window import TableWindow


class Sharing:
    def __init__(self, window: TableWindow) -> None:
        self._window = window

    def shared(self) -> SharedRuling | None:
        """The chosen question as it is answered in the moment that is shown; None where none is chosen."""
        desk, chosen = self._window.desk, self._window.rulings.current()
        if chosen is None or desk.moment is None:
            return None
        ruling = next((each for each in desk.moment.state.rulings if each.id == chosen.id), None)
        if ruling is None:
            return None
        now = datetime.now().astimezone()
        return SharedRuling(desk.moment, ruling, now, standing(desk.overrulings, ruling))

    def ask_picture(self) -> None:
        self._ask("png", tr("Pictures (*.png)"), self.write_picture)

    def ask_pdf(self) -> None:
        self._ask("pdf", tr("Pages (*.pdf)"), self.write_pdf)

    def copy(self) -> None:
        shared = self._chosen()
        if shared is not None:
            copy_ruling(shared)
            self._window.status.showMessage(tr("The ruling is on the clipboard, as a picture and as text."), 4000)

    def write_picture(self, path: Path, shared: SharedRuling) -> None:
        if not ruling_image(shared).save(str(path)):
            words = tr("The picture could not be written to {path}").format(path=path)
            tell(self._window, tr("Share the ruling"), words)

    def write_pdf(self, path: Path, shared: SharedRuling) -> None:
        try:
            write_ruling_pdf(path, shared)
        except TableAssistError as problem:
            tell_problem(self._window, problem)

    def _ask(self, suffix: str, kinds: str, write: Callable[[Path, SharedRuling], None]) -> None:
        shared = self._chosen()
        if shared is None:
            return
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        proposed = f"{folder}/ruling-{shared.ruling.rule}-{shared.moment.frame.number:06d}.{suffix}"
        path, _ = QFileDialog.getSaveFileName(self._window, tr("Share the ruling"), proposed, kinds)
        if path:
            write(Path(path), shared)

    def _chosen(self) -> SharedRuling | None:
        shared = self.shared()
        if shared is None:
            tell(self._window, tr("Share the ruling"), tr("Choose a ruling in the list first."))
        return shared
