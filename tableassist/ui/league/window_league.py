"""The table's league for the window: its signals, and a clock that ticks."""

from pathlib import Path
from typing import Final

from PyQt6.QtCore import QObject, QTimer, pyqtSignal

from tableassist.table import GameKeeper, SnapshotBoard, TableRecord
from tableassist.table.league import Picture, TableLeague
from tableassist.ui.session.session import Session

TICK_MS: Final = 1000


class _Signals(QObject):
    changed = pyqtSignal()
    told = pyqtSignal(str)
    done = pyqtSignal(str)
    assigned_anew = pyqtSignal()


class WindowLeague(TableLeague):
    """Outlives the window that shows it. `changed`: whatever the window shows of it; `told`: words of the judge or the
    hub; `done`: what has come of something that somebody here asked for; `assigned_anew`: who plays here."""

    def __init__(
        self,
        session: Session,
        keeper: GameKeeper,
        recording: TableRecord | None,
        name: str,
        *,
        root: Path | None = None,
        parent: QObject | None = None,
    ) -> None:
        self._signals = signals = _Signals(parent)
        self.changed, self.told = signals.changed, signals.told
        self.done, self.assigned_anew = signals.done, signals.assigned_anew
        super().__init__(
            session.table,
            keeper,
            recording,
            name,
            make_picture=_league_picture,
            root=root,
        )
        self._timer = QTimer(signals)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(lambda: session.table.owner.post(self.tick))
        self._timer.start()

    def close(self) -> None:
        self._timer.stop()
        super().close()

    def _report_change(self) -> None:
        self.changed.emit()

    def _report_words(self, words: str) -> None:
        self.told.emit(words)

    def _report_done(self, words: str) -> None:
        self.done.emit(words)

    def _report_assignment(self) -> None:
        self.assigned_anew.emit()


def _league_picture(board: SnapshotBoard) -> Picture:
    from tableassist.web import LeaguePicture  # noqa: PLC0415  loaded where it is needed

    return LeaguePicture(board)
