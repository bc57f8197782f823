"""Files dropped onto a window are opened."""

from collections.abc import Callable
from pathlib import Path

from PyQt6.QtCore import QEvent, QObject
from PyQt6.QtGui import QDragEnterEvent, QDropEvent
from PyQt6.QtWidgets import QWidget


class FileDrop(QObject):
    def __init__(self, window: QWidget, open_files: Callable[[tuple[Path, ...]], object]) -> None:
        super().__init__(window)
        self._open = open_files
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, _watched: QObject | None, event: QEvent | None) -> bool:  # noqa: N802
        if isinstance(event, QDropEvent):  # a QDragEnterEvent is one, too
            paths = _files_of(event)
            if paths:
                event.acceptProposedAction()
                if not isinstance(event, QDragEnterEvent):
                    self._open(paths)
                return True
        return False


def _files_of(event: QDropEvent) -> tuple[Path, ...]:
    data = event.mimeData()
    if data is None:
        return ()
    return tuple(Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile())
