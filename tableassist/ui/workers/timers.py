"""Calls that are made later, in the window's own thread."""

from collections.abc import Callable

from PyQt6.QtCore import QObject, QTimer


class Soon(QTimer):
    """Calls once, some time after it is started."""

    def __init__(self, after_ms: int, call: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self.setSingleShot(True)
        self.setInterval(after_ms)
        self.timeout.connect(call)

    def ask(self) -> None:
        """Whoever asks again meanwhile does not put it off."""
        if not self.isActive():
            self.start()
