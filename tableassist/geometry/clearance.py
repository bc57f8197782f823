"""How far a line passes a blocker: above zero past its side, below zero through it.

Through it, the number is how far the line would have to be shifted sideways to come free. A thin sail that is hit
in the middle is therefore well hit, however thin it is.
"""

import numpy as np

from tableassist.geometry.arrays import Floats


def clearance(origin: tuple[float, float], direction: Floats, length_mm: Floats, edges: Floats) -> Floats:
    """(N,) for N lines from `origin` along `direction` (N, 2), each `length_mm` long, past one blocker's edges."""
    start, end = edges[None, :, 0] - origin, edges[None, :, 1] - origin
    along = direction[:, None]
    aside = np.stack([-direction[:, 1], direction[:, 0]], axis=-1)[:, None]
    u0, u1 = (start * along).sum(axis=-1), (end * along).sum(axis=-1)
    v0, v1 = (start * aside).sum(axis=-1), (end * aside).sum(axis=-1)
    length = length_mm[:, None]
    low, high, beside = _clipped(u0, u1, v0, v1, length)
    crossed = (beside & (low <= 0) & (high >= 0) & _crosses(u0, u1, v0, v1, length)).any(axis=1)
    top = np.where(beside, high, -np.inf).max(axis=1)
    bottom = np.where(beside, low, np.inf).min(axis=1)
    apart = np.where(beside, np.minimum(np.abs(low), np.abs(high)), np.inf).min(axis=1)
    ends = np.minimum(_from_point(u0, u1, v0, v1, 0.0), _from_point(u0, u1, v0, v1, length)).min(axis=1)
    through: Floats = -np.minimum(top, -bottom)
    return np.where(crossed, np.minimum(through, 0.0), np.minimum(apart, ends))


def _clipped(
    u0: Floats, u1: Floats, v0: Floats, v1: Floats, length: Floats
) -> tuple[Floats, Floats, np.ndarray[tuple[int, ...], np.dtype[np.bool_]]]:
    """The sideways extent of the part of each edge that lies beside the line, and whether there is any."""
    run = np.where(np.abs(u1 - u0) < 1e-12, 1e-12, u1 - u0)
    near, far = (0.0 - u0) / run, (length - u0) / run
    t0 = np.clip(np.minimum(near, far), 0.0, 1.0)
    t1 = np.clip(np.maximum(near, far), 0.0, 1.0)
    beside = (np.maximum(u0, u1) >= 0) & (np.minimum(u0, u1) <= length)
    w0, w1 = v0 + t0 * (v1 - v0), v0 + t1 * (v1 - v0)
    return np.minimum(w0, w1), np.maximum(w0, w1), beside


def _crosses(
    u0: Floats, u1: Floats, v0: Floats, v1: Floats, length: Floats
) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    rise = np.where(v1 == v0, np.inf, v1 - v0)
    at = u0 - v0 / rise * (u1 - u0)
    crosses: np.ndarray[tuple[int, ...], np.dtype[np.bool_]] = (v0 * v1 <= 0) & (at >= 0) & (at <= length)
    return crosses


def _from_point(u0: Floats, u1: Floats, v0: Floats, v1: Floats, at: Floats | float) -> Floats:
    """Distance of each edge from the point `at` along the line."""
    du, dv = u1 - u0, v1 - v0
    square = np.maximum(du**2 + dv**2, 1e-18)
    t = np.clip(((at - u0) * du + (0.0 - v0) * dv) / square, 0.0, 1.0)
    return np.hypot(u0 + t * du - at, v0 + t * dv)
