"""Islands and terrain as printed pieces: the outline is the cutting line, and the tags are part of the picture."""

from collections.abc import Sequence
from dataclasses import replace

from shapely import Polygon, box

from tableassist.errors import BadRequestError
from tableassist.messages import Message, say, tr
from tableassist.pieces.art import BLEED_MM, CUT_LINE_GREY, CUT_LINE_MM, TerrainArt, draw_terrain
from tableassist.pieces.piece import Piece
from tableassist.printing.blocks import Block, below, dealt, draw_deal
from tableassist.printing.page import SMALL_PT, Page, bind, text_area
from tableassist.printing.paper import Box, Paper
from tableassist.printing.pen import DARK, Align, Pen, Point
from tableassist.printing.plain_text import MM_PER_POINT, FontFace, fitted, width_mm
from tableassist.printing.printed import PrintedPages
from tableassist.printing.tag_ink import quiet_mm

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
    return bind(island_pages(pieces, paper), paper, title=tr("Islands and terrain"), table=table)


def island_pages(pieces: Sequence[Piece], paper: Paper) -> tuple[Page, ...]:
    # However the last print was cut: the next is printed as designed.
    printed = [replace(piece, model=piece.model.as_printed) for piece in pieces if piece.is_printed]
    if not printed:
        raise BadRequestError(
            "print islands: got no printed islands or terrain; tableassist new --island-kind printed makes them"
        )
    blocks = [_make_block(piece) for piece in printed]
    deals = dealt(blocks, text_area(paper), gap_x=GAP_MM, gap_y=GAP_MM)
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
    return below([picture, _make_caption(piece, east - west)], 0.6)


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
    name = fitted(piece.name, MAX_NAME_MM, NAME_PT, face=FontFace.BOLD)
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
    tags = say(Message.plural("tag {tags}", "tags {tags}", count=len(piece.mounts), tags=_numbers(piece)))
    text = fitted(f"{piece.name} · {piece.model.name} · {tags}", width, SMALL_PT)
    return Block(width, CAPTION_MM, lambda pen, left, high: pen.text((left, high - 3.0), text, SMALL_PT, grey=DARK))


def _numbers(piece: Piece) -> tuple[str, ...]:
    return tuple(str(mount.tag) for mount in piece.mounts)


def _check_tags_fit(piece: Piece) -> None:
    """A tag without its whole white rim is read badly, and one over the edge is cut off."""
    outline = Polygon(piece.model.hull)
    for mount in piece.mounts:
        half = mount.size_mm / 2 + quiet_mm(mount.family, mount.size_mm)
        if not outline.contains(box(mount.x_mm - half, mount.y_mm - half, mount.x_mm + half, mount.y_mm + half)):
            raise BadRequestError(
                "print islands: tag {tag} of {name} ({size_mm:g} mm) does not fit on {model}",
                tag=mount.tag,
                name=piece.name,
                size_mm=mount.size_mm,
                model=piece.model.name,
            )
