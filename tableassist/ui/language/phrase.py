"""A sentence with parts that vary, and whether a text was made from it."""

import re
import string
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

Parts = dict[str, str]

LOOSE: Final = frozenset(
    {"names", "numbers", "tags", "obstacles", "problem", "trouble", "path", "source", "section", "place"}
)
"""Parts that may hold anything; all others are one name or one number, in which no sentence goes on."""
_SHAPES: Final = {"moves": re.compile(r"[SLTD](\+[SLTD])*"), "dispute": re.compile(r"D\d+")}
"""Parts that are told by their looks."""
_GOES_ON: Final = re.compile(r"[,;:] ")


@dataclass(frozen=True, slots=True)
class Phrase:
    """How a part is spelt tells what it is: `{name}` stays as it is, `{REASON}` is itself made from a phrase, `{What}`
    is so or else a name."""

    text: str
    between: tuple[str, ...]
    """The fixed words before, between and after the parts."""
    parts: tuple[str, ...]
    longest: str
    """Of the fixed words: what is soonest seen not to be there."""

    @property
    def fixed(self) -> int:
        """Letters that do not vary: the more, the surer it is that a text was made from this phrase."""
        return sum(map(len, self.between))

    def readings(self, text: str) -> Iterator[Parts]:
        """The parts, for each way in which this text can have been made from the phrase."""
        if not self.parts:
            if text == self.text:
                yield {}
        elif self.longest in text and text.startswith(self.between[0]) and text.endswith(self.between[-1]):
            yield from self._from(0, len(self.between[0]), text)

    def _from(self, number: int, start: int, text: str) -> Iterator[Parts]:
        name, after = self.parts[number], self.between[number + 1]
        if number == len(self.parts) - 1:
            value = text[start : len(text) - len(after)]
            if _can_be(name, value):
                yield {name: value}
            return
        end = text.find(after, start + 1)
        while end >= 0:
            if _can_be(name, text[start:end]):
                for rest in self._from(number + 1, end + len(after), text):
                    yield {name: text[start:end], **rest}
            end = text.find(after, end + 1)


def phrase_of(text: str) -> Phrase:
    parsed = list(string.Formatter().parse(text))
    names = tuple(name for _, name, _, _ in parsed if name is not None)
    fixed = [words for words, _, _, _ in parsed]
    return Phrase(text, (*fixed, "") if parsed[-1][1] is not None else tuple(fixed), names, max(fixed, key=len))


def is_said(name: str) -> bool:
    """Whether a part is made from a phrase itself, or may be."""
    return name[0].isupper()


def must_be_known(name: str) -> bool:
    return name.isupper()


def _can_be(name: str, value: str) -> bool:
    shape = _SHAPES.get(name)
    if shape is not None:
        return shape.fullmatch(value) is not None
    free = must_be_known(name) or name.lower() in LOOSE
    return bool(value) and (free or _GOES_ON.search(value) is None)
