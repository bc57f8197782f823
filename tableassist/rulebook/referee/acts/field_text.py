"""The fields of an act as text: how each kind of value is written and read again."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

import msgspec
import msgspec.structs

from tableassist.rulebook.ruling.ruling import VERDICT_TEXT, Verdict
from tableassist.text_line.cursor import Cursor
from tableassist.text_line.quoting import name

MOST_TEXT: Final = 200
"""Characters of a name or of words in an act."""
NOTHING: Final = "-"
"""An empty list, where one has to be given."""


@dataclass(frozen=True, slots=True)
class FieldText:
    name: str
    required: bool
    default: Any
    is_flag: bool
    """A bare word that is there or is not."""
    write: Callable[[Any], str]
    read: Callable[[Cursor], Any]


@cache
def fields_of(struct: type[msgspec.Struct]) -> tuple[FieldText, ...]:
    hints = get_type_hints(struct)
    return tuple(_field(each, hints[each.name]) for each in msgspec.structs.fields(struct))


def _field(field: msgspec.structs.FieldInfo, hint: Any) -> FieldText:
    write, read = _codec(hint)
    return FieldText(field.name, field.required, field.default, hint is bool, write, read)


def _codec(hint: Any) -> tuple[Callable[[Any], str], Callable[[Cursor], Any]]:
    if get_origin(hint) is tuple:
        return _list_codec(*_codec(get_args(hint)[0]))
    if get_origin(hint) in (UnionType, Union):
        (kind,) = (each for each in get_args(hint) if each is not type(None))
        return _codec(kind)
    if issubclass(hint, StrEnum):
        return _choice_codec(hint)
    codecs: dict[Any, tuple[Callable[[Any], str], Callable[[Cursor], Any]]] = {
        str: (name, lambda cursor: cursor.name(MOST_TEXT)),
        int: (str, Cursor.integer),
        float: (lambda value: f"{value:.3f}".rstrip("0").rstrip("."), Cursor.number),
        bool: (lambda value: "yes" if value else "no", lambda cursor: cursor.one_of({"yes": True, "no": False})),
    }
    return codecs[hint]


def _choice_codec(kind: type[StrEnum]) -> tuple[Callable[[Any], str], Callable[[Cursor], Any]]:
    words: Mapping[str, StrEnum] = {each.value: each for each in kind}
    if kind is Verdict:
        words = {word: verdict for verdict, word in VERDICT_TEXT.items()}
    text = {each: word for word, each in words.items()}
    return lambda value: text[value], lambda cursor: cursor.one_of(words)


def _list_codec(
    write: Callable[[Any], str], read: Callable[[Cursor], Any]
) -> tuple[Callable[[Any], str], Callable[[Cursor], Any]]:
    def written(values: tuple[Any, ...]) -> str:
        return ",".join(map(write, values)) or NOTHING

    def of(cursor: Cursor) -> tuple[Any, ...]:
        if cursor.takes_alone(NOTHING):
            return ()
        values = [read(cursor)]
        while cursor.takes(","):
            values.append(read(cursor))
        return tuple(values)

    return written, of
