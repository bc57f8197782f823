"""The mat, or a part of it, as if the camera hung straight above: every millimetre alike."""

import cv2
import numpy as np

from tableassist.geometry import MatPoints
from tableassist.vision.camera.frame import Image
from tableassist.vision.registration.registration import Registration

Window = tuple[float, float, float, float]
"""Left, lower, right and upper edge on the mat, in mm."""


def rectified_image(image: Image, registration: Registration, window: Window, *, width_px: int = 1400) -> Image:
    """True for what lies on the mat; what stands up leans away from the camera, as it does in the picture."""
    left, low, right, high = window
    scale = width_px / (right - left)
    height_px = max(1, round((high - low) * scale))
    x = left + (np.arange(width_px) + 0.5) / scale
    y = high - (np.arange(height_px) + 0.5) / scale
    places = np.stack(np.meshgrid(x, y), axis=-1)
    at = np.asarray(registration.image_from_mat(MatPoints(places)), dtype=np.float32)
    return np.asarray(
        cv2.remap(image, at[..., 0], at[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_CONSTANT), dtype=np.uint8
    )
