"""Which cameras are plugged in, asked every two seconds off the window's thread."""

from collections.abc import Callable
from threading import Event, Lock, Thread

from PyQt6.QtCore import QObject, pyqtSignal

from tableassist.capture.camera_device import CameraDevice

EVERY_S = 2.0
ListDevices = Callable[[], tuple[CameraDevice, ...]]


class CameraPoll(QObject):
    """Make it in the window's thread; `found` is heard there, at first and after each change."""

    found = pyqtSignal(object)
    """The CameraDevices."""

    def __init__(self, list_devices: ListDevices, *, every_s: float = EVERY_S, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._list = list_devices
        self._every_s = every_s
        self._lock = Lock()
        self._stop = Event()
        self._thread = Thread(target=self._run, name="cameras plugged in", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Does not wait: a driver may take its time to list."""
        with self._lock:
            self._stop.set()

    def _run(self) -> None:
        before: tuple[CameraDevice, ...] | None = None
        while not self._stop.is_set():
            now = self._list()
            with self._lock:
                if now != before and not self._stop.is_set():
                    before = now
                    self.found.emit(now)
            self._stop.wait(self._every_s)
