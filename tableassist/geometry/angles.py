"""Angles: wrapped in this one place. Headings run counter-clockwise from mat +x."""

import math


def wrap_rad(angle_rad: float) -> float:
    """The same direction in [-pi, pi)."""
    return (angle_rad + math.pi) % (2.0 * math.pi) - math.pi


def wrap_deg(angle_deg: float) -> float:
    """The same direction in [-180, 180)."""
    return (angle_deg + 180.0) % 360.0 - 180.0
