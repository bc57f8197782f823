"""Labels for the cards of the card game, and the strip that they are laid on."""

from collections.abc import Sequence

from tableassist.messages import Message, say, template, tr
from tableassist.pipeline.cards.card_tags import (
    CARD_TAG_MM,
    FACE_TAGS,
    FAME_BACK,
    FAME_LABEL_HEIGHT_MM,
    LABEL_HEIGHT_MM,
    LABEL_WIDTH_MM,
    CardSide,
    CardTag,
    card_title,
)
from tableassist.pipeline.cards.strip import (
    ABOVE_MM,
    BELOW_MM,
    CARD_HEIGHT_MM,
    CARD_WIDTH_MM,
    FAMILY,
    PITCH_MM,
    SPACES,
    STRIP_HEIGHT_MM,
    STRIP_PIECES,
    STRIP_TAG_MM,
    STRIP_WIDTH_MM,
    StripPiece,
)
from tableassist.printing.page import (
    SMALL_PT,
    AnyPage,
    Block,
    Page,
    WidePage,
    bind_pages,
    deal_blocks,
    draw_deal,
    stack_blocks,
    text_area,
    text_block,
)
from tableassist.printing.paper import Box, Paper, PrintedPages
from tableassist.printing.pen import (
    DARK,
    GREY,
    HAIR_MM,
    MM_PER_POINT,
    PALE,
    Align,
    FontFace,
    Pen,
    corners_of,
    quiet_zone_mm,
    wrap_text,
)
from tableassist.rulebook.cardgame.cards import ADVENTURES

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
    return _strip_page(STRIP_PIECES[:3]), _strip_page(STRIP_PIECES[3:])


def _strip_page(pieces: Sequence[StripPiece]) -> WidePage:
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
        half = tag.size_mm / 2 + quiet_zone_mm(tag.family, tag.size_mm)
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
    for cell, y_mm, label in _other_cards():
        x, y = card(cell, y_mm, 1.0)
        lines = wrap_text(label, scale * CARD_HEIGHT_MM - 1.5, SMALL_PT)
        for number, line in enumerate(lines):
            across = x + 1.0 + (number - (len(lines) - 1) / 2) * 3.4
            pen.text((across, y), line, SMALL_PT, align=Align.CENTRE, turned=True)
    near = low + scale * (BELOW_MM - CARD_HEIGHT_MM / 2) - 6.0
    pen.text((left + width / 2, near), tr("The players sit here."), 9, align=Align.CENTRE, grey=DARK)


def _other_cards() -> tuple[tuple[int, float, str], ...]:
    above = ((cell, ABOVE_MM, say(words)) for cell, words in ABOVE_WORDS.items())
    adventures = ((cell, BELOW_MM, say(words)) for cell, words in BELOW_WORDS.items() if cell >= SPACES)
    return (*above, *adventures)


GAP_X_MM, GAP_Y_MM = 2.0, 2.2
LINE_MM = SMALL_PT * 1.2 * MM_PER_POINT
SIDE_MM = 1.0
"""From the label's edge to its writing."""
WORDS_MM = (LABEL_WIDTH_MM - CARD_TAG_MM) / 2 - CARD_TAG_MM / 8 - SIDE_MM
"""Beside the tag and its white rim, which is one module wide."""
NATIONS = {"e": Message("English"), "s": Message("Spanish"), "d": Message("Dutch")}
"""Of a ship's id. Ships have names of their own only where the table gives them."""
STEPS = (
    template(
        "Print every page at 100 % (actual size), on matt paper or on sheets of stickers. Then measure the line at the "
        "foot of each page: 100 mm from tick to tick."
    ),
    template(
        "Cut out the labels. Each goes to the upper edge of its card, in the middle: slip it into the card's sleeve, "
        "in front of the card, or glue it on. Of a card that is there several times take any copy."
    ),
    template("A ship gets two: one on her undamaged side, one on her damaged side, back to back in the same sleeve."),
    template(
        "The low labels go to the lower edge of the adventure cards' backs, the side with the fame. They are all the "
        "same: a card that lies face down tells nothing."
    ),
    template("Pirate cards and the backs of movement cards get no label, so that no camera can read them."),
    template(
        "Cut out the row strip and lay its pieces end to end, A to E from left to right, with the letters upright for "
        "the players. E is needed only where three or more adventures lie in the row. Tape them down."
    ),
    template(
        "Ships lie below the strip, each below its number: 1 is the front, at the right. The active adventure lies to "
        "the right of space 1, movement cards above the strip where it says so."
    ),
)


def print_cards(paper: Paper) -> PrintedPages:
    return bind_pages(card_pages(paper), paper, title=tr("Card game"))


def card_pages(paper: Paper) -> tuple[AnyPage, ...]:
    room = text_area(paper)
    fronts = _block_pages([_card_label(tag) for tag in FACE_TAGS], room, tr("Labels for the cards"), _face_hint())
    backs = [_fame_label() for _ in ADVENTURES]
    fame = _block_pages(backs, room, tr("Labels for the adventure cards' backs"), _back_hint())
    return _first_page(), *strip_pages(), *fronts, *fame


def _face_hint() -> str:
    return tr("Cut along the lines. Each goes to the upper edge of its card, in the sleeve or glued on.")


def _back_hint() -> str:
    return tr("All the same. One to the lower edge of each adventure card's back, the side with the fame.")


def _first_page() -> Page:
    def draw(pen: Pen, room: Box) -> None:
        steps = [
            text_block(f"{number}. {say(Message(step))}", 165.0, 10.5) for number, step in enumerate(STEPS, start=1)
        ]
        block = stack_blocks(steps, 3.0)
        block.draw(pen, room.left + 2.0, room.high - 4.0)
        draw_layout(pen, room.left + 4.0, room.high - 16.0 - block.height, room.width - 8.0)

    return Page(tr("The card game at a camera"), tr("What is in this file, and what to do with it."), draw)


def _block_pages(blocks: Sequence[Block], room: Box, title: str, hint: str) -> tuple[Page, ...]:
    deals = deal_blocks(blocks, room, gap_x=GAP_X_MM, gap_y=GAP_Y_MM)
    return tuple(Page(title, hint, draw_deal(deal)) for deal in deals)


def label_words(tag: CardTag) -> tuple[str, str]:
    """The card's name as it is printed on it, and what the program calls it."""
    if tag.side is CardSide.FAME:
        return tr("Fame"), ""
    if tag.side is CardSide.SHIP:
        return f"{say(NATIONS[tag.card[0]])} {tag.card[1]}", tr("damaged side") if tag.damaged else tr("undamaged side")
    # In English, as on the card, whatever language the page speaks.
    return str(card_title(tag.card)), tag.card


def _card_label(tag: CardTag) -> Block:
    name, called = label_words(tag)

    def draw(pen: Pen, left: float, high: float) -> None:
        card = Box(left, high - LABEL_HEIGHT_MM, left + LABEL_WIDTH_MM, high)
        _draw_tag(pen, tag, card)
        _draw_lines(pen, _wrap_label(name, FontFace.BOLD), card.left + SIDE_MM, card.high, FontFace.BOLD)
        right = card.right - SIDE_MM / 2 - WORDS_MM
        if tag.side is CardSide.SHIP:
            pen.text((right, card.high - LINE_MM), tag.card, 11, face=FontFace.BOLD)
            _draw_lines(pen, _wrap_label(called, FontFace.PLAIN), right, card.high - 2 * LINE_MM, FontFace.PLAIN)
        else:
            _draw_lines(pen, _hyphenate(called), right, card.high, FontFace.PLAIN)
        pen.text((card.right - SIDE_MM, card.low + 1.4), f"{tag.tag}", SMALL_PT, align=Align.RIGHT, grey=DARK)

    return Block(LABEL_WIDTH_MM, LABEL_HEIGHT_MM, draw)


def _fame_label() -> Block:
    def draw(pen: Pen, left: float, high: float) -> None:
        card = Box(left, high - FAME_LABEL_HEIGHT_MM, left + LABEL_WIDTH_MM, high)
        _draw_tag(pen, FAME_BACK, card)
        level = (card.low + card.high) / 2 - 1.0
        pen.text((card.left + 2.0, level), tr("Fame"), SMALL_PT, face=FontFace.BOLD)
        pen.text((card.right - 2.0, level), f"{FAME_BACK.tag}", SMALL_PT, align=Align.RIGHT, grey=DARK)

    return Block(LABEL_WIDTH_MM, FAME_LABEL_HEIGHT_MM, draw)


def _draw_tag(pen: Pen, tag: CardTag, card: Box) -> None:
    pen.cut(corners_of(card))
    middle = (card.left + card.right) / 2, (card.low + card.high) / 2
    pen.tag(FAMILY, tag.tag, size_mm=tag.size_mm, at=middle, yaw_rad=0.0, card=card)


def _wrap_label(text: str, face: FontFace) -> Sequence[str]:
    return wrap_text(text, WORDS_MM, SMALL_PT, face=face)


def _hyphenate(card: str) -> Sequence[str]:
    """`temporary-alliance-1` broken after its hyphens."""
    return [
        line.replace(" ", "") for line in wrap_text(card.replace("-", "- "), WORDS_MM, SMALL_PT, face=FontFace.PLAIN)
    ]


def _draw_lines(pen: Pen, lines: Sequence[str], left: float, high: float, face: FontFace) -> None:
    for number, line in enumerate(lines, start=1):
        pen.text((left, high - number * LINE_MM), line, SMALL_PT, face=face, room_mm=WORDS_MM)
