"""The black of a tag as outlines: whole shapes, so that no reader shows hairlines between the modules."""

from functools import cache

import cv2
import numpy as np
import numpy.typing as npt
from shapely import box, normalize, unary_union
from shapely.geometry import MultiPolygon, Polygon

from tableassist.errors import BadRequestError
from tableassist.vision.tags.pattern import DICTIONARIES, RIM, modules_of, tag_pattern

Ring = tuple[tuple[float, float], ...]


def quiet_mm(family: str, size_mm: float) -> float:
    """The white that a tag needs on every side: one module."""
    return size_mm / modules_of(family)


@cache
def tag_rings(family: str, tag: int) -> tuple[Ring, ...]:
    """In the tag's own frame, the black square from -0.5 to 0.5; fill by the even-odd rule."""
    count = cv2.aruco.getPredefinedDictionary(DICTIONARIES[family][0]).bytesList.shape[0]
    if not 0 <= tag < count:
        raise BadRequestError(
            "print: got tag {tag} of {family}, expected 0 to {last}", tag=tag, family=family, last=count - 1
        )
    return rings_of(tag_pattern(family, tag)[RIM:-RIM, RIM:-RIM] < 0.5)


def rings_of(ink: npt.NDArray[np.bool_]) -> tuple[Ring, ...]:
    """`ink`: the first row is the upper one. The whole spans -0.5 to 0.5."""
    rows, columns = ink.shape
    cells = [box(x, rows - 1 - y, x + 1, rows - y) for y, x in zip(*np.nonzero(ink), strict=True)]
    black = normalize(unary_union(cells)).simplify(0.0)
    shapes = black.geoms if isinstance(black, MultiPolygon) else (black,)
    return tuple(
        tuple((x / columns - 0.5, y / rows - 0.5) for x, y in ring.coords[:-1])
        for shape in shapes
        if isinstance(shape, Polygon)
        for ring in (shape.exterior, *shape.interiors)
    )
