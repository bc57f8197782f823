"""Places boxes near their anchors without overlap: greedy, first come first served."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Box = tuple[float, float, float, float]
"""Left, top, width, height in pixels."""

_RINGS = (1.0, 2.2, 3.6, 5.2, 7.0, 9.0)
_SIDES = ((0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1), (1, 0), (-1, 0))


@dataclass(frozen=True, slots=True)
class Wanted:
    """A box of some size that would stand near its anchor."""

    x: float
    y: float
    width: float
    height: float
    centred: bool
    """Whether it would best stand on its anchor (a badge) rather than beside it (a label)."""


def overlaps(a: Box, b: Box, *, gap: float = 0.0) -> bool:
    return (
        a[0] < b[0] + b[2] + gap
        and b[0] < a[0] + a[2] + gap
        and a[1] < b[1] + b[3] + gap
        and b[1] < a[1] + a[3] + gap
    )


def place(
    wanted: Sequence[Wanted], *, bounds: Box, taken: Sequence[Box] = (), prefer: dict[int, int] | None = None
) -> list[Box]:
    """One box for each wanted one, in order.

    `prefer` holds the candidate that each took last time; it is tried first and updated, so that labels do
    not jump to and fro while the pieces tremble by a fraction of a pixel.
    """
    full = list(taken)
    placed: list[Box] = []
    for index, want in enumerate(wanted):
        last = None if prefer is None else prefer.get(index)
        number, box = _choose(want, bounds=bounds, full=full, last=last)
        if prefer is not None:
            prefer[index] = number
        full.append(box)
        placed.append(box)
    return placed


def _choose(want: Wanted, *, bounds: Box, full: Sequence[Box], last: int | None) -> tuple[int, Box]:
    candidates = [_inside(box, bounds) for box in _candidates(want)]
    order = list(range(len(candidates)))
    if last is not None and last < len(order):
        order.insert(0, last)
    for number in order:
        if not any(overlaps(candidates[number], other, gap=2.0) for other in full):
            return number, candidates[number]
    # Nowhere free: the least covered place still says more than no label.
    number = min(order, key=lambda n: sum(_shared_area(candidates[n], other) for other in full))
    return number, candidates[number]


def _candidates(want: Wanted) -> Iterator[Box]:
    if want.centred:
        yield (want.x - want.width / 2, want.y - want.height / 2, want.width, want.height)
    for ring in _RINGS:
        for right, down in _SIDES:
            reach_x = want.width / 2 + 6.0 + 14.0 * (ring - 1.0)
            reach_y = want.height * (0.5 + 0.75 * (ring - 1.0)) + 6.0
            x = want.x + right * reach_x
            y = want.y + down * reach_y
            yield (x - want.width / 2, y - want.height / 2, want.width, want.height)


def _inside(box: Box, bounds: Box) -> Box:
    """Slid into the bounds, unless its anchor is so far outside that it belongs to no visible place."""
    left, top, width, height = box
    if not overlaps(box, bounds):
        return box
    left = max(bounds[0], min(left, bounds[0] + bounds[2] - width))
    top = max(bounds[1], min(top, bounds[1] + bounds[3] - height))
    return (left, top, width, height)


def _shared_area(a: Box, b: Box) -> float:
    across = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    along = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return max(0.0, across) * max(0.0, along)
