"""Tones through the computer's loudspeaker. Playing never waits; where there is no way to play, that is told once."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PyQt6.QtCore import QLoggingCategory, QObject, QTemporaryDir, QUrl, pyqtSignal
from PyQt6.QtWidgets import QApplication

from tableassist.errors import BadRequestError
from tableassist.messages import say, tr
from tableassist.ui.sound.tones import CallSound, call_wav
from tableassist.ui.workers.garbage_collection import no_collection


class Loudspeaker(Protocol):
    def play(self, sound: CallSound) -> None: ...


class QtLoudspeaker(QObject):
    """BadRequestError where there is none."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        # It would write to the terminal which of the system's libraries are not there; what matters of it is told.
        QLoggingCategory.setFilterRules("qt.multimedia.*=false")
        try:
            with no_collection():
                from PyQt6.QtMultimedia import QMediaDevices, QSoundEffect  # noqa: PLC0415  slow, and not everywhere
        except ImportError as problem:
            raise BadRequestError("Qt cannot play sounds here: {problem}", problem=str(problem)) from None
        if not QMediaDevices.audioOutputs():
            raise BadRequestError("this computer has no sound device")
        self._folder = QTemporaryDir()
        self._effects = {}
        for sound in CallSound:
            path = Path(self._folder.path()) / f"{sound}.wav"
            path.write_bytes(call_wav(sound))
            effect = self._effects[sound] = QSoundEffect(self)
            effect.setSource(QUrl.fromLocalFile(str(path)))

    def play(self, sound: CallSound) -> None:
        self._effects[sound].play()


class CallSounds(QObject):
    told = pyqtSignal(str)

    def __init__(
        self,
        parent: QObject | None = None,
        *,
        open_loudspeaker: Callable[[], Loudspeaker] = QtLoudspeaker,
        beep: Callable[[], object] = QApplication.beep,
    ) -> None:
        """`beep`: what is heard instead, where the system can."""
        super().__init__(parent)
        self._open, self._beep = open_loudspeaker, beep
        self._loudspeaker: Loudspeaker | None = None
        self._has_failed = False

    def play(self, sound: CallSound) -> None:
        if self._loudspeaker is None and not self._has_failed:
            self._try_to_open()
        if self._loudspeaker is None:
            self._beep()
        else:
            self._loudspeaker.play(sound)

    def _try_to_open(self) -> None:
        try:
            self._loudspeaker = self._open()
        except (BadRequestError, OSError) as problem:
            self._has_failed = True
            why = say(problem.message) if isinstance(problem, BadRequestError) else str(problem)
            self.told.emit(tr("No sounds for calls: {reason}. Trying the system beep instead.", reason=why))
