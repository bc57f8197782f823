"""Small side views of how tags are mounted: stern flag and wake plate, masthead, deck plate, island."""

from collections.abc import Callable

from tableassist.messages import say, tr
from tableassist.pieces.mount import MountKind
from tableassist.printing.blocks import Block, below, beside, words
from tableassist.printing.page import SMALL_PT
from tableassist.printing.pages.piece_words import TITLES
from tableassist.printing.pen import BLACK, DARK, GREY, HAIR_MM, PALE, Align, Pen, Point
from tableassist.printing.plain_text import FontFace

FIGURE_MM = 32.0
"""Room above the mat."""
PLATE_LINE_MM = 1.0
Draw = Callable[[Pen, Point], None]
"""With the place on the mat below the middle of the piece."""


def mount_figures(width: float) -> Block:
    figures: tuple[tuple[str, str, Draw], ...] = (
        (
            tr("Stern flag and wake plate"),
            tr("cards folded double: the flag on a staff above the sails, the plate flat on the mat behind the stern"),
            _draw_flag,
        ),
        (say(TITLES[MountKind.MASTHEAD](1)), tr("card folded double, clipped to a mast's top"), _draw_masthead),
        (say(TITLES[MountKind.DECK](1)), tr("flaps folded under, for hulls without sails"), _draw_deck),
        (say(TITLES[MountKind.PLATE](1)), tr("glued flat on an island or terrain"), _draw_island),
    )
    gap = 6.0
    figure_width = (width - gap * (len(figures) - 1)) / len(figures)
    return beside([_figure(title, text, draw, figure_width) for title, text, draw in figures], gap)


def _figure(title: str, text: str, draw: Draw, width: float) -> Block:
    def picture(pen: Pen, left: float, high: float) -> None:
        mat = high - FIGURE_MM
        pen.line((left, mat), (left + width, mat), grey=DARK)
        draw(pen, (left + width / 2, mat))

    drawn = Block(width, FIGURE_MM + 1.0, picture)
    return below([drawn, words(title, width, 9.5, face=FontFace.BOLD), words(text, width, 8.5)], 0.8)


def _draw_hull(pen: Pen, at: Point) -> None:
    """Bow to the right."""
    x, y = at
    hull = [(x - 13.0, y), (x + 11.0, y), (x + 16.0, y + 5.0), (x - 13.0, y + 5.0)]
    pen.fill([hull], grey=PALE)
    pen.outline(hull, grey=DARK)


def _draw_sails(pen: Pen, at: Point) -> None:
    x, y = at
    for mast in (x - 2.0, x + 7.0):
        pen.line((mast, y + 5.0), (mast, y + 21.0), width=0.5, grey=GREY)
        sail = [(mast - 2.6, y + 8.0), (mast + 2.6, y + 8.0), (mast + 2.0, y + 19.5), (mast - 2.0, y + 19.5)]
        pen.fill([sail], grey=PALE)
        pen.outline(sail, width=HAIR_MM, grey=GREY)


def _draw_plate(pen: Pen, x: float, y: float, half: float) -> None:
    pen.line((x - half, y), (x + half, y), width=PLATE_LINE_MM, grey=BLACK)


def _draw_height(pen: Pen, x: float, low: float, high: float) -> None:
    """From the mat to the printed face."""
    pen.line((x, low + 0.4), (x, high - 0.4), width=HAIR_MM)
    for end, back in ((low + 0.2, 1.6), (high - 0.2, -1.6)):
        pen.fill([[(x, end), (x - 0.7, end + back), (x + 0.7, end + back)]])
    pen.text((x - 1.2, (low + high) / 2), tr("height"), SMALL_PT, align=Align.CENTRE, turned=True)


def _draw_flag(pen: Pen, at: Point) -> None:
    x, y = at
    _draw_hull(pen, at)
    _draw_sails(pen, at)
    pen.line((x - 11.0, y + 5.0), (x - 11.0, y + 26.0), width=0.7, grey=DARK)
    _draw_plate(pen, x - 11.0, y + 26.5, 5.0)
    _draw_height(pen, x - 18.0, y, y + 27.0)
    pen.line((x - 17.0, y + 0.4), (x - 8.0, y + 0.4), width=PLATE_LINE_MM / 2, grey=BLACK)


def _draw_masthead(pen: Pen, at: Point) -> None:
    x, y = at
    _draw_hull(pen, at)
    _draw_sails(pen, at)
    for side in (-0.5, 0.5):
        pen.line((x - 2.0 + side, y + 19.8), (x - 2.0 + side, y + 24.0), width=0.3, grey=DARK)
    _draw_plate(pen, x - 2.0, y + 24.4, 5.0)
    _draw_height(pen, x - 18.0, y, y + 24.9)


def _draw_deck(pen: Pen, at: Point) -> None:
    x, y = at
    _draw_hull(pen, at)
    _draw_plate(pen, x - 1.0, y + 5.7, 5.0)


def _draw_island(pen: Pen, at: Point) -> None:
    x, y = at
    card = [(x - 18.0, y), (x + 18.0, y), (x + 18.0, y + 0.9), (x - 18.0, y + 0.9)]
    pen.fill([card], grey=PALE)
    pen.outline(card, width=HAIR_MM, grey=DARK)
    for place in (x - 10.0, x + 10.0):
        _draw_plate(pen, place, y + 1.5, 5.0)
