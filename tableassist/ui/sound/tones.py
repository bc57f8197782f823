"""The tones of a call, made by arithmetic: no sound file of anybody's is needed. No widgets."""

import io
import wave
from enum import StrEnum
from typing import Final

import numpy as np

from tableassist.rulebook import Verdict
from tableassist.rulebook.play import Opinion

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
