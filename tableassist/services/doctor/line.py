"""One line of what the doctor found."""

from enum import StrEnum

import msgspec


class CheckSign(StrEnum):
    OK = "ok"
    LOOK = "look"
    """It works, but something may be better."""
    MISSING = "missing"
    """Something does not work without it."""


class DoctorLine(msgspec.Struct, frozen=True):
    what: str
    sign: CheckSign
    words: str
    do: str = ""
    """What to do about it; empty where there is nothing."""


def fine(what: str, words: str) -> DoctorLine:
    return DoctorLine(what, CheckSign.OK, words)


def look(what: str, words: str, do: str) -> DoctorLine:
    return DoctorLine(what, CheckSign.LOOK, words, do)


def missing(what: str, words: str, do: str) -> DoctorLine:
    return DoctorLine(what, CheckSign.MISSING, words, do)
