"""What to expect of a table at nine places: the mat's centre, its edges and its corners."""

import math
from dataclasses import dataclass

from tableassist.messages import Message, Text
from tableassist.vision.planning.accuracy import Spot, SpotAccuracy
from tableassist.vision.planning.view import PlayArea

EDGE_MM = 50.0
"""From the mat's edge to the ships at its edges and corners."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What to expect of one set-up: at the mat's centre, its edges and its corners."""

    set_up: Text
    spots: tuple[SpotAccuracy, ...]

    @property
    def centre(self) -> SpotAccuracy:
        return self.spots[0]

    @property
    def edge(self) -> SpotAccuracy:
        return worst_of(self.spots[1:5])

    @property
    def corner(self) -> SpotAccuracy:
        return worst_of(self.spots[5:])


def worst_of(spots: tuple[SpotAccuracy, ...]) -> SpotAccuracy:
    """One that is not seen is worse than any."""
    return max(spots, key=lambda spot: math.inf if spot.sigma_mm is None else spot.sigma_mm)


def spots_of(area: PlayArea) -> tuple[Spot, ...]:
    """The centre, four edges, four corners."""
    left, right = EDGE_MM, area.width_mm - EDGE_MM
    near, far = EDGE_MM, area.height_mm - EDGE_MM
    x, y = area.centre
    return (
        Spot(Message("centre"), x, y),
        Spot(Message("near edge"), x, near),
        Spot(Message("far edge"), x, far),
        Spot(Message("left edge"), left, y),
        Spot(Message("right edge"), right, y),
        Spot(Message("near left corner"), left, near),
        Spot(Message("near right corner"), right, near),
        Spot(Message("far left corner"), left, far),
        Spot(Message("far right corner"), right, far),
    )
