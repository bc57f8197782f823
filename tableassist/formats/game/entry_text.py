"""An act with who said it and how, as one line of text: `h move docks=w by Anne card="SM/PS-001"`."""

import msgspec

from tableassist.errors import BadRequestError
from tableassist.formats.game.record import SaidAct, SaidWords, said_entry
from tableassist.formats.io.toml_file import plain_words
from tableassist.messages import Message, template
from tableassist.play.log import Entry
from tableassist.referee.acts.all import AnyAct
from tableassist.referee.acts.field_text import MOST_TEXT, fields_of
from tableassist.referee.acts.text import act_text, options_text, read_act
from tableassist.text_line.cursor import Cursor, Mismatch

BESIDE = fields_of(SaidWords)


def entry_text(entry: Entry[AnyAct]) -> str:
    """A certainty is kept to a thousandth. The time, and what the referee thought of it then, are not in it."""
    values = {name: getattr(entry, name) for name in SaidWords.__struct_fields__}
    values["certainty"] = round(entry.certainty, 3)
    said = [
        each.replace("by=", "by ", 1) if each.startswith("by=") else each for each in options_text(SaidWords(**values))
    ]
    return " ".join((act_text(entry.act), *said))


def read_entry(cursor: Cursor, subject: str, number: int) -> Entry[AnyAct]:
    """What follows the name of who acts."""
    act, said = read_act(cursor, subject, BESIDE)
    try:
        checked = msgspec.convert(msgspec.to_builtins(said), SaidAct)
    except msgspec.ValidationError as problem:
        raise cursor.mismatch(Message("an act ({problem})", problem=plain_words(str(problem)))) from None
    return said_entry(act, checked, number)


def parse_entry(text: str, number: int = 0) -> Entry[AnyAct]:
    """BadRequestError says in which column the text is no act."""
    cursor = Cursor(text.strip())
    try:
        entry = read_entry(cursor, cursor.name(MOST_TEXT), number)
        if not cursor.at_end:
            raise cursor.mismatch(Message("the end of the line"))
    except Mismatch as problem:
        said = template("column {column}: {problem}")
        raise BadRequestError(said, column=problem.column + 1, problem=problem.message) from None
    return entry
