"""The mat's own tags as a calibration target: no board at hand."""

import math

import numpy as np

from tableassist.geometry import Floats, ImagePoints
from tableassist.vision.lens_fit.target import CalibrationTarget, CalibrationView
from tableassist.vision.registration.mat_layout import MatLayout
from tableassist.vision.registration.mat_view import mat_tag_corners
from tableassist.vision.tags.sighting import TagSighting, seen_once

YAW_SIGMA_RAD = math.radians(1.0)
SIZE_SHARE_SIGMA = 0.005
LEAST_SIGMA_MM = 0.05
"""No layout is exact; it also keeps the tags' places solvable."""
LEAST_TAGS = 3


def mat_target(mat: MatLayout) -> CalibrationTarget:
    """Four corners a tag; each tag may lie, be turned and be printed a little off, the same in every view."""
    points = np.concatenate([mat_tag_corners(tag) for tag in mat.tags])
    flex, sigma = [], []
    place_sigma = max(mat.placement_sigma_mm, LEAST_SIGMA_MM)
    for number, tag in enumerate(mat.tags):
        own = slice(4 * number, 4 * number + 4)
        arm = points[own, :2] - (tag.x_mm, tag.y_mm)
        turned = np.stack([-arm[:, 1], arm[:, 0]], axis=1)
        for shift, width in (
            (np.array([1.0, 0.0]), place_sigma),
            (np.array([0.0, 1.0]), place_sigma),
            (turned, YAW_SIGMA_RAD),
            (arm, SIZE_SHARE_SIGMA),
        ):
            each: Floats = np.zeros_like(points)
            each[own, :2] = shift
            flex.append(each)
            sigma.append(width)
    return CalibrationTarget(points, np.stack(flex), np.array(sigma))


def mat_view(
    sightings: tuple[TagSighting, ...], mat: MatLayout, name: str, width_px: int, height_px: int
) -> CalibrationView | None:
    """The mat's tags in one picture; None where there are too few."""
    seen = seen_once(sightings, (tag.key for tag in mat.tags))
    if len(seen) < LEAST_TAGS:
        return None
    index = np.concatenate([np.arange(4 * number, 4 * number + 4) for number, _ in seen])
    px = ImagePoints(np.concatenate([sighting.corners for _, sighting in seen]))
    return CalibrationView(name, width_px, height_px, index, px)
