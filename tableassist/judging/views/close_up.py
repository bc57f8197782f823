"""What of the camera's picture shows a ruling, and the drawing as it lies in that part."""

from dataclasses import dataclass, replace

import numpy as np

from tableassist.geometry import Floats, MatPoints
from tableassist.overlay.drawing import Drawing, Point
from tableassist.pipeline.moment import Moment
from tableassist.rulebook import Ruling
from tableassist.vision.camera.frame import Image
from tableassist.vision.registration.registration import Registration

_AROUND = 1.35
"""Of the evidence's own extent, so that its neighbours are seen."""
_LEAST_SHARE = 0.14
"""Of the picture's width: nearer than that shows pixels, not a table."""


@dataclass(frozen=True, slots=True)
class PicturePart:
    """A rectangle of a picture in pixels, from the corner of its first pixel."""

    left: float
    top: float
    width: float
    height: float

    def cut_from(self, image: Image) -> Image:
        """The pixels that it touches."""
        top, left = int(self.top), int(self.left)
        return image[top : int(np.ceil(self.top + self.height)), left : int(np.ceil(self.left + self.width))]

    def whole_pixels(self) -> "PicturePart":
        """The part that `cut_from` gives."""
        left, top = float(int(self.left)), float(int(self.top))
        right, bottom = np.ceil(self.left + self.width), np.ceil(self.top + self.height)
        return PicturePart(left, top, float(right) - left, float(bottom) - top)


def evidence_part(ruling: Ruling, moment: Moment, shape: float) -> PicturePart:
    """What to show close up, `shape` times as wide as high; all of it where nothing lies."""
    frame, registration = moment.frame, moment.state.registration
    size = float(frame.width_px), float(frame.height_px)
    points = _points_shown(ruling, moment)
    if registration is None or not len(points):
        return part_around((size[0] / 2, size[1] / 2), size[0], shape, size)
    px = registration.image_from_mat(MatPoints(points))
    low, high = np.nanmin(px, axis=0), np.nanmax(px, axis=0)
    middle, extent = (low + high) / 2, (high - low) * _AROUND
    width = max(float(extent[0]), float(extent[1]) * shape, _LEAST_SHARE * size[0])
    return part_around((float(middle[0]), float(middle[1])), width, shape, size)


def part_around(middle: Point, width: float, shape: float, room: tuple[float, float]) -> PicturePart:
    """So wide, or as wide as the picture allows, and moved into it."""
    width = min(width, room[0], room[1] * shape)
    height = width / shape
    left = min(max(middle[0] - width / 2, 0.0), room[0] - width)
    top = min(max(middle[1] - height / 2, 0.0), room[1] - height)
    return PicturePart(left, top, width, height)


def drawn_in_part(drawing: Drawing, registration: Registration, part: PicturePart) -> Drawing:
    """In pixels of the part, y up from its lower edge. What lies where the camera cannot see is left out."""

    def placed(points: tuple[Point, ...]) -> tuple[Point, ...]:
        # The chain puts (0, 0) at the centre of the first pixel, the part at that pixel's corner.
        px = registration.image_from_mat(MatPoints(np.array(points, dtype=np.float64))) + 0.5
        shown = px[np.isfinite(px).all(axis=1)]
        return tuple((float(x) - part.left, part.top + part.height - float(y)) for x, y in shown)

    strokes = (replace(each, points=placed(each.points)) for each in drawing.strokes)
    badges = ((each, placed((each.at,))) for each in drawing.badges)
    labels = ((each, placed((each.at,))) for each in drawing.labels)
    return Drawing(
        tuple(each for each in strokes if each.points),
        tuple(replace(each, at=at[0]) for each, at in badges if at),
        tuple(replace(each, at=at[0]) for each, at in labels if at),
        drawing.fleets,
    )


def _points_shown(ruling: Ruling, moment: Moment) -> Floats:
    scene, witness = moment.state.scene, ruling.witness
    parts: list[Floats] = []
    if witness is not None:
        parts.append(np.array([witness.start, witness.end, witness.stopped_at or witness.end]))
    # An island may be larger than all the rest; where it stops the line is enough.
    for piece in (ruling.subject, ruling.target):
        placed = scene.find(piece)
        if placed is not None:
            parts.append(_nearest_part(placed.hull_points, parts[0] if witness is not None else None))
    return np.concatenate(parts) if parts else np.empty((0, 2))


def _nearest_part(hull: Floats, about: Floats | None, *, most_mm: float = 120.0) -> Floats:
    """The hull, or of a large one what lies near the evidence."""
    if about is None or float(np.ptp(hull, axis=0).max()) < most_mm:
        return hull
    away = np.linalg.norm(hull[:, None, :] - about[None], axis=2).min(axis=1)
    near: Floats = hull[away <= most_mm / 2]
    return near
