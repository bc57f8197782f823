"""The game of a case: how it begins, the acts before, the acts that are judged, and what is expected of them."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from tableassist.errors import BadRequestError
from tableassist.messages import template
from tableassist.rulebook import AnyAct, Entry, GameStart
from tableassist.store.case.expected import Expected, ExpectedAct, ExpectedEntry, ExpectedOffer, ExpectedState
from tableassist.store.files.problems import bad_file
from tableassist.store.files.toml_file import plain_words
from tableassist.store.game.entries import parse_entry
from tableassist.store.game.json_lines import MOST_DEPTH, check_sizes, start_of
from tableassist.store.game.record import record_of

PIECES = ("ships", "crew", "islands", "terrain")


@dataclass(frozen=True, slots=True)
class GameCase:
    start: GameStart
    before: tuple[Entry[AnyAct], ...]
    acts: tuple[Entry[AnyAct], ...]
    expected: tuple[ExpectedAct | ExpectedState | ExpectedOffer, ...]
    at_stated: frozenset[str]
    """Ships whose place the case states; of the others it is seen."""


def game_of(
    path: Path,
    game: dict[str, Any],
    derived: dict[str, Any],
    before: list[Any],
    acts: list[Any],
    expected: list[Expected],
) -> GameCase:
    """`derived`: the set-up as the pieces of the case give it; what the case says of the game itself goes before."""
    check_sizes(game, f"{path}: game", MOST_DEPTH)
    raw = {**derived, **game}
    for kind in PIECES:
        raw[kind] = _by_id(derived.get(kind, []), game.get(kind, []))
    start = start_of(raw, f"{path}: game")
    about = tuple(each for each in expected if not isinstance(each, ExpectedEntry))
    _check_numbers(path, expected, len(acts))
    stated = frozenset(str(each["id"]) for each in raw["ships"] if "at" in each)
    return GameCase(start, _entries(path, "before", before), _entries(path, "acts", acts), about, stated)


def _by_id(derived: list[dict[str, Any]], given: Any) -> Any:
    """What is given of a piece goes before what is derived of it; pieces that are only given follow. What has no text
    for an id is left for `start_of` to refuse by its place."""
    if not isinstance(given, list) or not all(isinstance(piece, dict) for piece in given):
        return given
    given_by_id = {piece["id"]: piece for piece in given if isinstance(piece.get("id"), str)}
    derived_ids = [piece["id"] for piece in derived]
    return [{**piece, **given_by_id.get(piece["id"], {})} for piece in derived] + [
        piece for piece in given if piece.get("id") not in derived_ids
    ]


def _entries(path: Path, name: str, rows: list[Any]) -> tuple[Entry[AnyAct], ...]:
    return tuple(_entry(f"{path}: {name}[{index}]", raw, index + 1) for index, raw in enumerate(rows))


def _entry(where: str, raw: Any, number: int) -> Entry[AnyAct]:
    """A line of text, or a table with the act's fields."""
    try:
        if isinstance(raw, str):
            return parse_entry(raw, number)
        if isinstance(raw, dict):
            check_sizes(raw, where, MOST_DEPTH)
            record = record_of(raw, number)
            if isinstance(record, Entry):
                return record
    except BadRequestError as problem:
        raise bad_file(where, problem.message) from None
    except msgspec.ValidationError as problem:
        raise bad_file(where, plain_words(str(problem))) from None
    raise bad_file(where, "got something else, expected an act: a line of text or a table")


def _check_numbers(path: Path, expected: list[Expected], acts: int) -> None:
    """What is expected of an act that is not there would never be missed."""
    for index, each in enumerate(expected):
        number = each.act if isinstance(each, ExpectedAct) else getattr(each, "after", None)
        if number is not None and number > acts:
            what = template("got act {got}, expected one of the {count} acts")
            raise bad_file(f"{path}: expected[{index}]", what, got=number, count=acts)
