"""The layouts of pips on a die's faces, as patterns over points of a face."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
import numpy.typing as npt

from tableassist.geometry import Floats, Indices

REACH, ACROSS, FEWER_ACROSS = 0.40, 11, 8
"""Points of a face run from -REACH to REACH of its edge: outside of that edges are rounded."""
LAYOUTS: dict[int, tuple[tuple[tuple[int, int], ...], ...]] = {
    1: (((0, 0),),),
    2: (((-1, -1), (1, 1)), ((-1, 1), (1, -1))),
    3: (((-1, -1), (0, 0), (1, 1)), ((-1, 1), (0, 0), (1, -1))),
    4: (((-1, -1), (-1, 1), (1, -1), (1, 1)),),
    5: (((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),),
    6: (
        ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
        ((-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)),
    ),
}
"""By value; a quarter turn makes another of some, and the same of the others."""
FROM_MIDDLE = (0.225, 0.25, 0.275)
"""How far from the middle pips stand, as shares of the edge."""
RADII = (0.085, 0.11)
LARGE_ONE = 0.15
"""Some dice have one large pip for the one."""
SOFT = (0.04, 0.075, 0.12)
"""How blurred, as a share of the edge."""
USUAL, SOFTENED = (0.25, 0.1, 0.06), (0.25, 0.1, 0.12)
RIM = 0.05
"""How far what is beside a face shows on it, as a share of the edge."""


@dataclass(frozen=True, slots=True, eq=False)
class FacePatterns:
    """Those of a value together."""

    starts: Indices
    """(6,) where those of each value begin."""
    patterns: npt.NDArray[np.float32]
    """(M, P)."""
    plain: npt.NDArray[np.float32]
    """(P, N) what a face without pips may look like: one colour, lit from a side, and what is beside it showing at its
    rims, as in a blurred picture. The patterns have nothing of it, and are of length 1."""


@lru_cache(maxsize=2)
def face_points(across: int = ACROSS) -> Floats:
    """(P, 2) as shares of the edge, from the middle."""
    steps = np.linspace(-REACH, REACH, across)
    return np.array([(u, v) for v in steps for u in steps])


@lru_cache(maxsize=1)
def usual_patterns() -> FacePatterns:
    """One for each layout."""
    return _patterns([(value, layout, *USUAL) for value, layouts in LAYOUTS.items() for layout in layouts])


@lru_cache(maxsize=1)
def soft_patterns() -> FacePatterns:
    """The same in a picture that has been blurred, over fewer points."""
    every = [(value, layout, *SOFTENED) for value, layouts in LAYOUTS.items() for layout in layouts]
    return _patterns(every, FEWER_ACROSS)


@lru_cache(maxsize=1)
def all_patterns() -> FacePatterns:
    """With pips of all usual sizes and places, sharp and blurred."""
    every = []
    for value, layouts in LAYOUTS.items():
        radii = (*RADII, LARGE_ONE) if value == 1 else RADII
        places = (0.25,) if value == 1 else FROM_MIDDLE
        every += [(value, *each) for each in product(layouts, places, radii, SOFT)]
    return _patterns(every)


def _patterns(
    every: list[tuple[int, tuple[tuple[int, int], ...], float, float, float]], across: int = ACROSS
) -> FacePatterns:
    points = face_points(across)
    rows = np.array([_pattern(points, layout, *shape) for _, layout, *shape in every])
    plain = _plain(points)
    rows -= rows @ plain @ plain.T
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    starts = np.searchsorted([value for value, *_ in every], range(1, 7))
    return FacePatterns(starts, rows.astype(np.float32), plain.astype(np.float32))


def _plain(points: Floats) -> Floats:
    """(P, N), of length 1 and square to each other."""
    u, v = points.T
    rims = [np.exp(-(0.5 - side) / RIM) for side in (u, -u, v, -v)]
    return np.linalg.qr(np.column_stack([np.ones(len(points)), u, v, *rims]))[0]


def _pattern(
    points: Floats, layout: tuple[tuple[int, int], ...], from_middle: float, radius: float, soft: float
) -> Floats:
    """(P,): 1 on a pip, 0 beside it, with a soft rim between."""
    out = np.zeros(len(points))
    for column, row in layout:
        away = np.hypot(points[:, 0] - from_middle * column, points[:, 1] - from_middle * row)
        out = np.maximum(out, 0.5 * (1.0 - np.tanh((away - radius) / soft)))
    return out
