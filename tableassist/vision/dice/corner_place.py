"""Where the dice corner lies: from its own tags, on the mat or beside it."""

import math
from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Floats, ImagePoints, PlanarPose, wrap_rad
from tableassist.vision.dice.corner import DiceCorner
from tableassist.vision.registration.registration import Registration
from tableassist.vision.tags.pattern import tag_corners
from tableassist.vision.tags.sighting import TagSighting, seen_once

LEAST_TAGS = 2
OFF_MM = 3.0
"""RMS of the corners: a sheet that fits no better is bent, or is not the printed one."""
ODD_SIZE = 0.08
"""A sheet that looks larger or smaller by more does not lie on the table."""


@dataclass(frozen=True, slots=True)
class CornerPlace:
    """The sheet's lower-left corner and which way its x points, as if it lay at the height of the mat."""

    pose: PlanarPose
    scale: float
    """How large it looks there, against the layout."""
    tags: tuple[int, ...]

    def on_mat(self, points: Floats) -> Floats:
        """(N, 2) of the sheet to the mat."""
        c, s = math.cos(self.pose.heading_rad), math.sin(self.pose.heading_rad)
        turned = self.scale * points @ np.array([[c, s], [-s, c]])
        return np.asarray(turned + np.array([self.pose.x_mm, self.pose.y_mm]), np.float64)

    def on_sheet(self, points: Floats) -> Floats:
        """(..., 2) of the mat to the sheet."""
        c, s = math.cos(self.pose.heading_rad), math.sin(self.pose.heading_rad)
        off = points - (self.pose.x_mm, self.pose.y_mm)
        return np.asarray(off @ np.array([[c, -s], [s, c]]) / self.scale, np.float64)


def corner_place(
    sightings: tuple[TagSighting, ...], corner: DiceCorner, registration: Registration
) -> CornerPlace | None:
    """None where too few of its tags are seen, or they do not fit the sheet."""
    found = seen_once(sightings, [(tag.family, tag.tag) for tag in corner.tags])
    if len(found) < LEAST_TAGS:
        return None
    sheet = np.concatenate([_corners(corner, index) for index, _ in found])
    px = np.concatenate([np.asarray(sighting.corners) for _, sighting in found])
    normal = registration.lens.normalise(ImagePoints(px))
    seen = registration.pose.onto_height(normal, np.zeros(len(px)))
    place = _similarity(sheet, seen, tuple(corner.tags[index].tag for index, _ in found))
    off = math.sqrt(float(((place.on_mat(sheet) - seen) ** 2).sum(axis=1).mean()))
    return place if off < OFF_MM and abs(place.scale - 1.0) < ODD_SIZE else None


def _corners(corner: DiceCorner, index: int) -> Floats:
    """(4, 2) of a tag, on the sheet."""
    tag = corner.tags[index]
    c, s = math.cos(tag.yaw_rad), math.sin(tag.yaw_rad)
    return np.asarray(tag_corners(tag.size_mm)[:, :2] @ np.array([[c, s], [-s, c]]) + (tag.x_mm, tag.y_mm))


def _similarity(sheet: Floats, seen: Floats, tags: tuple[int, ...]) -> CornerPlace:
    """The turn, shift and scale by which the squares are least."""
    middle, there = sheet.mean(axis=0), seen.mean(axis=0)
    a, b = sheet - middle, seen - there
    dot, cross = float((a * b).sum()), float((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum())
    heading, scale = math.atan2(cross, dot), math.hypot(dot, cross) / float((a**2).sum())
    c, s = scale * math.cos(heading), scale * math.sin(heading)
    x, y = float(middle[0]), float(middle[1])
    pose = PlanarPose(float(there[0]) - c * x + s * y, float(there[1]) - s * x - c * y, wrap_rad(heading))
    return CornerPlace(pose, scale, tags)
