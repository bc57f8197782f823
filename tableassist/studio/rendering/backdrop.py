"""The still part of the picture: floor, table, mat and the tags on it, under the light."""

from functools import lru_cache

import cv2
import numpy as np

from tableassist.geometry import Floats
from tableassist.studio.optics.light import light_field
from tableassist.studio.optics.look import Look
from tableassist.studio.optics.optics import StudioCamera
from tableassist.studio.rendering.canvas import Canvas, plane_from_rays, ray_grid, region_around
from tableassist.studio.rendering.facets import facets_of
from tableassist.studio.staging.placed_tags import place_mat_tag
from tableassist.studio.surfaces.faces import tag_card
from tableassist.studio.surfaces.placement import Placement
from tableassist.studio.surfaces.texture import Field, floor_texture, sea_texture, wood_texture
from tableassist.vision.camera.frame import Image
from tableassist.vision.registration.mat_layout import MatLayout

_TAG_SAMPLES = 8
_CLOTH_RIM_MM = 10.0
_TABLE_RIM_MM = 330.0
_SEA_TEXELS_PER_MM = 1.4
_WOOD_TEXELS_PER_MM = 0.8


def cloth_rectangle(mat: MatLayout) -> tuple[float, float, float, float]:
    """Left, near, right, far of the cloth: the play area, and all its tags with a rim."""
    left, near, right, far = 0.0, 0.0, mat.width_mm, mat.height_mm
    for tag in mat.tags:
        reach = 0.72 * tag.size_mm + _CLOTH_RIM_MM
        left, right = min(left, tag.x_mm - reach), max(right, tag.x_mm + reach)
        near, far = min(near, tag.y_mm - reach), max(far, tag.y_mm + reach)
    return left, near, right, far


@lru_cache(maxsize=6)
def backdrop(camera: StudioCamera, mat: MatLayout, look: Look) -> Image:
    """Never written to: callers copy it."""
    unlit = _surfaces(camera, mat)
    lit = unlit * light_field(camera, look)[..., None]
    image: Image = np.clip(np.rint(lit), 0, 255).astype(np.uint8)
    cards = [tag_card(place_mat_tag(tag), thickness_mm=0.0).faces[-1] for tag in mat.tags]
    for facet in facets_of(cards, camera, look) if cards else ():
        region = region_around(camera, facet.ring_px, margin_px=3)
        if region.is_empty:
            continue
        canvas = Canvas(camera, region, _TAG_SAMPLES, image[region.slices])
        canvas.paint(facet, float(light_field(camera, look)[region.slices].mean()))
        image[region.slices] = canvas.finished()
    image.setflags(write=False)
    return image


def _surfaces(camera: StudioCamera, mat: MatLayout) -> Field:
    """Floor, table and cloth, each looked up where the pixel's ray meets it."""
    left, near, right, far = cloth_rectangle(mat)
    u, v = _on_plane(camera, 0.0)
    size = (round((right - left) * _SEA_TEXELS_PER_MM), round((far - near) * _SEA_TEXELS_PER_MM))
    sea = _looked_up(sea_texture(*size), (u - np.float32(left)), (np.float32(far) - v), _SEA_TEXELS_PER_MM)
    rim, steps = _TABLE_RIM_MM, (_step(u), _step(v))
    on_table = _covered(u, v, steps, (left - 1.6 * rim, near - rim, right + 1.6 * rim, far + rim))
    on_cloth = _covered(u, v, steps, (left, near, right, far))
    if on_cloth.min() == 1.0:
        return sea
    wood = _looked_up(wood_texture(1400), u + 900.0, v + 900.0, _WOOD_TEXELS_PER_MM)
    shade = 1.0 - 0.3 * _covered(u, v, steps, (left - 3.0, near - 7.0, right + 7.0, far + 3.0), soft_px=4.0)
    scene = wood * shade * on_table
    if on_table.min() < 1.0:
        low_u, low_v = _on_plane(camera, -740.0)
        scene += _looked_up(floor_texture(800), low_u + 3000.0, low_v + 3000.0, 0.2) * (1.0 - on_table)
    surfaces: Field = scene * (1.0 - on_cloth) + sea * on_cloth
    return surfaces


def _on_plane(camera: StudioCamera, height_mm: float) -> tuple[Field, Field]:
    plane: Floats = plane_from_rays(camera, Placement(np.eye(3), np.array([0.0, 0.0, height_mm])))
    x, y = (grid[1:-1, 1:-1] for grid in ray_grid(camera))
    rows = plane.astype(np.float32)
    u, v, near = (row[0] * x + row[1] * y + row[2] for row in rows)
    near = np.maximum(near, np.float32(1e-5))  # rays above the horizon meet the floor very far away
    return u / near, v / near


def _looked_up(texture: Image, x_mm: Field, y_mm: Field, texels_per_mm: float) -> Field:
    scale = np.float32(texels_per_mm)
    reach = np.float32(16000.0)  # cv2.remap cannot hold more
    x, y = np.clip(x_mm * scale, -reach, reach), np.clip(y_mm * scale, -reach, reach)
    seen = cv2.remap(texture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    return np.asarray(seen, np.float32)


def _step(across: Field) -> Field:
    """How much it changes from one pixel to the next."""
    step: Field = np.abs(np.gradient(across, axis=1)) + np.abs(np.gradient(across, axis=0)) + np.float32(1e-6)
    return step


def _covered(
    u: Field, v: Field, steps: tuple[Field, Field], rectangle: tuple[float, float, float, float], soft_px: float = 1.0
) -> Field:
    """The share of each pixel inside a rectangle on the mat, (h, w, 1)."""
    left, near, right, far = rectangle
    step_u, step_v = steps
    inside_u = np.minimum(u - left, right - u) / (step_u * soft_px)
    inside_v = np.minimum(v - near, far - v) / (step_v * soft_px)
    share = np.clip(inside_u + 0.5, 0.0, 1.0) * np.clip(inside_v + 0.5, 0.0, 1.0)
    covered: Field = share[..., None].astype(np.float32)
    return covered
