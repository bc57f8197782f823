"""The match that is replayed as a text on the clipboard, to paste in a forum."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PyQt6.QtGui import QGuiApplication
from PyQt6.QtWidgets import QWidget

from tableassist.messages import tr
from tableassist.store.report import ForumMarkup
from tableassist.ui.widgets.error_box import tell_problem
from tableassist.ui.workers.worker import Worker

TOLD_MS = 10_000


@dataclass(eq=False, kw_only=True)
class ForumCopy:
    asker: QWidget
    match: Callable[[], Path | None]
    show_message: Callable[[str, int], object]

    def __post_init__(self) -> None:
        self._worker = Worker("writing a text for a forum", self.asker)

    def copy(self, markup: ForumMarkup) -> None:
        match = self.match()
        if match is None:
            return
        self.show_message(tr("Writing the text …"), 0)
        self._worker.submit(lambda: _text(match, markup), self._copied, lambda each: tell_problem(self.asker, each))

    def close(self) -> None:
        self._worker.close(wait=False)

    def _copied(self, text: str) -> None:
        clipboard = QGuiApplication.clipboard()
        if clipboard is not None:
            clipboard.setText(text)
            self.show_message(tr("The text was copied to the clipboard: paste it in the forum."), TOLD_MS)


def _text(match: Path, markup: ForumMarkup) -> str:
    from tableassist.matches.report import forum_text_of_match  # noqa: PLC0415  loaded where it is needed

    return forum_text_of_match(match, markup)
