"""Marks on a line that something has moved along: where it began, and where it points."""

import math

from tableassist.geometry import PlanarPose
from tableassist.overlay.drawing import Point

ARROW_MM = 9.0


def arrow(line: tuple[Point, ...]) -> tuple[Point, ...]:
    tip = line[-1]
    tail = next((point for point in reversed(line) if math.dist(point, tip) > 1.0), line[0])
    pose = PlanarPose(*tip, math.atan2(tip[1] - tail[1], tip[0] - tail[0]))
    return tip, pose.place_one(-ARROW_MM, 0.4 * ARROW_MM), pose.place_one(-ARROW_MM, -0.4 * ARROW_MM)


def dot(at: Point) -> tuple[Point, ...]:
    turns = (math.tau * step / 8 for step in range(8))
    return tuple((at[0] + 2.5 * math.cos(turn), at[1] + 2.5 * math.sin(turn)) for turn in turns)
