"""A row drawing as SVG elements, in the inks that all drawings share."""

from html import escape

from tableassist.overlay.cards.drawing import CardBox, RowDrawing, RowText
from tableassist.overlay.drawing import Ink
from tableassist.overlay.svg_inks import INKS

LINES_ONLY = frozenset({Ink.BLOCKED, Ink.CLEAR, Ink.EVIDENCE})


def row_svg(drawing: RowDrawing, *, picked: bool = False) -> list[str]:
    """An element or a few for each box and line of words. Names come from strangers: all text is escaped. `picked`:
    boxes of ships name them, for a page on which ships are picked."""
    return [*(_box(each, picked=picked) for each in drawing.boxes), *(_words(each) for each in drawing.words)]


def row_svg_element(drawing: RowDrawing, *, title: str) -> str:
    """One `svg` element; `title` is what a screen reader says."""
    head = (
        f'<svg class="plan" viewBox="0 0 {drawing.width:g} {drawing.height:g}" role="img" aria-label="{escape(title)}">'
    )
    return "".join([head, f"<title>{escape(title)}</title>", *row_svg(drawing), "</svg>"])


def _box(box: CardBox, *, picked: bool) -> str:
    place = f'x="{box.left:.1f}" y="{box.top:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" rx="8"'
    drawn = f'<rect class="i-{box.ink}" {place}/>'
    if box.ink in LINES_ONLY:
        return drawn
    ship = f' data-piece="{escape(box.ship)}"' if picked and box.ship else ""
    hatch = f'<rect class="h-{box.ink}" {place}/>' if box.hatched and INKS[box.ink].hatch else ""
    return f'<rect class="f-{box.ink}" {place}{ship}/>{hatch}{drawn}'


def _words(words: RowText) -> str:
    look = ' class="from-left"' if words.from_left else ""
    look += ' font-weight="bold"' if words.bold else ""
    place = f'x="{words.x:.1f}" y="{words.y:.1f}" font-size="{words.size:g}"'
    return f"<text{look} {place}>{escape(words.text)}</text>"
