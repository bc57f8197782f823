"""Reading a score. The text may come from anybody: whatever it holds, it is a score or one line that says where not."""

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from tableassist.errors import BadFileError
from tableassist.messages import Message, template
from tableassist.plain_file import read_plain_text
from tableassist.rulebook import PIRATES, Source
from tableassist.rulebook.acts import MOST_TEXT
from tableassist.rulebook.cardgame import CARD_GAME
from tableassist.rulebook.play import Amendment
from tableassist.rulebook.ruling import VERDICT_TEXT
from tableassist.store.files.problems import bad_file
from tableassist.store.files.safe_write import write_text_safely
from tableassist.store.files.toml_file import made_by_newer
from tableassist.store.game.entries import read_entry
from tableassist.store.game.record import AMENDMENTS
from tableassist.store.score.cursor import ScoreCursor
from tableassist.store.score.score import (
    MOST_CALLS,
    MOST_LEGS,
    MOST_LINES,
    MOST_TAGS,
    MOST_TOUCHES,
    NEWEST,
    NOTES,
    Acted,
    Amended,
    Call,
    Entry,
    Line,
    Moved,
    Noted,
    Overruled,
    Place,
    Placed,
    Score,
    ScoredLeg,
    ScoredQuestion,
    ScoredRemark,
    Shifted,
    Tag,
    Touch,
    is_card_game,
)
from tableassist.store.score.text import MOVE_WORDS, score_text
from tableassist.text_line import MAX_COMMENT_LETTERS, MAX_NAME_LETTERS, Mismatch, describe_excess_length

MOST_BYTES = 4_000_000
MOST_LINE = 100_000
MOST_ROWS = 50_000
"""Empty ones and those for people counted too."""
VERDICTS = {word: verdict for verdict, word in VERDICT_TEXT.items()}
MOVE_VERDICTS = {word: verdict for verdict, word in MOVE_WORDS.items()}


def read_score(path: Path) -> Score:
    return parse_score(read_plain_text(path, MOST_BYTES), where=str(path))


def write_score(path: Path, score: Score) -> None:
    write_text_safely(path, score_text(score))


def parse_score(text: str, *, where: str = "score") -> Score:
    if len(text) > MOST_BYTES:
        raise bad_file(where, "text is too long, expected at most {most} characters", most=MOST_BYTES)
    if text.count("\n") > MOST_ROWS:
        raise bad_file(where, "text has too many lines, expected at most {most}", most=MOST_ROWS)
    tags: list[Tag] = []
    lines: list[Line] = []
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        row = raw.strip(" \t\r")
        if not row or row.startswith(";"):
            continue
        try:
            if len(row) > MOST_LINE:
                raise Mismatch(0, describe_excess_length(row, MOST_LINE))
            _one(row, tags, lines)
        except Mismatch as problem:
            place = {"where": where, "number": number, "column": problem.column + 1}
            what = template("{where}, line {number}, column {column}: {problem}")
            raise BadFileError(what, problem=problem.message, **place) from None
    return Score(tuple(tags), tuple(lines))


def _one(row: str, tags: list[Tag], lines: list[Line]) -> None:
    cursor = ScoreCursor(row)
    if row.startswith("["):
        if lines:
            raise cursor.mismatch(Message("a line of a turn: tags come first"))
        if len(tags) >= MOST_TAGS:
            raise cursor.mismatch(Message("at most {most} tags", most=MOST_TAGS))
        tags.append(_tag(cursor))
        _check_format(tags[-1])
    else:
        if len(lines) >= MOST_LINES:
            raise cursor.mismatch(Message("at most {most} lines", most=MOST_LINES))
        lines.append(_line(cursor, CARD_GAME.acts if is_card_game(tags) else PIRATES.acts))
    if not cursor.at_end:
        raise cursor.mismatch(Message("the end of the line"))


def _tag(cursor: ScoreCursor) -> Tag:
    cursor.take("[")
    name = cursor.tag_name()
    values = []
    while not cursor.takes("]"):
        values.append(cursor.string(MAX_COMMENT_LETTERS))
    return Tag(name, tuple(values))


def _check_format(tag: Tag) -> None:
    """At once: what a later version writes below may be nothing that we can read."""
    told = tag.values[0] if tag.name == "Format" and tag.values else ""
    if told.isascii() and told.isdecimal() and int(told[:9]) > NEWEST:
        raise Mismatch(0, made_by_newer(int(told[:9]), NEWEST))


def _line(cursor: ScoreCursor, acts: Mapping[str, type[msgspec.Struct]]) -> Line:
    turn = cursor.turn()
    entry = ScoredRemark() if cursor.at_end or cursor.sees("@") or cursor.sees("{") else _entry(cursor, acts)
    t_s = cursor.number() if cursor.takes("@") else None
    comment = cursor.comment() if cursor.sees("{") else None
    return Line(turn, entry, t_s, comment)


def _entry(cursor: ScoreCursor, acts: Mapping[str, type[msgspec.Struct]]) -> Entry:
    if cursor.takes("#"):
        return _amended(cursor)
    start = cursor.column
    subject = cursor.name(MOST_TEXT)
    if cursor.sees_word() in acts:
        return Acted(read_entry(cursor, subject, 0, acts))
    if len(subject) > MAX_NAME_LETTERS:
        raise Mismatch(start, describe_excess_length(subject, MAX_NAME_LETTERS))
    for sign, read in SIGNS.items():
        if cursor.takes(sign):
            return read(cursor, subject)
    return _moved(cursor, subject)


def _place(cursor: ScoreCursor) -> Place:
    cursor.take("(")
    x_mm = cursor.number()
    cursor.take(",")
    y_mm = cursor.number()
    cursor.take(",")
    place = Place(x_mm, y_mm, cursor.number())
    cursor.take(")")
    return place


def _moved(cursor: ScoreCursor, piece: str) -> Moved:
    towed_by = cursor.name() if cursor.takes("&") else None
    legs: list[ScoredLeg] = []
    while (segment := cursor.segment()) is not None:
        if len(legs) >= MOST_LEGS:
            raise cursor.mismatch(Message("at most {most} segments", most=MOST_LEGS))
        turn = cursor.number() if cursor.sees_number else 0.0
        legs.append(ScoredLeg(segment, turn, cursor.number() if cursor.takes("=") else None))
    stern = cursor.number() if cursor.takes("^") else 0.0
    came_about, wraps = cursor.takes_word("O"), cursor.takes_word("W")
    if not cursor.takes(">"):
        raise cursor.mismatch(Message("a segment (S or L) or > and where she is now"))
    at = _place(cursor)
    verdict = next((each for word, each in MOVE_VERDICTS.items() if cursor.takes_word(word)), None)
    made = _touches(cursor, lambda: cursor.takes_word("x"))
    broken = _touches(cursor, lambda: cursor.takes("/"))
    return Moved(piece, at, tuple(legs), stern, came_about, wraps, towed_by, verdict, made, broken)


def _touches(cursor: ScoreCursor, another: Callable[[], bool]) -> tuple[Touch, ...]:
    touches: list[Touch] = []
    while another():
        if len(touches) >= MOST_TOUCHES:
            raise cursor.mismatch(Message("at most {most} contacts", most=MOST_TOUCHES))
        piece = cursor.name()
        cursor.take(":")
        touches.append(Touch(piece, cursor.rule()))
    return tuple(touches)


def _asked(cursor: ScoreCursor, piece: str) -> ScoredQuestion:
    target = cursor.name()
    calls = [_call(cursor)]
    while not (cursor.at_end or cursor.sees("@") or cursor.sees("{")):
        if len(calls) >= MOST_CALLS:
            raise cursor.mismatch(Message("at most {most} calls", most=MOST_CALLS))
        calls.append(_call(cursor))
    return ScoredQuestion(piece, target, tuple(calls))


def _call(cursor: ScoreCursor) -> Call:
    rule = cursor.rule()
    cannon = cursor.count() if cursor.takes(":") else None
    cursor.take("=")
    return Call(rule, cursor.one_of(VERDICTS), cannon)


def _overruled(cursor: ScoreCursor, piece: str) -> Overruled:
    target = cursor.name()
    call = _call(cursor)
    cursor.take("/")
    verdict = cursor.one_of(VERDICTS)
    return Overruled(piece, target, call, verdict, cursor.name() if cursor.takes_word("by") else "")


def _amended(cursor: ScoreCursor) -> Amended:
    about = cursor.count()
    change = cursor.one_of(AMENDMENTS)
    by = cursor.name(MOST_TEXT) if cursor.takes_word("by") else ""
    if cursor.sees_key() != "source":
        return Amended(Amendment(change, about, by=by))
    cursor.take_key()
    return Amended(Amendment(change, about, cursor.one_of({each.value: each for each in Source}), by))


def _noted(cursor: ScoreCursor, subject: str) -> Noted:
    what = cursor.one_of({each: each for each in NOTES})
    return Noted(subject, what, tuple(cursor.name() for _ in range(NOTES[what])))


SIGNS: dict[str, Callable[[ScoreCursor, str], Entry]] = {
    "=": lambda cursor, piece: Placed(piece, _place(cursor)),
    "~": lambda cursor, piece: Shifted(piece, _place(cursor)),
    "?": _asked,
    "!": _overruled,
    "%": _noted,
}
