"""The selected piece, one for all views."""

from PyQt6.QtCore import QObject, pyqtSignal


class Selection(QObject):
    changed = pyqtSignal(object)
    """The piece's id, or None."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.piece: str | None = None

    def choose(self, piece: str | None) -> None:
        if piece != self.piece:
            self.piece = piece
            self.changed.emit(piece)
