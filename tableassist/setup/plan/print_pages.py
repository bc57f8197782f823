"""Exact-size PDFs of tags, rulers, the jig and the calibration board, and all of them as a kit."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tableassist.errors import BadRequestError
from tableassist.messages import say, template, tr
from tableassist.pieces import Piece
from tableassist.pipeline.table_settings import TableSettings
from tableassist.printing import (
    FontFace,
    KitStep,
    Paper,
    PrintedPages,
    Sheet,
    print_board,
    print_cards,
    print_dice,
    print_islands,
    print_jig,
    print_kit,
    print_mat,
    print_pieces,
    print_ruler,
    rulers_for,
)
from tableassist.setup.plan.forecast import Forecast, forecast_precision
from tableassist.setup.plan.sample import sample_table
from tableassist.setup.plan.setup_path import SETUP_PATH, SetupStep, describe_benefit
from tableassist.store.camera import find_board
from tableassist.store.first_run_file import WizardStep
from tableassist.store.table import read_table
from tableassist.vision.dice.corner import printed_corner
from tableassist.vision.lens_fit.board import CharucoBoard
from tableassist.vision.mounts.jig import A4_JIG

OF_A_TABLE: Final = frozenset({Sheet.MAT, Sheet.PIECES, Sheet.ISLANDS, Sheet.KIT})
OF_PIECES: Final = frozenset({Sheet.PIECES, Sheet.ISLANDS})
PACKAGED_BOARD: Final = "charuco"
SAMPLE_NAME: Final = "my-table.toml"
"""What the commands of the sample table's kit call its file."""


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
    return _kit(table, None, paper, PACKAGED_BOARD)


def _to_print(table: Path) -> TableSettings:
    """Where the tags are meant to be, and how large: a survey says where they were taped."""
    return read_table(table, surveyed=False, to_print=True)


def _printed_table(sheet: Sheet, table: Path | None, paper: Paper, only: Sequence[str], board: str) -> PrintedPages:
    if table is None:
        if sheet is Sheet.KIT:
            return _kit(None, SAMPLE_NAME, paper, board)
        if sheet is not Sheet.ISLANDS:
            raise BadRequestError("print {sheet}: no table given, expected --table TABLE.toml", sheet=sheet)
        table = sample_table()
    if sheet is Sheet.KIT:
        return _kit(table, table.name, paper, board)
    settings = _to_print(table)
    if sheet is Sheet.MAT:
        return print_mat(settings.mat, paper, table=settings.name)
    chosen = _chosen(sheet, settings.pieces, only, table)
    if sheet is Sheet.ISLANDS:
        return print_islands(chosen, paper, table=settings.name)
    return print_pieces(chosen, paper, table=settings.name, all_pieces=settings.pieces)


def _kit(table: Path | None, table_file: str | None, paper: Paper, board: str) -> PrintedPages:
    """`table_file`: its name in the commands; None for the window, which has pages instead."""
    path = table or sample_table()
    settings, forecast = _to_print(path), forecast_precision(read_table(path, surveyed=False))
    return print_kit(
        settings.mat,
        settings.pieces,
        _charuco(board),
        A4_JIG,
        paper,
        steps=kit_steps(table_file, forecast),
        note=_sample_note(table_file) if table is None else None,
        table=settings.name,
        rulers=rulers_for(settings.rules.ruler),
        dice=settings.dice,
    )


def kit_steps(table_file: str | None, forecast: Forecast | None) -> tuple[KitStep, ...]:
    """The setup path as the kit's first page has it, by commands or, without a table file, by the window's pages."""
    return tuple(_kit_step(step, table_file, forecast) for step in SETUP_PATH)


def _kit_step(step: SetupStep, table_file: str | None, forecast: Forecast | None) -> KitStep:
    """With its command or, without a file to name in it, with the page of the window."""
    benefit = describe_benefit(step.step, forecast)
    words = (say(step.title), say(step.what))
    gain = "" if benefit is None else say(benefit)
    if step.step is WizardStep.PRINT:
        return KitStep(*words, benefit=gain)  # whoever reads this page has printed it
    if table_file is None:
        return KitStep(*words, tr("In the window: {page}", page=say(step.title)), gain, FontFace.PLAIN)
    return KitStep(*words, step.command_for(table_file), gain)


def _sample_note(table_file: str | None) -> KitStep:
    """What the table is that these pages belong to, and how to get its file."""
    title = tr("This is the sample table's kit")
    text = tr(
        "A mat of 915 x 915 mm, six islands, some terrain, and for each of two players a ship of one to five masts. "
        "Get its table file, and write the cards of your own ships into it."
    )
    if table_file is None:
        return KitStep(title, text, tr("In the window: Print a kit, Set up this table"), face=FontFace.PLAIN)
    return KitStep(title, text, f"tableassist new {table_file} --sample")


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
