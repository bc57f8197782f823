"""The card game's kit: labels for the cards, all at one size, and what to do with them."""

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
from tableassist.pipeline.cards.strip import FAMILY
from tableassist.printing.blocks import Block, below, dealt, draw_deal, words
from tableassist.printing.page import SMALL_PT, AnyPage, Page, bind, text_area
from tableassist.printing.pages.row_strip import draw_layout, strip_pages
from tableassist.printing.paper import Box, Paper
from tableassist.printing.pen import DARK, Align, Pen, corners_of
from tableassist.printing.plain_text import MM_PER_POINT, FontFace, wrapped
from tableassist.printing.printed import PrintedPages
from tableassist.rulebook.cardgame.cards import ADVENTURES

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
    return bind(card_pages(paper), paper, title=tr("Card game"))


def card_pages(paper: Paper) -> tuple[AnyPage, ...]:
    room = text_area(paper)
    fronts = _pages([_label(tag) for tag in FACE_TAGS], room, tr("Labels for the cards"), _face_hint())
    backs = [_fame_label() for _ in ADVENTURES]
    fame = _pages(backs, room, tr("Labels for the adventure cards' backs"), _back_hint())
    return _first_page(), *strip_pages(), *fronts, *fame


def _face_hint() -> str:
    return tr("Cut along the lines. Each goes to the upper edge of its card, in the sleeve or glued on.")


def _back_hint() -> str:
    return tr("All the same. One to the lower edge of each adventure card's back, the side with the fame.")


def _first_page() -> Page:
    def draw(pen: Pen, room: Box) -> None:
        steps = [words(f"{number}. {say(Message(step))}", 165.0, 10.5) for number, step in enumerate(STEPS, start=1)]
        block = below(steps, 3.0)
        block.draw(pen, room.left + 2.0, room.high - 4.0)
        draw_layout(pen, room.left + 4.0, room.high - 16.0 - block.height, room.width - 8.0)

    return Page(tr("The card game at a camera"), tr("What is in this file, and what to do with it."), draw)


def _pages(blocks: Sequence[Block], room: Box, title: str, hint: str) -> tuple[Page, ...]:
    deals = dealt(blocks, room, gap_x=GAP_X_MM, gap_y=GAP_Y_MM)
    return tuple(Page(title, hint, draw_deal(deal)) for deal in deals)


def label_words(tag: CardTag) -> tuple[str, str]:
    """The card's name as it is printed on it, and what the program calls it."""
    if tag.side is CardSide.FAME:
        return tr("Fame"), ""
    if tag.side is CardSide.SHIP:
        return f"{say(NATIONS[tag.card[0]])} {tag.card[1]}", tr("damaged side") if tag.damaged else tr("undamaged side")
    # In English, as on the card, whatever language the page speaks.
    return str(card_title(tag.card)), tag.card


def _label(tag: CardTag) -> Block:
    name, called = label_words(tag)

    def draw(pen: Pen, left: float, high: float) -> None:
        card = Box(left, high - LABEL_HEIGHT_MM, left + LABEL_WIDTH_MM, high)
        _draw_tag(pen, tag, card)
        _draw_lines(pen, _lines(name, FontFace.BOLD), card.left + SIDE_MM, card.high, FontFace.BOLD)
        right = card.right - SIDE_MM / 2 - WORDS_MM
        if tag.side is CardSide.SHIP:
            pen.text((right, card.high - LINE_MM), tag.card, 11, face=FontFace.BOLD)
            _draw_lines(pen, _lines(called, FontFace.PLAIN), right, card.high - 2 * LINE_MM, FontFace.PLAIN)
        else:
            _draw_lines(pen, _hyphened(called), right, card.high, FontFace.PLAIN)
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


def _lines(text: str, face: FontFace) -> Sequence[str]:
    return wrapped(text, WORDS_MM, SMALL_PT, face=face)


def _hyphened(card: str) -> Sequence[str]:
    """`temporary-alliance-1` broken after its hyphens."""
    return [line.replace(" ", "") for line in wrapped(card.replace("-", "- "), WORDS_MM, SMALL_PT, face=FontFace.PLAIN)]


def _draw_lines(pen: Pen, lines: Sequence[str], left: float, high: float, face: FontFace) -> None:
    for number, line in enumerate(lines, start=1):
        pen.text((left, high - number * LINE_MM), line, SMALL_PT, face=face, room_mm=WORDS_MM)
