"""A piece's model as the text of a model file: what a person would have typed, and exact to the last digit."""

import json
from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from typing import Any

import msgspec

from tableassist.errors import BadRequestError
from tableassist.pieces import Grade, PieceModel
from tableassist.store.models.entry import entry_of

LONGEST_LINE = 110
Points = list[tuple[float, float]]


def model_text(model: PieceModel, *, grade: str | None = None, comment: str = "") -> str:
    """`grade` says how the sizes are known, if not as the model says itself; `comment` stands on top."""
    if grade is not None:
        if grade not in list(Grade):
            raise BadRequestError("grade: got {grade!r}, expected one of {grades}", grade=grade, grades=tuple(Grade))
        model = replace(model, grade=Grade(grade))
    top, tables = _lines(entry_of(model))
    remarks = ["# " + "".join(c for c in line if c.isprintable()) for line in comment.splitlines()]
    return "\n".join([*remarks, *top, *tables, ""])


def _lines(entry: msgspec.Struct) -> tuple[list[str], list[str]]:
    """The plain fields, then the tables: TOML wants them in this order. What equals its default is left out."""
    top: list[str] = []
    tables: list[str] = []
    for name, value in _fields(entry):
        if isinstance(value, list) and value and isinstance(value[0], msgspec.Struct):
            rows = [f"{{ {_inline(row)} }}" for row in value]
            short = len(max(rows, key=len)) <= LONGEST_LINE and name == "edge_numbers"
            tables += [] if short else [line for row in value for line in ("", f"[[{name}]]", *_lines(row)[0])]
            top += [f"{name} = [", *(f"    {row}," for row in rows), "]"] if short else []
        else:
            top += _assignment(name, value)
    return top, tables


def _fields(entry: msgspec.Struct) -> Iterator[tuple[str, Any]]:
    for field in msgspec.structs.fields(entry):
        value = getattr(entry, field.name)
        if field.required or value not in (None, [], field.default):
            yield field.name, value


def _assignment(name: str, value: object) -> list[str]:
    line = f"{name} = {_value(value)}"
    if isinstance(value, list) and len(line) > LONGEST_LINE:
        return [f"{name} = [", *(f"    {_value(row)}," for row in value), "]"]
    return [line]


def _inline(entry: msgspec.Struct) -> str:
    return ", ".join(f"{name} = {_value(value)}" for name, value in _fields(entry))


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, StrEnum):
        return f'"{value.value}"'
    if isinstance(value, str):
        # JSON's strings are TOML's, but for the one control character that JSON lets stand.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(each) for each in value)}]"
    if isinstance(value, msgspec.Struct):
        return f"{{ {_inline(value)} }}"
    return repr(value)
