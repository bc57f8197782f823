"""A hand and forearm above the mat, modelled as rounded limbs and shaded like skin and cloth."""

import math
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.geometry import Floats, MatPoints3
from tableassist.studio.optics import Look, StudioCamera
from tableassist.studio.rendering.canvas import Region, plane_from_rays, ray_grid, region_around
from tableassist.studio.staging.staged_table import StagedHand
from tableassist.studio.surfaces.faces import Placement, rotation_xyz
from tableassist.studio.surfaces.skins import Field, blend
from tableassist.vision.camera.frame import Image

Limb = tuple[tuple[float, float], tuple[float, float], float, float, float]
"""From, to, radius at each end, and how high it rides above the others; mm, x towards the elbow."""

HOLDING: tuple[Limb, ...] = (
    ((6.0, 6.0), (30.0, 17.0), 6.4, 8.2, 2.0),
    ((30.0, 17.0), (54.0, 26.0), 8.2, 9.0, 5.0),
    ((54.0, 26.0), (96.0, 30.0), 9.0, 13.0, 8.0),
    ((6.0, -6.0), (30.0, -17.0), 7.4, 9.4, 0.0),
    ((30.0, -17.0), (64.0, -20.0), 9.4, 12.0, 0.0),
    ((64.0, -20.0), (112.0, -2.0), 13.0, 22.0, 0.0),
    ((46.0, 41.0), (98.0, 40.0), 9.0, 12.0, 7.0),
    ((54.0, 56.0), (104.0, 50.0), 8.6, 11.0, 4.0),
    ((66.0, 67.0), (110.0, 57.0), 7.4, 9.5, 1.0),
    ((102.0, 36.0), (128.0, 24.0), 28.0, 31.0, 0.0),
    ((124.0, 18.0), (150.0, 8.0), 33.0, 28.0, -2.0),
    ((146.0, 8.0), (210.0, 4.0), 28.0, 26.0, -1.0),
)
SPREAD: tuple[Limb, ...] = (
    ((0.0, 4.0), (72.0, 10.0), 7.0, 10.0, 3.0),
    ((8.0, 34.0), (76.0, 28.0), 7.0, 10.0, 3.0),
    ((22.0, 60.0), (86.0, 44.0), 6.5, 9.0, 2.0),
    ((12.0, -30.0), (80.0, -10.0), 6.8, 10.0, 2.0),
    ((58.0, -66.0), (104.0, -32.0), 8.0, 12.0, 0.0),
    ((88.0, 16.0), (124.0, 8.0), 37.0, 36.0, 1.0),
    ((120.0, 7.0), (146.0, 5.0), 36.0, 28.0, -1.0),
    ((140.0, 6.0), (210.0, 4.0), 29.0, 26.0, 0.0),
)
FOREARM: Limb = ((196.0, 4.0), (1300.0, -20.0), 30.0, 58.0, 3.0)
_TEXELS_PER_MM = 1.5
_AHEAD_MM, _BEHIND_MM, _BESIDE_MM = 16.0, 1280.0, 92.0


@lru_cache(maxsize=16)
def hand_picture(spread: bool, light_right: float, light_up: float) -> Image:
    """Blue, green, red and alpha, the colours already weighted by the alpha."""
    x, y = _grid()
    skin = np.zeros(x.shape, np.float32)
    reach = round((_AHEAD_MM + 240.0) * _TEXELS_PER_MM)  # bare skin ends at the cuff
    skin[:, :reach] = limb_heights(SPREAD if spread else HOLDING, x[:, :reach], y[:, :reach])
    sleeve = limb_heights((FOREARM,), x, y)
    rng = np.random.default_rng(3)
    sleeve += np.where(sleeve > 0, 1.1 * np.sin(0.09 * x + 0.05 * y) + 0.5 * np.sin(0.31 * x - 0.1 * y), 0)
    height = np.asarray(cv2.GaussianBlur(np.maximum(skin, sleeve), (0, 0), 2.6), np.float32)
    slope_y, slope_x = np.gradient(height * np.float32(_TEXELS_PER_MM))
    up = 1.0 / np.sqrt(1.0 + slope_x**2 + slope_y**2)
    shade = 0.52 + 0.5 * np.clip((0.62 - 0.7 * (slope_x * light_right - slope_y * light_up)) * up, 0.0, 1.15)
    is_sleeve: Field = (x - np.float32(208.0)) / np.float32(3.0)
    tone = blend((128.0, 162.0, 214.0), (74.0, 66.0, 48.0), is_sleeve)
    tone = tone + 2.0 * rng.standard_normal((*x.shape, 1), dtype=np.float32)
    covered = np.maximum(skin > 0, sleeve > 0).astype(np.float32)
    alpha = np.asarray(cv2.GaussianBlur(covered, (0, 0), 0.8), np.float32)[..., None]
    picture = np.concatenate([tone * shade[..., None] * alpha, 255.0 * alpha], axis=2)
    image: Image = np.clip(np.rint(picture), 0, 255).astype(np.uint8)
    return image


def _grid() -> tuple[Field, Field]:
    columns = round((_AHEAD_MM + _BEHIND_MM) * _TEXELS_PER_MM)
    rows = round(2.0 * _BESIDE_MM * _TEXELS_PER_MM)
    x = np.arange(columns, dtype=np.float32) / np.float32(_TEXELS_PER_MM) - np.float32(_AHEAD_MM)
    y = np.float32(_BESIDE_MM) - np.arange(rows, dtype=np.float32) / np.float32(_TEXELS_PER_MM)
    grid_x, grid_y = np.meshgrid(x, y)
    return grid_x, grid_y


def limb_heights(limbs: tuple[Limb, ...], x: Field, y: Field) -> Field:
    """The height of the rounded limbs above their plane; 0 where there is none."""
    top = np.zeros(x.shape, np.float32)
    for start, end, r0, r1, ride in limbs:
        along = np.subtract(end, start)
        share = ((x - start[0]) * along[0] + (y - start[1]) * along[1]) / float(along @ along)
        share = np.clip(share, 0.0, 1.0)
        off2 = (x - start[0] - share * along[0]) ** 2 + (y - start[1] - share * along[1]) ** 2
        radius = r0 + (r1 - r0) * share
        inside = radius**2 - off2
        top = np.maximum(top, np.where(inside > 0, np.sqrt(np.maximum(inside, 0.0)) + ride, 0.0))
    return top.astype(np.float32)


@lru_cache(maxsize=4)
def _shadow_picture(spread: bool) -> Image:
    alpha = hand_picture(spread, 0.0, 0.0)[..., 3]
    return np.asarray(cv2.GaussianBlur(alpha, (0, 0), 9.0), np.uint8)


def hand_plane(hand: StagedHand, *, down_to: Floats | None = None) -> Placement:
    """The hand's plane; or its shadow's, on the mat, for light from `down_to`."""
    shift = np.array([hand.x_mm, hand.y_mm, hand.height_mm])
    if down_to is not None:
        shift = shift - down_to * (hand.height_mm / down_to[2])
    return Placement(rotation_xyz(0.0, 0.0, math.radians(hand.arm_deg)), shift)


def _sample_hand(camera: StudioCamera, plane: Placement, picture: Image) -> tuple[Region, npt.NDArray[np.uint8]] | None:
    ends = np.linspace(-_AHEAD_MM, _BEHIND_MM, 8)
    rim = [(x, side, 0.0) for x in ends for side in (-_BESIDE_MM, _BESIDE_MM)]
    region = region_around(camera, camera.project(MatPoints3(plane.place(np.array(rim)))))
    if region.is_empty:
        return None
    x, y = (grid[1:-1, 1:-1][region.slices] for grid in ray_grid(camera))
    rows = plane_from_rays(camera, plane).astype(np.float32)
    near = rows[2, 0] * x + rows[2, 1] * y + rows[2, 2]
    u = (rows[0, 0] * x + rows[0, 1] * y + rows[0, 2]) / near
    v = (rows[1, 0] * x + rows[1, 1] * y + rows[1, 2]) / near
    scale = np.float32(_TEXELS_PER_MM)
    seen = cv2.remap(
        picture,
        (u + np.float32(_AHEAD_MM)) * scale,
        (np.float32(_BESIDE_MM) - v) * scale,
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
    )
    return region, np.asarray(seen, np.uint8)


def paint_hand(image: Image, hand: StagedHand, camera: StudioCamera, look: Look) -> None:
    """Onto the picture, over everything: a hand is higher than any piece."""
    towards = np.array(look.towards_light)
    shadow = _sample_hand(camera, hand_plane(hand, down_to=towards), _shadow_picture(hand.spread))
    if shadow is not None:
        region, dark = shadow
        kept = cv2.convertScaleAbs(dark, alpha=-look.shadow, beta=255.0)
        patch = np.ascontiguousarray(image[region.slices])
        image[region.slices] = cv2.multiply(patch, cv2.merge([kept] * 3), scale=1.0 / 255.0)
    turn = math.radians(look.light_azimuth_deg - hand.arm_deg)
    picture = hand_picture(hand.spread, round(math.cos(turn), 1), round(math.sin(turn), 1))
    seen = _sample_hand(camera, hand_plane(hand), picture)
    if seen is not None:
        region, colours = seen
        left = cv2.bitwise_not(colours[..., 3])
        patch = np.ascontiguousarray(image[region.slices])
        under = cv2.multiply(patch, cv2.merge([left] * 3), scale=1.0 / 255.0)
        image[region.slices] = cv2.add(under, np.ascontiguousarray(colours[..., :3]))
