"""Places boxes near their anchors without overlap: greedy, first come first served."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Floats

Box = tuple[float, float, float, float]
"""Left, top, width, height in pixels."""

NOTHING: Floats = np.empty((0, 3))
_RINGS = (0.0, 1.0, 2.2, 3.6, 5.2, 7.0, 9.0, 11.5)
_SIDES = ((0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1), (1, 0), (-1, 0))
_RING_COST = 1.5
_POINT_COST = 0.6
"""A box goes one ring further out to uncover three points of what it would hide, not to uncover two."""
_STAY_BONUS = 1.2
_CELL_PX = 6.0
"""What is worth seeing is counted in cells of this size."""


@dataclass(frozen=True, slots=True)
class WantedBox:
    """A box of some size that would stand near its anchor."""

    x: float
    y: float
    width: float
    height: float
    centred: bool
    """Whether it may stand on its anchor (a badge) or only beside it (a label)."""


def place(
    wanted: Sequence[WantedBox],
    *,
    bounds: Box,
    taken: Sequence[Box] = (),
    keep_clear: Floats = NOTHING,
    prefer: dict[int, int] | None = None,
) -> list[Box]:
    """One box for each wanted one, in order; none on another while there is room.

    `keep_clear` (M, 3) are points better not hidden, such as hulls and lines of fire, each with its worth. `prefer`
    holds the candidate that each box took last time; it is favoured and updated, so that labels do not jump to and fro
    while the pieces tremble by a fraction of a pixel.
    """
    if not wanted:
        return []
    boxes = _inside(_candidates(wanted), bounds)
    cost = _costs(wanted) + _POINT_COST * _worth_hidden(boxes, keep_clear, bounds)
    full = np.empty((len(taken) + len(wanted), 4))
    full[: len(taken)] = np.array(taken).reshape(-1, 4)
    for index in range(len(wanted)):
        # Covering another label is worse than anything: it happens only where no candidate is free.
        here = cost[index] + 1000.0 * _shared_area(boxes[index], full[: len(taken) + index], gap=2.0)
        last = None if prefer is None else prefer.get(index)
        if last is not None and last < len(here):
            here[last] -= _STAY_BONUS
        number = int(np.argmin(here))
        if prefer is not None:
            prefer[index] = number
        full[len(taken) + index] = boxes[index, number]
    return [(left, top, width, height) for left, top, width, height in full[len(taken) :].tolist()]


def _table() -> tuple[Floats, Floats]:
    """Of each candidate: side right, side down, ring; and its cost, the nearer the cheaper."""
    rows = [(0.0, 0.0, 0.0, 0.0)]
    for number, ring in enumerate(_RINGS):
        for order, (right, down) in enumerate(_SIDES):
            rows.append((right, down, ring, _RING_COST * (number + 1) + 0.05 * order))
    table = np.array(rows)
    return table[:, :3], table[:, 3]


_PLACES, _COSTS = _table()


def _candidates(wanted: Sequence[WantedBox]) -> Floats:
    """(N, C, 4) boxes around each anchor."""
    x, y, width, height = np.array([(want.x, want.y, want.width, want.height) for want in wanted]).T[..., None]
    right, down, ring = _PLACES.T
    left = x - width / 2 + right * (width / 2 + 6.0 + 14.0 * ring)
    top = y - height / 2 + down * (height * (0.5 + 0.6 * ring) + 6.0)
    sizes = (np.broadcast_to(width, left.shape), np.broadcast_to(height, left.shape))
    return np.stack([left, top, *sizes], axis=-1)


def _costs(wanted: Sequence[WantedBox]) -> Floats:
    """(N, C)."""
    costs = np.tile(_COSTS, (len(wanted), 1))
    costs[:, 0] = [0.0 if want.centred else 1000.0 for want in wanted]
    return costs


def _inside(boxes: Floats, bounds: Box) -> Floats:
    """Slid into the bounds."""
    low = np.array(bounds[:2])
    high = np.maximum(low, low + np.array(bounds[2:]) - boxes[..., 2:])
    return np.concatenate([np.clip(boxes[..., :2], low, high), boxes[..., 2:]], axis=-1)


def _worth_hidden(boxes: Floats, points: Floats, bounds: Box) -> Floats:
    """(N, C): the worth of all points in each box, by sums over a grid: a table has thousands of points."""
    columns, rows = (max(1, int(np.ceil(size / _CELL_PX))) for size in bounds[2:])
    sums = np.zeros((rows + 1, columns + 1))
    if not len(points):
        return np.zeros(boxes.shape[:2])
    with np.errstate(invalid="ignore"):
        cell = (points[:, :2] - bounds[:2]) / _CELL_PX
        seen = (cell >= 0).all(axis=1) & (cell[:, 0] < columns) & (cell[:, 1] < rows)
    at = cell[seen].astype(np.int64)
    flat = np.bincount(at[:, 1] * columns + at[:, 0], weights=points[seen, 2], minlength=rows * columns)
    sums[1:, 1:] = flat.reshape(rows, columns).cumsum(axis=0).cumsum(axis=1)
    edges = (boxes[..., :2] - bounds[:2]) / _CELL_PX
    left, top = (np.clip(edges[..., k].astype(np.int64), 0, size) for k, size in ((0, columns), (1, rows)))
    edges = edges + boxes[..., 2:] / _CELL_PX
    right, bottom = (np.clip(np.ceil(edges[..., k]).astype(np.int64), 0, size) for k, size in ((0, columns), (1, rows)))
    hidden: Floats = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
    return hidden


def _shared_area(boxes: Floats, others: Floats, *, gap: float) -> Floats:
    """(C,) how much of the others each box covers, counting a margin of `gap` around it."""
    if not len(others):
        return np.zeros(len(boxes))
    left, top, width, height = boxes.T[..., np.newaxis]
    other_left, other_top, other_width, other_height = others.T
    wide = np.minimum(left + width + gap, other_left + other_width) - np.maximum(left - gap, other_left)
    high = np.minimum(top + height + gap, other_top + other_height) - np.maximum(top - gap, other_top)
    shared: Floats = np.einsum("ij,ij->i", np.maximum(wide, 0.0), np.maximum(high, 0.0))
    return shared
