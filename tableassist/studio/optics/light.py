"""The light on the table: how bright a face is, how the light falls off, where shadows lie."""

from functools import lru_cache

import cv2
import numpy as np

from tableassist.geometry import Floats
from tableassist.studio.optics.look import Look
from tableassist.studio.optics.optics import StudioCamera
from tableassist.studio.surfaces.faces import Solid
from tableassist.studio.surfaces.texture import Field

_AMBIENT = 0.55


def face_light(normals: Floats, look: Look) -> Floats:
    """1 for a face that lies flat, less for one turned away from the lamp; normals are (N, 3)."""
    towards = np.array(look.towards_light)
    flat = _AMBIENT + (1.0 - _AMBIENT) * towards[2]
    return np.asarray((_AMBIENT + (1.0 - _AMBIENT) * np.maximum(0.0, normals @ towards)) / flat, dtype=np.float64)


@lru_cache(maxsize=8)
def light_field(camera: StudioCamera, look: Look) -> Field:
    """(height, width): the lamp's slope across the picture, and the lens's darker corners."""
    wide, high = camera.width_px, camera.height_px
    x = (np.arange(wide, dtype=np.float32)[None, :] - wide / 2.0) / (wide / 2.0)
    y = (np.arange(high, dtype=np.float32)[:, None] - high / 2.0) / (wide / 2.0)
    towards = camera.rotation @ np.array(look.towards_light)
    across = towards[:2] / max(float(np.hypot(towards[0], towards[1])), 1e-9)
    slope = look.light_slope * (across[0] * x + across[1] * y)
    corner = 1.0 + (high / wide) ** 2
    field: Field = look.brightness * (1.0 + slope) * (1.0 - look.vignette * (x * x + y * y) / corner)
    field = field.astype(np.float32)
    field.setflags(write=False)
    return field


def shadow_outline(solid: Solid, look: Look) -> Floats:
    """(N, 3) on the mat: what the solid's shadow covers, as the hull of its points cast down."""
    towards = np.array(look.towards_light)
    points = solid.points
    cast = points[:, :2] - points[:, 2:] * (towards[:2] / towards[2])
    ring = cv2.convexHull(cast.astype(np.float32)).reshape(-1, 2)
    outline = np.zeros((len(ring), 3))
    outline[:, :2] = ring
    return outline
