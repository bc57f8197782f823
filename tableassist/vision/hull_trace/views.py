"""One picture of a ship on the sheet, made ready for measuring: in light, with the bare ground known everywhere."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.geometry import Flags, Floats, ImagePoints, PiecePoints, PlanarPose
from tableassist.vision.camera.frame import Image
from tableassist.vision.camera.lens import Lens
from tableassist.vision.camera.pose import CameraPose
from tableassist.vision.outline.hidden import Cover
from tableassist.vision.outline.view import look_up
from tableassist.vision.tags.tone import Tone, light_of, measure_tone

Light = npt.NDArray[np.float32]

AHEAD_MM, BESIDE_MM = 9.0, 16.0
"""How far the plain ground reaches ahead of a ship and to her sides: the printed patches are a little larger."""
CLEAR_MM = 3.5
"""The packaged hull may be this much too small; ground is learnt from farther out."""
MODE_BINS = 60
MODE_SHARE = 0.14
"""Ground pixels lie within this share of their most common light: noise and the lamp's slope, not a shadow."""
TINT = 0.1
"""How far a pixel's tint may differ from the ground's, as a share of its light."""
MIN_GROUND_PIXELS = 80
MIN_NOISE = 0.004
TERMS = 3
WHITE_RIM = 1.12
"""Of a tag's half side: in the middle of the white module round it."""


@dataclass(frozen=True, slots=True, eq=False)
class HullView:
    light: Light
    """(H, W, 3): the crop, 1 at full level."""
    left_px: int
    top_px: int
    camera: CameraPose
    """camera_from_jig."""
    lens: Lens
    pose: PlanarPose
    """jig_from_hull: where the ship lies on the sheet."""
    tone: Tone
    ground: Light
    """(H, W, 3): the lit ground without ship and shadow."""
    noise: float
    """Sigma of a pixel's light on lit ground."""
    blocked: Flags
    """(H, W): lines and letters of the sheet."""

    @property
    def camera_mm(self) -> Floats:
        """Where the camera stands, on the sheet."""
        return self.camera.position

    def pixels(self, points: Floats, z_mm: Floats | float) -> ImagePoints:
        """(..., 2) points of the hull at their heights to (..., 2) pixels of the crop."""
        flat = np.asarray(points, dtype=np.float64)
        on_sheet = np.asarray(self.pose.place(PiecePoints(flat)))
        height = np.broadcast_to(np.asarray(z_mm, dtype=np.float64), flat.shape[:-1])
        solid = np.concatenate([on_sheet, height[..., None]], axis=-1)
        seen = np.asarray(self.lens.project(self.camera.into_camera(solid)))
        return ImagePoints(seen - (self.left_px, self.top_px))

    def drift(self, points: Floats, z_mm: float) -> Floats:
        """(..., 2) how far a point of the hull seems to move on the sheet for each mm that it is higher, in the
        hull's frame: away from the camera."""
        on_sheet = np.asarray(self.pose.place(PiecePoints(np.asarray(points))))
        away = (on_sheet - self.camera_mm[:2]) / max(float(self.camera_mm[2]) - z_mm, 1.0)
        return np.asarray(away @ self.pose.rotation, dtype=np.float64)

    def colours(self, pixels: ImagePoints) -> tuple[Floats, Floats]:
        """(..., 3) light at places of the crop, and that of the bare ground there."""
        return look_up(self.light, pixels), look_up(self.ground, pixels)

    def inside(self, pixels: ImagePoints) -> Flags:
        """(...) whether places lie in the crop, with room for interpolation."""
        size = np.array([self.light.shape[1], self.light.shape[0]])
        return np.asarray(np.all((np.asarray(pixels) > 1.5) & (np.asarray(pixels) < size - 2.5), axis=-1))

    def mask(self, covers: Iterable[Cover], without_print: Flags | None = None) -> Flags:
        """(H, W) what these hide or may hide, and what is blocked by print, but for where there is none."""
        blocked = self.blocked if without_print is None else self.blocked & ~without_print
        hidden = blocked.astype(np.uint8)
        per_mm = self.px_per_mm
        for cover in covers:
            at = self.pixels(cover.corners[:, :2], cover.corners[:, 2])
            one = np.zeros_like(hidden)
            cv2.fillConvexPoly(one, cv2.convexHull(np.rint(np.asarray(at) * 16).astype(np.int32)), 1, shift=4)
            reach = math.ceil(cover.room_mm * per_mm)
            disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
            hidden |= np.asarray(cv2.dilate(one, disc), np.uint8)
        return hidden > 0

    @property
    def px_per_mm(self) -> float:
        here, right, up = np.asarray(self.pixels(np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]), 0.0))
        return float(np.sqrt(np.linalg.norm(right - here) * np.linalg.norm(up - here)))

    def moved(self, step: Floats) -> "HullView":
        """With the hull elsewhere: by (x, y) of its own frame, and turned."""
        dx, dy = self.pose.rotation @ np.asarray(step[:2])
        pose = PlanarPose(
            self.pose.x_mm + float(dx), self.pose.y_mm + float(dy), self.pose.heading_rad + float(step[2])
        )
        return replace(self, pose=pose)


def prepare_view(
    image: Image,
    offset_px: tuple[int, int],
    camera: CameraPose,
    lens: Lens,
    pose: PlanarPose,
    hull: PiecePoints,
    covers: Iterable[Cover],
    squares: Iterable[ImagePoints],
    print_mm: Iterable[Floats],
    cards: Iterable[Floats] = (),
) -> HullView | None:
    """`image` begins at `offset_px` of the picture that the lens is of. `squares`: where the sheet's tags are, in
    pixels of the whole picture. `print_mm`: (N, 2) polygons of the sheet that are printed on. `cards`: (4, 3) blank
    white card that lies on the sheet, in the hull's frame. None where too little ground is to be seen."""
    tone = measure_tone(image, [ImagePoints(np.asarray(square) - offset_px) for square in squares])
    blank = np.zeros((*image.shape[:2], 3), np.float32)
    light = light_of(image, tone.exponent)
    view = HullView(
        light, *offset_px, camera, lens, pose, tone, blank, MIN_NOISE, np.zeros(image.shape[:2], dtype=bool)
    )
    view = replace(view, blocked=_printed(view, print_mm))
    ready = _with_ground(view, hull, covers)
    if ready is None:
        return None
    for card in cards:
        ready = _with_card(ready, card, [np.asarray(square) - offset_px for square in squares])
    return ready


def _printed(view: HullView, print_mm: Iterable[Floats]) -> Flags:
    """(H, W) the sheet's own lines and letters, and what their blur tinges."""
    mask = np.zeros(view.light.shape[:2], np.uint8)
    for ring in print_mm:
        solid = np.column_stack([np.asarray(ring), np.zeros(len(ring))])
        at = np.asarray(view.lens.project(view.camera.into_camera(solid))) - (view.left_px, view.top_px)
        if np.isfinite(at).all():
            cv2.fillConvexPoly(mask, cv2.convexHull(np.rint(at * 16).astype(np.int32)), 1, shift=4)
    reach = max(1, math.ceil(1.5 * view.tone.blur_px))
    return cv2.dilate(mask, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)) > 0


def _with_ground(view: HullView, hull: PiecePoints, covers: Iterable[Cover]) -> HullView | None:
    """Learn the light of the bare ground from round the ship."""
    near = _ground_area(view, np.asarray(hull))
    free = near & ~view.mask(covers)
    if free.sum() < MIN_GROUND_PIXELS:
        return None
    grey = view.light.mean(axis=-1)
    levels = grey[free]
    counts, edges = np.histogram(levels, bins=MODE_BINS, range=(0.0, float(levels.max()) + 1e-6))
    common = np.convolve(counts, (1.0, 2.0, 3.0, 2.0, 1.0), mode="same")
    mode = float(edges[int(common.argmax())] + 0.5 * (edges[1] - edges[0]))
    kept = free & (np.abs(grey - mode) < MODE_SHARE * mode)
    rows, columns = np.mgrid[0 : grey.shape[0], 0 : grey.shape[1]]
    terms = np.stack([np.ones_like(grey), columns / grey.shape[1] - 0.5, rows / grey.shape[0] - 0.5], axis=-1)
    ground = view.light
    noise = MIN_NOISE
    for _ in range(4):
        if kept.sum() < MIN_GROUND_PIXELS:
            return None
        factors, *_ = np.linalg.lstsq(terms[kept], view.light[kept].astype(np.float64), rcond=None)
        ground = (terms @ factors).astype(np.float32)
        off = view.light - ground
        noise = max(MIN_NOISE, 1.4826 * float(np.median(np.abs(off[kept]))))
        tint = np.linalg.norm(off - off.mean(axis=-1, keepdims=True), axis=-1)
        level = np.abs(off.mean(axis=-1))
        limit = max(3.0 * noise, 0.03 * mode)
        kept = free & (level < limit) & (tint < max(4.0 * noise, TINT * mode))
    return replace(view, ground=np.maximum(ground, 0.02), noise=noise)


def _with_card(view: HullView, card: Floats, squares: list[Floats]) -> HullView:
    """Where white card lies on the sheet, it is the ground: as light as the white round the sheet's tags."""
    rims = [square.mean(axis=0) + WHITE_RIM * (square - square.mean(axis=0)) for square in squares]
    places = np.concatenate([(rim + np.roll(rim, -1, axis=0)) / 2 for rim in rims])
    inside = view.inside(ImagePoints(places))
    if not inside.any():
        return view
    white = np.median(look_up(view.light, ImagePoints(places[inside])), axis=0)
    mask = np.zeros(view.light.shape[:2], np.uint8)
    at = np.asarray(view.pixels(card[:, :2], card[:, 2]))
    cv2.fillConvexPoly(mask, np.rint(at * 16).astype(np.int32), 1, shift=4)
    ground = view.ground.copy()
    ground[mask > 0] = white
    return replace(view, ground=ground)


def _ground_area(view: HullView, hull: Floats) -> Flags:
    """(H, W) the plain ground round the ship, without where she may stand."""
    low, high = hull.min(axis=0), hull.max(axis=0)
    room = AHEAD_MM, BESIDE_MM
    outer = _box_pixels(view, low - np.array(room), high + np.array(room))
    inner = _box_pixels(view, low - CLEAR_MM, high + CLEAR_MM)
    return outer & ~inner


def _box_pixels(view: HullView, low: Floats, high: Floats) -> Flags:
    corners = np.array([low, (high[0], low[1]), high, (low[0], high[1])])
    mask = np.zeros(view.light.shape[:2], np.uint8)
    at = np.asarray(view.pixels(corners, 0.0))
    cv2.fillConvexPoly(mask, np.rint(at * 16).astype(np.int32), 1, shift=4)
    return mask > 0


def silhouette(view: HullView, outline: Floats, height_mm: float) -> Flags:
    """(H, W) what an upright prism covers: its foot, its deck, and the hull of each wall between them."""
    mask = np.zeros(view.light.shape[:2], np.uint8)
    foot = np.rint(np.asarray(view.pixels(outline, 0.0)) * 16).astype(np.int32)
    cv2.fillPoly(mask, [foot], 1, shift=4)
    if height_mm > 0.0:
        deck = np.rint(np.asarray(view.pixels(outline, height_mm)) * 16).astype(np.int32)
        cv2.fillPoly(mask, [deck], 1, shift=4)
        after, above = np.roll(foot, -1, axis=0), np.roll(deck, -1, axis=0)
        for wall in np.stack([foot, after, above, deck], axis=1):
            cv2.fillConvexPoly(mask, wall, 1, shift=4)
    return mask > 0


def erode(mask: Flags, by_px: int) -> Flags:
    return cv2.erode(mask.astype(np.uint8), np.ones((2 * by_px + 1, 2 * by_px + 1), np.uint8)) > 0
