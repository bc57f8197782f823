"""The catalogue's files: `ships.csv`, `forts.csv`, `crew.csv` and `misprints.toml` in one folder.

A file that is not a catalogue is refused. A row that does not fit is left out and reported, never dropped in silence.
"""

import csv
import dataclasses
import io
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, TypeAlias, TypeVar

import msgspec

from tableassist.messages import Message, template
from tableassist.pieces.catalogue import (
    Catalogue,
    CrewCard,
    Erratum,
    FortCard,
    Misprint,
    RowProblem,
    ShipCard,
    make_slug,
    normalize_key,
)
from tableassist.plain_file import read_plain_text
from tableassist.store.files.packaged_data import packaged_folder
from tableassist.store.files.problems import bad_file
from tableassist.store.files.toml_file import Name, Sigma, read_toml
from tableassist.store.models.catalogue_rows import (
    CREW_COLUMNS,
    FORT_COLUMNS,
    SHIP_COLUMNS,
    BadFieldError,
    crew_card,
    fort_card,
    ship_card,
)

MOST_BYTES = 5_000_000
MOST_ROWS = 20_000
MOST_SHOWN = 60
"""Letters of a wrong field that an error repeats."""

Sentence = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
Row: TypeAlias = tuple[int, list[str]]
"""Its line in the file, and its fields."""
CardT = TypeVar("CardT", ShipCard, FortCard, CrewCard)


class MisprintEntry(msgspec.Struct, forbid_unknown_fields=True):
    key: Name
    name: Name
    field: Name
    corrected: Sentence
    why: Sentence
    printed: Sentence | None = None
    source: Annotated[str, msgspec.Meta(max_length=300)] = ""


class ErratumEntry(msgspec.Struct, forbid_unknown_fields=True):
    about: Sentence
    says: Sentence
    source: Sentence


class MisprintsEntry(msgspec.Struct, forbid_unknown_fields=True):
    format: int
    misprints: list[MisprintEntry] = []
    errata: list[ErratumEntry] = []


@cache
def packaged_catalogue() -> Catalogue:
    return read_catalogue(packaged_folder("models") / "catalogue")


def read_catalogue(folder: Path) -> Catalogue:
    misprints_path = folder / "misprints.toml"
    listed = read_toml(misprints_path, MisprintsEntry)
    misprints = tuple(
        Misprint(e.key, e.name, e.field, e.printed, e.corrected, e.why, e.source) for e in listed.misprints
    )
    errata = tuple(Erratum(e.about, e.says, e.source) for e in listed.errata)
    waiting = {(normalize_key(misprint.key), misprint.name, misprint.field): misprint for misprint in misprints}
    problems: list[RowProblem] = []
    ships = _read_cards(folder / "ships.csv", SHIP_COLUMNS, ship_card, waiting, problems)
    forts = _read_cards(folder / "forts.csv", FORT_COLUMNS, fort_card, waiting, problems)
    crew = _read_cards(folder / "crew.csv", CREW_COLUMNS, crew_card, waiting, problems)
    for missed in waiting.values():
        said = {"key": missed.key, "name": missed.name, "field": missed.field}
        raise bad_file(misprints_path, "{key} '{name}': no row has this key, name and {field}", **said)
    return Catalogue(ships, forts, crew, tuple(problems), misprints, errata)


def _read_cards(
    path: Path,
    columns: Sequence[str],
    make: Callable[[Sequence[str]], CardT],
    waiting: dict[tuple[str, str, str], Misprint],
    problems: list[RowProblem],
) -> tuple[CardT, ...]:
    rows = _read_rows(path, columns)
    _correct(path, columns, rows, waiting)
    cards: dict[str, CardT] = {}
    for line, fields in rows:
        try:
            card = _with_own_key(make(_of_full_length(fields, columns)), cards)
        except BadFieldError as bad:
            problems.append(RowProblem(path.name, line, bad.field, _shown(bad.got), bad.expected))
        else:
            cards[card.key] = card
    return tuple(cards.values())


def _of_full_length(fields: list[str], columns: Sequence[str]) -> list[str]:
    if len(fields) != len(columns):
        raise BadFieldError("row", f"{len(fields)} fields", f"{len(columns)}")
    return fields


def _with_own_key(card: CardT, taken: dict[str, CardT]) -> CardT:
    """Some numbers stand on two cards. The first keeps the plain key, the next adds what tells it apart."""
    first = taken.get(card.key)
    if first is None:
        return card
    own = make_slug(card.name)
    if own == make_slug(first.name) and not isinstance(card, FortCard):
        own = make_slug(card.rarity).upper()
    named = dataclasses.replace(card, variant=own)
    if dataclasses.replace(card, variant="") == first or named.key in taken:
        expected = Message("a separate card; {key} '{name}' is above", key=first.key, name=first.name)
        raise BadFieldError("number", card.number, expected)
    return named


def _shown(got: str) -> str:
    return got if len(got) <= MOST_SHOWN else got[: MOST_SHOWN - 1] + "…"


def _read_rows(path: Path, columns: Sequence[str]) -> list[Row]:
    reader = csv.reader(io.StringIO(_text(path), newline=""), strict=True)
    try:
        heading = next(reader, [])
        if tuple(heading) != tuple(columns):
            got, expected = _shown(",".join(heading)), ",".join(columns)
            raise bad_file(f"{path}: columns", "got {got!r}, expected {columns}", got=got, columns=expected)
        rows = [(reader.line_num, fields) for fields in reader if fields]
    except csv.Error as problem:
        line = reader.line_num
        raise bad_file(path, "line {line}: not a CSV file: {problem}", line=line, problem=str(problem)) from None
    if len(rows) > MOST_ROWS:
        raise bad_file(path, "got {count} rows, expected at most {most}", count=len(rows), most=MOST_ROWS)
    return rows


def _text(path: Path) -> str:
    text = read_plain_text(path, MOST_BYTES, encoding="utf-8-sig")
    if "\0" in text:
        raise bad_file(path, "not a text file: letter {index} is a NUL", index=text.index(chr(0)))
    return text


def _correct(
    path: Path, columns: Sequence[str], rows: list[Row], waiting: dict[tuple[str, str, str], Misprint]
) -> None:
    """Puts the right value into each misprinted row, and takes the misprint off the waiting list."""
    wrong_names = {name for _, name, _ in waiting}
    for line, fields in rows:
        if len(fields) != len(columns) or fields[2] not in wrong_names:
            continue
        for place, column in enumerate(columns):
            misprint = waiting.pop((normalize_key("/".join(fields[:2])), fields[2], column), None)
            if misprint is not None:
                fields[place] = _corrected(path, line, misprint, fields[place])


def _corrected(path: Path, line: int, misprint: Misprint, got: str) -> str:
    expected = misprint.corrected if misprint.printed is None else misprint.printed
    if got != expected:
        said = {"line": line, "field": misprint.field, "got": _shown(got), "expected": expected, "key": misprint.key}
        what = template("line {line}: {field}: got {got!r}, expected {expected!r} as in misprints.toml for {key}")
        raise bad_file(path, what, **said)
    return misprint.corrected


class ModelHeading(msgspec.Struct, frozen=True):
    """What a list shows of a hull model, read without its shapes, which takes longer."""

    grade: Name
    sigma_mm: Sigma
    masts: list[dict[str, object]] = []
    segments: list[dict[str, object]] = []

    @property
    def mast_count(self) -> int:
        """A sea creature's segments stand where a ship has masts."""
        return len(self.masts) + len(self.segments)


def model_heading(name: str) -> ModelHeading | None:
    """None if no such model is packaged."""
    path = packaged_folder("models") / f"{name}.toml"
    return read_toml(path, ModelHeading) if path.is_file() else None
