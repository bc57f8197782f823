"""The dice of the demo's game, on its table."""

import math

import numpy as np

from tableassist.studio.dice.staged_dice import StagedDiceCorner, StagedRoll, with_dice
from tableassist.studio.staging.demo_game import DICE_CORNER_AT, PICKED_UP_S, THROWS
from tableassist.studio.staging.staged_game import StagedGame
from tableassist.vision.dice.corner import DiceCorner

_SEED = 16


def with_demo_dice(game: StagedGame, corner: DiceCorner) -> StagedGame:
    """A die lies where it was thrown until it is picked up for the next throw."""
    sheet, rng = StagedDiceCorner(corner, DICE_CORNER_AT), np.random.default_rng(_SEED)
    ends = (*(t_s - PICKED_UP_S for t_s, _ in THROWS[1:]), math.inf)
    rolls = [
        StagedRoll(t_s, until_s, sheet.rolled((value,), rng, edge_mm=corner.edges_mm[1]))
        for (t_s, value), until_s in zip(THROWS, ends, strict=True)
    ]
    return with_dice(game, sheet, rolls)
