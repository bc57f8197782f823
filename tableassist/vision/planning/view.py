"""A camera that does not hang yet: where it would be, what it would see, and how low it may hang."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Floats, ImagePoints, MatPoints
from tableassist.vision.camera.lens import Lens
from tableassist.vision.camera.pose import CameraPose

PICTURE_MARGIN = 0.01
"""Of the picture's width: nobody hangs a camera to the millimetre."""
LOWEST_MM, HIGHEST_MM = 150.0, 20_000.0
STEEPEST_DEG = 65.0
EDGE_POINTS = 9
"""Along each side: a bent lens pulls the middle of a straight edge out or in."""
BEYOND = 1.02
"""Rays farther out than the picture's corner by this are not seen, wherever the lens formula puts them."""
BISECTIONS = 28
"""Of a range of metres: to less than a thousandth of a millimetre."""


@dataclass(frozen=True, slots=True)
class PlayArea:
    """The mat, and how high above it tags are carried."""

    width_mm: float
    height_mm: float
    tag_height_mm: float
    overhang_mm: float
    """How far a tag's plate reaches beyond a piece that stands on the mat's very edge."""

    @property
    def centre(self) -> tuple[float, float]:
        return self.width_mm / 2, self.height_mm / 2

    def outline(self) -> Floats:
        """(N, 3) the mat's edge."""
        return _rectangle(self.width_mm, self.height_mm, 0.0, 0.0)

    def tag_outline(self, inset_mm: float = 0.0) -> Floats:
        """(N, 3) as far out as plates reach, where no piece stands nearer to the edge than `inset_mm`."""
        return _rectangle(self.width_mm, self.height_mm, self.overhang_mm - inset_mm, self.tag_height_mm)


def _rectangle(width_mm: float, height_mm: float, grown_mm: float, z_mm: float) -> Floats:
    along = np.linspace(-grown_mm, width_mm + grown_mm, EDGE_POINTS)
    up = np.linspace(-grown_mm, height_mm + grown_mm, EDGE_POINTS)
    points = [(x, y, z_mm) for x in along for y in (up[0], up[-1])]
    points += [(x, y, z_mm) for x in (along[0], along[-1]) for y in up[1:-1]]
    return np.array(points)


@dataclass(frozen=True, slots=True, eq=False)
class PlannedView:
    lens: Lens
    pose: CameraPose
    angle_deg: float
    """Off the vertical."""

    @property
    def height_mm(self) -> float:
        return float(self.pose.position[2])

    @property
    def aim_mm(self) -> tuple[float, float]:
        """Where the picture's middle meets the mat."""
        middle = ImagePoints(np.array([[(self.lens.width_px - 1) / 2, (self.lens.height_px - 1) / 2]]))
        x, y = self.pose.onto_height(self.lens.normalise(middle), np.zeros(1))[0]
        return float(x), float(y)

    @property
    def view_deg(self) -> float:
        """The field of view across the picture's longer side, through its middle."""
        lens = self.lens
        if lens.width_px >= lens.height_px:
            edges, axis = np.array([[-0.5, lens.cy], [lens.width_px - 0.5, lens.cy]]), 0
        else:
            edges, axis = np.array([[lens.cx, -0.5], [lens.cx, lens.height_px - 0.5]]), 1
        low, high = lens.normalise(ImagePoints(edges))[:, axis]
        return math.degrees(math.atan(high) - math.atan(low))

    def room_px(self, points: Floats) -> float:
        """How far inside the picture the outermost of (N, 3) mat points is; below zero when some are outside."""
        in_camera = self.pose.into_camera(points)
        if (in_camera[:, 2] < 1.0).any():
            return -math.inf
        reach = np.hypot(in_camera[:, 0], in_camera[:, 1]) / in_camera[:, 2]
        farthest = self._farthest()
        if (reach > BEYOND * farthest).any():
            return -float((reach.max() / farthest - 1.0) * self.lens.width_px)
        px = np.asarray(self.lens.project(in_camera))
        size = np.array([self.lens.width_px, self.lens.height_px])
        return float(np.minimum(px + 0.5, size - 0.5 - px).min())

    def _farthest(self) -> float:
        """The undistorted radius of the picture's farthest corner."""
        right, low = self.lens.width_px - 0.5, self.lens.height_px - 0.5
        corners = np.array([[-0.5, -0.5], [right, -0.5], [right, low], [-0.5, low]])
        return float(np.linalg.norm(self.lens.normalise(ImagePoints(corners)), axis=1).max())

    def px_per_mm(self, points: Floats) -> Floats:
        """(N,) where (N, 3) mat points lie flat: along the direction that the view shortens most."""
        by_mat = self.lens.point_jacobian(self.pose.into_camera(points)) @ self.pose.rotation
        return np.asarray(np.linalg.svd(by_mat[..., :2], compute_uv=False)[..., -1], dtype=np.float64)

    def footprint(self, z_mm: float) -> MatPoints:
        """(N, 2) the picture's edge at a height above the mat; empty where the camera sees past the horizon."""
        right, low = self.lens.width_px - 0.5, self.lens.height_px - 0.5
        steps = np.linspace(0.0, 1.0, 16, endpoint=False)
        ring = [(-0.5 + s * (right + 0.5), -0.5) for s in steps] + [(right, -0.5 + s * (low + 0.5)) for s in steps]
        ring += [(right - s * (right + 0.5), low) for s in steps] + [(-0.5, low - s * (low + 0.5)) for s in steps]
        normal = self.lens.normalise(ImagePoints(np.array(ring)))
        rays = np.column_stack([normal, np.ones(len(normal))]) @ self.pose.rotation
        if (rays[:, 2] > -0.05).any():
            return MatPoints(np.empty((0, 2)))
        return MatPoints(self.pose.onto_height(normal, np.full(len(normal), z_mm)))


def hung(area: PlayArea, lens: Lens, *, height_mm: float, angle_deg: float) -> PlannedView:
    """Straight above the mat's centre, or leaning from the side that suits the picture's shape, the mat in its middle.

    The picture's longer side lies along the mat's longer side.
    """
    tilt = math.radians(angle_deg)
    turn = _turn(area, lens)
    right = turn @ (1.0, 0.0, 0.0)
    outward = turn @ (0.0, -1.0, 0.0)
    up = np.array([0.0, 0.0, 1.0])
    rotation = np.stack(
        [right, math.cos(tilt) * outward - math.sin(tilt) * up, -math.sin(tilt) * outward - math.cos(tilt) * up]
    )

    def standing(out_mm: float) -> PlannedView:
        place = np.array([*area.centre, height_mm]) + out_mm * outward
        return PlannedView(lens, CameraPose(rotation, -rotation @ place), angle_deg)

    if angle_deg == 0.0:
        return standing(0.0)
    return standing(_centred(area, standing, height_mm * math.tan(tilt)))


def _turn(area: PlayArea, lens: Lens) -> Floats:
    """By a quarter where the mat is long the other way than the picture."""
    alike = (area.width_mm >= area.height_mm) == (lens.width_px >= lens.height_px)
    return np.eye(3) if alike else np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])


def _centred(area: PlayArea, standing: Callable[[float], PlannedView], aimed_mm: float) -> float:
    """How far out the camera stands for the play area to have as much room at the picture's top as at its bottom."""
    points = np.concatenate([area.outline(), area.tag_outline()])
    span = area.width_mm + area.height_mm
    near, far = aimed_mm - span / 2, aimed_mm + span / 2
    for _ in range(BISECTIONS):
        middle = (near + far) / 2
        view = standing(middle)
        in_camera = view.pose.into_camera(points)
        # Farther out, the mat moves up in the picture. What is behind the camera lies below its lower edge.
        down = np.where(in_camera[:, 2] > 1.0, in_camera[:, 1] / np.maximum(in_camera[:, 2], 1.0), 1e3)
        if down.max() + down.min() > 0:
            near = middle
        else:
            far = middle
    return (near + far) / 2


def fits(view: PlannedView, area: PlayArea) -> bool:
    """Whether the mat, and every tag carried anywhere on it, lies in the picture with a margin."""
    margin = PICTURE_MARGIN * view.lens.width_px
    return min(view.room_px(area.outline()), view.room_px(area.tag_outline())) >= margin


def cut_off_mm(view: PlannedView, area: PlayArea) -> float:
    """How far from the mat's edge a piece must stay for its tag to be in the picture; 0 where it may go anywhere."""
    low, high = 0.0, min(area.width_mm, area.height_mm) / 2
    if view.room_px(area.tag_outline()) >= 0:
        return 0.0
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        low, high = (low, middle) if view.room_px(area.tag_outline(middle)) >= 0 else (middle, high)
    return high


def worst_px_per_mm(view: PlannedView, area: PlayArea) -> float:
    """Over the part of the mat that the picture shows."""
    return float(view.px_per_mm(area.tag_outline(cut_off_mm(view, area) + area.overhang_mm)).min())


def lowest_height_mm(area: PlayArea, lens: Lens, angle_deg: float) -> float | None:
    """Where all of it just fits; None where it never does at this angle."""
    low, high = LOWEST_MM + area.tag_height_mm, HIGHEST_MM
    if not fits(hung(area, lens, height_mm=high, angle_deg=angle_deg), area):
        return None
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        good = fits(hung(area, lens, height_mm=middle, angle_deg=angle_deg), area)
        low, high = (low, middle) if good else (middle, high)
    return high
