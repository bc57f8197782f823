"""Which calls are heard: the answer to what somebody asked, and what the referee objects to."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from PyQt6.QtCore import QObject, pyqtSignal

from tableassist.judging.words import Names, answer_words, pair_words, title_words
from tableassist.messages import say, sentence, tr
from tableassist.rulebook import Ruling, Verdict, rule_named
from tableassist.rulebook.play import Judged, RefereedAct
from tableassist.store.game_words import judged_words
from tableassist.table import AnyGameSnapshot
from tableassist.ui.session.preferences import SOUNDS, VOICE, Preferences, is_on
from tableassist.ui.session.session import Session
from tableassist.ui.sound.effects import CallSounds
from tableassist.ui.sound.tones import OF_OPINIONS, OF_VERDICTS, CallSound
from tableassist.ui.sound.voice import Voice

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
