"""A message: a template and what stands in its gaps. `str(message)` is the English sentence."""

import unicodedata
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

Param: TypeAlias = object
"""Names and other people's words are `str` and are never translated; lists and tuples are told with commas between."""


class Message:
    """Made by the thousand for every frame, so nothing is put into words before somebody reads it.

    A gap may carry a format, as in `{gap_mm:.1f}`. With `other`, `template` is for a `count` of one and `other` for
    the rest (English); languages with more forms have them in their catalogue. Templates are literals where a message
    is made: that is how they are found for translation.
    """

    __slots__ = ("_in_english", "other", "params", "template")

    def __init__(self, template: str, /, **params: Param) -> None:
        self.template: Final = template
        self.params: Final = params
        self.other: str | None = None
        self._in_english: str | None = None

    @classmethod
    def plural(cls, one: str, other: str, /, *, count: int, **params: Param) -> "Message":
        message = cls(one, count=count, **params)
        message.other = other
        return message

    def __str__(self) -> str:
        """Kept, for a recorder wants it at every frame from rulings that stay the same."""
        if self._in_english is None:
            chosen = self.template if self.other is None or self.params["count"] == 1 else self.other
            values = {name: _english(value) for name, value in self.params.items()}
            self._in_english = chosen.format_map(values) if values else chosen
        return self._in_english

    def __repr__(self) -> str:
        return f"Message({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Message):
            return NotImplemented
        return (self.template, self.other, self.params) == (other.template, other.other, other.params)

    def __hash__(self) -> int:
        return hash((self.template, self.other, tuple(self.params.items())))

    def __reduce__(self) -> tuple[Any, ...]:
        return message_from_plain, (plain_of(self),)


Text: TypeAlias = Message | str
"""What a person reads: a message of ours, or words that somebody typed, which stay as they are."""


def template(text: str) -> str:
    """Marks a literal as a template where the message is made elsewhere: in a table of them, for one."""
    return text


def all_of(items: Sequence[Text]) -> Text:
    """One, or several with an "and" before each further one: "A and B and C"."""
    first, *rest = items
    return Message("{first} and {rest}", first=first, rest=all_of(rest)) if rest else first


def any_of(items: Sequence[Text]) -> Text:
    """The same with an "or"."""
    first, *rest = items
    return Message("{first} or {rest}", first=first, rest=any_of(rest)) if rest else first


def plain_of(value: Param) -> Any:
    """As lists and dictionaries, for JSON and for another process."""
    if isinstance(value, Message):
        return {
            "t": value.template,
            "o": value.other,
            "p": {name: plain_of(param) for name, param in value.params.items()},
        }
    if isinstance(value, list | tuple):
        return [plain_of(item) for item in value]
    return value if isinstance(value, int | float) else str(value)


def message_from_plain(plain: Any) -> Any:
    """The way back from `plain_of`."""
    if isinstance(plain, dict):
        message = Message(plain["t"], **{name: message_from_plain(item) for name, item in plain["p"].items()})
        message.other = plain["o"]
        return message
    return tuple(message_from_plain(item) for item in plain) if isinstance(plain, list) else plain


def _english(value: Param) -> Param:
    if isinstance(value, Message):
        return str(value)
    return ", ".join(str(item) for item in value) if isinstance(value, list | tuple) else value


def visible(text: str, *, keep: str = "") -> str:
    """A ship called "Ox\\u202eSEY" would else turn what is said of her into its mirror image."""
    if text.isprintable():
        return text
    return "".join(letter if _is_harmless(letter) or letter in keep else _escape(letter) for letter in text)


def _is_harmless(letter: str) -> bool:
    return letter.isprintable() or unicodedata.category(letter) == "Zs"  # a space of another width


def _escape(letter: str) -> str:
    """A byte of a file name that is no UTF-8 stands in Python's text as a lone surrogate."""
    return f"\\x{ord(letter) - 0xDC00:02x}" if "\udc80" <= letter <= "\udcff" else ascii(letter)[1:-1]
