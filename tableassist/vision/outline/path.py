"""Where the rim runs as a whole, by all views together: the path that best parts piece from mat without leaping."""

import numpy as np

from tableassist.geometry import Flags, Floats, Indices, PiecePoints
from tableassist.vision.outline.backdrop import difference
from tableassist.vision.outline.curve import smoothed
from tableassist.vision.outline.edge import STEP_MM, Sampled

Steps = Indices
STIFFNESS = 0.6
"""What a rim that leaves its course by one in one costs, in places that would have to be called wrongly."""
STEEPEST = 3
"""Steps of `STEP_MM` from one point of the contour to the next."""
LOCAL_POINTS = 10.0
LEAST_STRENGTH = 3.0
"""Sigmas of the mat's own noise: less is no piece."""
BLURRED = 0.3
"""Of the piece's strength: as much is left of it beside its rim."""
DEEP_MM = 1.2
"""So far within the contour there is piece."""
UNSURE = 0.3
"""Of the way from mat to piece: what is stronger in one view than in the others hides the mat in that one alone."""


def settled(points: PiecePoints, normals: Floats, views: list[Sampled], *, tall: bool) -> PiecePoints:
    """The contour moved along its outward directions to where the rim is likeliest.

    A single place may look like the mat, or its inside like a rim: its neighbours and the other views decide.
    """
    strength, known = _strength(views, tall=tall)
    along = views[0].along
    gain = _gain(strength, known, along)
    profit = np.cumsum(gain, axis=1) * STEP_MM
    offset = along[best_path(profit)]
    return PiecePoints(points + smoothed(offset, 1.5)[:, None] * normals)


def _strength(views: list[Sampled], *, tall: bool) -> tuple[Floats, Flags]:
    """(N, T) how far places differ from the mat, in sigmas, over all views that show them; and whether any does."""
    each = []
    for view in views:
        off = difference(view.seen, view.mat, view.backdrop.least_shade) / view.backdrop.noise
        hidden = view.covered | ~view.usable[:, None]
        each.append(np.where(hidden, np.nan, np.sqrt((off**2).mean(axis=-1))))
    stack = np.stack(each)
    known = np.isfinite(stack).any(axis=0)
    share = UNSURE if tall else 0.5
    return _quantile(stack, np.isfinite(stack).sum(axis=0), share), known


def _quantile(stack: Floats, count: Steps, share: float) -> Floats:
    """(N, T) a quantile of (V, N, T) without what is NaN; np.nanquantile takes a hundred times as long."""
    ordered = np.sort(np.where(np.isnan(stack), np.inf, stack), axis=0)
    at = share * np.maximum(count - 1, 0)
    below = np.floor(at).astype(np.intp)
    above = np.minimum(below + 1, np.maximum(count - 1, 0))
    low = np.take_along_axis(ordered, below[None], axis=0)[0]
    high = np.take_along_axis(ordered, above[None], axis=0)[0]
    seen = count > 0
    low, high = np.where(seen, low, 0.0), np.where(seen, high, 0.0)
    return np.asarray(low + (at - below) * (high - low), dtype=np.float64)


def _gain(strength: Floats, known: Flags, along: Floats) -> Floats:
    """(N, T) from -1, surely mat, to 1, surely piece; 0 where nothing is seen.

    The mat's side is known well and the piece's is not, so the border lies nearer to the mat; but beside a piece that
    stands out much, what blur and compression leave of it is not piece.
    """
    deep = known & (along < -DEEP_MM)[None]
    count = smoothed(deep.sum(axis=1).astype(np.float64), LOCAL_POINTS)
    level = smoothed(np.where(deep, strength, 0.0).sum(axis=1), LOCAL_POINTS) / np.maximum(count, 1e-6)
    border = np.maximum(BLURRED * level, LEAST_STRENGTH)[:, None]
    return np.where(known, np.clip(strength / border - 1.0, -1.0, 1.0), 0.0)


def best_path(profit: Floats) -> Steps:
    """(N,) for a closed contour of N points with T places each: the places whose profits, less what bends cost, add up
    to the most (dynamic programming, once round to find a beginning and once more from there)."""
    first = _open_path(profit, None)
    half = len(profit) // 2
    turned = np.roll(profit, -half, axis=0)
    return np.roll(_open_path(turned, int(first[half])), half)


def _open_path(profit: Floats, ends: int | None) -> Steps:
    """With `ends`, begins and ends at that place."""
    count, places = profit.shape
    moves = np.arange(-STEEPEST, STEEPEST + 1)
    cost = STIFFNESS * (moves * STEP_MM / 0.5) ** 2
    best = profit[0].copy()
    if ends is not None:
        best[np.arange(places) != ends] = -np.inf
    came = np.zeros((count, places), dtype=np.intp)
    for point in range(1, count):
        padded = np.pad(best, STEEPEST, constant_values=-np.inf)
        offers = np.stack([padded[STEEPEST + move : STEEPEST + move + places] for move in moves]) - cost[:, None]
        chosen = offers.argmax(axis=0)
        came[point] = np.arange(places) + moves[chosen]
        best = offers[chosen, np.arange(places)] + profit[point]
    path = np.zeros(count, dtype=np.intp)
    path[-1] = int(best.argmax()) if ends is None else ends
    for point in range(count - 1, 0, -1):
        path[point - 1] = np.clip(came[point, path[point]], 0, places - 1)
    return path
