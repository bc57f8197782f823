"""All that a new table needs, in one file, with a page that says what to do with it."""

from collections.abc import Sequence
from dataclasses import dataclass

from tableassist.messages import tr
from tableassist.pieces import Piece
from tableassist.printing.boards import board_page, dice_page, jig_page, ruler_page
from tableassist.printing.mat import island_pages, mat_pages
from tableassist.printing.page import AnyPage, Block, Page, bind_pages, join_blocks, stack_blocks, text_block
from tableassist.printing.paper import Box, Paper, PrintedPages
from tableassist.printing.pen import DARK, PALE, FontFace, Pen, clip_text, corners_of
from tableassist.printing.piece_guides import mount_figures
from tableassist.printing.pieces import has_plates, piece_pages
from tableassist.rulebook.editions import BARS, CARD, Ruler
from tableassist.vision.dice.corner import DiceCorner
from tableassist.vision.lens_fit.board import CharucoBoard
from tableassist.vision.mounts.jig import Jig
from tableassist.vision.registration.mat_layout import MatLayout

NUMBER_MM = 9.0
SIZES_PT = (9.5, 9.0, 8.5, 8.0, 7.5)
"""Of the steps: the largest that fits, for some languages need more room than others."""


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    stock: str
    """What to print it on, and how often it is needed."""
    pages: tuple[AnyPage, ...]


@dataclass(frozen=True, slots=True)
class KitStep:
    title: str
    text: str
    way: str = ""
    """The command, or the page of the window."""
    benefit: str = ""
    """What it buys, in millimetres."""
    face: FontFace = FontFace.TYPED


def print_kit(
    mat: MatLayout,
    pieces: Sequence[Piece],
    board: CharucoBoard,
    jig: Jig,
    paper: Paper,
    *,
    steps: Sequence[KitStep] = (),
    note: KitStep | None = None,
    table: str = "",
    rulers: Sequence[Ruler] = (BARS, CARD),
    dice: DiceCorner | None = None,
) -> PrintedPages:
    """Draw the pages of a table named `table`. The first page has the `steps` numbered, and before them a `note`."""
    sections = [Section(tr("Mat tags"), tr("paper or card, matt"), mat_pages(mat, paper))]
    if any(has_plates(piece) for piece in pieces):
        sections.append(Section(tr("Tags for pieces"), tr("card of 160 to 250 g, matt"), piece_pages(pieces, paper)))
    if any(piece.is_printed for piece in pieces):
        stock = tr("card of 160 to 250 g, colour if you have it")
        sections.append(Section(tr("Islands and terrain"), stock, island_pages(pieces, paper)))
    sections += [
        Section(tr("Rulers"), tr("card"), (ruler_page(rulers),)),
        Section(tr("Fitting-out jig"), tr("card, left whole"), (jig_page(jig, paper),)),
        Section(tr("Calibration board"), tr("paper, glued on something flat"), (board_page(board, paper),)),
    ]
    if dice is not None:
        sections.append(Section(tr("Dice corner"), tr("paper, glued on something flat"), (dice_page(dice),)))
    pages = (
        _first_page(sections, steps, note),
        *(page for section in sections for page in section.pages),
    )
    return bind_pages(pages, paper, title=tr("Table kit"), table=table)


def _first_page(sections: Sequence[Section], steps: Sequence[KitStep], note: KitStep | None) -> Page:
    def draw(pen: Pen, room: Box) -> None:
        for size_pt in SIZES_PT:
            every = _all_steps(sections, steps, note, room.width, size_pt)
            if every.height + 2.0 < room.height:
                break
        every.draw(pen, room.left, room.high - 1.0)
        figures = mount_figures(room.width)
        if every.height + figures.height + 6.0 < room.height:
            figures.draw(pen, room.left, room.low + figures.height + 1.0)

    return Page(tr("Your table, from printing to playing"), tr("What is in this file, and what to do with it."), draw)


def _all_steps(
    sections: Sequence[Section], steps: Sequence[KitStep], note: KitStep | None, width: float, size_pt: float
) -> Block:
    blocks = [_contents_block(sections, width)]
    if note is not None:
        blocks.append(_step_block("", note, width, size_pt))
    blocks += [_step_block(f"{number}", step, width, size_pt) for number, step in enumerate(steps, start=1)]
    return stack_blocks(blocks, 3.2)


def _contents_block(sections: Sequence[Section], width: float) -> Block:
    rows, page = [], 2
    for section in sections:
        last = page + len(section.pages) - 1
        pages = tr("page {page}", page=page) if last == page else tr("pages {page} to {last}", page=page, last=last)
        cells = [
            text_block(pages, 32.0, 9.5),
            text_block(section.title, 52.0, 9.5, face=FontFace.BOLD),
            text_block(section.stock, width - 96.0, 9.5, grey=DARK),
        ]
        rows.append(join_blocks(cells, 4.0))
        page = last + 1
    return stack_blocks(rows, 0.8)


def _step_block(number: str, step: KitStep, width: float, size_pt: float) -> Block:
    room = width - NUMBER_MM
    parts = [text_block(step.title, room, 11, face=FontFace.BOLD), text_block(step.text, room, size_pt)]
    if step.benefit:
        parts.append(text_block(step.benefit, room, size_pt, face=FontFace.BOLD, grey=DARK))
    parts += [_command_block(line, room, step.face) for line in step.way.splitlines()]
    return join_blocks(
        [text_block(number, NUMBER_MM, 18, face=FontFace.BOLD, grey=DARK), stack_blocks(parts, 0.9)], 0.0
    )


def _command_block(line: str, room: float, face: FontFace) -> Block:
    def draw(pen: Pen, left: float, high: float) -> None:
        pen.fill([corners_of(Box(left, high - 5.6, left + room, high))], grey=PALE)
        pen.text((left + 2.0, high - 3.9), clip_text(line, room - 4.0, 9.5, face=face), 9.5, face=face)

    return Block(room, 5.6, draw)
