"""Sharing the chosen ruling: as a picture, as a page, on the clipboard."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PyQt6.QtCore import QStandardPaths
from PyQt6.QtWidgets import QFileDialog

from tableassist.messages import tr
from tableassist.rules.ruling.overruling import standing
from tableassist.ui.rulings.sheet.share import RulingShare
from tableassist.ui.rulings.sheet.words import SharedRuling
from tableassist.ui.widgets.error_box import tell

if TYPE_CHECKING:
    from tableassist.ui.shell.main_window import TableWindow

TOLD_MS = 6000


class Sharing:
    def __init__(self, window: TableWindow) -> None:
        self._window = window
        self.share = RulingShare(parent=window)
        self.share.told.connect(lambda words: window.status.showMessage(words, TOLD_MS))

    def shared(self) -> SharedRuling | None:
        """The chosen question as it is answered in the moment that is shown; None where none is chosen."""
        session, chosen = self._window.session, self._window.rulings.current()
        if chosen is None or session.moment is None:
            return None
        ruling = next((each for each in session.moment.state.rulings if each.id == chosen.id), None)
        if ruling is None:
            return None
        now = datetime.now().astimezone()
        return SharedRuling(session.moment, ruling, now, standing(session.overrulings, ruling))

    def ask_picture(self) -> None:
        self._ask("png", tr("Pictures (*.png)"))

    def ask_pdf(self) -> None:
        self._ask("pdf", tr("Pages (*.pdf)"))

    def copy(self) -> None:
        shared = self._chosen()
        if shared is not None:
            self.share.copy(shared)

    def close(self) -> None:
        self.share.close()

    def _ask(self, suffix: str, kinds: str) -> None:
        shared = self._chosen()
        if shared is None:
            return
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        proposed = f"{folder}/ruling-{shared.ruling.rule}-{shared.moment.frame.number:06d}.{suffix}"
        path, _ = QFileDialog.getSaveFileName(self._window, tr("Share the ruling"), proposed, kinds)
        if path:
            self.share.save(shared, Path(path).with_suffix(f".{suffix}"))

    def _chosen(self) -> SharedRuling | None:
        shared = self.shared()
        if shared is None:
            tell(self._window, tr("Share the ruling"), tr("Choose a ruling in the list first."))
        return shared
