"""One line of what the doctor found."""

from dataclasses import dataclass
from enum import StrEnum

from tableassist.messages import Text


class CheckSign(StrEnum):
    OK = "ok"
    LOOK = "look"
    """It works, but something may be better."""
    MISSING = "missing"
    """Something does not work without it."""


@dataclass(frozen=True, slots=True)
class DoctorLine:
    what: str
    """Marked as a template: it is translated where it is shown."""
    sign: CheckSign
    words: Text
    do: Text = ""
    """What to do about it; empty where there is nothing."""


def fine(what: str, words: Text) -> DoctorLine:
    return DoctorLine(what, CheckSign.OK, words)


def look(what: str, words: Text, do: Text) -> DoctorLine:
    return DoctorLine(what, CheckSign.LOOK, words, do)


def missing(what: str, words: Text, do: Text) -> DoctorLine:
    return DoctorLine(what, CheckSign.MISSING, words, do)
