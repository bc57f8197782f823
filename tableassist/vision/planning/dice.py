"""Whether dice can be read: by pixels between the middles of two pips, of which a die of 12 mm has 3 mm."""

from dataclasses import dataclass

import numpy as np

from tableassist.vision.planning.view import PlannedView, PlayArea

BOX_EDGE_MM = 5.0
"""Of the die in the game's own box."""
EDGES_MM = (16.0, 12.0, BOX_EDGE_MM)
PIPS_APART = 0.25
"""Of the edge."""
READS_PX = 2.2
"""Pixels between pips from which dice are read. From 91 dice of 12 mm each in studio pictures of the default look, from
straight above: at 2.2 pixels 4 were not sure, at 1.9 pixels 49, at 1.6 pixels 88; none was read wrong."""


@dataclass(frozen=True, slots=True)
class DiceOutlook:
    edge_mm: float
    best_px: float
    """Between pips, where the picture is finest: at the mat's edge nearest to the camera."""
    worst_px: float
    """Where it is coarsest."""

    @property
    def reads_anywhere(self) -> bool:
        return self.worst_px >= READS_PX

    @property
    def reads_somewhere(self) -> bool:
        return self.best_px >= READS_PX


def dice_outlooks(view: PlannedView, area: PlayArea) -> tuple[DiceOutlook, ...]:
    """The largest die first. The dice corner may lie anywhere along the mat's edge."""
    outline = area.outline()
    seen = view.px_per_mm(outline)
    return tuple(
        DiceOutlook(edge, PIPS_APART * edge * float(np.max(seen)), PIPS_APART * edge * float(np.min(seen)))
        for edge in EDGES_MM
    )
