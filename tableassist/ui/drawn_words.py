"""The words of a drawing in the language that is chosen: the template a text was made from is found, and said anew."""

import re
from functools import lru_cache

from tableassist.overlay import words
from tableassist.ui.words import tr


def said(text: str) -> str:
    """Names, numbers and what no template makes stay as they are."""
    # Asked for many times a frame, so it is kept; one phrase tells in which language.
    return _said(text, tr("out of range"))


@lru_cache(maxsize=512)
def _said(text: str, language: str) -> str:
    parts = text.split(words.JOINED)
    if len(parts) > 1 and all(part in words.CONTACTS for part in parts):
        return words.JOINED.join(_said(part, language) for part in parts)
    for template, pattern in _patterns():
        match = pattern.fullmatch(text)
        if match is not None:
            filled = match.groupdict()
            if "words" in filled:
                filled["words"] = _said(filled["words"], language)
            return phrases()[template].format(**filled)
    return text


def phrases() -> dict[str, str]:
    """Each template in the language that is chosen."""
    return {
        words.ONE_CLEAR: tr("1 cannon clear"),
        words.SOME_CLEAR: tr("{count} cannons clear"),
        words.ONE_TOO_CLOSE: tr("1 cannon too close to call"),
        words.SOME_TOO_CLOSE: tr("{count} cannons too close to call"),
        words.BLOCKED: tr("blocked by {name}"),
        words.BLOCKED_BY_HERSELF: tr("blocked"),
        words.MAY_NOT_SHOOT: tr("may not shoot"),
        words.OUT_OF_RANGE: tr("out of range"),
        words.HIDDEN: tr("{name} (hidden {seconds} s)"),
        words.IN_DOUBT: tr("{name} (in doubt)"),
        words.DOCKED: tr("docked"),
        words.RAMS: tr("rams"),
        words.PINS: tr("pins"),
        words.MAY_BOARD: tr("may board"),
        words.MAY_TOW: tr("may tow"),
        words.MAY_EXPLORE: tr("may explore"),
        words.TERRAIN: tr("in terrain"),
        words.TOUCHES: tr("touching"),
        words.DOUBTED: tr("{words}? too close to call"),
    }


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The most exact first: a name may hold anything."""
    ordered = sorted(words.TEMPLATES, key=lambda template: ("{name}" in template, "{" in template))
    return tuple((template, _pattern(template)) for template in ordered)


def _pattern(template: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", template)
    made = "".join(re.escape(part) if n % 2 == 0 else f"(?P<{part}>.+)" for n, part in enumerate(parts))
    return re.compile(made)
