"""The language that is spoken now: one for the program, and another for as long as a page for a reader is made."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from tableassist.messages.language import ENGLISH, Language, language_for
from tableassist.messages.message import Message, Param, Text, visible

_program: list[str] = [ENGLISH]
_reader: ContextVar[str | None] = ContextVar("reader's language", default=None)


def speak(chosen: str) -> None:
    """The program's language from now on: a code, or "system"."""
    _program[0] = language_for(chosen).code


@contextmanager
def speaking(chosen: str) -> Iterator[Language]:
    """Another language for one reader, within this block and this thread or task only."""
    before = _reader.set(language_for(chosen).code)
    try:
        yield current_language()
    finally:
        _reader.reset(before)


def current_language() -> Language:
    return language_for(_reader.get() or _program[0])


def tr(template: str, /, **params: Param) -> str:
    """A literal of the edge in words: tr("{count} pieces, {gap_mm:.1f} mm", count=3, gap_mm=0.4)."""
    return say(Message(template, **params))


def tr_plural(one: str, other: str, /, *, count: int, **params: Param) -> str:
    """As `tr`, for one and for more: tr_plural("1 cannon", "{count} cannons", count=3)."""
    return say(Message.plural(one, other, count=count, **params))


def say(text: Text) -> str:
    """What the core has to say, in words; strangers' names in it cannot turn or end the line."""
    return visible(current_language().text(text), keep="\n\t")


def sentence(text: Text) -> str:
    """The same with a capital letter."""
    words = say(text)
    return words[:1].upper() + words[1:]
