"""Reading a TOML file into a typed value, with errors that say what, where, got, expected."""

import difflib
import math
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec

from tableassist.errors import one_line
from tableassist.messages import Message, Text
from tableassist.plain_file import read_plain_text
from tableassist.store.files.problems import bad_file

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


def read_toml(path: Path, kind: type[T], *, newest: int = FORMAT) -> T:
    """`newest`: the highest format of such a file that can be read."""
    return convert(path, load_toml(path), kind, newest=newest)


def load_toml(path: Path) -> dict[str, object]:
    """What stands in the file, of any shape."""
    return parse_toml(path, read_plain_text(path, MOST_BYTES))


def parse_toml(path: Path, text: str) -> dict[str, object]:
    if DEEP_KEY.search(text):
        raise bad_file(path, "not a table of ours: got a key of {most} parts or more", most=MOST_KEY_PARTS)
    try:
        raw: dict[str, object] = tomllib.loads(text)
    except (ValueError, RecursionError) as problem:
        # Not only TOMLDecodeError: a number of 5000 digits is a plain ValueError.
        raise bad_file(path, "not a TOML file: {problem}", problem=problem) from None
    if _deeper(raw, MOST_DEPTH):
        raise bad_file(path, "not a table of ours: got values nested more than {most} deep", most=MOST_DEPTH)
    return raw


def _deeper(raw: object, most: int) -> bool:
    inside = raw.values() if isinstance(raw, dict) else raw if isinstance(raw, list) else ()
    return most < 0 or any(_deeper(each, most - 1) for each in inside)


def convert(path: Path, raw: object, kind: type[T], *, newest: int = FORMAT) -> T:
    _check_format(path, raw, newest)
    try:
        _check_numbers(path, raw, "")
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as problem:
        raise bad_file(path, plain_words(str(problem))) from None


def plain_words(message: str) -> str:
    """msgspec's "Expected `float`, got `str` - at `$.mat.width_mm`" with the field first."""
    where = re.search(r" - at `\$\.?(.*)`$", message, re.DOTALL)
    words = message if where is None else f"{where[1]}: {message[: where.start()]}"
    return one_line(words.replace("`", ""), MOST_WORDS)


def _check_format(path: Path, raw: object, newest: int) -> None:
    got = raw.get("format") if isinstance(raw, dict) else None
    if isinstance(got, int) and got > newest:
        raise bad_file(f"{path}: format", made_by_newer(got, newest))


def made_by_newer(got: int, known: int) -> Message:
    shown: Message | int = Message("a huge number") if got > 10**6 else got
    return Message("got {got}, expected {expected}; made by a newer tableassist", got=shown, expected=known)


def _check_numbers(path: Path, raw: object, where: str) -> None:
    """TOML knows nan and inf, and a range check lets nan through; and whole numbers of any length."""
    if isinstance(raw, dict):
        for key, value in raw.items():
            _check_numbers(path, value, f"{where}.{key}" if where else str(key))
    elif isinstance(raw, list):
        for index, value in enumerate(raw):
            _check_numbers(path, value, f"{where}[{index}]")
    elif is_no_number(raw):
        if isinstance(raw, float):
            raise bad_file(f"{path}: {where}", "got {got}, expected a number", got=str(raw))
        raise bad_file(f"{path}: {where}", "got a huge number, expected one that fits on a table")


def is_no_number(raw: object) -> bool:
    return not abs(raw) < math.inf if isinstance(raw, float) else isinstance(raw, int) and abs(raw) > HUGE


def pick(path: Path | str, field: str, got: str, known: Iterable[str]) -> str:
    """`got` if it is known, else an error that names the nearest match."""
    names = sorted(known)
    if got in names:
        return got
    got = one_line(got, MOST_GOT)
    raise bad_file(f"{path}: {field}", not_known(f"'{got}'", nearest(got, names), names))


def nearest(name: str, names: Iterable[str]) -> str | None:
    return next(iter(difflib.get_close_matches(name[:MOST_GOT], list(names), n=1)), None)


def not_known(got: Text, near: str | None, names: Iterable[str]) -> Message:
    if near is not None:
        return Message("got {got}, did you mean '{near}'?", got=got, near=near)
    return Message("got {got}, expected one of {names}", got=got, names=tuple(names))
