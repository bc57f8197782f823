"""Connections to objects that outlive the listener."""

from collections.abc import Callable

from PyQt6.QtCore import QMetaObject, QObject, pyqtBoundSignal


class Connections:
    """Drops its connections together.

    Qt ends a connection when the sender or a receiving QObject is destroyed. A lambda, or a method of a plain class, is
    no QObject: the session of a table would go on calling a window that was closed and replaced."""

    def __init__(self) -> None:
        self._made: list[QMetaObject.Connection] = []

    def add(self, signal: pyqtBoundSignal, slot: Callable[..., object]) -> None:
        self._made.append(signal.connect(slot))

    def drop(self) -> None:
        for connection in self._made:
            QObject.disconnect(connection)
        self._made.clear()
