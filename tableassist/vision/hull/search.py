"""Where a hull of this shape fits best among what is no mat, to about a pixel."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from tableassist.geometry.arrays import Floats
from tableassist.pieces.model import PieceModel
from tableassist.vision.hull.patch import HullPatch, Layer
from tableassist.vision.hull.prism import coverage, filled, hull_rings, moved

REACH_MM = 15.0
TURNS_DEG = (-24.0, -16.0, -8.0, 0.0, 8.0, 16.0, 24.0)
WALL = 0.8
"""A wall counts so much of the deck: in shadow it looks like mat."""
FINER_DEG = (-4.0, 0.0, 4.0)


@dataclass(frozen=True, slots=True)
class BestPlace:
    offset: Floats
    """(3,) in the piece's frame, mm and radians."""
    score: float
    """1 where all of the hull is seen and is surely no mat, below 0 where it is mat."""


def best_place(patch: HullPatch, model: PieceModel, evidence: Layer, cared: Layer) -> BestPlace:
    """`evidence` is 1 for hull and -1 for mat; `cared` is 0 where anything may be."""
    weighed = evidence * cared
    found = [_at_turn(patch, model, weighed, math.radians(turn)) for turn in TURNS_DEG]
    best = max(found, key=lambda each: each[0])
    finer = [_at_turn(patch, model, weighed, best[1][2] + math.radians(turn)) for turn in FINER_DEG if turn]
    score, offset = max([best, *finer], key=lambda each: each[0])
    return BestPlace(offset, score)


def _at_turn(patch: HullPatch, model: PieceModel, weighed: Layer, turn: float) -> tuple[float, Floats]:
    """The best score at this heading, and its offset."""
    rings = hull_rings(patch, model.hull, moved(patch.pose, np.array([0.0, 0.0, turn])), 0.0, model.height_mm)
    low = np.floor(rings.reshape(-1, 2).min(axis=0)).astype(int) - 1
    high = np.ceil(rings.reshape(-1, 2).max(axis=0)).astype(int) + 2
    shape = (int(high[1] - low[1]), int(high[0] - low[0]))
    template = WALL * coverage(rings - low, shape, fine=2) + (1.0 - WALL) * filled((rings - low)[1], shape, fine=2)
    reach = math.ceil(REACH_MM * patch.px_per_mm)
    wide = cv2.copyMakeBorder(weighed, reach, reach, reach, reach, cv2.BORDER_CONSTANT, value=0.0)
    left, top = low  # of the template at no offset; in `wide` it may start `reach` earlier
    part = wide[max(0, top) : top + 2 * reach + template.shape[0], max(0, left) : left + 2 * reach + template.shape[1]]
    scores = cv2.matchTemplate(part, template, cv2.TM_CCORR) / float(template.sum())
    row, column = np.unravel_index(int(np.argmax(scores)), scores.shape)
    offset = np.array([(column - reach) / patch.px_per_mm, -(row - reach) / patch.px_per_mm, turn])
    return float(scores[row, column]), offset
