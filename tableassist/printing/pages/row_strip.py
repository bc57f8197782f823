"""The row strip of the card game, in pieces that are laid end to end."""

from collections.abc import Sequence

from tableassist.messages import Message, say, tr
from tableassist.pipeline.cards.strip import (
    ABOVE_MM,
    BELOW_MM,
    CARD_HEIGHT_MM,
    CARD_WIDTH_MM,
    PITCH_MM,
    SPACES,
    STRIP_HEIGHT_MM,
    STRIP_PIECES,
    STRIP_TAG_MM,
    STRIP_WIDTH_MM,
    StripPiece,
)
from tableassist.printing.page import SMALL_PT, WidePage
from tableassist.printing.paper import Box
from tableassist.printing.pen import DARK, GREY, HAIR_MM, PALE, Align, Pen, corners_of
from tableassist.printing.plain_text import FontFace, wrapped
from tableassist.printing.tag_ink import quiet_mm

GAP_MM = 5.0
TICK_MM = 4.0
BELOW_WORDS = {
    0: Message("the back"),
    8: Message("the front"),
    9: Message("active adventure"),
    10: Message("next adventure"),
    11: Message("next adventure"),
    12: Message("next adventure"),
}
"""By the cell, from the left; spaces have their number besides."""
ABOVE_WORDS = {
    3: Message("open movement card"),
    4: Message("open movement card"),
    5: Message("open movement card"),
    6: Message("movement pile"),
    7: Message("movement discards"),
    9: Message("adventure discards"),
}


def strip_pages() -> tuple[WidePage, ...]:
    """Three pieces for the row, then those for the adventures."""
    return _page(STRIP_PIECES[:3]), _page(STRIP_PIECES[3:])


def _page(pieces: Sequence[StripPiece]) -> WidePage:
    width = max(piece.width_mm for piece in pieces)
    height = len(pieces) * (STRIP_HEIGHT_MM + GAP_MM) - GAP_MM

    def draw(pen: Pen, room: Box) -> None:
        for number, piece in enumerate(pieces):
            high = room.high - number * (STRIP_HEIGHT_MM + GAP_MM)
            _draw_piece(pen, piece, room.left, high - STRIP_HEIGHT_MM)

    return WidePage(tr("Row strip"), tr("Lay the pieces end to end, A to E"), width, height, draw)


def _draw_piece(pen: Pen, piece: StripPiece, left: float, low: float) -> None:
    high = low + STRIP_HEIGHT_MM
    pen.cut(corners_of(Box(left, low, left + piece.width_mm, high)))
    for tag in piece.tags:
        at = left + tag.x_mm - piece.left_mm, low + tag.y_mm
        half = tag.size_mm / 2 + quiet_mm(tag.family, tag.size_mm)
        card = Box(at[0] - half, at[1] - half, at[0] + half, at[1] + half)
        pen.tag(tag.family, tag.tag, size_mm=tag.size_mm, at=at, yaw_rad=tag.yaw_rad, card=card)
    for index in range(piece.cells):
        _draw_cell(pen, piece, index, Box(left + index * PITCH_MM, low, left + (index + 1) * PITCH_MM, high))
    letter = left + (PITCH_MM if piece.cells == 3 else PITCH_MM - 6.0) + 6.0
    pen.text((letter - 3.0, low + STRIP_HEIGHT_MM / 2 - 1.2), piece.letter, 9, face=FontFace.BOLD, grey=DARK)


def _draw_cell(pen: Pen, piece: StripPiece, index: int, cell: Box) -> None:
    """Its number or words in what its piece's tags leave free."""
    if index > 0:
        for y, inward in ((cell.low, TICK_MM), (cell.high, -TICK_MM)):
            pen.line((cell.left, y), (cell.left, y + inward), grey=GREY, width=2 * HAIR_MM)
    taken = STRIP_HEIGHT_MM / 2 + STRIP_TAG_MM / 2 + 4.0
    left = cell.left + (taken if index == 0 else 2.0)
    right = cell.right - (taken if index == piece.cells - 1 else 2.0)
    middle, room = (left + right) / 2, right - left
    at = piece.first_cell + index
    if at < SPACES:
        pen.text((middle, cell.low + 8.0), f"{SPACES - at}", 26, face=FontFace.BOLD, align=Align.CENTRE)
    low_words, high_words = BELOW_WORDS.get(at), ABOVE_WORDS.get(at)
    if low_words is not None:
        pen.text((middle, cell.low + 2.6), say(low_words), 10, align=Align.CENTRE, room_mm=room)
    if high_words is not None:
        pen.text((middle, cell.high - 5.0), say(high_words), 10, align=Align.CENTRE, room_mm=room)
        pen.text((middle, cell.high - 9.0), tr("above"), SMALL_PT, align=Align.CENTRE, grey=DARK, room_mm=room)


def draw_layout(pen: Pen, left: float, high: float, width: float) -> None:
    """The table seen from above, as small as `width` asks for."""
    scale = width / STRIP_WIDTH_MM
    low = high - scale * (ABOVE_MM + CARD_HEIGHT_MM / 2)

    def card(cell: int, y_mm: float, grey: float) -> tuple[float, float]:
        x, y = left + scale * (cell + 0.5) * PITCH_MM, low + scale * y_mm
        wide, tall = scale * CARD_WIDTH_MM / 2, scale * CARD_HEIGHT_MM / 2
        area = corners_of(Box(x - wide, y - tall, x + wide, y + tall))
        pen.fill([area], grey=grey)
        pen.outline(area, width=HAIR_MM)
        return x, y

    for piece in STRIP_PIECES:
        start = left + scale * piece.left_mm
        part = Box(start, low, start + scale * piece.width_mm, low + scale * STRIP_HEIGHT_MM)
        pen.outline(corners_of(part), width=HAIR_MM)
        pen.text(((part.left + part.right) / 2, low + 2.4), piece.letter, 9, face=FontFace.BOLD, align=Align.CENTRE)
    for cell in range(SPACES):
        x, y = card(cell, BELOW_MM, PALE)
        pen.text((x, y - 1.5), f"{SPACES - cell}", 12, face=FontFace.BOLD, align=Align.CENTRE)
    for cell, y_mm, words in _other_cards():
        x, y = card(cell, y_mm, 1.0)
        lines = wrapped(words, scale * CARD_HEIGHT_MM - 1.5, SMALL_PT)
        for number, line in enumerate(lines):
            across = x + 1.0 + (number - (len(lines) - 1) / 2) * 3.4
            pen.text((across, y), line, SMALL_PT, align=Align.CENTRE, turned=True)
    near = low + scale * (BELOW_MM - CARD_HEIGHT_MM / 2) - 6.0
    pen.text((left + width / 2, near), tr("The players sit here."), 9, align=Align.CENTRE, grey=DARK)


def _other_cards() -> tuple[tuple[int, float, str], ...]:
    above = ((cell, ABOVE_MM, say(words)) for cell, words in ABOVE_WORDS.items())
    adventures = ((cell, BELOW_MM, say(words)) for cell, words in BELOW_WORDS.items() if cell >= SPACES)
    return (*above, *adventures)
