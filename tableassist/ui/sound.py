"""Calls that are heard: tones of our own, and the system's voice."""

import io
import wave
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np
from PyQt6.QtCore import QLocale, QLoggingCategory, QObject, QTemporaryDir, QUrl, pyqtSignal
from PyQt6.QtWidgets import QApplication

from tableassist.errors import BadRequestError
from tableassist.messages import current_language, say, tr
from tableassist.rulebook import Verdict
from tableassist.rulebook.play import Opinion
from tableassist.ui.workers import no_collection

if TYPE_CHECKING:
    from PyQt6.QtTextToSpeech import QTextToSpeech
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from tableassist.judging.words import Names, answer_words, pair_words, title_words
from tableassist.messages import sentence
from tableassist.rulebook import Ruling, rule_named
from tableassist.rulebook.play import Judged, RefereedAct
from tableassist.store.game_words import judged_words
from tableassist.table import AnyGameSnapshot
from tableassist.ui.session.preferences import SOUNDS, VOICE, Preferences, is_on
from tableassist.ui.session.session import Session

RATE: Final = 22_050
"""Samples a second."""
LOUDNESS: Final = 0.35
NOTE_S: Final = 0.14
FADE_S: Final = 0.02
"""A tone that begins or ends at once clicks."""
OVERTONES: Final = ((1.0, 1.0), (2.0, 0.25), (3.0, 0.08))
"""Multiples of the tone, and how strong."""


class CallSound(StrEnum):
    YES = "yes"
    NO = "no"
    TOO_CLOSE = "too-close"
    NOT_SEEN = "not-seen"
    FOUL = "foul"


NOTES_HZ: Final = {
    CallSound.YES: (523.25, 783.99),
    CallSound.NO: (523.25, 349.23),
    CallSound.TOO_CLOSE: (523.25, 523.25),
    CallSound.NOT_SEEN: (261.63,),
    CallSound.FOUL: (349.23, 329.63, 311.13),
}
"""Up is yes, down is no, twice the same is too close; so that nobody has to look."""
OF_VERDICTS: Final = {
    Verdict.YES: CallSound.YES,
    Verdict.NO: CallSound.NO,
    Verdict.TOO_CLOSE: CallSound.TOO_CLOSE,
    Verdict.NOT_SEEN: CallSound.NOT_SEEN,
}
OF_OPINIONS: Final = {
    Opinion.FOUL: CallSound.FOUL,
    Opinion.TOO_CLOSE: CallSound.TOO_CLOSE,
    Opinion.NOT_KNOWN: CallSound.NOT_SEEN,
}
"""What is fine makes no sound."""


def call_wav(sound: CallSound) -> bytes:
    """16 bit, one channel."""
    samples = np.concatenate([_note(frequency) for frequency in NOTES_HZ[sound]])
    written = io.BytesIO()
    with wave.open(written, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((samples * 32767.0).astype("<i2").tobytes())
    return written.getvalue()


def _note(frequency_hz: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    t = np.arange(round(NOTE_S * RATE)) / RATE
    tone = sum((share * np.sin(2.0 * np.pi * frequency_hz * n * t) for n, share in OVERTONES), np.zeros_like(t))
    fade = np.minimum(1.0, np.minimum(t, t[-1] - t) / FADE_S)
    loudest = sum(share for _, share in OVERTONES)
    return np.asarray(LOUDNESS * fade * tone / loudest)


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


MOST_SPOKEN: Final = 3
"""Nobody listens to more answers than that."""
WEIGHTIEST: Final = (Verdict.YES, Verdict.TOO_CLOSE, Verdict.NOT_SEEN, Verdict.NO)
"""Of several answers to one question, one tone is heard: whether any is a yes, else whether any might be."""


class CallTeller(QObject):
    told = pyqtSignal(str)
    """Once, where something cannot be heard, and why."""

    def __init__(
        self,
        preferences: Preferences,
        parent: QObject | None = None,
        *,
        sounds: CallSounds | None = None,
        voice: Voice | None = None,
    ) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._sounds, self._voice = sounds or CallSounds(self), voice or Voice(self)
        self._sounds.told.connect(self.told)
        self._voice.told.connect(self.told)
        self._session: Session | None = None
        self._start: object = None
        """The set-up of the game that is heard."""
        self._heard = 0

    def choose_sounds(self, on: bool) -> None:
        """Who switches it on hears one at once: loud enough, or not there?"""
        self._preferences.choose(SOUNDS, is_on(on))
        if on:
            self._sounds.play(CallSound.YES)

    def choose_voice(self, on: bool) -> None:
        self._preferences.choose(VOICE, is_on(on))
        if on:
            self._voice.say(tr("Verdicts are read aloud."))
        else:
            self._voice.hush()

    def answer(self, rulings: Sequence[Ruling], names: Names) -> None:
        """To a question that somebody has asked."""
        whole = [each for each in rulings if rule_named(each.rule).part_of is None] or list(rulings)
        if not whole:
            return
        verdict = next(each for each in WEIGHTIEST if any(ruling.verdict is each for ruling in whole))
        ordered = sorted(whole, key=lambda each: WEIGHTIEST.index(each.verdict))
        words = (f"{title_words(each)}: {answer_words(each)}" for each in ordered[:MOST_SPOKEN])
        self._call(OF_VERDICTS[verdict], f"{pair_words(ordered[0], names).replace('→', ',')}. {'. '.join(words)}.")

    def follow(self, session: Session) -> None:
        """Tell what is done from now on; what was said before is not told again."""
        self._session = session
        self._start, self._heard = _start_of(session.played), _last_number(session.played)
        session.game_changed.connect(self._take_acts)

    def close(self) -> None:
        """The game goes on, maybe behind another window."""
        self._voice.hush()
        if self._session is not None:
            with suppress(TypeError):  # another window has taken its place
                self._session.game_changed.disconnect(self._take_acts)
            self._session = None

    def _take_acts(self) -> None:
        """Another game than before begins unheard: it may have been read from a file."""
        game = None if self._session is None else self._session.played
        if _start_of(game) is not self._start or game is None:
            self._start, self._heard = _start_of(game), _last_number(game)
            return
        new = [each.judged for each in _acts(game) if each.judged.entry.number > self._heard]
        self._heard = max(self._heard, _last_number(game))
        objected = [each for each in new if each.judgement.opinion in OF_OPINIONS]
        if objected:
            self._object(objected[-1])

    def _object(self, judged: Judged[Any]) -> None:
        words = ". ".join(sentence(each) for each in judged_words(judged))
        self._call(OF_OPINIONS[judged.judgement.opinion], say(words))

    def _call(self, sound: CallSound, words: str) -> None:
        if self._preferences.chosen(SOUNDS) == is_on(True):
            self._sounds.play(sound)
        if self._preferences.chosen(VOICE) == is_on(True):
            self._voice.say(words)


def _start_of(game: AnyGameSnapshot | None) -> object:
    return None if game is None or game.file is None else game.file.start


def _acts(game: AnyGameSnapshot | None) -> tuple[RefereedAct[Any, Any], ...]:
    return () if game is None else tuple(game.refereed.acts)


def _last_number(game: AnyGameSnapshot | None) -> int:
    return max((each.judged.entry.number for each in _acts(game)), default=0)
