"""How grey levels follow light in a picture, measured on the black borders of the tags in it.

A lens blurs light, and the camera then codes it as `level = light ** (1 / g)`, with g near 2.2. Half-way between two
coded levels is not half-way between the two amounts of light, so white areas look too large and dark ones too small:
by 0.3 px for a white card on a dark mat. A tag's black border has a known size, so the g that puts the border's
half-way level where it belongs can be read off each picture.
"""

import numpy as np

from tableassist.geometry import Floats, PiecePoints
from tableassist.pieces import TagMount
from tableassist.vision.outline.view import OutlineView, look_up
from tableassist.vision.tags.pattern import modules_of
from tableassist.vision.tags.tone import level_light

EXPONENTS = np.array([1.0, 1.3, 1.6, 1.9, 2.2])
SIDE_STEPS = 24
ALONG = 0.7
"""Share of a side that is sampled: its ends are rounded by blur."""
STEP = 0.02
"""Of a module, between samples across the border."""
MIN_STEP_LEVELS = 40.0
"""A border with less contrast is in shadow or covered."""


def measure_exponent(views: tuple[OutlineView, ...], mounts: tuple[TagMount, ...]) -> float:
    """The g at which the tags' borders have their true size, over all views; 1 to 2.2."""
    offsets = [
        offset
        for view in views
        for mount in mounts
        if (offset := _border_offsets(view, mount)) is not None and np.isfinite(offset).all()
    ]
    if not offsets:
        return 1.8
    # Outward offsets of the black border grow with g: a black square on white looks small at g = 1.
    middle = np.median(offsets, axis=0)
    return float(np.interp(0.0, np.maximum.accumulate(middle), EXPONENTS))


def _border_offsets(view: OutlineView, mount: TagMount) -> Floats | None:
    """(len(EXPONENTS),) how far outside of the true border the half-way level is on average, in modules."""
    module = mount.size_mm / modules_of(mount.family)
    along = np.linspace(-0.5 * ALONG, 0.5 * ALONG, SIDE_STEPS) * mount.size_mm
    across = np.arange(-0.9, 0.9 + STEP / 2, STEP)
    c, s = np.cos(mount.yaw_rad), np.sin(mount.yaw_rad)
    sums = np.zeros(len(EXPONENTS))
    for quarter in range(4):
        turn = 0.5 * np.pi * quarter
        out = np.array([np.cos(turn), np.sin(turn)])
        side = np.array([-out[1], out[0]])
        places = (0.5 * mount.size_mm + module * across)[None, :, None] * out + along[:, None, None] * side
        in_piece = places @ np.array([[c, s], [-s, c]]) + np.array([mount.x_mm, mount.y_mm])
        levels = _grey(view, PiecePoints(in_piece), mount.z_mm).mean(axis=0)
        if levels[-8:].mean() - levels[:8].mean() < MIN_STEP_LEVELS:
            return None
        sums += [_half_way(level_light(levels, float(g)), across) for g in EXPONENTS]
    return sums / 4.0


def _grey(view: OutlineView, points: PiecePoints, z_mm: float) -> Floats:
    pixels = view.image_points(points, z_mm)
    low, high = np.floor(pixels.min(axis=(0, 1))).astype(int) - 3, np.ceil(pixels.max(axis=(0, 1))).astype(int) + 4
    low = np.maximum(low, 0)
    crop = np.ascontiguousarray(view.image[low[1] : high[1], low[0] : high[0]].astype(np.float32))
    return np.asarray(look_up(crop, pixels - low).mean(axis=-1))


def _half_way(light: Floats, across: Floats) -> float:
    """Where the mean profile rises through the middle of black and white; the extremes stand for the two."""
    black, white = light.min(), light.max()
    level = (light - black) / max(white - black, 1e-9)
    rising = np.flatnonzero((level[:-1] < 0.5) & (level[1:] >= 0.5))
    if not len(rising):
        return float("nan")
    at = int(rising[np.abs(across[rising]).argmin()])
    share = (0.5 - level[at]) / max(level[at + 1] - level[at], 1e-9)
    return float(across[at] + share * STEP)
