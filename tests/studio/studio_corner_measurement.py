"""Corners measured in a picture, and projected, without any code of the studio.

The picture near the black square's rim is compared with the exact share of each pixel that the square covers
(polygon areas by shapely); least squares then says how far each corner lies from where the formula puts it.
"""

import math

import numpy as np
import shapely


def rotation_about(axis: int, angle: float) -> np.ndarray:
    c, s = math.cos(angle), math.sin(angle)
    i, j = [(1, 2), (2, 0), (0, 1)][axis]
    turn = np.eye(3)
    turn[i, i], turn[i, j], turn[j, i], turn[j, j] = c, -s, s, c
    return turn


def projected(camera, points: np.ndarray) -> np.ndarray:
    """OpenCV's documented camera model, term by term."""
    out = []
    k1, k2, p1, p2, k3, k4, k5, k6 = camera.dist
    for point in points:
        a, b, c = np.array(camera.camera_from_mat) @ point + np.array(camera.translation_mm)
        x, y = a / c, b / c
        r = math.sqrt(x**2 + y**2)
        bend = (1 + k1 * r**2 + k2 * r**4 + k3 * r**6) / (1 + k4 * r**2 + k5 * r**4 + k6 * r**6)
        xd = x * bend + 2 * p1 * x * y + p2 * (r**2 + 2 * x**2)
        yd = y * bend + p1 * (r**2 + 2 * y**2) + 2 * p2 * x * y
        out.append((camera.fx * xd + camera.cx, camera.fy * yd + camera.cy))
    return np.array(out)


def rim_of_square(camera, centre, turn: np.ndarray, size: float, steps: int = 12) -> np.ndarray:
    """(4, steps, 2) px: points along the four edges from the lower left on, counter-clockwise as it is read."""
    h = size / 2.0
    corners = np.array([[-h, -h, 0.0], [h, -h, 0.0], [h, h, 0.0], [-h, h, 0.0]])
    edges = []
    for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        along = [a + (b - a) * s for s in np.linspace(0.0, 1.0, steps, endpoint=False)]
        edges.append(projected(camera, np.array([turn @ p + np.array(centre) for p in along])))
    return np.array(edges)


def _coverage(rim: np.ndarray, pixels: np.ndarray) -> np.ndarray:
    square = shapely.Polygon(rim.reshape(-1, 2))
    shapely.prepare(square)
    x, y = pixels[:, 0], pixels[:, 1]
    return shapely.area(shapely.intersection(shapely.box(x - 0.5, y - 0.5, x + 0.5, y + 0.5), square))


def _moved(rim: np.ndarray, corner: int, axis: int, by: float) -> np.ndarray:
    """The rim with one corner moved, its two edges following."""
    steps = rim.shape[1]
    share = np.arange(steps) / steps
    moved = rim.copy()
    moved[corner, :, axis] += by * (1.0 - share)
    moved[corner - 1, :, axis] += by * share
    return moved


def corner_errors(grey: np.ndarray, rim: np.ndarray, modules: int) -> np.ndarray:
    """(4, 2) px: where the picture has the black square's corners, less where `rim` has them."""
    outline = shapely.Polygon(rim.reshape(-1, 2))
    module = math.sqrt(outline.area) / modules
    band = outline.boundary.buffer(0.62 * module, join_style="mitre")
    left, top, right, bottom = (int(v) for v in outline.buffer(module + 2).bounds)
    x, y = np.meshgrid(np.arange(left, right + 1), np.arange(top, bottom + 1))
    pixels = np.column_stack([x.ravel(), y.ravel()])
    boxes = shapely.box(pixels[:, 0] - 0.5, pixels[:, 1] - 0.5, pixels[:, 0] + 0.5, pixels[:, 1] + 0.5)
    pixels = pixels[shapely.covered_by(boxes, band)]
    seen = grey[pixels[:, 1], pixels[:, 0]].astype(float)
    covered = _coverage(rim, pixels)
    step = 0.05
    moves = [(corner, axis) for corner in range(4) for axis in range(2)]
    slopes = [(_coverage(_moved(rim, *m, step), pixels) - _coverage(_moved(rim, *m, -step), pixels)) for m in moves]
    contrast = seen.min() - seen.max()
    design = np.column_stack([np.ones(len(covered)), covered, *(contrast * s / (2 * step) for s in slopes)])
    solved = np.linalg.lstsq(design, seen, rcond=None)[0]
    return solved[2:].reshape(4, 2)
