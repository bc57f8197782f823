"""Answers to the questions of `tableassist new`, from what a person typed."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from tableassist.errors import BadRequestError
from tableassist.formats.camera.profile_file import TYPICAL, profile_names
from tableassist.formats.io.toml_file import pick
from tableassist.formats.models.file import model_names
from tableassist.formats.table.new_table import border_tags
from tableassist.messages import template
from tableassist.pieces.model import TERRAIN_KINDS

MAT = re.compile(r"(\d+(?:\.\d+)?)\s*[x×]\s*(\d+(?:\.\d+)?)")
DEFAULT_MAT = "915x915"


def parse_name(text: str) -> str:
    if not 1 <= len(text) <= 80 or not text.isprintable():
        raise BadRequestError("name: got {text!r}, expected 1 to 80 letters", text=text[:90])
    return text


def parse_mat(text: str) -> tuple[float, float]:
    match = MAT.fullmatch(text)
    if match is None:
        what = template("mat: got '{text}', expected WIDTHxHEIGHT in mm, as in {default_mat}")
        raise BadRequestError(what, text=text, default_mat=DEFAULT_MAT)
    width, height = float(match[1]), float(match[2])
    border_tags(width, height)
    return width, height


def parse_camera(table: Path) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text.endswith(".toml"):
            if not (table.parent / text).is_file():
                what = template("camera: got '{text}', no such file beside {table}; 'typical' will do at first")
                raise BadRequestError(what, text=text, table=table)
            return text
        return pick(Path("new"), "camera", text, (TYPICAL, *profile_names()))

    return parse


def parse_one_of(what: str, known: Iterable[str]) -> Callable[[str], str]:
    return lambda text: pick(Path("new"), what, text, known)


def parse_players(text: str) -> tuple[str, ...]:
    names = tuple(name for part in text.split(",") if (name := part.strip()))
    if not names or len(set(names)) != len(names) or len(names) > 10 or any(":" in name for name in names):
        what = template("players: got '{text}', expected one to ten different names, with commas between")
        raise BadRequestError(what, text=text)
    return tuple(parse_name(name) for name in names)


def parse_number(what: str) -> Callable[[str], float]:
    def parse(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if not 0 <= value <= 100_000:
            raise BadRequestError("{what}: got '{text}', expected a number from 0 to 100000", what=what, text=text)
        return value

    return parse


def parse_count(least: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= 60:
            what = template("islands: got '{text}', expected {least} (one a player) to 60")
            raise BadRequestError(what, text=text, least=least)
        return int(text)

    return parse


def parse_terrain(text: str) -> tuple[str, ...]:
    known = {kind.value for kind in TERRAIN_KINDS} & set(model_names())
    names = tuple(name for part in text.split(",") if (name := part.strip()) and name != "none")
    return tuple(pick(Path("new"), "terrain", name, known) for name in names)
