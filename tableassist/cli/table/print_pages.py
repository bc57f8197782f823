"""`tableassist print`: exact-size PDFs of tags, rulers, the jig and the calibration board."""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from tableassist.errors import BadRequestError
from tableassist.printing.paper import Paper

if TYPE_CHECKING:
    from tableassist.pieces.piece import Piece
    from tableassist.pipeline.table_settings import TableSettings
    from tableassist.printing.printed import PrintedPages
    from tableassist.vision.lens_fit.board import CharucoBoard


class Sheet(StrEnum):
    """What can be printed."""

    MAT = "mat"
    PIECES = "pieces"
    BOARD = "board"
    RULER = "ruler"
    JIG = "jig"
    KIT = "kit"


NEEDS_TABLE = frozenset({Sheet.MAT, Sheet.PIECES, Sheet.KIT})


def print_sheet(
    sheet: Sheet, table: Path | None, out: Path | None, paper: Paper, only: Sequence[str] = (), board: str = "charuco"
) -> None:
    """`only`: ids of pieces, for one plate again. `board`: as `tableassist calibrate` takes it."""
    from rich.console import Console

    from tableassist.formats.io.safe_write import write_bytes_safely

    if table is None and sheet in NEEDS_TABLE:
        raise BadRequestError(f"print {sheet}: no table given, expected --table TABLE.toml")
    if only and sheet is not Sheet.PIECES:
        raise BadRequestError(f"print {sheet} --only: expected only with 'print pieces'")
    out = out if out is not None else Path(f"{sheet}.pdf")
    printed = _printed(sheet, table, paper, only, board)
    write_bytes_safely(out, printed.pdf)
    pages = "1 page" if printed.pages == 1 else f"{printed.pages} pages"
    count = len(printed.tags)
    tags = "" if count == 0 else ", 1 tag" if count == 1 else f", {count} tags"
    say = Console()
    say.print(f"{out}: {pages} of {paper.label}{tags}", markup=False, highlight=False, soft_wrap=True)
    say.print("Print at 100 % (actual size), then measure the 100 mm line on each page.", markup=False, highlight=False)


def _printed(sheet: Sheet, table: Path | None, paper: Paper, only: Sequence[str], board: str) -> "PrintedPages":
    # Where the tags are meant to be: a survey says where they were taped.
    from tableassist.formats.table.file import read_table

    settings = None if table is None else read_table(table, surveyed=False)
    if settings is not None and table is not None and sheet in NEEDS_TABLE:
        return _printed_table(sheet, settings, table, paper, only, board)
    if sheet is Sheet.BOARD:
        from tableassist.printing.pages.board import print_board

        return print_board(_charuco(board), paper)
    if sheet is Sheet.JIG:
        from tableassist.printing.pages.jig import print_jig
        from tableassist.vision.mounts.jig import A4_JIG

        return print_jig(A4_JIG, paper)
    from tableassist.printing.pages.ruler import print_ruler, rulers_for

    own = None if settings is None else settings.rules.ruler
    return print_ruler(paper, rulers=rulers_for(own), table="" if settings is None else settings.name)


def _printed_table(
    sheet: Sheet, settings: "TableSettings", table: Path, paper: Paper, only: Sequence[str], board: str
) -> "PrintedPages":
    if sheet is Sheet.MAT:
        from tableassist.printing.pages.mat import print_mat

        return print_mat(settings.mat, paper, table=settings.name)
    if sheet is Sheet.PIECES:
        from tableassist.printing.pages.pieces import print_pieces

        return print_pieces(_chosen(settings.pieces, only, table), paper, table=settings.name)
    from tableassist.printing.kit import print_kit
    from tableassist.printing.pages.ruler import rulers_for
    from tableassist.vision.mounts.jig import A4_JIG

    return print_kit(
        settings.mat,
        settings.pieces,
        _charuco(board),
        A4_JIG,
        paper,
        table=settings.name,
        table_file=table.name,
        rulers=rulers_for(settings.rules.ruler),
    )


def _chosen(pieces: "Sequence[Piece]", only: Sequence[str], table: Path) -> "Sequence[Piece]":
    known = {piece.id: piece for piece in pieces}
    for name in only:
        if name not in known:
            raise BadRequestError(f"print pieces --only: got '{name}', expected one of {', '.join(known)} ({table})")
    return [known[name] for name in dict.fromkeys(only)] if only else pieces


def _charuco(board: str) -> "CharucoBoard":
    from tableassist.formats.camera.board_file import find_board
    from tableassist.vision.lens_fit.board import CharucoBoard

    found = find_board(board)
    if not isinstance(found, CharucoBoard):
        raise BadRequestError(f"print board: got '{board}', expected charuco or a board file (.toml)")
    return found
