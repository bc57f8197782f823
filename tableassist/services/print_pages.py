"""All that a table needs on paper, from its table file."""

from pathlib import Path

from tableassist.errors import BadRequestError
from tableassist.formats.camera.board_file import find_board
from tableassist.formats.table.file import read_table
from tableassist.printing.kit import print_kit
from tableassist.printing.pages.ruler import rulers_for
from tableassist.printing.paper import Paper
from tableassist.printing.printed import PrintedPages
from tableassist.vision.lens_fit.board import CharucoBoard
from tableassist.vision.mounts.jig import A4_JIG


def table_kit(table: Path, paper: Paper) -> PrintedPages:
    # Where the tags are meant to be: a survey says where they were taped.
    settings = read_table(table, surveyed=False)
    board = find_board("charuco")
    if not isinstance(board, CharucoBoard):
        raise BadRequestError("the packaged calibration board is not a charuco board, expected one that can be printed")
    return print_kit(
        settings.mat,
        settings.pieces,
        board,
        A4_JIG,
        paper,
        table=settings.name,
        table_file=table.name,
        rulers=rulers_for(settings.rules.ruler),
    )
