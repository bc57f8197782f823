"""Carries the eye's health from the chain's thread to the window's. It changes seldom: every change arrives."""

from PyQt6.QtCore import QObject, pyqtSignal

from tableassist.runtime.capture_process.tag_source import CaptureHealth


class HealthBridge(QObject):
    """Make it in the window's thread; `push` may be called from any: Qt queues a signal between threads."""

    arrived = pyqtSignal(object)
    """A CaptureHealth."""

    def push(self, health: CaptureHealth) -> None:
        self.arrived.emit(health)
