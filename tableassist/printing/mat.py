"""Tags for the border of the mat, and printed islands and terrain."""

import math
from collections.abc import Sequence
from dataclasses import replace

from shapely import Polygon, box

from tableassist.errors import BadRequestError
from tableassist.messages import Message, say, tr
from tableassist.pieces import Piece
from tableassist.pieces.art import BLEED_MM, CUT_LINE_GREY, CUT_LINE_MM, TerrainArt, draw_terrain
from tableassist.printing.page import (
    SMALL_PT,
    Block,
    Page,
    bind_pages,
    deal_blocks,
    draw_deal,
    stack_blocks,
    text_area,
    text_block,
)
from tableassist.printing.paper import Box, Paper, PrintedPages
from tableassist.printing.pen import (
    BLACK,
    DARK,
    HAIR_MM,
    MM_PER_POINT,
    PALE,
    Align,
    FontFace,
    Pen,
    Point,
    clip_text,
    corners_of,
    quiet_zone_mm,
    width_mm,
)
from tableassist.vision.registration.mat_layout import MatLayout, MatTag

BAND_MM = 3.0
"""Round the white rim: room for ticks, number and arrow. With 44 mm tags the card is 61 mm wide, three to a row."""
MARK_X_MM, MARK_Y_MM = 1.1, 2.5
"""Room for the cut marks beside and above a card."""
LABEL_INSET_MM = 1.2
CAPITAL_MM = 2.05
"""Height of the digits at the smallest size of type."""


def print_mat(layout: MatLayout, paper: Paper, *, table: str = "") -> PrintedPages:
    return bind_pages(mat_pages(layout, paper), paper, title=tr("Mat tags"), table=table)


def mat_pages(layout: MatLayout, paper: Paper) -> tuple[Page, ...]:
    if not layout.tags:
        raise BadRequestError("print mat: the mat has no tags, expected four or more")
    room = text_area(paper)
    cards = [_tag_card(tag) for tag in layout.tags]
    widest = max(card.width for card in cards)
    columns = max(1, int(room.width // widest))
    rows = max(1, int(room.height // max(card.height for card in cards)))
    gap_x = min(10.0, (room.width - columns * widest) / max(1, columns - 1))
    gap_y = min(8.0, (room.height - rows * max(card.height for card in cards)) / max(1, rows - 1))
    deals = deal_blocks([_plan_block(layout, widest), *cards], room, gap_x=gap_x, gap_y=gap_y)
    hint = tr("Cut along the lines. Tape each tag with its centre where it says, its arrow pointing away from you.")
    return tuple(Page(tr("Mat tags"), hint, draw_deal(deal)) for deal in deals)


def _tag_card(tag: MatTag) -> Block:
    rimmed = tag.size_mm + 2 * quiet_zone_mm(tag.family, tag.size_mm)
    side = rimmed * (abs(math.cos(tag.yaw_rad)) + abs(math.sin(tag.yaw_rad))) + 2 * BAND_MM

    def draw(pen: Pen, left: float, high: float) -> None:
        low = high - MARK_Y_MM - side
        card = Box(left + MARK_X_MM, low, left + MARK_X_MM + side, low + side)
        _draw_cut(pen, card)
        _draw_band(pen, card, tag)
        middle = (card.left + card.right) / 2, (card.low + card.high) / 2
        pen.tag(tag.family, tag.tag, size_mm=tag.size_mm, at=middle, yaw_rad=tag.yaw_rad, card=card)

    square = Block(side + 2 * MARK_X_MM, side + 2 * MARK_Y_MM, draw)
    where = tr("Tag {tag}: {x} right, {y} up", tag=tag.tag, x=_format_mm(tag.x_mm), y=_format_mm(tag.y_mm))
    room = side - LABEL_INSET_MM
    label = stack_blocks(
        [
            text_block(where, room, 9.5, face=FontFace.BOLD),
            text_block(tr("from the mat's lower-left corner"), room, 8.5),
        ],
        0.2,
    )
    return stack_blocks([square, _indent_block(label, MARK_X_MM + LABEL_INSET_MM)], 0.4)


def _format_mm(length: float) -> str:
    return tr("{length:g} mm", length=round(length, 1))


def _indent_block(block: Block, right: float) -> Block:
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


def _plan_block(layout: MatLayout, side: float) -> Block:
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
        near = tr("you sit here · {width}", width=_format_mm(layout.width_mm))
        pen.text((middle, mat.low - 4.0), near, SMALL_PT, align=Align.CENTRE)
        up = mat.left - 1.6, (mat.low + mat.high) / 2
        pen.text(up, _format_mm(layout.height_mm), SMALL_PT, align=Align.CENTRE, turned=True)
        _draw_corner(pen, mat)

    map_block = Block(side, high_mm + 11.0, draw)
    title = text_block(tr("Where the tags go"), side, 10, face=FontFace.BOLD)
    facts = text_block(
        tr("Places are measured to the centre of a tag, from the lower-left corner (ringed)."), side, 8.5
    )
    return stack_blocks([title, map_block, facts], 1.0)


def _draw_corner(pen: Pen, mat: Box) -> None:
    ring = [math.tau * step / 24 for step in range(24)]
    corner = [(mat.left + 1.3 * math.cos(turn), mat.low + 1.3 * math.sin(turn)) for turn in ring]
    pen.fill([corner], grey=PALE)
    pen.outline(corner, grey=BLACK)


GAP_MM = 4.0
NAME_PT = 9.0
LINE_MM = 3.6
"""From one line of the name to the next."""
MAX_NAME_MM = 30.0
CAPTION_MM = 4.2
CAPITAL = 0.72
"""Height of a capital, as a share of the size of type."""


def print_islands(pieces: Sequence[Piece], paper: Paper, *, table: str = "") -> PrintedPages:
    """Print the table's printed islands and terrain; cardboard ones are left out."""
    return bind_pages(island_pages(pieces, paper), paper, title=tr("Islands and terrain"), table=table)


def island_pages(pieces: Sequence[Piece], paper: Paper) -> tuple[Page, ...]:
    # However the last print was cut: the next is printed as designed.
    printed = [replace(piece, model=piece.model.as_printed) for piece in pieces if piece.is_printed]
    if not printed:
        raise BadRequestError(
            "print islands: got no printed islands or terrain; tableassist new --island-kind printed makes them"
        )
    blocks = [_make_block(piece) for piece in printed]
    deals = deal_blocks(blocks, text_area(paper), gap_x=GAP_MM, gap_y=GAP_MM)
    hint = tr("On card of 160 to 250 g, in colour if you can. Cut along the thin dark lines; nothing is glued.")
    return tuple(Page(tr("Islands and terrain"), hint, draw_deal(deal)) for deal in deals)


def _make_block(piece: Piece) -> Block:
    """The piece, drawn flat with its x to the right, and below it what it is called."""
    _check_tags_fit(piece)
    lines = _name_lines(piece)
    art = draw_terrain(piece.model, piece.mounts, _size_of(lines))
    outline = Polygon(piece.model.hull)
    west, south, east, north = outline.buffer(BLEED_MM).bounds

    def draw(pen: Pen, left: float, high: float) -> None:
        _draw_piece(pen, piece, art, lines, (left - west, high - north))

    picture = Block(east - west, north - south, draw)
    return stack_blocks([picture, _make_caption(piece, east - west)], 0.6)


def _draw_piece(pen: Pen, piece: Piece, art: TerrainArt, lines: Sequence[tuple[str, FontFace]], origin: Point) -> None:
    """`origin`: where on the page the piece's own origin lies."""
    x, y = origin
    for shape in art.shapes:
        pen.fill([[(x + a, y + b) for a, b in ring] for ring in shape.rings], colour=shape.colour)
    for mark in art.numbers:
        at = x + mark.x_mm, y + mark.y_mm - CAPITAL * NAME_PT * MM_PER_POINT / 2
        pen.text(at, f"{mark.number}", NAME_PT, face=FontFace.BOLD, align=Align.CENTRE)
    if art.label is not None:
        _draw_name(pen, lines, (x + art.label[0], y + art.label[1]))
    west, south, east, north = Polygon(piece.model.hull).bounds
    card = Box(x + west, y + south, x + east, y + north)
    for mount in piece.mounts:
        at = x + mount.x_mm, y + mount.y_mm
        pen.tag(mount.family, mount.tag, size_mm=mount.size_mm, at=at, yaw_rad=mount.yaw_rad, card=card)
    pen.outline([(x + a, y + b) for a, b in piece.model.hull], width=CUT_LINE_MM, grey=CUT_LINE_GREY)


def _name_lines(piece: Piece) -> tuple[tuple[str, FontFace], ...]:
    """The piece's name, and the numbers of its tags."""
    numbers = ", ".join(str(mount.tag) for mount in piece.mounts)
    name = clip_text(piece.name, MAX_NAME_MM, NAME_PT, face=FontFace.BOLD)
    return (name, FontFace.BOLD), *(((numbers, FontFace.PLAIN),) if numbers else ())


def _size_of(lines: Sequence[tuple[str, FontFace]]) -> tuple[float, float]:
    width = max(width_mm(text, NAME_PT, face=face) for text, face in lines)
    return width, (len(lines) - 1) * LINE_MM + CAPITAL * NAME_PT * MM_PER_POINT


def _draw_name(pen: Pen, lines: Sequence[tuple[str, FontFace]], middle: Point) -> None:
    _, height = _size_of(lines)
    y = middle[1] + height / 2 - CAPITAL * NAME_PT * MM_PER_POINT
    for number, (text, face) in enumerate(lines):
        pen.text((middle[0], y - number * LINE_MM), text, NAME_PT, face=face, align=Align.CENTRE)


def _make_caption(piece: Piece, width: float) -> Block:
    """Outside the cutting line: it is thrown away with the rest of the sheet."""
    tags = say(Message.plural("tag {tags}", "tags {tags}", count=len(piece.mounts), tags=_tag_numbers(piece)))
    text = clip_text(f"{piece.name} · {piece.model.name} · {tags}", width, SMALL_PT)
    return Block(width, CAPTION_MM, lambda pen, left, high: pen.text((left, high - 3.0), text, SMALL_PT, grey=DARK))


def _tag_numbers(piece: Piece) -> tuple[str, ...]:
    return tuple(str(mount.tag) for mount in piece.mounts)


def _check_tags_fit(piece: Piece) -> None:
    """A tag without its whole white rim is read badly, and one over the edge is cut off."""
    outline = Polygon(piece.model.hull)
    for mount in piece.mounts:
        half = mount.size_mm / 2 + quiet_zone_mm(mount.family, mount.size_mm)
        if not outline.contains(box(mount.x_mm - half, mount.y_mm - half, mount.x_mm + half, mount.y_mm + half)):
            raise BadRequestError(
                "print islands: tag {tag} of {name} ({size_mm:g} mm) does not fit on {model}",
                tag=mount.tag,
                name=piece.name,
                size_mm=mount.size_mm,
                model=piece.model.name,
            )
