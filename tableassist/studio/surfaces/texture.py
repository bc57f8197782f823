"""Pictures for surfaces: sea, wood, and the noise they are made of. All repeat exactly by their seed."""

from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.vision.camera.frame import Image

Field = npt.NDArray[np.float32]


def noise_field(
    shape: tuple[int, ...], cells: tuple[float, float], rng: np.random.Generator, octaves: int = 4
) -> Field:
    """Smooth noise about 0 with sigma about 1; `cells` is the size in texels of its largest lumps (y, x)."""
    total = np.zeros(shape, np.float32)
    for octave in range(octaves):
        rows = max(2, round(shape[0] * 2**octave / cells[0]))
        columns = max(2, round(shape[1] * 2**octave / cells[1]))
        rows, columns = min(rows, shape[0]), min(columns, shape[1])
        lumps = rng.standard_normal((rows, columns), dtype=np.float32)
        wide = cv2.resize(lumps, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
        total += np.asarray(wide, np.float32) * 0.55**octave
    spread = float(total.std())
    even: Field = (total - total.mean()) / np.float32(max(spread, 1e-6))
    return even


def blend(low: tuple[float, float, float], high: tuple[float, float, float], share: Field) -> Field:
    """A colour between two for each texel."""
    at = np.clip(share, 0.0, 1.0)[..., None]
    mixed: Field = np.asarray(low, np.float32) * (1.0 - at) + np.asarray(high, np.float32) * at
    return mixed


def as_image(field: Field) -> Image:
    image: Image = np.clip(np.rint(field), 0, 255).astype(np.uint8)
    image.setflags(write=False)
    return image


@lru_cache(maxsize=4)
def sea_texture(width: int, height: int) -> Image:
    """A printed sea: deep and shallow water, thin lines of foam where waves meet, the grain of the cloth."""
    rng = np.random.default_rng(1722)
    shape = (height, width)
    depth = noise_field(shape, (420, 520), rng, 4)
    sea = blend((112.0, 70.0, 22.0), (156.0, 112.0, 44.0), 0.5 + 0.27 * depth)
    waves = noise_field(shape, (34, 96), rng, 3)
    sea += 5.0 * waves[..., None]
    ridge = np.exp(-((noise_field(shape, (70, 120), rng, 3) / 0.045) ** 2))
    patchy = np.clip(noise_field(shape, (260, 260), rng, 2), 0.0, 1.6)
    sea += (ridge * patchy)[..., None] * np.array([24.0, 24.0, 17.0], np.float32)
    sea += (1.8 * rng.standard_normal(shape, dtype=np.float32))[..., None]
    return as_image(_with_compass(sea))


def _with_compass(sea: Field) -> Field:
    """A faint compass rose in the middle, as on an old chart."""
    height, width = sea.shape[:2]
    ink = np.zeros((height, width), np.float32)
    centre = np.array([width / 2.0, height / 2.0])
    reach = 0.16 * min(width, height)
    for circle in (0.62, 0.66, 0.98):
        at = (int(centre[0]), int(centre[1]))
        cv2.circle(ink, at, int(circle * reach), 0.8, 1, cv2.LINE_AA)
    for point in range(16):
        length = reach * (0.95 if point % 4 == 0 else 0.72 if point % 2 == 0 else 0.45)
        angle = point * np.pi / 8.0
        tip = centre + length * np.array([np.sin(angle), -np.cos(angle)])
        for side, darkness in ((0.3, 1.0), (-0.3, 0.45)):
            beside = centre + 0.16 * reach * np.array([np.sin(angle + side), -np.cos(angle + side)])
            blade = np.array([centre, beside, tip])
            cv2.fillPoly(ink, [np.rint(blade).astype(np.int32)], darkness, cv2.LINE_AA)
    ink = np.asarray(cv2.GaussianBlur(ink, (0, 0), 0.9), np.float32)
    return sea + 17.0 * ink[..., None]


@lru_cache(maxsize=2)
def wood_texture(size: int) -> Image:
    """Oak planks along x."""
    rng = np.random.default_rng(1492)
    shape = (size, size)
    plank_rows = size // 7
    wood = np.zeros((*shape, 3), np.float32)
    for first in range(0, size, plank_rows):
        rows = min(plank_rows, size - first)
        warp = noise_field((rows, size), (rows * 1.2, size * 0.35), rng, 3)
        grain = noise_field((rows, size), (max(4.0, rows / 14.0), size * 0.4), rng, 3)
        rings = np.sin(9.0 * warp + np.linspace(0.0, 7.0, rows, dtype=np.float32)[:, None])
        share = 0.5 + 0.13 * rings + 0.16 * grain + 0.10 * float(rng.standard_normal())
        wood[first : first + rows] = blend((52.0, 82.0, 122.0), (96.0, 140.0, 186.0), share)
        wood[first : first + 2] *= 0.62
    wood += (1.6 * rng.standard_normal(shape, dtype=np.float32))[..., None]
    return as_image(wood)


@lru_cache(maxsize=2)
def floor_texture(size: int) -> Image:
    rng = np.random.default_rng(7)
    share = 0.5 + 0.2 * noise_field((size, size), (size / 6, size / 6), rng, 5)
    return as_image(blend((96.0, 100.0, 104.0), (128.0, 132.0, 138.0), share))
