"""Which cameras there are, asked again and again beside the window."""

from collections.abc import Callable

from PyQt6.QtCore import QObject, QTimer, pyqtSignal

from tableassist.capture import CameraDevice
from tableassist.ui.workers.worker import Worker

EVERY_S = 2.0
ListDevices = Callable[[], tuple[CameraDevice, ...]]


class CameraPoll(QObject):
    found = pyqtSignal(object)
    """What was listed, at first and after each change."""
    failed = pyqtSignal(object)
    """A TableAssistError: they could not be listed this time."""

    def __init__(
        self, list_devices: Callable[[], tuple[object, ...]], *, every_s: float = EVERY_S, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._list = list_devices
        self._before: tuple[object, ...] | None = None
        self._worker = Worker("listing the cameras", self)
        self._again = QTimer(self)
        self._again.setInterval(round(1000 * every_s))
        self._again.timeout.connect(self._ask)

    def start(self) -> None:
        if not self._again.isActive():
            self._ask()
            self._again.start()

    def stop(self) -> None:
        self._again.stop()

    def close(self) -> None:
        """Does not wait: a driver may take its time to list."""
        self._again.stop()
        self._worker.close(wait=False)

    def _ask(self) -> None:
        if not self._worker.is_busy:
            self._worker.submit(self._list, self._listed, self.failed.emit)

    def _listed(self, now: tuple[object, ...]) -> None:
        if now != self._before:
            self._before = now
            self.found.emit(now)
