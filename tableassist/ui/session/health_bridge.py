"""Carries the eye's health from the chain's thread to the window's. It changes seldom: every change arrives."""

from PyQt6.QtCore import QObject, pyqtSignal

from tableassist.runtime.capture_process.tag_source import EyeHealth


class HealthBridge(QObject):
    """Make it in the window's thread; `push` may be called from any: Qt queues a signal between threads."""

    arrived = pyqtSignal(object)
    """An EyeHealth."""

    def push(self, health: EyeHealth) -> None:
        self.arrived.emit(health)
