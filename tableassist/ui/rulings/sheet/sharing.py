"""Sharing the chosen ruling: as a picture, as a page, on the clipboard."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from PyQt6.QtCore import QStandardPaths
from PyQt6.QtWidgets import QFileDialog, QWidget

from tableassist.messages import tr
from tableassist.pipeline.judge import answer_at
from tableassist.rulebook import Ruling
from tableassist.rulebook.ruling import find_overruling
from tableassist.ui.rulings.sheet.share import RulingShare
from tableassist.ui.rulings.sheet.words import SharedRuling
from tableassist.ui.session.session import Session
from tableassist.ui.widgets.error_box import tell


class Sharing:
    """`chosen`: the ruling that is chosen in the list. `key`: the digits of this computer's key."""

    def __init__(
        self, session: Session, chosen: Callable[[], Ruling | None], asker: QWidget, *, key: Callable[[], str]
    ) -> None:
        self._session = session
        self._chosen_ruling = chosen
        self._asker = asker
        self._key = key
        self.share = RulingShare(parent=asker)

    def shared(self) -> SharedRuling | None:
        """The chosen question as it is answered in the moment that is shown; None where none is chosen."""
        moment, chosen = self._session.moment, self._chosen_ruling()
        if chosen is None or moment is None:
            return None
        ruling = answer_at(moment.state, moment.settings, chosen)
        if ruling is None:
            return None
        seen = datetime.now() if moment.wall_ms is None else datetime.fromtimestamp(moment.wall_ms / 1000)
        # A match that is looked at again may be somebody else's.
        key = "" if self._session.is_replay else self._key()
        return SharedRuling(moment, ruling, seen.astimezone(), find_overruling(self._session.overrulings, ruling), key)

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
        path, _ = QFileDialog.getSaveFileName(self._asker, tr("Share the ruling"), proposed, kinds)
        if path:
            self.share.save(shared, Path(path).with_suffix(f".{suffix}"))

    def _chosen(self) -> SharedRuling | None:
        shared = self.shared()
        if shared is None:
            tell(self._asker, tr("Share the ruling"), tr("Choose a ruling in the list first."))
        return shared
