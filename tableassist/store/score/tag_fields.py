"""The fields of a game's set-up as values of a tag: `"masts=3" "keywords=Galley" "keywords=Turtle Ship" "mysterious"`.

A list is its key again for each member; a key without a value is an empty list or text; a bare word is a yes.
"""

from collections.abc import Iterable
from enum import Enum
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
import msgspec.structs


def texts_of(struct: msgspec.Struct, *, like: msgspec.Struct | None = None, besides: Iterable[str] = ()) -> list[str]:
    """The fields that are neither as nobody says them nor as in `like`; those of `besides` stand elsewhere."""
    texts = []
    for field in msgspec.structs.fields(struct):
        value = getattr(struct, field.name)
        if field.name in besides or field.required:
            continue
        if value != field.default or (like is not None and value != getattr(like, field.name)):
            texts += _texts(field.name, value)
    return texts


def _texts(name: str, value: Any) -> list[str]:
    if value is True:
        return [name]
    if isinstance(value, tuple):
        return [f"{name}={_plain(each)}" for each in value] or [f"{name}="]
    return [f"{name}={_plain(value)}"]


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value.value if isinstance(value, Enum) else value)


def fields_from(texts: Iterable[str], kind: type[msgspec.Struct]) -> dict[str, Any]:
    """As they stand in JSON. A field that is not known, or no number, is left for the one who checks them."""
    hints = get_type_hints(kind)
    fields: dict[str, Any] = {}
    for text in texts:
        key, sign, value = text.partition("=")
        hint = hints.get(key, str)
        if get_origin(hint) is tuple:
            members = fields.setdefault(key, [])
            if value and isinstance(members, list):
                members.append(_read(value, get_args(hint)[0]))
        else:
            fields[key] = _read(value, hint) if sign else True
    return fields


def _read(value: str, hint: Any) -> Any:
    if get_origin(hint) in (UnionType, Union):
        hint = next(each for each in get_args(hint) if each is not type(None))
    if hint is bool:
        return {"yes": True, "no": False}.get(value, value)
    digits = value.removeprefix("-")
    return int(value) if hint is int and digits.isdecimal() and digits.isascii() and len(digits) < 10 else value
