"""What the core says in English, in the language that is chosen: the phrase a text was made from is found, and said
anew. So the core knows of no languages, and a phrase that nobody knows is still told, in English."""

from functools import lru_cache

from tableassist.messages import Message, Text, say
from tableassist.ui.core_words import ALL_PHRASES
from tableassist.ui.language.phrase import Phrase, is_said, must_be_known, phrase_of
from tableassist.ui.language.words import tr, translated


def said(text: Text) -> str:
    """Names, numbers and what no phrase makes stay as they are."""
    if isinstance(text, Message):
        return say(text)
    # Asked for many times a frame, so it is kept; one phrase tells in which language.
    language = tr("out of range")
    return text if language == "out of range" else retold(text, language) or text


def sentence(text: Text) -> str:
    """The same with a capital letter."""
    told = said(text)
    return told[:1].upper() + told[1:]


def cited(citation: str) -> str:
    """A citation: the titles of the rulebooks' sections stay as they are printed there."""
    return "; ".join(map(said, citation.split("; ")))


@lru_cache(maxsize=4096)
def retold(text: str, language: str) -> str | None:
    """None where no phrase makes this text. `language` is what the answer is kept by."""
    for phrase in _that_begin(text[:1]):
        for parts in phrase.readings(text):
            told = {name: _told(name, part, language) for name, part in parts.items()}
            known = {name: words for name, words in told.items() if words is not None}
            if len(known) == len(told):
                return translated(phrase.text).format(**known)
    return None


def _told(name: str, part: str, language: str) -> str | None:
    if not is_said(name):
        return part
    words = retold(part, language)
    return words if words is not None or must_be_known(name) else part


@lru_cache(maxsize=256)
def _that_begin(letter: str) -> tuple[Phrase, ...]:
    """Those that a text with this first letter can be made from: a fifth of all."""
    return tuple(phrase for phrase in _phrases() if phrase.between[0][:1] in ("", letter))


@lru_cache(maxsize=1)
def _phrases() -> tuple[Phrase, ...]:
    """The most exact first: a name may hold anything."""
    return tuple(sorted(map(phrase_of, ALL_PHRASES), key=lambda phrase: -phrase.fixed))
