"""An act as one line of text, and back: `harbinger shoot oxley 1 5 line=yes`.

Who acts, the verb, then the needed fields in their order; those that may be left out follow as `name=value`, lists with
commas between, and a flag as a bare word. One codec for all acts, driven by their fields.
"""

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from tableassist.errors import BadRequestError
from tableassist.messages import Message, template
from tableassist.rulebook.referee.acts.all import ACT_BY_VERB, AnyAct, verb_of
from tableassist.rulebook.referee.acts.field_text import MOST_TEXT, FieldText, fields_of
from tableassist.text_line.cursor import Cursor, Mismatch
from tableassist.text_line.quoting import name

ENDS = ("@", "{")
"""What a score puts behind an act."""


def act_text(act: msgspec.Struct) -> str:
    """Of any game."""
    first, *others = fields_of(type(act))
    needed = [each.write(getattr(act, each.name)) for each in others if each.required]
    return " ".join((name(getattr(act, first.name)), verb_of(act), *needed, *options_text(act)))


def options_text(struct: msgspec.Struct) -> list[str]:
    """The fields that are not as they are when nobody says anything."""
    parts = []
    for each in fields_of(type(struct)):
        value = getattr(struct, each.name)
        if not each.required and value != each.default:
            parts.append(each.name if each.is_flag else f"{each.name}={each.write(value)}")
    return parts


def parse_act(text: str) -> AnyAct:
    """BadRequestError says in which column the text is no act."""
    cursor = Cursor(text.strip())
    try:
        act, _ = read_act(cursor, cursor.name(MOST_TEXT), ACT_BY_VERB)
        if not cursor.at_end:
            raise cursor.mismatch(Message("the end of the line"))
    except Mismatch as problem:
        said = template("column {column}: {problem}")
        raise BadRequestError(said, column=problem.column + 1, problem=problem.message) from None
    return cast(AnyAct, act)


def read_act(
    cursor: Cursor, subject: str, acts: Mapping[str, type[msgspec.Struct]], beside: tuple[FieldText, ...] = ()
) -> tuple[msgspec.Struct, dict[str, Any]]:
    """The act of `subject`, who has been read; and the fields of `beside` that stand in the same line: who said it, and
    how. `acts`: those that the game has, by their verbs."""
    kind = cursor.one_of(acts)
    first, *others = fields_of(kind)
    values = _values(cursor, tuple(others), beside)
    said = {each.name: values.pop(each.name) for each in beside if each.name in values}
    missing = next((each.name for each in others if each.required and each.name not in values), None)
    if missing is not None:
        raise cursor.mismatch(Message("the field {name}", name=missing))
    return kind(**{first.name: subject, **values}), said


def _values(cursor: Cursor, fields: tuple[FieldText, ...], beside: tuple[FieldText, ...]) -> dict[str, Any]:
    by_name = {each.name: each for each in (*fields, *beside)}
    in_order = [each for each in fields if each.required]
    values: dict[str, Any] = {}
    while not cursor.at_end and not any(cursor.sees(end) for end in ENDS):
        key = cursor.sees_key()
        place = next((each for each in in_order if each.name not in values), None)
        if key is not None:
            field = by_name.get(key.replace("-", "_"))
            if field is None or field.name in values:
                raise cursor.mismatch(Message("one of {words}, once", words=tuple(by_name)))
            cursor.take_key()
            values[field.name] = field.read(cursor)
        elif place is not None:
            values[place.name] = place.read(cursor)
        else:
            field = cursor.one_of({word: each for each in by_name.values() for word in _bare(each)})
            values[field.name] = True if field.is_flag else field.read(cursor)
    return values


def _bare(field: FieldText) -> tuple[str, ...]:
    """The words that may stand without an equals sign: a flag, and `by` before a name."""
    if field.is_flag:
        return (field.name, field.name.replace("_", "-"))
    return (field.name,) if field.name == "by" else ()
