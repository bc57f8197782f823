"""Places boxes near their anchors without overlap: greedy, first come first served."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tableassist.geometry.arrays import Floats

Box = tuple[float, float, float, float]
"""Left, top, width, height in pixels."""

NOTHING: Floats = np.empty((0, 2))
_RINGS = (0.0, 1.0, 2.2, 3.6, 5.2, 7.0, 9.0, 11.5)
_SIDES = ((0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1), (1, 0), (-1, 0))
_RING_COST = 1.5
_POINT_COST = 0.6
"""A box goes one ring further out to uncover three points of what it would hide, not to uncover two."""
_STAY_BONUS = 1.2


@dataclass(frozen=True, slots=True)
class Wanted:
    """A box of some size that would stand near its anchor."""

    x: float
    y: float
    width: float
    height: float
    centred: bool
    """Whether it may stand on its anchor (a badge) or only beside it (a label)."""


def overlaps(a: Box, b: Box, *, gap: float = 0.0) -> bool:
    return (
        a[0] < b[0] + b[2] + gap and b[0] < a[0] + a[2] + gap and a[1] < b[1] + b[3] + gap and b[1] < a[1] + a[3] + gap
    )


def place(
    wanted: Sequence[Wanted],
    *,
    bounds: Box,
    taken: Sequence[Box] = (),
    keep_clear: Floats = NOTHING,
    prefer: dict[int, int] | None = None,
) -> list[Box]:
    """One box for each wanted one, in order; none on another while there is room.

    `keep_clear` (M, 2) are points better not hidden, such as hulls and lines of fire. `prefer` holds the
    candidate that each box took last time; it is favoured and updated, so that labels do not jump to and fro
    while the pieces tremble by a fraction of a pixel.
    """
    full = list(taken)
    for index, want in enumerate(wanted):
        last = None if prefer is None else prefer.get(index)
        number, box = _choose(want, bounds, np.array(full).reshape(-1, 4), keep_clear, last)
        if prefer is not None:
            prefer[index] = number
        full.append(box)
    return full[len(taken) :]


def _choose(want: Wanted, bounds: Box, full: Floats, keep_clear: Floats, last: int | None) -> tuple[int, Box]:
    boxes, cost = _candidates(want)
    boxes = _inside(boxes, bounds)
    cost = cost + _POINT_COST * _points_hidden(boxes, keep_clear)
    # Covering another plate is worse than anything: it happens only where no candidate is free.
    cost += 1000.0 * _shared_area(boxes, full, gap=2.0)
    if last is not None and last < len(cost):
        cost[last] -= _STAY_BONUS
    number = int(np.argmin(cost))
    left, top, width, height = boxes[number].tolist()
    return number, (left, top, width, height)


def _candidates(want: Wanted) -> tuple[Floats, Floats]:
    """(N, 4) boxes around the anchor and (N,) the cost of standing there, the nearer the cheaper."""
    places = [(0.0, 0.0, 0.0 if want.centred else 1000.0)]
    for number, ring in enumerate(_RINGS):
        reach_x = want.width / 2 + 6.0 + 14.0 * ring
        reach_y = want.height * (0.5 + 0.6 * ring) + 6.0
        for order, (right, down) in enumerate(_SIDES):
            places.append((right * reach_x, down * reach_y, _RING_COST * (number + 1) + 0.05 * order))
    table = np.array(places)
    corner = np.array([want.x - want.width / 2, want.y - want.height / 2])
    size = np.broadcast_to([want.width, want.height], (len(table), 2))
    return np.hstack([table[:, :2] + corner, size]), table[:, 2]


def _inside(boxes: Floats, bounds: Box) -> Floats:
    """Slid into the bounds."""
    low = np.array(bounds[:2])
    high = np.maximum(low, low + np.array(bounds[2:]) - boxes[:, 2:])
    return np.hstack([np.clip(boxes[:, :2], low, high), boxes[:, 2:]])


def _points_hidden(boxes: Floats, points: Floats) -> Floats:
    left, top = boxes[:, 0, np.newaxis], boxes[:, 1, np.newaxis]
    right, bottom = left + boxes[:, 2, np.newaxis], top + boxes[:, 3, np.newaxis]
    # Most of the table is far from this label: what no candidate can reach need not be asked about.
    x, y = points.T
    near = (x > left.min()) & (x < right.max()) & (y > top.min()) & (y < bottom.max())
    x, y = x[near], y[near]
    hidden: Floats = ((x > left) & (x < right) & (y > top) & (y < bottom)).sum(axis=1).astype(np.float64)
    return hidden


def _shared_area(boxes: Floats, others: Floats, *, gap: float) -> Floats:
    """(N,) how much of the others each box covers, counting a margin of `gap` around it."""
    low = np.maximum(boxes[:, np.newaxis, :2] - gap, others[:, :2])
    high = np.minimum(boxes[:, np.newaxis, :2] + boxes[:, np.newaxis, 2:] + gap, others[:, :2] + others[:, 2:])
    shared: Floats = np.clip(high - low, 0.0, None).prod(axis=2).sum(axis=1)
    return shared
