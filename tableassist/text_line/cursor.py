"""Reads along one line of text. Every pattern takes time in proportion to what it matches, and no more."""

import re
from collections.abc import Mapping
from typing import TypeVar

from tableassist.messages import Message, Text, template
from tableassist.text_line.quoting import MAX_COMMENT_LETTERS, MAX_NAME_LETTERS, PLAIN_NAME

T = TypeVar("T")
SPACE = re.compile(r"[ \t]*")
NUMBER = re.compile(r"-?[0-9]{1,6}(?:\.[0-9]{1,3})?(?![0-9.])")
COUNT = re.compile(r"[0-9]{1,5}(?![0-9])")
INTEGER = re.compile(r"-?[0-9]{1,9}(?![0-9.])")
WORD = re.compile(r"[A-Za-z][A-Za-z_-]*")
KEY = re.compile(r"([a-z][a-z_-]{0,39})[ \t]*=")
STRING = re.compile(r'"((?:[^"\\]|\\.)*+)"')
COMMENT = re.compile(r"\{((?:[^}\\]|\\.)*+)\}")
ESCAPE = re.compile(r"\\(?:u([0-9a-f]{1,6});|(.))", re.DOTALL)
MAX_SHOWN_LETTERS = 24


class Mismatch(Exception):  # noqa: N818 - it says where the text does not match, and becomes a BadFileError
    def __init__(self, column: int, message: Message) -> None:
        super().__init__(message)
        self.column, self.message = column, message


def describe_excess_length(text: str, most: int) -> Message:
    return Message("got {count} characters, expected at most {most}", count=len(text), most=most)


class Cursor:
    def __init__(self, row: str) -> None:
        self._row = row
        self._at = 0

    @property
    def column(self) -> int:
        """Of the next sign, from 0."""
        return self._at

    @property
    def at_end(self) -> bool:
        return self._at >= len(self._row)

    @property
    def sees_number(self) -> bool:
        return NUMBER.match(self._row, self._at) is not None

    def mismatch(self, expected: Text) -> Mismatch:
        rest = self._row[self._at : self._at + MAX_SHOWN_LETTERS]
        shown = "".join(c if c.isprintable() else "?" for c in rest)
        more = "..." if len(self._row) > self._at + MAX_SHOWN_LETTERS else ""
        got = f"'{shown}{more}'" if rest else Message("the end of the line")
        return Mismatch(self._at, Message("got {got}, expected {expected}", got=got, expected=expected))

    def sees(self, sign: str) -> bool:
        return self._row.startswith(sign, self._at)

    def takes(self, sign: str) -> bool:
        if not self.sees(sign):
            return False
        self._skip(self._at + len(sign))
        return True

    def takes_alone(self, sign: str) -> bool:
        """The sign, with a space or the end of the line behind it."""
        rest = self._row[self._at + len(sign) : self._at + len(sign) + 1]
        return rest in ("", " ", "\t") and self.takes(sign)

    def take(self, sign: str) -> None:
        if not self.takes(sign):
            raise self.mismatch(sign)

    def sees_word(self) -> str:
        """Empty where no word stands."""
        word = WORD.match(self._row, self._at)
        return "" if word is None else word[0]

    def takes_word(self, word: str) -> bool:
        return self.sees_word() == word and self.takes(word)

    def one_of(self, words: Mapping[str, T]) -> T:
        word = WORD.match(self._row, self._at)
        if word is None or word[0] not in words:
            raise self.mismatch(Message("one of {words}", words=tuple(words)))
        self._skip(word.end())
        return words[word[0]]

    def number(self) -> float:
        return float(self.matched(NUMBER, template("a number of up to six digits"))[0])

    def count(self) -> int:
        return int(self.matched(COUNT, template("a whole number"))[0])

    def integer(self) -> int:
        return int(self.matched(INTEGER, template("a whole number"))[0])

    def sees_key(self) -> str | None:
        """The name before an equals sign, as in `line=yes`; None where there is none."""
        key = KEY.match(self._row, self._at)
        return None if key is None else key[1]

    def take_key(self) -> None:
        self.matched(KEY, template("a name and an equals sign"))

    def name(self, most: int = MAX_NAME_LETTERS) -> str:
        if self.sees('"'):
            return self.string(most)
        start = self._at
        text = self.matched(PLAIN_NAME, template("a name, in quotes if it has more than letters, digits, - and '"))[0]
        return self._short(text, most, start)

    def string(self, most: int = MAX_NAME_LETTERS) -> str:
        start = self._at
        text = self._unescaped(self.matched(STRING, template('words in "quotes"'))[1], start)
        return self._short(text, most, start)

    def comment(self) -> str:
        start = self._at
        text = self._unescaped(self.matched(COMMENT, template("a comment in {braces}"))[1], start)
        return self._short(text, MAX_COMMENT_LETTERS, start)

    def matches(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What the pattern takes here; None, and nothing is taken, where it does not match."""
        match = pattern.match(self._row, self._at)
        if match is not None:
            self._skip(match.end())
        return match

    def matched(self, pattern: re.Pattern[str], expected: str) -> re.Match[str]:
        match = self.matches(pattern)
        if match is None:
            raise self.mismatch(Message(expected))
        return match

    def _short(self, text: str, most: int, start: int) -> str:
        if len(text) > most:
            raise Mismatch(start, describe_excess_length(text, most))
        return text

    def _unescaped(self, text: str, start: int) -> str:
        def one(found: re.Match[str]) -> str:
            if found[1] is None:
                return found[2]
            code = int(found[1], 16)
            if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:  # half a character can be written nowhere
                raise Mismatch(start, Message("got {code}, expected a character's number", code=found[0]))
            return chr(code)

        return ESCAPE.sub(one, text)

    def _skip(self, to: int) -> None:
        space = SPACE.match(self._row, to)
        self._at = to if space is None else space.end()
