"""The sheets with every piece's tags: one block a piece, with a sketch of where they go."""

from collections.abc import Callable, Sequence

from tableassist.errors import BadRequestError
from tableassist.messages import tr
from tableassist.pieces import Piece, TagMount
from tableassist.printing.page import (
    SMALL_PT,
    Block,
    Deal,
    Draw,
    Page,
    bind_pages,
    deal_blocks,
    draw_deal,
    flow_blocks,
    join_blocks,
    split_rows,
    stack_blocks,
    text_area,
    text_block,
)
from tableassist.printing.paper import Box, Paper, PrintedPages
from tableassist.printing.pen import DARK, GREY, Align, FontFace, Pen, clip_text, width_mm
from tableassist.printing.piece_cards import CAPITAL_MM, FleetMark, mark_fleets, mount_blocks
from tableassist.printing.piece_guides import describe_making, describe_title, sketch_block

COLUMN_GAP_MM, ROW_GAP_MM, CARD_GAP_MM = 8.0, 6.0, 4.0
LEGEND_MM, LEGEND_GAP_MM = 7.0, 8.0
LEAST_WORDS_MM, LEAST_SKETCH_MM = 45.0, 22.0


def print_pieces(
    pieces: Sequence[Piece], paper: Paper, *, table: str = "", all_pieces: Sequence[Piece] | None = None
) -> PrintedPages:
    """`all_pieces`: of the table, where only some are printed: fleets keep the marks that they have on the others."""
    return bind_pages(
        piece_pages(pieces, paper, all_pieces=all_pieces), paper, title=tr("Tags for pieces"), table=table
    )


def has_plates(piece: Piece) -> bool:
    """Whether plates are cut out and glued for it: a printed island has its tags on it."""
    return bool(piece.mounts) and not piece.is_printed


def piece_pages(
    pieces: Sequence[Piece], paper: Paper, *, all_pieces: Sequence[Piece] | None = None
) -> tuple[Page, ...]:
    tagged = [piece for piece in pieces if has_plates(piece)]
    if not tagged:
        raise BadRequestError("print pieces: no piece has a tag, expected one or more")
    room = text_area(paper)
    column = (room.width - COLUMN_GAP_MM) / 2
    fleets = mark_fleets(pieces if all_pieces is None else all_pieces)
    blocks = [_piece_block(piece, fleets.get(piece.owner or ""), column, room.width) for piece in tagged]
    below_legend = Box(room.left, room.low, room.right, room.high - LEGEND_MM)
    deals = deal_blocks(blocks, below_legend, gap_x=COLUMN_GAP_MM, gap_y=ROW_GAP_MM)
    hint = tr("On card of 160 to 250 g. Cut, fold, glue; then measure the mounts on the jig.")
    return tuple(Page(tr("Tags for pieces"), hint, _with_legend(deal)) for deal in deals)


def _with_legend(deal: Deal) -> Draw:
    def draw(pen: Pen, room: Box) -> None:
        _draw_legend(pen, room)
        draw_deal(deal)(pen, Box(room.left, room.low, room.right, room.high - LEGEND_MM))

    return draw


def _draw_legend(pen: Pen, room: Box) -> None:
    y, x = room.high - 1.6, room.left
    middle = y + CAPITAL_MM / 2
    signs: tuple[tuple[Callable[[float], None], float, str], ...] = (
        (lambda x: pen.cut([(x, middle), (x + 9.0, middle)]), 11.0, tr("cut")),
        (lambda x: pen.fold((x, middle), (x + 9.0, middle)), 11.0, tr("fold")),
        (lambda x: pen.hatch(Box(x, middle - 1.6, x + 9.0, middle + 1.6)), 11.0, tr("glue")),
        (
            lambda x: pen.fill([[(x, middle - 1.7), (x + 2.6, middle), (x, middle + 1.7)]]),
            4.5,
            tr("to the bow (islands: as in the sketch)"),
        ),
    )
    for draw_sign, wide, meaning in signs:
        draw_sign(x)
        pen.text((x + wide, y), meaning, SMALL_PT)
        x += wide + width_mm(meaning, SMALL_PT) + LEGEND_GAP_MM


def _piece_block(piece: Piece, fleet: FleetMark | None, column: float, most: float) -> Block:
    cards = [mount_blocks(piece, mount, fleet) for mount in piece.mounts]
    width = column if max(block.width for blocks in cards for block in blocks) <= column else most
    body = _single_tag_block(piece, cards[0], width) if len(cards) == 1 else None
    if body is None:
        # The cards with the tags first: they fill a row, and the narrow staffs and clips leave room for the sketch.
        flat = [blocks[0] for blocks in cards] + [block for blocks in cards for block in blocks[1:]]
        body = stack_blocks([_with_sketch(piece, flat, width), *_note_blocks(piece, width)], 2.0)
    return stack_blocks([_heading_block(piece, width), body], 2.0)


def _heading_block(piece: Piece, width: float) -> Block:
    """Under a rule the piece's name, and at the right what it is and whose."""
    owner = f" · {piece.owner}" if piece.owner else ""
    what = clip_text(f"{piece.model.name}{owner}", width / 2, 8.5)
    name = clip_text(piece.name, width - width_mm(what, 8.5) - 4.0, 11, face=FontFace.BOLD)

    def draw(pen: Pen, left: float, high: float) -> None:
        pen.line((left, high), (left + width, high), grey=GREY)
        pen.text((left, high - 4.6), name, 11, face=FontFace.BOLD)
        pen.text((left + width, high - 4.6), what, 8.5, align=Align.RIGHT, grey=DARK)

    return Block(width, 5.8, draw)


def _note_blocks(piece: Piece, width: float) -> list[Block]:
    """Tags that are made in the same way are told of together."""
    mounts_by_words: dict[str, list[TagMount]] = {}
    for mount in piece.mounts:
        mounts_by_words.setdefault(describe_making(piece, mount), []).append(mount)
    return [
        text_block(f"{describe_title(piece, mounts)}. {making}", width, 8.5)
        for making, mounts in mounts_by_words.items()
    ]


def _single_tag_block(piece: Piece, cards: Sequence[Block], width: float) -> Block | None:
    """The usual ship: beside her card the sketch, the words and the staff. None if there is no room for that."""
    card, *rest = cards
    room = width - card.width - CARD_GAP_MM
    if room < LEAST_WORDS_MM or any(block.width > room for block in rest):
        return None
    return join_blocks(
        [card, stack_blocks([sketch_block(piece, min(room, 44.0)), *_note_blocks(piece, room), *rest], 2.6)],
        CARD_GAP_MM,
    )


def _with_sketch(piece: Piece, cards: Sequence[Block], width: float) -> Block:
    """The sketch takes what is left of the last row."""
    rows = split_rows(cards, width, CARD_GAP_MM)
    left = width - join_blocks(rows[-1], CARD_GAP_MM).width - CARD_GAP_MM
    return flow_blocks([*cards, sketch_block(piece, left if left >= LEAST_SKETCH_MM else 40.0)], width, CARD_GAP_MM)
