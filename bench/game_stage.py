"""A whole game on the studio's table, and the check of its truth by the referee."""

import math
from itertools import pairwise

import numpy as np

from bench.game_table import DIE_MM
from tableassist.geometry.frames import PlanarPose
from tableassist.rulebook.play.log import Entry, Log
from tableassist.rulebook.referee.refereed import referee_game
from tableassist.studio.dice import StagedDiceCorner, StagedRoll, with_dice
from tableassist.studio.staging.staged_game import (
    HandReach,
    MastTaken,
    SetAside,
    StagedGame,
    StagedLeg,
    StagedScript,
    StagedVoyage,
)
from tableassist.vision.dice.corner import printed_corner

CORNER = StagedDiceCorner(printed_corner(), PlanarPose(1062.0, 330.0, math.pi / 2.0))
"""Beside the mat, to the right."""
THROWN_FROM = (1000.0, 425.0)
TAKEN_S = 1.0
"""So long before a throw the dice are picked up."""
BUSY_FPS, CALM_FPS, CALM_S = 3, 1.5, 3.2
"""Pictures a second while hands are on the table; then, and for how long: where nothing happens none are taken."""


def staged_game(game, settings, seed):
    """With its dice."""
    script = _script(game, settings)
    rng = np.random.default_rng((seed, 77))
    rolls = [
        StagedRoll(
            one.t_s, math.inf if two is None else two.t_s - TAKEN_S, CORNER.rolled(one.values, rng, edge_mm=DIE_MM)
        )
        for one, two in pairwise([*game.thrown, None])
    ]
    return with_dice(StagedGame(game.duration_s, (), script.table_at), CORNER, rolls)


def _script(game, settings):
    pieces = {piece.id: piece for piece in settings.pieces}
    taken = [each.t_s - TAKEN_S for each in game.thrown[1:]]
    reaches = sorted([*taken, *(each.t_s for each in game.thrown)])
    return StagedScript(
        settings.mat,
        pieces,
        {name: _pose(at) for name, at in game.table.start.items()},
        tuple(_voyage(each, pieces[each.piece]) for each in game.sailed),
        tuple(MastTaken(each.t_s, each.piece, each.mast, each.arm_deg) for each in game.masts),
        tuple(SetAside(each.t_s, each.piece, each.arm_deg) for each in game.sunk),
        tuple(HandReach(t_s, *THROWN_FROM, 0.0) for t_s in reaches),
    )


def _pose(at):
    return PlanarPose(at.x, at.y, at.heading)


def _voyage(sailed, piece):
    legs = tuple(StagedLeg(_pose(start), _pose(end), from_s, to_s) for start, end, from_s, to_s in sailed.legs)
    return StagedVoyage(sailed.piece, legs, sailed.arm_deg, (0.32 * max(x for x, _ in piece.model.hull), 0.0))


def frame_times(game):
    """When pictures are taken."""
    busy = [(each.from_s - 0.8, each.to_s + 0.8) for each in game.sailed]
    busy += [(each.t_s - 0.9, each.t_s + 0.7) for each in (*game.masts, *game.sunk)]
    busy += [(each.t_s - TAKEN_S - 0.6, each.t_s + 1.4) for each in game.thrown]
    times = [0.0, 0.3, 0.6, 0.9, 1.2]
    for number in range(math.ceil(1.2 * BUSY_FPS) + 1, round(game.duration_s * BUSY_FPS)):
        t_s = number / BUSY_FPS
        is_busy = any(start <= t_s <= end for start, end in busy)
        is_after = any(end < t_s <= end + CALM_S for _, end in busy)
        if is_busy or (is_after and t_s - times[-1] > 0.99 / CALM_FPS):
            times.append(t_s)
    return times


def faults_of_truth(game, start):
    """What the referee has against the true acts: nothing, or the game was made wrongly."""
    log = Log()
    for each in game.acts:
        log = log.append(Entry(0, each.act))
    refereed = referee_game(start, log)
    faults = [f"{act.judged.entry.act}: {act.judged.judgement}" for act in refereed.fouls]
    end = refereed.game.ending
    if end is None:
        return [*faults, "the game has not ended"]
    if end.winners != (game.winner,) or end.gold != game.gold:
        faults.append(f"got {end}, expected {game.winner} with {game.gold}")
    return faults
