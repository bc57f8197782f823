"""Exact-size PDFs of tags, rulers, the jig and the calibration board, and all of them as a kit."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tableassist.errors import BadRequestError
from tableassist.formats.camera.board_file import find_board
from tableassist.formats.table.file import read_table
from tableassist.messages import template
from tableassist.pieces.piece import Piece
from tableassist.pipeline.table_settings import TableSettings
from tableassist.printing.kit import print_kit
from tableassist.printing.pages.board import print_board
from tableassist.printing.pages.cards import print_cards
from tableassist.printing.pages.dice import print_dice
from tableassist.printing.pages.islands import print_islands
from tableassist.printing.pages.jig import print_jig
from tableassist.printing.pages.mat import print_mat
from tableassist.printing.pages.pieces import print_pieces
from tableassist.printing.pages.ruler import print_ruler, rulers_for
from tableassist.printing.paper import Paper
from tableassist.printing.printed import PrintedPages
from tableassist.printing.sheet import Sheet
from tableassist.services.table.sample import sample_table
from tableassist.vision.dice.corner import printed_corner
from tableassist.vision.lens_fit.board import CharucoBoard
from tableassist.vision.mounts.jig import A4_JIG

OF_A_TABLE: Final = frozenset({Sheet.MAT, Sheet.PIECES, Sheet.ISLANDS, Sheet.KIT})
OF_PIECES: Final = frozenset({Sheet.PIECES, Sheet.ISLANDS})
PACKAGED_BOARD: Final = "charuco"


def printed_sheet(
    sheet: Sheet, table: Path | None, paper: Paper, only: Sequence[str] = (), board: str = PACKAGED_BOARD
) -> PrintedPages:
    """For the commands. `only`: ids of pieces, for one plate again. `board`: as `tableassist calibrate` takes it. The
    kit without a table is that of the sample table."""
    if only and sheet not in OF_PIECES:
        raise BadRequestError("print {sheet} --only: expected only with 'print pieces' or 'print islands'", sheet=sheet)
    if sheet in OF_A_TABLE:
        return _printed_table(sheet, table, paper, only, board)
    if sheet is Sheet.BOARD:
        return print_board(_charuco(board), paper)
    if sheet is Sheet.JIG:
        return print_jig(A4_JIG, paper)
    if sheet is Sheet.CARDS:
        return print_cards(paper)
    settings = None if table is None else _to_print(table)
    if sheet is Sheet.DICE:
        corner = printed_corner() if settings is None or settings.dice is None else settings.dice
        return print_dice(corner, paper, table="" if settings is None else settings.name)
    own = None if settings is None else settings.rules.ruler
    return print_ruler(paper, rulers=rulers_for(own), table="" if settings is None else settings.name)


def window_kit(table: Path | None, paper: Paper) -> PrintedPages:
    """The kit for somebody who does everything in the window: it names no command. Without a table: the sample's."""
    is_sample = table is None
    return _kit(_to_print(table or sample_table()), None, paper, PACKAGED_BOARD, is_sample=is_sample)


def _to_print(table: Path) -> TableSettings:
    """Where the tags are meant to be, and how large: a survey says where they were taped."""
    return read_table(table, surveyed=False, to_print=True)


def _printed_table(sheet: Sheet, table: Path | None, paper: Paper, only: Sequence[str], board: str) -> PrintedPages:
    if table is None:
        if sheet is Sheet.KIT:
            return _kit(_to_print(sample_table()), "my-table.toml", paper, board, is_sample=True)
        if sheet is not Sheet.ISLANDS:
            raise BadRequestError("print {sheet}: no table given, expected --table TABLE.toml", sheet=sheet)
        table = sample_table()
    settings = _to_print(table)
    if sheet is Sheet.MAT:
        return print_mat(settings.mat, paper, table=settings.name)
    if sheet is Sheet.PIECES:
        return print_pieces(_chosen(sheet, settings.pieces, only, table), paper, table=settings.name)
    if sheet is Sheet.ISLANDS:
        return print_islands(_chosen(sheet, settings.pieces, only, table), paper, table=settings.name)
    return _kit(settings, table.name, paper, board)


def _kit(
    settings: TableSettings, table_file: str | None, paper: Paper, board: str, *, is_sample: bool = False
) -> PrintedPages:
    rulers = rulers_for(settings.rules.ruler)
    return print_kit(
        settings.mat,
        settings.pieces,
        _charuco(board),
        A4_JIG,
        paper,
        table=settings.name,
        table_file=table_file,
        rulers=rulers,
        dice=settings.dice,
        is_sample=is_sample,
    )


def _chosen(sheet: Sheet, pieces: Sequence[Piece], only: Sequence[str], table: Path) -> Sequence[Piece]:
    known = {piece.id: piece for piece in pieces}
    for name in only:
        if name not in known:
            what = template("print {sheet} --only: got '{name}', expected one of {known} ({path})")
            raise BadRequestError(what, sheet=sheet, name=name, known=tuple(known), path=table)
    return [known[name] for name in dict.fromkeys(only)] if only else pieces


def _charuco(board: str) -> CharucoBoard:
    found = find_board(board)
    if not isinstance(found, CharucoBoard):
        raise BadRequestError("print board: got '{board}', expected charuco or a board file (.toml)", board=board)
    return found
