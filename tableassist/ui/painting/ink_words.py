"""What each ink stands for, in the legend."""

from tableassist.messages import tr
from tableassist.overlay.drawing import Ink


def meaning_of(ink: Ink) -> str:
    return _meanings()[ink]


def _meanings() -> dict[Ink, str]:
    return {
        Ink.MAT_EDGE: tr("Edge of the mat"),
        Ink.ISLAND: tr("Island"),
        Ink.FOG: tr("Fog bank"),
        Ink.REEF: tr("Reef"),
        Ink.TERRAIN: tr("Other terrain"),
        Ink.FLEET_1: tr("First fleet"),
        Ink.FLEET_2: tr("Second fleet"),
        Ink.FLEET_3: tr("Third fleet"),
        Ink.FLEET_4: tr("Fourth fleet"),
        Ink.NEUTRAL: tr("No owner"),
        Ink.SAIL: tr("Sail"),
        Ink.MAST: tr("Mast"),
        Ink.BOW_ZONE: tr("Bow zone"),
        Ink.REACH_SHORT: tr("Short range"),
        Ink.REACH_LONG: tr("Long range"),
        Ink.REACH_EACH: tr("One cannon’s range"),
        Ink.CLEAR: tr("Clear"),
        Ink.BLOCKED: tr("Blocked"),
        Ink.BEYOND: tr("Beyond what blocks"),
        Ink.STOPPED: tr("Where a line ends"),
        Ink.BLOCKER: tr("What blocks"),
        Ink.TOO_CLOSE: tr("Too close to call"),
        Ink.CONTACT: tr("Contact"),
        Ink.PLUS_MINUS: tr("Plus-minus"),
        Ink.NOT_SEEN: tr("Not seen now"),
        Ink.MEASURE: tr("Measured"),
        Ink.GHOST: tr("Ghost"),
        Ink.GHOST_ILLEGAL: tr("Not allowed here"),
        Ink.REACHABLE: tr("She can reach"),
        Ink.EVIDENCE: tr("What was asked about"),
    }
