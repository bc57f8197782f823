"""All that a new table needs, in one file, with a page that says what to do with it."""

from collections.abc import Sequence
from dataclasses import dataclass

from tableassist.messages import tr
from tableassist.pieces.piece import Piece
from tableassist.printing.blocks import Block, below, beside, words
from tableassist.printing.page import AnyPage, Page, bind
from tableassist.printing.pages.board import board_page
from tableassist.printing.pages.dice import dice_page
from tableassist.printing.pages.islands import island_pages
from tableassist.printing.pages.jig import jig_page
from tableassist.printing.pages.mat import mat_pages
from tableassist.printing.pages.mount_figures import mount_figures
from tableassist.printing.pages.pieces import has_plates, piece_pages
from tableassist.printing.pages.ruler import ruler_page
from tableassist.printing.paper import Box, Paper
from tableassist.printing.pen import DARK, PALE, Pen, corners_of
from tableassist.printing.plain_text import FontFace, fitted
from tableassist.printing.printed import PrintedPages
from tableassist.rules.editions.ruler import BARS, CARD, Ruler
from tableassist.vision.dice.corner import DiceCorner
from tableassist.vision.lens_fit.board import CharucoBoard
from tableassist.vision.mounts.jig import Jig
from tableassist.vision.registration.mat_layout import MatLayout

NUMBER_MM = 9.0
SIZES_PT = (9.5, 9.0, 8.5, 8.0)
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
    """The commands, or the page of the window."""
    face: FontFace = FontFace.TYPED


def print_kit(
    mat: MatLayout,
    pieces: Sequence[Piece],
    board: CharucoBoard,
    jig: Jig,
    paper: Paper,
    *,
    table: str = "",
    table_file: str | None = "my-table.toml",
    rulers: Sequence[Ruler] = (BARS, CARD),
    dice: DiceCorner | None = None,
    is_sample: bool = False,
) -> PrintedPages:
    """`table` is the table's name, `table_file` its file, for the commands; None: it is made and used in the window.
    `is_sample`: the table came with the program, and the first page says how to get its file."""
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
        _first_page(sections, _steps(_ways(table_file), is_sample=is_sample)),
        *(page for section in sections for page in section.pages),
    )
    return bind(pages, paper, title=tr("Table kit"), table=table)


@dataclass(frozen=True, slots=True)
class _Ways:
    """How each step that is done at the computer is done."""

    take: str
    calibrate: str
    survey: str
    fit_out: str
    play: str
    face: FontFace = FontFace.TYPED


def _ways(table_file: str | None) -> _Ways:
    """By a command or, without a file to name in it, by the page of the window's first run."""
    if table_file is None:
        return _Ways(
            tr("In the window: Play at my table, Print a kit, Set up this table"),
            _page(tr("Calibrate the camera")),
            _page(tr("Survey the mat")),
            _page(tr("Fit out the ships")),
            _page(tr("Prove it")),
            FontFace.PLAIN,
        )
    return _Ways(
        f"tableassist new {table_file} --sample",
        f"tableassist calibrate camera:0 --out my-camera.toml --table {table_file} --use",
        f"tableassist survey camera:0 --out mat.toml --table {table_file} --use",
        f"tableassist mount --table {table_file}",
        f"tableassist check {table_file}\ntableassist watch camera:0 --table {table_file}",
    )


def _page(title: str) -> str:
    return tr("In the window: {page}", page=title)


def _steps(ways: _Ways, *, is_sample: bool) -> tuple[KitStep, ...]:
    taken = KitStep(
        tr("Take the sample table"),
        tr(
            "These tags are those of the sample table: a mat of 915 x 915 mm, six islands, and for each of two players "
            "a ship of one to five masts. Write the cards of your own ships into its file."
        ),
        ways.take,
        ways.face,
    )
    return (
        KitStep(
            tr("Print and check"),
            tr(
                "Print every page at 100 % (actual size), on one side. Then measure the line at the foot of each page: "
                "100 mm from tick to tick. If it is not, the printer has scaled the page, and nothing on it fits."
            ),
        ),
        *((taken,) if is_sample else ()),
        KitStep(
            tr("Lay out the mat"),
            tr(
                "Cut out the mat tags and tape them flat, each where its words say, arrows pointing away from you. "
                "A few millimetres off do no harm: the survey finds where they really are."
            ),
        ),
        KitStep(
            tr("Calibrate the camera"),
            tr(
                "Fix its focus and zoom. Show it the board at twenty angles, in every corner of the picture. "
                "It takes each view by itself and says what is still missing."
            ),
            ways.calibrate,
            ways.face,
        ),
        KitStep(
            tr("Survey the mat"),
            tr(
                "Point that camera at the whole mat from eight sides, tilted by 30 to 45 degrees, until it beeps; "
                "or leave it hanging, and turn and shift the mat below it."
            ),
            ways.survey,
            ways.face,
        ),
        KitStep(
            tr("Fit out the ships"),
            tr(
                "Cut, fold and glue the plates. Then lay each ship on the jig in two or more of its places, so that "
                "her tag is known to a fraction of a millimetre. Islands: glue their plates down as in their sketches."
            ),
            ways.fit_out,
            ways.face,
        ),
        KitStep(
            tr("Play"), tr("Hang the camera where it sees the whole mat, and open the table."), ways.play, ways.face
        ),
    )


def _first_page(sections: Sequence[Section], steps: Sequence[KitStep]) -> Page:
    def draw(pen: Pen, room: Box) -> None:
        for size_pt in SIZES_PT:
            every = _all_steps(sections, steps, room.width, size_pt)
            if every.height < room.height:
                break
        every.draw(pen, room.left, room.high - 1.0)
        figures = mount_figures(room.width)
        if every.height + figures.height + 6.0 < room.height:
            figures.draw(pen, room.left, room.low + figures.height + 1.0)

    return Page(tr("Your table, from paper to play"), tr("What is in this file, and what to do with it."), draw)


def _all_steps(sections: Sequence[Section], steps: Sequence[KitStep], width: float, size_pt: float) -> Block:
    blocks = [_step_block(number, step, width, size_pt) for number, step in enumerate(steps, start=1)]
    return below([_contents(sections, width), *blocks], 4.5)


def _contents(sections: Sequence[Section], width: float) -> Block:
    rows, page = [], 2
    for section in sections:
        last = page + len(section.pages) - 1
        pages = tr("page {page}", page=page) if last == page else tr("pages {page} to {last}", page=page, last=last)
        cells = [
            words(pages, 32.0, 9.5),
            words(section.title, 52.0, 9.5, face=FontFace.BOLD),
            words(section.stock, width - 96.0, 9.5, grey=DARK),
        ]
        rows.append(beside(cells, 4.0))
        page = last + 1
    return below(rows, 0.8)


def _step_block(number: int, step: KitStep, width: float, size_pt: float) -> Block:
    room = width - NUMBER_MM
    parts = [words(step.title, room, 11, face=FontFace.BOLD), words(step.text, room, size_pt)]
    parts += [_way(line, room, step.face) for line in step.way.splitlines()]
    return beside([words(f"{number}", NUMBER_MM, 18, face=FontFace.BOLD, grey=DARK), below(parts, 1.2)], 0.0)


def _way(line: str, room: float, face: FontFace) -> Block:
    def draw(pen: Pen, left: float, high: float) -> None:
        pen.fill([corners_of(Box(left, high - 5.6, left + room, high))], grey=PALE)
        pen.text((left + 2.0, high - 3.9), fitted(line, room - 4.0, 9.5, face=face), 9.5, face=face)

    return Block(room, 5.6, draw)
