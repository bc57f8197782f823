"""The mat as if the camera hung straight above it, every millimetre alike."""

import cv2
import numpy as np

from tableassist.geometry.arrays import MatPoints
from tableassist.vision.frame import Image
from tableassist.vision.registration import Registration


def rectified_image(
    image: Image,
    registration: Registration,
    mat_mm: tuple[float, float],
    *,
    width_px: int = 1400,
    border_mm: float = 15.0,
) -> Image:
    """True for what lies on the mat; what stands up leans away from the camera, as it does in the picture."""
    across, up = mat_mm[0] + 2 * border_mm, mat_mm[1] + 2 * border_mm
    scale = width_px / across
    height_px = max(1, round(up * scale))
    x = (np.arange(width_px) + 0.5) / scale - border_mm
    y = mat_mm[1] + border_mm - (np.arange(height_px) + 0.5) / scale
    places = np.stack(np.meshgrid(x, y), axis=-1)
    at = np.asarray(registration.image_from_mat(MatPoints(places)), dtype=np.float32)
    return np.asarray(
        cv2.remap(image, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT), dtype=np.uint8
    )
