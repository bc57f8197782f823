"""Where names go on a plan: near their pieces, off the others, and off each other as far as there is room."""

from collections.abc import Iterator, Sequence

Box = tuple[float, float, float, float]
"""Left, top, right, bottom; y runs down."""
TEXT_MM = 15.0
LETTER = 0.54
"""Width of a letter against the type's size."""
SIDES = ((0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0), (0.7, 0.9), (-0.7, 0.9), (0.7, -0.9), (-0.7, -0.9))
"""Below, above, beside, and the corners."""
STEPS_MM = (26.0, 38.0, 52.0)


def place_label(
    at: tuple[float, float],
    text: str,
    pieces: Sequence[Box],
    labels: Sequence[Box],
    mat_mm: tuple[float, float],
    text_mm: float = TEXT_MM,
) -> Box:
    """The first place that covers nothing; else the one that covers least, other names above all."""
    best, least = None, float("inf")
    for number, box in enumerate(_places(at, text, mat_mm, text_mm)):
        if number >= least:
            break
        cost = sum(5.0 * _shared(box, label) for label in labels) + sum(_shared(box, piece) for piece in pieces)
        if cost + number < least:
            best, least = box, cost + number
    assert best is not None
    return best


def _places(at: tuple[float, float], text: str, mat_mm: tuple[float, float], text_mm: float) -> Iterator[Box]:
    wide, high = LETTER * text_mm * len(text), text_mm
    for step in STEPS_MM:
        for dx, dy in SIDES:
            x, y = at[0] + dx * (step + wide / 2), at[1] + dy * step
            x = min(max(x, wide / 2 + 2.0), mat_mm[0] - wide / 2 - 2.0)
            y = min(max(y, high / 2 + 2.0), mat_mm[1] - high / 2 - 2.0)
            yield x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def _shared(one: Box, other: Box) -> float:
    if one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]:
        return 0.0
    return (min(one[2], other[2]) - max(one[0], other[0])) * (min(one[3], other[3]) - max(one[1], other[1]))
