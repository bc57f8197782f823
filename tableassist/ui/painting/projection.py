"""From millimetres of the mat to pixels of a view, and from pictures to Qt's images."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from typing import cast

import numpy as np
from PyQt6.QtGui import QImage

from tableassist.geometry import Floats, ImagePoints, MatPoints
from tableassist.overlay.drawing import Ink, Point, Stroke
from tableassist.vision.camera.frame import Image


def image_from_bgr(picture: Image) -> QImage:
    """A QImage with its own copy of the pixels: Qt keeps no hold on a numpy buffer, which may be freed."""
    tight = np.ascontiguousarray(picture)
    height, width = tight.shape[:2]
    # Qt takes any buffer; its type stubs know of bytes only.
    held = cast(bytes, tight.data)
    view = QImage(held, width, height, 3 * width, QImage.Format.Format_BGR888)
    return view.convertToFormat(QImage.Format.Format_RGB32)


def to_bgr(image: QImage) -> Image:
    """The picture as (height, width, 3) BGR, for a video writer."""
    plain = image.convertToFormat(QImage.Format.Format_BGR888)
    held = plain.constBits()
    rows = np.frombuffer(held.asstring(plain.sizeInBytes()), dtype=np.uint8)
    # Qt pads each row to four bytes.
    rows = rows.reshape(plain.height(), plain.bytesPerLine())[:, : 3 * plain.width()]
    return np.ascontiguousarray(rows).reshape(plain.height(), plain.width(), 3)


Projection = Callable[[MatPoints], Floats]
"""(N, 2) mat millimetres to (N, 2) painter units."""
Unprojection = Callable[[ImagePoints], MatPoints]
"""(N, 2) pixels of the camera's picture to the places on the mat that are seen there."""
STEP_MM = 15.0
"""Over 15 mm a webcam's distortion departs from a straight line by far less than a pixel."""


@dataclass(frozen=True, slots=True)
class PlanProjection:
    """The overhead plan: y up on the mat is up on the screen."""

    left_px: float
    bottom_px: float
    px_per_mm: float

    def __call__(self, points_mm: MatPoints) -> Floats:
        along = np.array([self.px_per_mm, -self.px_per_mm])
        placed: Floats = points_mm * along + np.array([self.left_px, self.bottom_px])
        return placed


@dataclass(frozen=True, slots=True)
class OnPixelCorners:
    """The chain puts (0, 0) at the centre of the top-left pixel, Qt at that pixel's corner.

    The same for the same registration, so that what was painted with it can be kept."""

    image_from_mat: Projection

    def __call__(self, points_mm: MatPoints) -> Floats:
        return self.image_from_mat(points_mm) + 0.5


def mat_extent(project: Projection, mat_size_mm: tuple[float, float]) -> tuple[float, float, float, float] | None:
    """Left, top, width, height of the mat as it is projected; None where that cannot be told."""
    width, height = mat_size_mm
    corners = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    (rim,) = project_strokes((Stroke(corners, Ink.MAT_EDGE, closed=True, filled=False, piece=None),), project)
    if not np.isfinite(rim).all():
        return None
    left, top, right, bottom = (float(value) for value in (*rim.min(axis=0), *rim.max(axis=0)))
    return left, top, right - left, bottom - top


def project_strokes(strokes: tuple[Stroke, ...], project: Projection) -> list[Floats]:
    """Each stroke's points, subdivided and projected: one call for all, since a lens costs per call."""
    lines = subdivided(strokes)
    if not lines:
        return []
    ends = np.cumsum([len(line) for line in lines])
    return np.split(project(MatPoints(np.vstack(lines))), ends[:-1])


def subdivided(strokes: tuple[Stroke, ...], *, step_mm: float = STEP_MM) -> list[Floats]:
    """Each stroke's points (N, 2), none further than `step_mm` from the next; a closed one ends where it began.

    All strokes at once: a drawing has dozens, and it is painted many times a second.
    """
    corners = [_ends_where_it_began(stroke) for stroke in strokes]
    counts = np.array([len(line) for line in corners], dtype=np.int64)
    if counts.sum() == 0:
        return [np.empty((0, 2)) for _ in strokes]
    points = np.array(list(chain.from_iterable(corners)), dtype=np.float64)
    steps = np.diff(points, axis=0, append=points[-1:])
    lasts = np.cumsum(counts)[counts > 0] - 1
    # From one stroke's last point to the next stroke's first there is no line.
    steps[lasts] = 0.0
    parts = np.maximum(1, np.ceil(np.hypot(steps[:, 0], steps[:, 1]) / step_mm)).astype(np.int64)
    firsts = np.cumsum(parts) - parts
    source = np.repeat(np.arange(len(points)), parts)
    along = (np.arange(len(source)) - firsts[source]) / parts[source]
    fine = points[source] + steps[source] * along[:, np.newaxis]
    stroke_of = np.repeat(np.arange(len(strokes)), counts)
    ends = np.cumsum(np.bincount(stroke_of, weights=parts, minlength=len(strokes)).astype(np.int64))
    return np.split(fine, ends[:-1])


def _ends_where_it_began(stroke: Stroke) -> tuple[Point, ...]:
    return (*stroke.points, stroke.points[0]) if stroke.closed and stroke.points else stroke.points
