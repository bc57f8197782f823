"""Which inks draw the piece itself, rather than something said about it."""

from typing import Final

from tableassist.overlay.drawing import Ink

HULL_INKS: Final = frozenset({Ink.FLEET_1, Ink.FLEET_2, Ink.FLEET_3, Ink.FLEET_4, Ink.NEUTRAL, Ink.NOT_SEEN})
BODY_INKS: Final = HULL_INKS | {
    Ink.ISLAND,
    Ink.FOG,
    Ink.REEF,
    Ink.TERRAIN,
    Ink.SAIL,
    Ink.MAST,
    Ink.BOW_ZONE,
    Ink.BLOCKER,
}
