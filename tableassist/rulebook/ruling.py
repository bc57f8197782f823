"""A ruling: the answer to one question at the table, where it is written, and how sure a call is."""

import math
from enum import StrEnum
from functools import lru_cache
from typing import Any

import msgspec
import msgspec.structs

from tableassist.messages import Message, Text
from tableassist.scene.facts import Fact

Point = tuple[float, float]


class Verdict(StrEnum):
    YES = "yes"
    NO = "no"
    TOO_CLOSE = "too_close"
    NOT_SEEN = "not_seen"


VERDICT_TEXT = {Verdict.YES: "yes", Verdict.NO: "no", Verdict.TOO_CLOSE: "close", Verdict.NOT_SEEN: "unseen"}
"""As it stands in a score or in the text of an act."""


class Witness(msgspec.Struct, frozen=True, gc=False):
    """Where on the mat the question was decided: what to draw and where to zoom."""

    start: Point
    end: Point
    blocker: str | None = None
    """The piece that stops a line of fire."""
    stopped_at: Point | None = None
    """Where that line dies."""


class Reading(msgspec.Struct, frozen=True, gc=False):
    """One way to read a rule that nobody has ruled on, and the answer it gives."""

    words: Message
    """How the rule is read, in a few words."""
    verdict: Verdict


class Condition(msgspec.Struct, frozen=True, gc=False):
    """What the picture does not show and an answer rests on: it may be another if this is not so."""

    piece: str
    masts: tuple[int, ...]
    """That stand by the ledger; none where it is about another fact."""
    words: Message
    """To be read after "if"."""
    fact: Fact = Fact.PLATE
    """What a person would confirm."""


class Ruling(msgspec.Struct, frozen=True, gc=False):
    """Made by the thousand for every frame: a struct is made four times as fast as a frozen dataclass. None can hold
    itself, so the garbage collector need not look at them (`gc=False`)."""

    rule: str
    """permission, range, line_of_fire, shot, docking, ram and so on."""
    subject: str
    target: str
    cannon: int | None
    """Its number on the card, front to back from 1: on most ships that of its mast. None where no cannon is asked
    about."""
    verdict: Verdict
    measured_mm: float | None
    """None where nothing could be measured."""
    limit_mm: float | None
    sigma_mm: float | None
    probability: float | None
    """That the answer is yes."""
    citation: Message
    """Edition and section."""
    witness: Witness | None
    reason: Message
    house: tuple[str, ...] = ()
    """Names of the house rules that had a say."""
    readings: tuple[Reading, ...] = ()
    """Where nobody has ruled and the readings disagree: each with its answer, until a house rule picks one. The verdict
    is then that of the text word for word if it has an answer (the first reading), else too close to call."""
    conditions: tuple[Condition, ...] = ()
    """On which a yes or no rests; usually none."""

    @property
    def id(self) -> str:
        """The same for the same question from frame to frame."""
        question_id = f"{self.rule}:{self.subject}:{self.target}"
        return question_id if self.cannon is None else f"{question_id}:{self.cannon}"

    @property
    def is_conditional(self) -> bool:
        """A yes or no that a fact could change which nothing shows and nobody has confirmed: no call yet."""
        return bool(self.conditions) and self.verdict in (Verdict.YES, Verdict.NO)

    @property
    def other_readings(self) -> tuple[Reading, ...]:
        """Those that would give another answer than this."""
        return tuple(reading for reading in self.readings if reading.verdict is not self.verdict)

    @property
    def blocker(self) -> str | None:
        """The piece that stops a line of fire."""
        return self.witness.blocker if self.witness is not None else None

    def replace(self, **fields: Any) -> "Ruling":
        """Return the same ruling with these fields changed."""
        return msgspec.structs.replace(self, **fields)

    def spell_out(self) -> "Ruling":
        """Return it as it is after it was written to a file and read again: its messages are plain English words."""
        readings = tuple(Reading(message_of_words(str(reading.words)), reading.verdict) for reading in self.readings)
        conditions = tuple(
            msgspec.structs.replace(condition, words=message_of_words(str(condition.words)))
            for condition in self.conditions
        )
        citation, reason = message_of_words(str(self.citation)), message_of_words(str(self.reason))
        return self.replace(citation=citation, reason=reason, readings=readings, conditions=conditions)

    def is_same_call(self, now: "Ruling") -> bool:
        """Say whether it still is this call: the last digits vary on a table where nobody moved anything, so a number
        within its plus-minus is the same."""
        if self == now:
            return True
        if self.verdict is not now.verdict or self.blocker != now.blocker:
            return False
        if self.measured_mm is None or now.measured_mm is None:
            return self.measured_mm is now.measured_mm and str(self.reason) == str(now.reason)
        allowed_mm = CALL_SIGMAS * max(self.sigma_mm or 0.0, now.sigma_mm or 0.0)
        return self.limit_mm == now.limit_mm and abs(self.measured_mm - now.measured_mm) <= allowed_mm


def message_of_words(words: str) -> Message:
    """Return what is left of a message in a file."""
    return Message("{words}", words=words)


CALL_SIGMAS = 2.5
"""A call is made when the limit is farther than this many sigmas: one call in 160 at the very edge is wrong
(docs/measurement-model.md, eq. 14)."""
CONTACT_TOLERANCE_MM = 1.0
"""Pieces touch when the gap between their hulls is no more than this."""
WIDEST_CONTACT_MM = 20.0
"""What a table may choose instead, at the most."""

YES, NO, TOO_CLOSE = Verdict.YES, Verdict.NO, Verdict.TOO_CLOSE
"""Looked up once: thousands of calls are made for a frame."""
ROOT_2 = math.sqrt(2)


def probability_of_yes(margin_mm: float, sigma_mm: float) -> float:
    """That a margin measured like this is truly above zero."""
    return 0.5 * math.erfc(-margin_mm / sigma_mm / ROOT_2)


def margin_call(margin_mm: float, sigma_mm: float) -> tuple[Verdict, float]:
    """Verdict and probability of yes, for a margin that is above zero when the answer is yes."""
    if sigma_mm <= 0:
        return (YES, 1.0) if margin_mm >= 0 else (NO, 0.0)
    score = margin_mm / sigma_mm
    probability = 0.5 * math.erfc(-margin_mm / sigma_mm / ROOT_2)
    if score >= CALL_SIGMAS:
        return YES, probability
    return (NO if score <= -CALL_SIGMAS else TOO_CLOSE), probability


@lru_cache(maxsize=256)
def cite(section: Text, further: Text | None = None) -> Message:
    """Name where a rule is written: titles of sections as they are printed, and words of ours where there is none."""
    if further is not None:
        return Message("{section}; {further}", section=section, further=further)
    return section if isinstance(section, Message) else Message("{section}", section=section)


class Overruling(msgspec.Struct, frozen=True):
    ruling: Ruling
    """The machine's call, as it was."""
    verdict: Verdict
    """The person's."""
    reason: str
    by: str
    """Who made the call; empty where nobody said."""
    t_ns: int
    """Of the moment that was judged, not of the click."""


def find_overruling(overrulings: tuple[Overruling, ...], ruling: Ruling) -> Overruling | None:
    """Return the last word on this very call. A machine's call that has changed since is a new question: pieces have
    moved, and an old overruling must not decide about the new place."""
    for overruling in reversed(overrulings):
        if overruling.ruling.id == ruling.id:
            return overruling if overruling.ruling.is_same_call(ruling) else None
    return None
