"""The colours of a staged fleet, always the same for the same owner."""

import zlib
from dataclasses import dataclass

from tableassist.studio.surfaces.faces import Colour


@dataclass(frozen=True, slots=True)
class FleetColours:
    hull: Colour
    deck: Colour
    rail: Colour
    cloth: Colour
    emblem: Colour
    cross: bool


_FLEETS = {
    "english": FleetColours(
        (52.0, 58.0, 150.0),
        (112.0, 160.0, 196.0),
        (46.0, 50.0, 168.0),
        (226.0, 234.0, 238.0),
        (48.0, 44.0, 190.0),
        True,
    ),
    "pirates": FleetColours(
        (40.0, 42.0, 46.0), (74.0, 100.0, 130.0), (30.0, 30.0, 34.0), (58.0, 54.0, 56.0), (214.0, 222.0, 226.0), False
    ),
}
_OTHER_HULLS: tuple[Colour, ...] = (
    (150.0, 92.0, 40.0),
    (60.0, 130.0, 70.0),
    (40.0, 150.0, 200.0),
    (140.0, 60.0, 120.0),
)


def fleet_colours(owner: str | None) -> FleetColours:
    """The two fleets of the demo by name; any other owner gets one of four hulls, always the same."""
    colours = _FLEETS.get((owner or "").lower().removesuffix("s")) or _FLEETS.get((owner or "").lower())
    if colours is not None:
        return colours
    hull = _OTHER_HULLS[zlib.crc32((owner or "").encode()) % len(_OTHER_HULLS)]
    return FleetColours(hull, (120.0, 168.0, 198.0), hull, (214.0, 226.0, 232.0), hull, False)
