"""An act as one line of text, and back: `harbinger shoot oxley 1 5 line=yes`.

Who acts, the verb, then the needed fields in their order; those that may be left out follow as `name=value`, lists with
commas between, and a flag as a bare word. One codec for all acts, driven by their fields.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

import msgspec.structs

from tableassist.messages import Message
from tableassist.rulebook.referee.acts.act import verb_of
from tableassist.rulebook.ruling import VERDICT_TEXT, Verdict
from tableassist.text_line import Cursor, format_name

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
    return tuple(_field(field, hints[field.name]) for field in msgspec.structs.fields(struct))


def _field(field: msgspec.structs.FieldInfo, hint: Any) -> FieldText:
    write, read = _codec(hint)
    return FieldText(field.name, field.required, field.default, hint is bool, write, read)


def _codec(hint: Any) -> tuple[Callable[[Any], str], Callable[[Cursor], Any]]:
    if get_origin(hint) is tuple:
        return _list_codec(*_codec(get_args(hint)[0]))
    if get_origin(hint) in (UnionType, Union):
        (kind,) = (kind for kind in get_args(hint) if kind is not type(None))
        return _codec(kind)
    if issubclass(hint, StrEnum):
        return _choice_codec(hint)
    codecs: dict[Any, tuple[Callable[[Any], str], Callable[[Cursor], Any]]] = {
        str: (format_name, lambda cursor: cursor.name(MOST_TEXT)),
        int: (str, Cursor.integer),
        float: (lambda value: f"{value:.3f}".rstrip("0").rstrip("."), Cursor.number),
        bool: (lambda value: "yes" if value else "no", lambda cursor: cursor.one_of({"yes": True, "no": False})),
    }
    return codecs[hint]


def _choice_codec(kind: type[StrEnum]) -> tuple[Callable[[Any], str], Callable[[Cursor], Any]]:
    words: Mapping[str, StrEnum] = {choice.value: choice for choice in kind}
    if kind is Verdict:
        words = {word: verdict for verdict, word in VERDICT_TEXT.items()}
    text = {member: word for word, member in words.items()}
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


ENDS = ("@", "{")
"""What a score puts behind an act."""


def act_text(act: msgspec.Struct) -> str:
    """Of any game."""
    first, *others = fields_of(type(act))
    needed = [field.write(getattr(act, field.name)) for field in others if field.required]
    return " ".join((format_name(getattr(act, first.name)), verb_of(act), *needed, *options_text(act)))


def options_text(struct: msgspec.Struct) -> list[str]:
    """The fields that are not as they are when nobody says anything."""
    parts = []
    for field in fields_of(type(struct)):
        value = getattr(struct, field.name)
        if not field.required and value != field.default:
            parts.append(field.name if field.is_flag else f"{field.name}={field.write(value)}")
    return parts


def read_act(
    cursor: Cursor, subject: str, acts: Mapping[str, type[msgspec.Struct]], beside: tuple[FieldText, ...] = ()
) -> tuple[msgspec.Struct, dict[str, Any]]:
    """The act of `subject`, who has been read; and the fields of `beside` that stand in the same line: who said it, and
    how. `acts`: those that the game has, by their verbs."""
    kind = cursor.one_of(acts)
    first, *others = fields_of(kind)
    values = _values(cursor, tuple(others), beside)
    entry_fields = {field.name: values.pop(field.name) for field in beside if field.name in values}
    missing = next((field.name for field in others if field.required and field.name not in values), None)
    if missing is not None:
        raise cursor.mismatch(Message("the field {name}", name=missing))
    return kind(**{first.name: subject, **values}), entry_fields


def _values(cursor: Cursor, fields: tuple[FieldText, ...], beside: tuple[FieldText, ...]) -> dict[str, Any]:
    by_name = {field.name: field for field in (*fields, *beside)}
    in_order = [field for field in fields if field.required]
    values: dict[str, Any] = {}
    while not cursor.at_end and not any(cursor.sees(end) for end in ENDS):
        key = cursor.sees_key()
        place = next((field for field in in_order if field.name not in values), None)
        if key is not None:
            field = by_name.get(key.replace("-", "_"))
            if field is None or field.name in values:
                raise cursor.mismatch(Message("one of {words}, once", words=tuple(by_name)))
            cursor.take_key()
            values[field.name] = field.read(cursor)
        elif place is not None:
            values[place.name] = place.read(cursor)
        else:
            field = cursor.one_of({word: field for field in by_name.values() for word in _bare(field)})
            values[field.name] = True if field.is_flag else field.read(cursor)
    return values


def _bare(field: FieldText) -> tuple[str, ...]:
    """The words that may stand without an equals sign: a flag, and `by` before a name."""
    if field.is_flag:
        return (field.name, field.name.replace("_", "-"))
    return (field.name,) if field.name == "by" else ()
