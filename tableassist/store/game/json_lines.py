"""A game as JSON lines: the set-up, then a line for each act and amendment. docs/referee.md explains them.

The text may come from anybody: whatever it holds, it is a game or one line that says where not.
"""

from typing import Any

import msgspec

from tableassist.rulebook import AnyAct, Entry, GameStart, Log
from tableassist.rulebook.play import Amendment
from tableassist.store.files.problems import bad_file, library_words
from tableassist.store.files.toml_file import made_by_newer, plain_words
from tableassist.store.game.cards import with_cards
from tableassist.store.game.check_start import check_start
from tableassist.store.game.game_file import GameFile
from tableassist.store.game.record import object_of, record_with

FORMAT = 1
MOST_BYTES = 4_000_000
MOST_LINES = 20_000
MOST_LINE = 400_000
MOST_TEXT, MOST_ITEMS, MOST_NUMBER, MOST_DEPTH = 1_000, 2_000, 10**9, 8
"""Characters of a text, members of a list or object, size of a number, lists within lists."""


def parse_json_lines(text: str, *, where: str) -> GameFile:
    """Of the constructible game. BadFileError also where it is a card game."""
    (first, row), *others = rows_of(text, where)
    raw = object_on(row, f"{where}:{first}")
    if "game" in raw:
        raise bad_file(f"{where}:{first}: game", "got a card game, expected the constructible game")
    return GameFile(_start(raw, f"{where}:{first}"), log_of(others, where, AnyAct))


def rows_of(text: str, where: str) -> list[tuple[int, str]]:
    """The lines that hold something, by their number; at least one."""
    if len(text) > MOST_BYTES:
        raise bad_file(where, "text is too long, expected at most {most} characters", most=MOST_BYTES)
    rows = [(number, row.strip()) for number, row in enumerate(text.removeprefix("\ufeff").split("\n"), start=1)]
    rows = [(number, row) for number, row in rows if row]
    if len(rows) > MOST_LINES:
        raise bad_file(where, "text has too many lines, expected at most {most}", most=MOST_LINES)
    if not rows:
        raise bad_file(where, "the file is empty, expected the set-up of a game in its first line")
    return rows


def log_of(rows: list[tuple[int, str]], where: str, acts: Any) -> Log[Any]:
    """`acts`: those that the game has, a union of structs."""
    records: list[Entry[Any] | Amendment] = []
    entries = 0
    for number, row in rows:
        place = f"{where}:{number}"
        record = _record(object_on(row, place), place, entries + 1, acts)
        check_reference(record, entries, place)
        entries += isinstance(record, Entry)
        records.append(record)
    return Log(tuple(records))


def json_lines(game: GameFile) -> str:
    return lines_of(game.start, game.log)


def lines_of(start: msgspec.Struct, log: Log[Any]) -> str:
    head = {"format": FORMAT, **msgspec.to_builtins(start)}
    return "".join(line_of(each) for each in (head, *map(object_of, log.records)))


def line_of(plain: Any) -> str:
    """One object on one line."""
    return msgspec.json.encode(plain).decode() + "\n"


def check_reference(record: Entry[Any] | Amendment, last: int, where: str) -> None:
    """What a record refers to was said before it; `last` acts were."""
    named = record.entry if isinstance(record, Amendment) else record.after or 0
    if named > last:
        raise bad_file(where, "got act {got}, expected one of the {last} before", got=named, last=last)


def _start(raw: dict[str, Any], where: str) -> GameStart:
    if "act" in raw:
        raise bad_file(where, "got an act, expected the set-up of a game: players, ships, islands")
    return start_of(without_format(raw, where), where)


def without_format(raw: dict[str, Any], where: str) -> dict[str, Any]:
    """BadFileError where a later version made it."""
    made = raw.get("format", FORMAT)
    if isinstance(made, int) and made > FORMAT:
        raise bad_file(f"{where}: format", made_by_newer(made, FORMAT))
    return {name: each for name, each in raw.items() if name != "format"}


def start_of(raw: dict[str, Any], where: str) -> GameStart:
    """A set-up as it stands in a file, with what its cards say, checked."""
    try:
        start = msgspec.convert(with_cards(raw, where), GameStart)
    except msgspec.ValidationError as problem:
        raise bad_file(where, plain_words(str(problem))) from None
    check_start(start, where)
    return start


def _record(raw: dict[str, Any], where: str, number: int, acts: Any) -> Entry[Any] | Amendment:
    try:
        return record_with(raw, number, acts)
    except msgspec.ValidationError as problem:
        raise bad_file(where, plain_words(str(problem))) from None


def object_on(row: str, where: str) -> dict[str, Any]:
    if len(row) > MOST_LINE:
        raise bad_file(where, "got {count} characters, expected at most {most}", count=len(row), most=MOST_LINE)
    try:
        raw = msgspec.json.decode(row)
    except (msgspec.DecodeError, RecursionError) as problem:
        raise bad_file(where, "not JSON: {problem}", problem=library_words(problem)) from None
    if not isinstance(raw, dict):
        raise bad_file(where, "got something else, expected a JSON object in braces")
    check_sizes(raw, where, MOST_DEPTH)
    return raw


def check_sizes(raw: object, where: str, depth: int) -> None:
    """Nothing of a game is larger."""
    inside = [*raw, *raw.values()] if isinstance(raw, dict) else raw if isinstance(raw, list) else ()
    long = isinstance(raw, str) and len(raw) > MOST_TEXT
    large = isinstance(raw, int | float) and not abs(raw) < MOST_NUMBER
    if long or large or depth < 0 or len(inside) > 2 * MOST_ITEMS:
        raise bad_file(where, "got a text, list or number that is too large for a game")
    for each in inside:
        check_sizes(each, where, depth - 1)
