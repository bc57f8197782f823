"""Turn renderings into a camera's picture: put the borders together, bend by the lens, add the sensor's noise, JPEG."""

from pathlib import Path

import cv2
import numpy as np

from bench.blender.camera import Lens

JPEG_QUALITY = 90
FEATHER_PX = 3.0


def develop(borders: list[tuple[Path, list[int]]], lens: Lens, out: Path, *, seed: int, noise: float) -> None:
    """Write `out`. Renderings are pasted over each other; the first is the whole canvas, perhaps at a smaller size.
    `noise` is the sensor's at white, in grey levels of 255, most of it from photons."""
    canvas = cv2.resize(read_rendering(borders[0][0]), lens.canvas_px, interpolation=cv2.INTER_CUBIC)
    for path, (left, top, right, bottom) in borders[1:]:
        part = read_rendering(path)
        share = _feather(*part.shape[:2])
        canvas[top:bottom, left:right] += share * (part - canvas[top:bottom, left:right])
    cv2.imwrite(str(out), expose(canvas, lens, seed=seed, noise=noise), [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])


def _feather(rows: int, columns: int) -> np.ndarray:
    """Weights that rise from 0 at the border to 1 within a few pixels: a piece takes some light from the ground farther
    away than its border, and a step in the ground's brightness would be an edge that no table has."""
    along, across = (np.minimum(np.arange(count), np.arange(count)[::-1]) / FEATHER_PX for count in (rows, columns))
    return np.clip(np.minimum(along[:, None], across), 0.0, 1.0).astype(np.float32)[..., None]


def read_rendering(path: Path) -> np.ndarray:
    """Grey levels of 255 as floats, blue first."""
    pixels = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if pixels is None:
        raise FileNotFoundError(path)
    return pixels[:, :, :3].astype(np.float32) / (65535.0 if pixels.dtype == np.uint16 else 255.0) * 255.0


def expose(canvas: np.ndarray, lens: Lens, *, seed: int, noise: float) -> np.ndarray:
    columns, rows = np.meshgrid(np.arange(lens.width_px), np.arange(lens.height_px))
    bent = (np.stack([columns, rows], axis=-1) - lens.centre_px) / lens.focal_px
    straight = lens.straighten(bent) * lens.focal_px + lens.canvas_centre_px
    # OpenCV's bicubic kernel (a = -0.75) moves edges by up to 0.05 px, depending on where between two pixels they are.
    # Straight lines between pixels of a picture twice as large move nothing, and blur little.
    fine = cv2.resize(canvas, None, fx=2, fy=2, interpolation=cv2.INTER_LANCZOS4)
    source = (2.0 * straight + 0.5).astype(np.float32)
    picture = cv2.remap(fine, source[..., 0], source[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    rng = np.random.default_rng(seed)
    level = np.clip(picture, 0.0, 255.0) / 255.0
    sigma = noise * np.sqrt(0.3 + 0.7 * level)
    return np.clip(picture + rng.normal(0.0, 1.0, picture.shape) * sigma, 0, 255).round().astype(np.uint8)
