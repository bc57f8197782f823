"""Calibration boards as TOML files, and by the short names that a person types."""

import re
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from tableassist.errors import BadRequestError
from tableassist.store.files.packaged_data import packaged_folder
from tableassist.store.files.toml_file import Size, pick, read_toml
from tableassist.vision.lens_fit.board import DICTIONARIES, Board, CharucoBoard, ChessBoard

DEFAULT = "a4"
CHESSBOARD = re.compile(r"chessboard:(\d{1,2})x(\d{1,2}):(\d+(?:\.\d+)?)")

Squares = Annotated[int, msgspec.Meta(ge=3, le=60)]


class CharucoEntry(msgspec.Struct, forbid_unknown_fields=True):
    format: int
    kind: Literal["charuco"]
    squares_x: Squares
    squares_y: Squares
    square_mm: Size
    tag_mm: Size
    dictionary: str


def read_board(path: Path) -> CharucoBoard:
    entry = read_toml(path, CharucoEntry)
    pick(path, "dictionary", entry.dictionary, DICTIONARIES)
    if entry.tag_mm >= entry.square_mm:
        sizes = {"tag_mm": entry.tag_mm, "square_mm": entry.square_mm}
        raise BadRequestError(
            "{path}: tag_mm: got {tag_mm:g}, expected less than square_mm {square_mm:g}", path=path, **sizes
        )
    return CharucoBoard(entry.squares_x, entry.squares_y, entry.square_mm, entry.tag_mm, entry.dictionary)


def find_board(text: str) -> Board:
    """What a person types after --board."""
    if text == "charuco":
        return read_board(packaged_folder("calibration") / "boards" / f"{DEFAULT}.toml")
    if text.endswith(".toml"):
        return read_board(Path(text))
    match = CHESSBOARD.fullmatch(text)
    if match is None or min(int(match[1]), int(match[2])) < 3 or not float(match[3]) > 0:
        raise BadRequestError(
            "--board: got '{text}', expected charuco, a board file (.toml) or chessboard:COLUMNSxROWS:MM "
            "(inner corners, square size), as chessboard:8x6:30",
            text=text,
        )
    return ChessBoard(int(match[1]), int(match[2]), float(match[3]))
