"""Rulers to cut out: L and S as printed bars and as the sides of a card, and a scale in millimetres."""

from collections.abc import Sequence

from tableassist.messages import Message, say, sentence, template, tr
from tableassist.printing.blocks import Block, below, flow, words
from tableassist.printing.page import SMALL_PT, Page, bind
from tableassist.printing.paper import Box, Paper
from tableassist.printing.pen import DARK, HAIR_MM, LINE_MM, PALE, Align, Pen, corners_of
from tableassist.printing.plain_text import FontFace
from tableassist.printing.printed import PrintedPages
from tableassist.rulebook.editions.terms import BARS, CARD, Ruler

BAR_MM = 16.0
SCALE_MM = 180
SCALE_HEIGHT_MM = 18.0


def print_ruler(paper: Paper, *, rulers: Sequence[Ruler] = (BARS, CARD), table: str = "") -> PrintedPages:
    return bind((ruler_page(rulers),), paper, title=tr("Rulers"), table=table)


def rulers_for(own: Ruler | None) -> tuple[Ruler, ...]:
    """The usual two; a table's own comes first if it is another."""
    return (BARS, CARD) if own is None or own in (BARS, CARD) else (own, BARS, CARD)


def ruler_page(rulers: Sequence[Ruler] = (BARS, CARD)) -> Page:
    hint = tr("Cut along the outer lines. A ruler's whole length is L; from its left end to the mark S is S.")

    def draw(pen: Pen, room: Box) -> None:
        blocks = [_pair(ruler, room.width) for ruler in rulers]
        blocks.append(_scale_block(room.width))
        below(blocks, 12.0).draw(pen, room.left, room.high - 2.0)

    return Page(tr("Rulers"), hint, draw)


def _pair(ruler: Ruler, width: float) -> Block:
    """Two alike, one for each player."""
    name, lengths = sentence(Message(ruler.name)), {"long_mm": ruler.long_mm, "short_mm": ruler.short_mm}
    heading = tr("{name}: L {long_mm:g} mm, S {short_mm:g} mm", name=name, **lengths)
    title = words(heading, width, 11, face=FontFace.BOLD)
    use = words(say(Message(_USES.get(ruler.name, _OWN_USE))), width, 9, grey=DARK)
    bars = flow([_bar(ruler), _bar(ruler)], width, 6.0)
    return below([below([title, use], 0.8), bars], 3.0)


_USES = {
    BARS.name: template('The bars on the deckplate cards. In the table file: ruler = "bars".'),
    CARD.name: template('The long and the short side of a whole card. In the table file: ruler = "card".'),
}
_OWN_USE = template("As this table measures.")


def _bar(ruler: Ruler) -> Block:
    def draw(pen: Pen, left: float, high: float) -> None:
        _draw_bar(pen, ruler, Box(left, high - BAR_MM, left + ruler.long_mm, high))

    return Block(ruler.long_mm, BAR_MM, draw)


def _draw_bar(pen: Pen, ruler: Ruler, bar: Box) -> None:
    mark = bar.left + ruler.short_mm
    pen.fill([corners_of(Box(bar.left, bar.low, mark, bar.low + BAR_MM / 2))], grey=PALE)
    pen.line((mark, bar.low), (mark, bar.high))
    pen.line((bar.left, bar.low + BAR_MM / 2), (bar.right, bar.low + BAR_MM / 2), width=HAIR_MM, grey=DARK)
    pen.cut(corners_of(bar))
    pen.text((bar.left + 2.0, bar.low + 2.6), tr("S  {length_mm:g}", length_mm=ruler.short_mm), 10, face=FontFace.BOLD)
    above = (bar.left + 2.0, bar.low + BAR_MM / 2 + 2.6)
    pen.text(above, tr("L  {length_mm:g}", length_mm=ruler.long_mm), 10, face=FontFace.BOLD)
    _draw_arrow(pen, bar.left + 20.0, mark - 0.8, bar.low + BAR_MM / 4)
    _draw_arrow(pen, bar.left + 20.0, bar.right - 0.8, bar.low + 3 * BAR_MM / 4)


def _draw_arrow(pen: Pen, start: float, end: float, y: float) -> None:
    pen.line((start, y), (end - 1.5, y), grey=DARK)
    pen.fill([[(end - 2.2, y - 1.0), (end, y), (end - 2.2, y + 1.0)]], grey=DARK)


def _scale_block(width: float) -> Block:
    title = words(tr("Millimetres"), width, 11, face=FontFace.BOLD)
    use = words(tr("Cut along the upper edge: the ticks stand on it."), width, 9, grey=DARK)
    length = min(SCALE_MM, int((width - 6.0) // 10) * 10)
    scale = Block(width, SCALE_HEIGHT_MM, lambda pen, left, high: _draw_scale(pen, left, high, length))
    return below([below([title, use], 0.8), scale], 3.0)


def _draw_scale(pen: Pen, left: float, high: float, length: int) -> None:
    pen.cut(corners_of(Box(left, high - SCALE_HEIGHT_MM, left + length + 6.0, high)))
    start = left + 3.0
    for mm in range(length + 1):
        tick = 6.5 if mm % 10 == 0 else 4.8 if mm % 5 == 0 else 3.0
        pen.line((start + mm, high), (start + mm, high - tick), width=LINE_MM if mm % 5 == 0 else HAIR_MM)
        if mm % 10 == 0:
            pen.text((start + mm, high - 10.2), f"{mm}", SMALL_PT, align=Align.CENTRE)
    pen.text((start, high - 15.6), "mm", SMALL_PT, grey=DARK)
