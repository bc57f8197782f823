"""Reading a TOML file into a typed value, with errors that say what, where, got, expected."""

import difflib
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec

from tableassist.errors import BadFileError, one_line
from tableassist.plain_file import read_plain_text

MOST_BYTES = 1_000_000
MOST_WORDS, MOST_GOT = 400, 80
"""Letters of what is wrong, and of a wrong name, that an error repeats."""
FORMAT = 1
HUGE = 10**18
"""No number of a table is larger; Python does not even write one of more than 4300 digits."""
MOST_KEY_PARTS = 32
MOST_DEPTH = 40
"""A table of ours is six deep. What is deeper costs the readers behind this their stack."""
_KEY = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.){0,200}+"|'[^'\n]{0,200}+')"""
DEEP_KEY = re.compile(rf"(?<![A-Za-z0-9_-])(?:{_KEY}[ \t]*+\.[ \t]*+){{{MOST_KEY_PARTS}}}")
"""tomllib's memory grows with the square of a dotted key's parts: a file of 1 MB takes all that there is."""

Length = Annotated[float, msgspec.Meta(ge=-100_000.0, le=100_000.0)]
Size = Annotated[float, msgspec.Meta(gt=0.0, le=100_000.0)]
Sigma = Annotated[float, msgspec.Meta(ge=0.0, le=1_000.0)]
Degrees = Annotated[float, msgspec.Meta(ge=-360.0, le=360.0)]
TagId = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]

T = TypeVar("T")


def read_toml(path: Path, kind: type[T]) -> T:
    return convert(path, load_toml(path), kind)


def load_toml(path: Path) -> dict[str, object]:
    """What stands in the file, of any shape."""
    return parse_toml(path, read_plain_text(path, MOST_BYTES))


def parse_toml(path: Path, text: str) -> dict[str, object]:
    if DEEP_KEY.search(text):
        raise BadFileError(f"{path}: not a table of ours: got a key of {MOST_KEY_PARTS} parts or more")
    try:
        raw: dict[str, object] = tomllib.loads(text)
    except (ValueError, RecursionError) as problem:
        # Not only TOMLDecodeError: a number of 5000 digits is a plain ValueError.
        raise BadFileError(f"{path}: not a TOML file: {problem}") from None
    if _deeper(raw, MOST_DEPTH):
        raise BadFileError(f"{path}: not a table of ours: got values nested more than {MOST_DEPTH} deep")
    return raw


def _deeper(raw: object, most: int) -> bool:
    inside = raw.values() if isinstance(raw, dict) else raw if isinstance(raw, list) else ()
    return most < 0 or any(_deeper(each, most - 1) for each in inside)


def convert(path: Path, raw: object, kind: type[T]) -> T:
    _check_format(path, raw)
    try:
        _check_numbers(path, raw, "")
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as problem:
        raise BadFileError(f"{path}: {plain_words(str(problem))}") from None


def plain_words(message: str) -> str:
    """msgspec's "Expected `float`, got `str` - at `$.mat.width_mm`" with the field first."""
    where = re.search(r" - at `\$\.?(.*)`$", message, re.DOTALL)
    words = message if where is None else f"{where[1]}: {message[: where.start()]}"
    return one_line(words.replace("`", ""), MOST_WORDS)


def _check_format(path: Path, raw: object) -> None:
    got = raw.get("format") if isinstance(raw, dict) else None
    if isinstance(got, int) and got > FORMAT:
        words = "a huge number" if got > 10**6 else got
        raise BadFileError(f"{path}: format: got {words}, expected {FORMAT}; made by a newer tableassist")


def _check_numbers(path: Path, raw: object, where: str) -> None:
    """TOML knows nan and inf, and a range check lets nan through; and whole numbers of any length."""
    if isinstance(raw, dict):
        for key, value in raw.items():
            _check_numbers(path, value, f"{where}.{key}" if where else str(key))
    elif isinstance(raw, list):
        for index, value in enumerate(raw):
            _check_numbers(path, value, f"{where}[{index}]")
    elif isinstance(raw, float) and not abs(raw) < float("inf"):
        raise BadFileError(f"{path}: {where}: got {raw}, expected a number")
    elif isinstance(raw, int) and abs(raw) > HUGE:
        raise BadFileError(f"{path}: {where}: got a huge number, expected one of a table")


def pick(path: Path, field: str, got: str, known: Iterable[str]) -> str:
    """`got` if it is known, else an error that names the nearest match."""
    names = sorted(known)
    if got in names:
        return got
    got = one_line(got, MOST_GOT)
    near = difflib.get_close_matches(got, names, n=1)
    hint = f"did you mean '{near[0]}'?" if near else f"expected one of {', '.join(names)}"
    raise BadFileError(f"{path}: {field}: got '{got}', {hint}")
