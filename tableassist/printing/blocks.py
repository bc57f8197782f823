"""Blocks of known size that are stacked into larger ones and dealt out to pages, so that nothing overlaps."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tableassist.errors import BadRequestError
from tableassist.printing.paper import Box
from tableassist.printing.pen import BLACK, Pen
from tableassist.printing.plain_text import MM_PER_POINT, FontFace, wrapped

LEADING = 1.25


@dataclass(frozen=True, slots=True)
class Block:
    width: float
    height: float
    draw: Callable[[Pen, float, float], None]
    """With its left and its high edge."""


def beside(blocks: Sequence[Block], gap: float) -> Block:
    """From left to right, their upper edges level."""

    def draw(pen: Pen, left: float, high: float) -> None:
        for block in blocks:
            block.draw(pen, left, high)
            left += block.width + gap

    width = sum(block.width for block in blocks) + gap * (len(blocks) - 1)
    return Block(width, max(block.height for block in blocks), draw)


def below(blocks: Sequence[Block], gap: float) -> Block:
    """From the top down, their left edges level."""

    def draw(pen: Pen, left: float, high: float) -> None:
        for block in blocks:
            block.draw(pen, left, high)
            high -= block.height + gap

    height = sum(block.height for block in blocks) + gap * (len(blocks) - 1)
    return Block(max(block.width for block in blocks), height, draw)


def words(text: str, width: float, size_pt: float, *, face: FontFace = FontFace.PLAIN, grey: float = BLACK) -> Block:
    """A paragraph."""
    lines = wrapped(text, width, size_pt, face=face)
    step = size_pt * LEADING * MM_PER_POINT

    def draw(pen: Pen, left: float, high: float) -> None:
        for number, line in enumerate(lines):
            # Capitals are 0.72 of the size high; the rest of the first line's height is air above.
            pen.text((left, high - 0.75 * size_pt * MM_PER_POINT - number * step), line, size_pt, face=face, grey=grey)

    return Block(width, len(lines) * step, draw)


def rows_of(blocks: Sequence[Block], width: float, gap: float) -> list[list[Block]]:
    """As many beside each other as there is room for."""
    rows: list[list[Block]] = []
    for block in blocks:
        if rows and beside([*rows[-1], block], gap).width <= width + 1e-6:
            rows[-1].append(block)
        else:
            rows.append([block])
    return rows


def flow(blocks: Sequence[Block], width: float, gap: float) -> Block:
    return below([beside(row, gap) for row in rows_of(blocks, width, gap)], gap)


Deal = tuple[tuple[Block, float, float], ...]
"""Blocks of one page with their left and high edges, from the upper left corner of the room; y downwards."""


def dealt(blocks: Sequence[Block], room: Box, *, gap_x: float, gap_y: float) -> tuple[Deal, ...]:
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
