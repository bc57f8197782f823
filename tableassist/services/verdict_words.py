"""The verdicts in words."""

from typing import Final

from tableassist.messages import Message, template
from tableassist.rules.ruling.ruling import Verdict

_WORDS: Final = {
    Verdict.YES: template("YES"),
    Verdict.NO: template("NO"),
    Verdict.TOO_CLOSE: template("TOO CLOSE"),
    Verdict.NOT_SEEN: template("NOT SEEN"),
    None: template("not asked"),
}


def verdict_words(verdict: Verdict | None) -> Message:
    return Message(_WORDS[verdict])
