"""Every mistake of name, type and range in a TOML table at once, and the good part of it as structs.

msgspec stops at the first mistake. Here each field is converted for itself; one that fails is reported and takes its
default, and an item of a list that lacks what it must have is left out.
"""

import re
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from tableassist.messages import Message, Text
from tableassist.store.files.toml_file import is_no_number, nearest, not_known, plain_words

Tell = Callable[..., None]
"""Called with the field and what is wrong with it: a template or a message, and the template's parameters."""
MOST_SHOWN = 60
MOST_STRANGE = 40
"""Unknown fields of one table that are told one by one."""
ITEM = re.compile(r"\[(\d+)\]: ")


@dataclass(slots=True)
class Sifted:
    """`where` knows each struct's place in the file, by identity: items may have been left out before it."""

    tell: Tell
    stand_ins: Mapping[type, Mapping[str, Any]]
    """For fields that the rest cannot do without, by struct."""
    places: dict[int, str] = field(default_factory=dict)

    def where(self, struct: msgspec.Struct) -> str:
        return self.places[id(struct)]

    def struct(self, raw: object, kind: type[msgspec.Struct], where: str) -> Any:
        """None where it cannot be made, which has been told."""
        if not isinstance(raw, dict):
            self.tell(where, "got {got}, expected a table", got=shown(raw))
            return None
        known = {each.encode_name: each for each in msgspec.structs.fields(kind)}
        strange = [name for name in raw if name not in known]
        for name in strange[:MOST_STRANGE]:
            near = nearest(name, known)
            if near is not None:
                self.tell(_join(where, name), "unknown field, did you mean '{near}'?", near=near)
            else:
                self.tell(_join(where, name), "unknown field, expected one of {names}", names=tuple(known))
        if len(strange) > MOST_STRANGE:
            more = len(strange) - MOST_STRANGE
            self.tell(where, "got {count} more unknown fields, expected a table of ours", count=more)
        values = {}
        stand_ins = self.stand_ins.get(kind, {})
        for name, each in known.items():
            if name in raw:
                good, value = self._value(raw[name], each.type, _join(where, name))
                if good:
                    values[name] = value
            elif each.required:
                self.tell(_join(where, name), "missing")
            if name not in values and each.required:
                if name not in stand_ins:
                    return None
                values[name] = stand_ins[name]
        made = kind(**values)
        self.places[id(made)] = where
        return made

    def _value(self, raw: object, kind: Any, where: str) -> tuple[bool, Any]:
        inner = _struct_in(kind)
        if inner is not None and _is_list(kind) and isinstance(raw, list):
            return self._list(raw, kind, inner, where)
        if inner is not None and not _is_list(kind) and (isinstance(raw, dict) or kind is inner):
            made = self.struct(raw, inner, where)
            return made is not None, made
        if _has_no_number(raw):
            self.tell(where, "got {got}, expected a number", got=shown(raw))
            return False, None
        try:
            return True, msgspec.convert(raw, kind)
        except msgspec.ValidationError as problem:
            self._tell_type(problem, raw, kind, where)
            return False, None

    def _list(self, raw: list[object], kind: Any, inner: type[msgspec.Struct], where: str) -> tuple[bool, Any]:
        most = _most(kind)
        if most is not None and len(raw) > most:
            self.tell(where, "got {count}, expected at most {most}", count=len(raw), most=most)
            return False, None
        made = (self.struct(item, inner, f"{where}[{index}]") for index, item in enumerate(raw))
        return True, [each for each in made if each is not None]

    def _tell_type(self, problem: msgspec.ValidationError, raw: object, kind: Any, where: str) -> None:
        words = plain_words(str(problem))
        inside = ITEM.match(words)
        got = raw
        if inside is not None:
            where, words = where + inside[0].removesuffix(": "), words[inside.end() :]
            got = raw[int(inside[1])] if isinstance(raw, list) else raw
        choices = _choices(kind)
        if choices and isinstance(got, str):
            self.tell(where, not_known(shown(got), nearest(got, choices), choices))
        elif "got" not in words and not isinstance(got, dict | list):
            self.tell(where, "{problem}, got {got}", problem=words, got=shown(got))
        else:
            self.tell(where, words)


def shown(raw: object) -> Text:
    """A value as an error repeats it."""
    if isinstance(raw, dict | list):
        return Message("a table") if isinstance(raw, dict) else Message("a list")
    if isinstance(raw, int) and abs(raw) >= 10**40:  # Python writes no whole number of more than 4300 digits
        return Message("a huge number")
    text = repr(raw) if isinstance(raw, str) else str(raw).lower() if isinstance(raw, bool) else str(raw)
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 1] + "…"


def _join(where: str, name: str) -> str:
    return f"{where}.{name}" if where else str(name)


def _struct_in(kind: Any) -> type[msgspec.Struct] | None:
    """The struct that a field holds, alone, in a list, or as one choice of several."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind
    if get_origin(kind) in (Annotated, list, Union, types.UnionType):
        return next((found for part in get_args(kind) if (found := _struct_in(part)) is not None), None)
    return None


def _choices(kind: Any) -> tuple[str, ...]:
    """The words that a field may hold, where they are a closed list."""
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return tuple(kind)
    if get_origin(kind) is Literal:
        return tuple(map(str, get_args(kind)))
    return tuple(word for part in get_args(kind) for word in _choices(part))


def _is_list(kind: Any) -> bool:
    return get_origin(kind) is list or (get_origin(kind) is Annotated and _is_list(get_args(kind)[0]))


def _most(kind: Any) -> int | None:
    if get_origin(kind) is not Annotated:
        return None
    return next((part.max_length for part in get_args(kind)[1:] if isinstance(part, msgspec.Meta)), None)


def _has_no_number(raw: object) -> bool:
    """TOML knows nan and inf, and a range check lets nan through; and whole numbers of any length."""
    if isinstance(raw, list):
        return any(_has_no_number(each) for each in raw)
    return is_no_number(raw)
