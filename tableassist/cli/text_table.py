"""Rows of words in columns that fit the terminal; no colours, so that it starts at once."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass

GAP = "  "
WIDTH_OF_A_PIPE = 120


@dataclass(frozen=True, slots=True)
class Column:
    title: str
    least: int = 0
    """It may be shortened to this many letters; 0 for never."""
    right: bool = False
    spare: bool = False
    """The first to be shortened."""


def terminal_width() -> int:
    return max(40, shutil.get_terminal_size((WIDTH_OF_A_PIPE, 24)).columns)


def text_table(columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """The title row first. What does not fit is taken from the spare column, then from the widest that may give."""
    widths = [max(len(cell) for cell in cells) for cells in zip([c.title for c in columns], *rows, strict=True)]
    too_much = sum(widths) + len(GAP) * (len(columns) - 1) - width
    for _ in range(too_much):
        giving = [place for place, column in enumerate(columns) if 0 < column.least < widths[place]]
        if not giving:
            break
        widths[max(giving, key=lambda place: (columns[place].spare, widths[place]))] -= 1
    titles = [column.title for column in columns]
    return [_line(columns, widths, row) for row in (titles, *rows)]


def _line(columns: Sequence[Column], widths: Sequence[int], row: Sequence[str]) -> str:
    cells = (
        shortened(cell, width).rjust(width) if column.right else shortened(cell, width).ljust(width)
        for column, width, cell in zip(columns, widths, row, strict=True)
    )
    return GAP.join(cells).rstrip()


def shortened(cell: str, width: int) -> str:
    return cell if len(cell) <= width else cell[: width - 1] + "…"
