"""Blocks of known size, stacked and dealt out to pages; pages with heading and check line, bound into one file."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tableassist.errors import BadRequestError
from tableassist.messages import tr
from tableassist.printing.paper import MARGIN_MM, Box, Paper, PrintedPages
from tableassist.printing.pen import (
    BLACK,
    DARK,
    GREY,
    HAIR_MM,
    MM_PER_POINT,
    Align,
    FontFace,
    Pen,
    clip_text,
    width_mm,
    wrap_text,
)

LEADING = 1.25


@dataclass(frozen=True, slots=True)
class Block:
    width: float
    height: float
    draw: Callable[[Pen, float, float], None]
    """With its left and its high edge."""


def join_blocks(blocks: Sequence[Block], gap: float) -> Block:
    """From left to right, their upper edges level."""

    def draw(pen: Pen, left: float, high: float) -> None:
        for block in blocks:
            block.draw(pen, left, high)
            left += block.width + gap

    width = sum(block.width for block in blocks) + gap * (len(blocks) - 1)
    return Block(width, max(block.height for block in blocks), draw)


def stack_blocks(blocks: Sequence[Block], gap: float) -> Block:
    """From the top down, their left edges level."""

    def draw(pen: Pen, left: float, high: float) -> None:
        for block in blocks:
            block.draw(pen, left, high)
            high -= block.height + gap

    height = sum(block.height for block in blocks) + gap * (len(blocks) - 1)
    return Block(max(block.width for block in blocks), height, draw)


def text_block(
    text: str, width: float, size_pt: float, *, face: FontFace = FontFace.PLAIN, grey: float = BLACK
) -> Block:
    """A paragraph."""
    lines = wrap_text(text, width, size_pt, face=face)
    step = size_pt * LEADING * MM_PER_POINT

    def draw(pen: Pen, left: float, high: float) -> None:
        for number, line in enumerate(lines):
            # Capitals are 0.72 of the size high; the rest of the first line's height is air above.
            pen.text((left, high - 0.75 * size_pt * MM_PER_POINT - number * step), line, size_pt, face=face, grey=grey)

    return Block(width, len(lines) * step, draw)


def split_rows(blocks: Sequence[Block], width: float, gap: float) -> list[list[Block]]:
    """As many beside each other as there is room for."""
    rows: list[list[Block]] = []
    for block in blocks:
        if rows and join_blocks([*rows[-1], block], gap).width <= width + 1e-6:
            rows[-1].append(block)
        else:
            rows.append([block])
    return rows


def flow_blocks(blocks: Sequence[Block], width: float, gap: float) -> Block:
    return stack_blocks([join_blocks(row, gap) for row in split_rows(blocks, width, gap)], gap)


Deal = tuple[tuple[Block, float, float], ...]
"""Blocks of one page with their left and high edges, from the upper left corner of the room; y downwards."""


def deal_blocks(blocks: Sequence[Block], room: Box, *, gap_x: float, gap_y: float) -> tuple[Deal, ...]:
    """In rows, a new page whenever the next row does not fit."""
    pages: list[list[tuple[Block, float, float]]] = []
    right = down = row = 0.0
    for block in blocks:
        if block.width > room.width + 1e-6 or block.height > room.height + 1e-6:
            raise BadRequestError(
                "print: a part of {width:.0f} x {height:.0f} mm does not fit, "
                "expected at most {most_width:.0f} x {most_height:.0f} mm",
                width=block.width,
                height=block.height,
                most_width=room.width,
                most_height=room.height,
            )
        if not pages:
            pages.append([])
        elif right + block.width > room.width + 1e-6:
            right, down, row = 0.0, down + row + gap_y, 0.0
        if down + block.height > room.height + 1e-6:
            pages.append([])
            right = down = row = 0.0
        pages[-1].append((block, right, down))
        right, row = right + block.width + gap_x, max(row, block.height)
    return tuple(tuple(page) for page in pages)


def draw_deal(deal: Deal) -> Callable[[Pen, Box], None]:
    def draw(pen: Pen, room: Box) -> None:
        for block, right, down in deal:
            block.draw(pen, room.left + right, room.high - down)

    return draw


CHECK_MM = 100.0
TICK_MM = 1.8
HEADING_MM, FOOTING_MM = 19.0, 13.0
SMALL_PT = 8.0
"""Nothing that a player must read is smaller."""
Draw = Callable[[Pen, Box], None]


@dataclass(frozen=True, slots=True)
class Page:
    title: str
    hint: str
    """One line below the title."""
    draw: Draw
    """Is given the room between heading and footing."""


@dataclass(frozen=True, slots=True)
class WidePage:
    """A landscape page that needs nearly all of the paper: heading and check line share a narrow strip at one side."""

    title: str
    hint: str
    width_mm: float
    height_mm: float
    draw: Draw
    """Is given room of exactly this size."""


AnyPage = Page | WidePage


def text_area(paper: Paper) -> Box:
    """What a `Page` has to draw in."""
    width, height = paper.portrait_mm
    return Box(MARGIN_MM, MARGIN_MM + FOOTING_MM, width - MARGIN_MM, height - MARGIN_MM - HEADING_MM)


def bind_pages(pages: Sequence[AnyPage], paper: Paper, *, title: str, table: str = "") -> PrintedPages:
    """`table`: its name, for the heading."""
    pen = Pen(f"{title}: {table}" if table else title)
    for index, page in enumerate(pages):
        number = tr("page {number} of {count} · {paper}", number=index + 1, count=len(pages), paper=paper.label)
        pen.begin_page(*paper.size_mm(landscape=isinstance(page, WidePage)))
        if isinstance(page, WidePage):
            _draw_wide(pen, page, paper, number)
        else:
            _draw_heading(pen, page, paper, table)
            _draw_footing(pen, paper, number)
            page.draw(pen, text_area(paper))
    return pen.finish()


def _draw_heading(pen: Pen, page: Page, paper: Paper, table: str) -> None:
    width, height = paper.portrait_mm
    left, right, high = MARGIN_MM, width - MARGIN_MM, height - MARGIN_MM
    pen.text((left, high - 6.0), page.title, 18, face=FontFace.BOLD)
    room = right - left - width_mm(page.title, 18, face=FontFace.BOLD) - 8.0
    pen.text((right, high - 6.0), clip_text(table, room, 9), 9, align=Align.RIGHT, grey=DARK)
    pen.text((left, high - 12.0), page.hint, 9.5, grey=DARK, room_mm=right - left)
    pen.line((left, high - 15.0), (right, high - 15.0), width=0.4)


def _draw_footing(pen: Pen, paper: Paper, number: str) -> None:
    width, _ = paper.portrait_mm
    left, right, low = MARGIN_MM, width - MARGIN_MM, MARGIN_MM
    pen.line((left, low + 10.0), (right, low + 10.0), width=HAIR_MM, grey=GREY)
    draw_check_line(pen, (left + 0.5, low + 6.2))
    check = tr("Check: 100 mm from tick to tick. If not, enter its length: tableassist scale.")
    pen.text((left + 0.5, low + 1.2), check, SMALL_PT, room_mm=108.0)
    whole = tr("Print at 100 %, not fitted to the page")
    pen.text((right, low + 5.2), whole, SMALL_PT, face=FontFace.BOLD, align=Align.RIGHT, room_mm=80.0)
    pen.text((right, low + 1.2), f"tableassist · {number}", SMALL_PT, align=Align.RIGHT, grey=DARK)


def draw_check_line(pen: Pen, start: tuple[float, float], *, upright: bool = False) -> None:
    """100 mm between the middles of the ticks."""
    x, y = start
    if upright:
        pen.line((x, y), (x, y + CHECK_MM))
        for end in (y, y + CHECK_MM):
            pen.line((x - TICK_MM, end), (x + TICK_MM, end))
    else:
        pen.line((x, y), (x + CHECK_MM, y))
        for end in (x, x + CHECK_MM):
            pen.line((end, y - TICK_MM), (end, y + TICK_MM))


def _draw_wide(pen: Pen, page: WidePage, paper: Paper, number: str) -> None:
    """The strip stands where the paper leaves more room: at the left on A4, along the top on Letter."""
    width, height = paper.size_mm(landscape=True)
    spare_x, spare_y = width - page.width_mm - 2 * MARGIN_MM, height - page.height_mm - 2 * MARGIN_MM
    if spare_x > spare_y:
        right, low = width - MARGIN_MM, (height - page.height_mm) / 2
        page.draw(pen, Box(right - page.width_mm, low, right, low + page.height_mm))
        _draw_upright_strip(pen, page, number, height)
    else:
        left, low = (width - page.width_mm) / 2, MARGIN_MM
        page.draw(pen, Box(left, low, left + page.width_mm, low + page.height_mm))
        _draw_level_strip(pen, page, number, width, height)


def _draw_upright_strip(pen: Pen, page: WidePage, number: str, height: float) -> None:
    """Between 10 and 18 mm from the left edge of the paper: two lines of writing, or one and the check line."""
    first, second = MARGIN_MM + 2.6, MARGIN_MM + 6.6
    low, high = MARGIN_MM, height - MARGIN_MM
    draw_check_line(pen, (first - 0.6, low + 0.5), upright=True)
    pen.text(
        (second, low + 0.5), tr("Check: 100 mm from tick to tick. Print at 100 %."), SMALL_PT, turned=True, room_mm=95.0
    )
    pen.text((first, high), page.title, SMALL_PT, face=FontFace.BOLD, align=Align.RIGHT, turned=True, room_mm=85.0)
    pen.text(
        (second, high), f"{page.hint} · {number}", SMALL_PT, align=Align.RIGHT, grey=DARK, turned=True, room_mm=90.0
    )


def _draw_level_strip(pen: Pen, page: WidePage, number: str, width: float, height: float) -> None:
    left, right, high = MARGIN_MM, width - MARGIN_MM, height - MARGIN_MM
    draw_check_line(pen, (left + 0.5, high - TICK_MM - 0.2))
    pen.text((left + 104.0, high - 3.0), tr("Check: 100 mm"), SMALL_PT, room_mm=28.0)
    words, room = f"{page.title} · {page.hint} · {number}", right - left - 136.0
    pen.text((right, high - 3.0), words, SMALL_PT, face=FontFace.BOLD, align=Align.RIGHT, room_mm=room)
