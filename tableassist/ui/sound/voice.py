"""Verdicts read aloud by the voice that the system has. Nothing is sent anywhere; where there is no voice, why is told
once."""

from typing import TYPE_CHECKING, Final

from PyQt6.QtCore import QLocale, QLoggingCategory, QObject, pyqtSignal

from tableassist.messages import current_language, tr
from tableassist.ui.workers.garbage_collection import no_collection

if TYPE_CHECKING:
    from PyQt6.QtTextToSpeech import QTextToSpeech

NOT_A_VOICE: Final = "mock"
"""Qt's own stand-in for tests, which says nothing."""


class Voice(QObject):
    told = pyqtSignal(str)

    def __init__(self, parent: QObject | None = None, *, engine: str | None = None) -> None:
        """`engine`: one of Qt's by name; else the system's."""
        super().__init__(parent)
        self._engine = engine
        self._speech: QTextToSpeech | None = None
        self._is_tried = False

    def say(self, words: str) -> None:
        """What was being said is broken off: the newest call counts."""
        if not self._is_tried:
            self._is_tried = True
            self._open()
        if self._speech is not None:
            self._speech.stop()
            self._speech.say(words)

    def hush(self) -> None:
        if self._speech is not None:
            self._speech.stop()

    def _open(self) -> None:
        # As for sounds: which of the system's libraries are not there is no news for a terminal.
        QLoggingCategory.setFilterRules("qt.multimedia.*=false")
        try:
            with no_collection():
                from PyQt6.QtTextToSpeech import QTextToSpeech  # noqa: PLC0415  not everywhere
        except ImportError as problem:
            self._fail(tr("Qt cannot speak here: {problem}", problem=str(problem)))
            return
        engines = [each for each in QTextToSpeech.availableEngines() if each != NOT_A_VOICE]
        if self._engine is None and not engines:
            self._fail(tr("this system has no speech engine"))
            return
        engine = self._engine or engines[0]
        speech = QTextToSpeech(engine, self)
        if speech.state() is QTextToSpeech.State.Error:
            why = speech.errorString().strip(" .")
            self._fail(tr("the system's speech engine does not answer ({name}: {reason})", name=engine, reason=why))
            return
        language = QLocale(current_language().code)
        fitting = [each for each in speech.availableLocales() if each.language() == language.language()]
        if not fitting:
            self._fail(tr("the system has no voice for {language}", language=language.nativeLanguageName()))
            return
        speech.setLocale(fitting[0])
        speech.errorOccurred.connect(lambda _reason, words: self._fail(words.strip(" .")))
        self._speech = speech

    def _fail(self, reason: str) -> None:
        self._speech = None
        self.told.emit(tr("Can't read verdicts aloud: {reason}.", reason=reason))
