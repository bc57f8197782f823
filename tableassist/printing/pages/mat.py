"""The mat's tags, each to be cut out and taped where its own words say."""

import math

from tableassist.errors import BadRequestError
from tableassist.messages import tr
from tableassist.printing.blocks import Block, below, dealt, draw_deal, words
from tableassist.printing.page import SMALL_PT, Page, bind, text_area
from tableassist.printing.paper import Box, Paper
from tableassist.printing.pen import BLACK, DARK, HAIR_MM, PALE, Align, Pen, corners_of
from tableassist.printing.plain_text import FontFace
from tableassist.printing.printed import PrintedPages
from tableassist.printing.tag_ink import quiet_mm
from tableassist.vision.registration.mat_layout import MatLayout, MatTag

BAND_MM = 3.0
"""Round the white rim: room for ticks, number and arrow. With 44 mm tags the card is 61 mm wide, three to a row."""
MARK_X_MM, MARK_Y_MM = 1.1, 2.5
"""Room for the cut marks beside and above a card."""
LABEL_INSET_MM = 1.2
CAPITAL_MM = 2.05
"""Height of the digits at the smallest size of type."""


def print_mat(layout: MatLayout, paper: Paper, *, table: str = "") -> PrintedPages:
    return bind(mat_pages(layout, paper), paper, title=tr("Mat tags"), table=table)


def mat_pages(layout: MatLayout, paper: Paper) -> tuple[Page, ...]:
    if not layout.tags:
        raise BadRequestError("print mat: the mat has no tags, expected four or more")
    room = text_area(paper)
    cards = [_card(tag) for tag in layout.tags]
    widest = max(card.width for card in cards)
    columns = max(1, int(room.width // widest))
    rows = max(1, int(room.height // max(card.height for card in cards)))
    gap_x = min(10.0, (room.width - columns * widest) / max(1, columns - 1))
    gap_y = min(8.0, (room.height - rows * max(card.height for card in cards)) / max(1, rows - 1))
    deals = dealt([_plan(layout, widest), *cards], room, gap_x=gap_x, gap_y=gap_y)
    hint = tr("Cut along the lines. Tape each tag with its centre where it says, its arrow pointing away from you.")
    return tuple(Page(tr("Mat tags"), hint, draw_deal(deal)) for deal in deals)


def _card(tag: MatTag) -> Block:
    rimmed = tag.size_mm + 2 * quiet_mm(tag.family, tag.size_mm)
    side = rimmed * (abs(math.cos(tag.yaw_rad)) + abs(math.sin(tag.yaw_rad))) + 2 * BAND_MM

    def draw(pen: Pen, left: float, high: float) -> None:
        low = high - MARK_Y_MM - side
        card = Box(left + MARK_X_MM, low, left + MARK_X_MM + side, low + side)
        _draw_cut(pen, card)
        _draw_band(pen, card, tag)
        middle = (card.left + card.right) / 2, (card.low + card.high) / 2
        pen.tag(tag.family, tag.tag, size_mm=tag.size_mm, at=middle, yaw_rad=tag.yaw_rad, card=card)

    square = Block(side + 2 * MARK_X_MM, side + 2 * MARK_Y_MM, draw)
    where = tr("Tag {tag}: {x} right, {y} up", tag=tag.tag, x=_mm(tag.x_mm), y=_mm(tag.y_mm))
    room = side - LABEL_INSET_MM
    label = below(
        [words(where, room, 9.5, face=FontFace.BOLD), words(tr("from the mat's lower-left corner"), room, 8.5)], 0.2
    )
    return below([square, _moved(label, MARK_X_MM + LABEL_INSET_MM)], 0.4)


def _mm(length: float) -> str:
    return tr("{length:g} mm", length=round(length, 1))


def _moved(block: Block, right: float) -> Block:
    return Block(block.width + right, block.height, lambda pen, left, high: block.draw(pen, left + right, high))


def _draw_cut(pen: Pen, card: Box) -> None:
    """The outline, and marks past its corners to lay a ruler along."""
    pen.cut(corners_of(card))
    for x, out_x in ((card.left, -MARK_X_MM), (card.right, MARK_X_MM)):
        for y, out_y in ((card.low, -MARK_Y_MM), (card.high, MARK_Y_MM)):
            pen.line((x, y), (x + out_x, y), width=HAIR_MM)
            pen.line((x, y), (x, y + out_y), width=HAIR_MM)


def _draw_band(pen: Pen, card: Box, tag: MatTag) -> None:
    """Ticks at the middle of each side show the centre once the card is cut; the number stays with it."""
    x, y = (card.left + card.right) / 2, (card.low + card.high) / 2
    reach = BAND_MM - 0.5
    pen.line((x, card.low), (x, card.low + reach))
    pen.line((card.left, y), (card.left + reach, y))
    pen.line((card.right - reach, y), (card.right, y))
    pen.fill([[(x - 1.7, card.high - reach), (x + 1.7, card.high - reach), (x, card.high)]])
    up, down = card.high - (BAND_MM + CAPITAL_MM) / 2, card.low + (BAND_MM - CAPITAL_MM) / 2
    pen.text((card.left + 1.2, down), f"{tag.tag}", SMALL_PT, face=FontFace.BOLD)
    if card.right - x > 14.0:
        pen.text((x + 2.6, up), tr("AWAY"), SMALL_PT)


def _plan(layout: MatLayout, side: float) -> Block:
    """A small map of the mat with the numbers of its tags."""
    scale = (side - 14.0) / max(layout.width_mm, layout.height_mm)
    wide, high_mm = layout.width_mm * scale, layout.height_mm * scale

    def draw(pen: Pen, left: float, high: float) -> None:
        mat = Box(left + 7.0, high - 5.0 - high_mm, left + 7.0 + wide, high - 5.0)
        pen.fill([corners_of(mat)], grey=0.95)
        pen.outline(corners_of(mat), grey=DARK)
        inner = mat.shrunk(3.5)
        for tag in layout.tags:
            x = min(max(mat.left + tag.x_mm * scale, inner.left), inner.right)
            y = min(max(mat.low + tag.y_mm * scale, inner.low), inner.high)
            pen.text((x, y - CAPITAL_MM / 2), f"{tag.tag}", SMALL_PT, face=FontFace.BOLD, align=Align.CENTRE)
        middle = (mat.left + mat.right) / 2
        pen.text((middle, mat.high + 1.5), tr("away from you"), SMALL_PT, align=Align.CENTRE, grey=DARK)
        near = tr("you sit here · {width}", width=_mm(layout.width_mm))
        pen.text((middle, mat.low - 4.0), near, SMALL_PT, align=Align.CENTRE)
        up = mat.left - 1.6, (mat.low + mat.high) / 2
        pen.text(up, _mm(layout.height_mm), SMALL_PT, align=Align.CENTRE, turned=True)
        _draw_corner(pen, mat)

    map_block = Block(side, high_mm + 11.0, draw)
    title = words(tr("Where the tags go"), side, 10, face=FontFace.BOLD)
    facts = words(tr("Places are measured to the centre of a tag, from the lower-left corner (ringed)."), side, 8.5)
    return below([title, map_block, facts], 1.0)


def _draw_corner(pen: Pen, mat: Box) -> None:
    ring = [math.tau * step / 24 for step in range(24)]
    corner = [(mat.left + 1.3 * math.cos(turn), mat.low + 1.3 * math.sin(turn)) for turn in ring]
    pen.fill([corner], grey=PALE)
    pen.outline(corner, grey=BLACK)
