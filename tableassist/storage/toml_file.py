"""Reading a TOML file into a typed value, with errors that say what, where, got, expected."""

import difflib
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec

from tableassist.errors import BadFileError

MOST_BYTES = 1_000_000
FORMAT = 1
MOST_KEY_PARTS = 32
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
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadFileError(f"{path}: file has {path.stat().st_size} bytes, expected at most {MOST_BYTES}")
        return parse_toml(path, path.read_bytes().decode("utf-8"))
    except FileNotFoundError:
        raise BadFileError(f"{path}: no such file") from None
    except OSError as problem:
        raise BadFileError(f"{path}: cannot be read: {problem.strerror}") from None
    except UnicodeDecodeError as problem:
        raise BadFileError(f"{path}: not a text file: byte {problem.start} is not UTF-8") from None


def parse_toml(path: Path, text: str) -> dict[str, object]:
    if DEEP_KEY.search(text):
        raise BadFileError(f"{path}: not a table of ours: got a key of {MOST_KEY_PARTS} parts or more")
    try:
        raw: dict[str, object] = tomllib.loads(text)
    except (ValueError, RecursionError) as problem:
        # Not only TOMLDecodeError: a number of 5000 digits is a plain ValueError.
        raise BadFileError(f"{path}: not a TOML file: {problem}") from None
    return raw


def convert(path: Path, raw: object, kind: type[T]) -> T:
    _check_format(path, raw)
    try:
        _check_numbers(path, raw, "")
        return msgspec.convert(raw, kind)
    except RecursionError:
        raise BadFileError(f"{path}: nested too deep, expected a table of ours") from None
    except msgspec.ValidationError as problem:
        raise BadFileError(f"{path}: {plain_words(str(problem))}") from None


def plain_words(message: str) -> str:
    """msgspec's "Expected `float`, got `str` - at `$.mat.width_mm`" with the field first."""
    where = re.search(r" - at `\$\.?(.*)`$", message, re.DOTALL)
    if where is None:
        return _one_line(message)
    return _one_line(f"{where[1]}: {message[: where.start()]}")


def _one_line(message: str) -> str:
    """A key may hold a line's end, or what a terminal obeys."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in message.replace("`", ""))


def _check_format(path: Path, raw: object) -> None:
    got = raw.get("format") if isinstance(raw, dict) else None
    if isinstance(got, int) and got > FORMAT:
        raise BadFileError(f"{path}: format: got {got}, expected {FORMAT}; made by a newer tableassist")


def _check_numbers(path: Path, raw: object, where: str) -> None:
    """TOML knows nan and inf; a range check lets nan through."""
    if isinstance(raw, dict):
        for key, value in raw.items():
            _check_numbers(path, value, f"{where}.{key}" if where else str(key))
    elif isinstance(raw, list):
        for index, value in enumerate(raw):
            _check_numbers(path, value, f"{where}[{index}]")
    elif isinstance(raw, float) and not abs(raw) < float("inf"):
        raise BadFileError(f"{path}: {where}: got {raw}, expected a number")


def pick(path: Path, field: str, got: str, known: Iterable[str]) -> str:
    """`got` if it is known, else an error that names the nearest match."""
    names = sorted(known)
    if got in names:
        return got
    near = difflib.get_close_matches(got, names, n=1)
    hint = f"did you mean '{near[0]}'?" if near else f"expected one of {', '.join(names)}"
    raise BadFileError(f"{path}: {field}: got '{got}', {hint}")
