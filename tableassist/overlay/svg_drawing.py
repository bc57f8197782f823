"""A drawing as SVG, seen straight from above: for a page that needs no program of ours to be read."""

from html import escape

from tableassist.messages import say
from tableassist.overlay.drawing import Badge, Drawing, Point, Stroke, Symbol
from tableassist.overlay.svg_inks import INKS, svg_hatches, svg_style
from tableassist.overlay.svg_labels import TEXT_MM, Box, place_label

MOST_LETTERS = 28
LETTERS_ACROSS = 40
"""How many letters' heights a picture is wide that stands by itself."""
SIGNS = {
    Symbol.YES: "✓",
    Symbol.NO: "✗",
    Symbol.TOO_CLOSE: "±",
    Symbol.NOT_SEEN: "?",
    Symbol.ANCHOR: "⚓",
    Symbol.RAM: "✶",
    Symbol.PIN: "⊤",
    Symbol.BOARD: "⚔",
    Symbol.TOW: "∞",
    Symbol.EXPLORE: "⚑",
    Symbol.TERRAIN: "≈",
    Symbol.TOUCH: "•",
    Symbol.OUT_OF_RANGE: "↔",
}


def svg_of(drawing: Drawing, mat_mm: tuple[float, float], *, title: str, text_mm: float = TEXT_MM) -> str:
    """One `svg` element; `title` is what a screen reader says. Names come from strangers: all text is escaped."""
    width, height = mat_mm
    head = f'<svg class="plan" viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(title)}">'
    inside = svg_parts(drawing, mat_mm, text_mm=text_mm)
    return "".join([head, f"<title>{escape(title)}</title>", *inside, "</svg>"])


def svg_parts(
    drawing: Drawing, mat_mm: tuple[float, float], *, text_mm: float = TEXT_MM, picked: bool = False
) -> list[str]:
    """What stands inside: an element or a few for each stroke, badge and label, in their order. `picked`: areas name
    their piece, for a page on which pieces are picked."""
    height = mat_mm[1]
    parts = list[str]()
    parts += (_stroke(stroke, height, picked=picked) for stroke in drawing.strokes)
    taken = [_box(stroke.points, height) for stroke in drawing.strokes if stroke.piece is not None and stroke.filled]
    labels: list[Box] = []
    for badge in drawing.badges:
        parts.append(_badge(badge, height, text_mm))
        x, y = badge.at[0], height - badge.at[1]
        labels.append((x - text_mm / 2, y - text_mm / 2, x + text_mm / 2, y + text_mm / 2))
    for label in drawing.labels:
        text = say(label.text)
        text = text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 1]}…"
        box = place_label((label.at[0], height - label.at[1]), text, taken, labels, mat_mm, text_mm)
        labels.append(box)
        x, y = (box[0] + box[2]) / 2, box[3] - 0.25 * text_mm
        parts.append(f'<text x="{x:.1f}" y="{y:.1f}" font-size="{text_mm:g}">{escape(text)}</text>')
    return parts


def svg_file(drawing: Drawing, mat_mm: tuple[float, float], *, title: str) -> str:
    """A whole file that stands by itself: with its colours and hatches, as wide as the reader's window."""
    inside = svg_of(drawing, mat_mm, title=title, text_mm=max(mat_mm) / LETTERS_ACROSS)
    box = f"0 0 {mat_mm[0]:g} {mat_mm[1]:g}"
    style = f"<style>{svg_style()}</style>{svg_hatches()}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{style}{inside}</svg>\n'


def _stroke(stroke: Stroke, height: float, *, picked: bool = False) -> str:
    d = "M" + "L".join(f"{x:.1f},{height - y:.1f}" for x, y in stroke.points) + ("Z" if stroke.closed else "")
    drawn = f'<path class="i-{stroke.ink}" d="{d}"/>'
    if not stroke.filled:
        return drawn
    hatch = f'<path class="h-{stroke.ink}" d="{d}"/>' if INKS[stroke.ink].hatch else ""
    piece = f' data-piece="{escape(stroke.piece)}"' if picked and stroke.piece is not None else ""
    return f'<path class="f-{stroke.ink}" d="{d}"{piece}/>{hatch}{drawn}'


def _badge(badge: Badge, height: float, text_mm: float) -> str:
    x, y = badge.at[0], height - badge.at[1]
    return (
        f'<g><title>{escape(say(badge.text))}</title><text x="{x:.1f}" y="{y + 0.36 * text_mm:.1f}" '
        f'font-size="{1.2 * text_mm:g}" font-weight="bold">{SIGNS[badge.symbol]}</text></g>'
    )


def _box(points: tuple[Point, ...], height: float) -> Box:
    xs, ys = [x for x, _ in points], [height - y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)
