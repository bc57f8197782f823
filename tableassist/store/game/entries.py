"""An act with who said it and how, as one line of text: `h move docks=w by Anne card="SM/PS-001"`."""

from collections.abc import Mapping
from typing import Any, TypeVar, cast

import msgspec

from tableassist.errors import BadRequestError
from tableassist.messages import Message, template
from tableassist.rulebook import PIRATES, AnyAct, Entry, act_text
from tableassist.rulebook.acts import MOST_TEXT, fields_of, options_text, read_act
from tableassist.store.files.toml_file import plain_words
from tableassist.store.game.record import SaidAct, SaidWords, said_entry
from tableassist.text_line import Cursor, Mismatch

A = TypeVar("A", bound=msgspec.Struct)
BESIDE = fields_of(SaidWords)


def entry_text(entry: Entry[A]) -> str:
    """A certainty is kept to a thousandth. The time, and what the referee thought of it then, are not in it."""
    values = {name: getattr(entry, name) for name in SaidWords.__struct_fields__}
    values["certainty"] = round(entry.certainty, 3)
    said = [
        each.replace("by=", "by ", 1) if each.startswith("by=") else each for each in options_text(SaidWords(**values))
    ]
    return " ".join((act_text(entry.act), *said))


def read_entry(cursor: Cursor, subject: str, number: int, acts: Mapping[str, type[A]]) -> Entry[A]:
    """What follows the name of who acts. `acts`: those that the game has, by their verbs."""
    read, said = read_act(cursor, subject, acts, BESIDE)
    try:
        act = msgspec.convert(msgspec.to_builtins(read), type(read))
        checked = msgspec.convert(msgspec.to_builtins(said), SaidAct)
    except msgspec.ValidationError as problem:
        raise cursor.mismatch(Message("an act ({problem})", problem=plain_words(str(problem)))) from None
    return said_entry(cast(A, act), checked, number)


def parse_entry(text: str, number: int = 0) -> Entry[AnyAct]:
    """BadRequestError says in which column the text is no act."""
    return parse_entry_of(text, PIRATES.acts, number)


def parse_entry_of(text: str, acts: Mapping[str, type[msgspec.Struct]], number: int = 0) -> Entry[Any]:
    """The same for a game that has these acts, by their verbs."""
    cursor = Cursor(text.strip())
    try:
        entry = read_entry(cursor, cursor.name(MOST_TEXT), number, acts)
        if not cursor.at_end:
            raise cursor.mismatch(Message("the end of the line"))
    except Mismatch as problem:
        said = template("column {column}: {problem}")
        raise BadRequestError(said, column=problem.column + 1, problem=problem.message) from None
    return entry
