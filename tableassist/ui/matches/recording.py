"""The table's record for the window: its signals, and a row for the status strip."""

from typing import Final

from PyQt6.QtCore import QObject, QTimer, pyqtSignal

from tableassist.matches.recording import RecorderStatus, RecordingStatus
from tableassist.messages import sentence, tr
from tableassist.table import StartRecorder, TableRecord
from tableassist.ui.session.table_health import HealthRow, Level
from tableassist.ui.session.words import clock

POLL_MS: Final = 1000
GB: Final = 1e9


class _Signals(QObject):
    changed = pyqtSignal(object)
    failed = pyqtSignal(str)
    started = pyqtSignal()
    ended = pyqtSignal(str)


class Recording(TableRecord):
    """`changed` gives the RecorderStatus, once a second and at once after an order; `failed` words; `started` says that
    a match is being recorded from now on, `ended` why none is any more."""

    def __init__(self, start: StartRecorder, parent: QObject | None = None) -> None:
        super().__init__(start)
        self._signals = _Signals(parent)
        self.changed, self.failed, self.started = self._signals.changed, self._signals.failed, self._signals.started
        self.ended: Final = self._signals.ended
        self._poll = QTimer(self._signals)
        self._poll.setInterval(POLL_MS)
        self._poll.timeout.connect(self.tell)
        self._poll.start()

    def close(self) -> None:
        self._poll.stop()
        super().close()

    def _report_status(self, status: RecorderStatus) -> None:
        self.changed.emit(status)

    def _report_failure(self, words: str) -> None:
        self.failed.emit(words)

    def _report_start(self) -> None:
        self.started.emit()

    def _report_end(self, words: str) -> None:
        self.ended.emit(words)


def recording_row(status: RecorderStatus) -> HealthRow:
    """For the status strip. What is wrong is said in the recorder's own words."""
    free = "" if status.free_bytes is None else tr("{free:.1f} GB free.", free=status.free_bytes / GB)
    if status.recording is RecordingStatus.STOPPED:
        return HealthRow("record", Level.BAD, tr("Not recording"), sentence(status.words))
    time = clock(int(status.seconds)).removesuffix(".0")
    if status.is_replay_buffer:
        short = tr("Last {time} in memory", time=time)
        full = tr("Only the last ten minutes are kept, and they are lost unless you record (Ctrl+R).")
    else:
        short = tr("Recording {time}", time=time)
        full = tr("Recording to {folder}.", folder=status.folder)
    if status.recording is RecordingStatus.POSES:
        short += " · " + tr("no video")
    level = Level.WORSE if status.words else Level.GOOD
    return HealthRow("record", level, short, " ".join(part for part in (sentence(status.words) or full, free) if part))
