"""Where a hull of this shape fits best among what is no mat, to about a pixel."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from tableassist.geometry import Floats, MatPoints3
from tableassist.pieces import PieceModel
from tableassist.vision.hull.patch import HullPatch, Layer
from tableassist.vision.hull.prism import coverage, filled, moved, prism_points

REACH_MM = 15.0
TURNS_DEG = (-24.0, -16.0, -8.0, 0.0, 8.0, 16.0, 24.0)
WALL = 0.8
"""A wall counts so much of the deck: in shadow it looks like mat."""
NEARER_MM = 5.0
NEARER_DEG = (-8.0, -4.0, 0.0, 4.0, 8.0)


@dataclass(frozen=True, slots=True, eq=False)
class BestPlace:
    offset: Floats
    """(3,) in the piece's frame, mm and radians."""
    score: float
    """1 where all of the hull is seen and is surely no mat, below 0 where it is mat."""


def best_place(patch: HullPatch, model: PieceModel, weighed: Layer) -> BestPlace:
    """`weighed` is 1 for hull, -1 for mat, 0 where anything may be. Looked for at half the size."""
    rows, columns = (side // 2 for side in patch.shape)
    half = np.asarray(cv2.resize(weighed[: 2 * rows, : 2 * columns], (columns, rows), interpolation=cv2.INTER_AREA))
    start = BestPlace(np.zeros(3), -math.inf)
    return _best(patch, model, half.astype(np.float32), 0.5, start, REACH_MM, TURNS_DEG)


def better_place(patch: HullPatch, model: PieceModel, weighed: Layer, start: BestPlace) -> BestPlace:
    """Near one that was found."""
    return _best(patch, model, weighed, 1.0, start, NEARER_MM, NEARER_DEG)


def _best(
    patch: HullPatch,
    model: PieceModel,
    weighed: Layer,
    scale: float,
    start: BestPlace,
    reach_mm: float,
    turns_deg: tuple[float, ...],
) -> BestPlace:
    offsets = [start.offset + np.array([0.0, 0.0, math.radians(turn)]) for turn in turns_deg]
    solid = np.stack([prism_points(model.hull, moved(patch.pose, at), 0.0, model.height_mm) for at in offsets])
    rings = patch.points(MatPoints3(solid.reshape(-1, 3))).reshape(len(offsets), 2, -1, 2)
    rings = (rings + 0.5) * scale - 0.5
    px_per_mm = patch.px_per_mm * scale
    found = [
        _at_turn(each, weighed, at, math.ceil(reach_mm * px_per_mm), px_per_mm)
        for each, at in zip(rings, offsets, strict=True)
    ]
    return max(found, key=lambda each: each.score)


def _at_turn(rings: Floats, weighed: Layer, at: Floats, reach: int, px_per_mm: float) -> BestPlace:
    """The best place at this heading, so many pixels round an offset."""
    low = np.floor(rings.reshape(-1, 2).min(axis=0)).astype(int) - 1
    high = np.ceil(rings.reshape(-1, 2).max(axis=0)).astype(int) + 2
    shape = (int(high[1] - low[1]), int(high[0] - low[0]))
    local = rings - low
    template = WALL * coverage(local, shape, fine=2) + (1.0 - WALL) * filled(local[1], shape, fine=2)
    # The template starts at `low` and may move by `reach` either way; beyond the patch there is nothing.
    left, top = low - reach
    right, bottom = high + reach
    part = np.zeros((int(bottom - top), int(right - left)), np.float32)
    rows = slice(max(0, int(top)), min(weighed.shape[0], int(bottom)))
    columns = slice(max(0, int(left)), min(weighed.shape[1], int(right)))
    if rows.start < rows.stop and columns.start < columns.stop:
        part[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left] = weighed[rows, columns]
    scores = cv2.matchTemplate(part, template, cv2.TM_CCORR) / float(template.sum())
    row, column = np.unravel_index(int(np.argmax(scores)), scores.shape)
    offset = at + np.array([column - reach, reach - row, 0.0]) / px_per_mm
    return BestPlace(offset, float(scores[row, column]))
