"""Moves by brute force on a grid, written apart from the engine: no shapely, no code of tableassist.

Distances from all obstacles are tabulated on a 1 mm grid; legs are stepped, and the hull's rim is looked up at every
step. The answer is the clearance of the best route that the grid holds: below zero if every route runs through
something, minus infinity if none is long enough.
"""

import math
from itertools import permutations

import numpy as np


class Field:
    """Signed distance from the obstacles, tabulated."""

    def __init__(self, polygons, low, high):
        """Beyond `low` and `high` the value of the table's rim is taken."""
        self.low = np.asarray(low, float)
        x, y = np.arange(low[0], high[0] + 1.0), np.arange(low[1], high[1] + 1.0)
        points = np.stack(np.meshgrid(x, y, indexing="ij"), axis=-1).reshape(-1, 2)
        self.table = np.full(len(points), 1e3)
        for polygon in polygons:
            self.table = np.minimum(self.table, _signed(points, np.asarray(polygon, float)))
        self.table = self.table.reshape(len(x), len(y))

    def at(self, points):
        cell = np.rint(points - self.low).astype(int)
        i = np.clip(cell[..., 0], 0, self.table.shape[0] - 1)
        j = np.clip(cell[..., 1], 0, self.table.shape[1] - 1)
        return self.table[i, j]


def _signed(points, ring):
    nearest, inside = np.full(len(points), np.inf), np.zeros(len(points), bool)
    for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        ab = b - a
        t = np.clip(((points - a) @ ab) / (ab @ ab), 0, 1)
        nearest = np.minimum(nearest, np.linalg.norm(points - a - t[:, None] * ab, axis=1))
        straddles = (a[1] > points[:, 1]) != (b[1] > points[:, 1])
        rise = ab[1] if ab[1] else 1e-12
        inside ^= straddles & (points[:, 0] < a[0] + (points[:, 1] - a[1]) / rise * ab[0])
    return np.where(inside, -nearest, nearest)


def rim(hull, bow_x, step=3.0):
    """Points along the hull's rim, the bow at the origin."""
    ring = np.asarray(hull, float) - (bow_x, 0.0)
    out = []
    for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        count = max(1, math.ceil(np.linalg.norm(b - a) / step))
        out += [a + (b - a) * k / count for k in range(count)]
    return np.array(out)


def clearance(field, points, start, end, heading, step):
    """(N,) the least distance along each leg; a leg without length stands with the heading given."""
    gone = end - start
    length = np.hypot(gone[:, 0], gone[:, 1])
    way = np.where(length > 1.0, np.arctan2(gone[:, 1], gone[:, 0]), heading)
    c, s = np.cos(way)[:, None], np.sin(way)[:, None]
    turned = np.stack([c * points[:, 0] - s * points[:, 1], s * points[:, 0] + c * points[:, 1]], axis=-1)
    count = max(2, math.ceil(length.max() / step) + 1) if len(length) else 2
    least = np.full(len(start), np.inf)
    for share in np.linspace(0.0, 1.0, count):
        least = np.minimum(least, field.at((start + share * gone)[:, None] + turned).min(axis=1))
    return least


def best_clearance(field, points, start, end, heading, lengths, *, spare_mm, spare_deg, grain):
    """Bow at `start` and at `end` with `heading`; every order of `lengths`. `grain` in mm between turning points."""
    return max(
        _one_order(field, points, np.asarray(start), np.asarray(end), heading, order, spare_mm, spare_deg, grain)
        for order in set(permutations(lengths))
    )


def _one_order(field, points, start, end, heading, order, spare_mm, spare_deg, grain):
    each = [length + spare_mm / len(order) for length in order]
    if len(order) == 1:
        gone = end - start
        length = math.hypot(*gone)
        off = math.degrees(abs((math.atan2(gone[1], gone[0]) - heading + math.pi) % (2 * math.pi) - math.pi))
        aside = math.degrees(spare_mm / length) if length > 1.0 else 180.0
        if length > each[0] or off > spare_deg + aside:
            return -math.inf
        return float(clearance(field, points, start[None], end[None], np.array([heading]), grain)[0])
    turns = _before_last(end, heading, each[-1], spare_deg, grain)
    last = clearance(field, points, turns, np.broadcast_to(end, turns.shape), np.full(len(turns), heading), grain)
    if len(order) == 2:
        first = _leg(field, points, start[None], turns, each[0], grain)
        return float(np.minimum(first, last).max())
    early = start + _polar(each[0], grain)
    first = _leg(field, points, start[None], early, each[0], grain)
    best = -math.inf
    # From the best on, until no better one can come.
    for k in np.argsort(-last):
        if last[k] <= best:
            break
        near = np.flatnonzero(first > best)
        between = _leg(field, points, early[near], turns[k][None], each[1], grain)
        if len(near):
            best = max(best, float(np.minimum(np.minimum(first[near], between), last[k]).max()))
    return best


def _leg(field, points, start, end, most, grain):
    """A leg that is too long is no leg; one without length is free."""
    start, end = np.broadcast_arrays(start, end)
    length = np.hypot(*(end - start).T)
    out = np.where(length <= most, np.inf, -np.inf)
    goes = np.flatnonzero((length <= most) & (length > 1.0))
    if len(goes):
        out[goes] = clearance(field, points, start[goes], end[goes], np.zeros(len(goes)), grain)
    return out


def _before_last(end, heading, most, spare_deg, grain):
    back = np.linspace(0.0, most, math.ceil(most / grain) + 1)
    ways = heading + np.radians(np.linspace(-spare_deg, spare_deg, 5))
    return np.concatenate([end - back[:, None] * (math.cos(way), math.sin(way)) for way in ways])


def _polar(most, grain):
    out = [np.zeros((1, 2))]
    for radius in np.linspace(most, 0.0, math.ceil(most / grain), endpoint=False):
        angle = np.linspace(0, 2 * math.pi, max(6, math.ceil(2 * math.pi * radius / grain)), endpoint=False)
        out.append(radius * np.column_stack([np.cos(angle), np.sin(angle)]))
    return np.concatenate(out)
