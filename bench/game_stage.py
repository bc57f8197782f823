"""A whole game on the studio's table, and the check of its truth by the referee."""

from tableassist.geometry.planar_pose import PlanarPose
from tableassist.play.log import Entry, Log, append
from tableassist.referee.refereed import referee_game
from tableassist.studio.staging.staged_game import StagedLeg, StagedVoyage
from tableassist.studio.staging.staged_script import MastTaken, SetAside, StagedScript


def script_of(game, settings):
    pieces = {piece.id: piece for piece in settings.pieces}
    return StagedScript(
        settings.mat,
        pieces,
        {name: _pose(at) for name, at in game.table.start.items()},
        tuple(_voyage(each, pieces[each.piece]) for each in game.sailed),
        tuple(MastTaken(each.t_s, each.piece, each.mast, each.arm_deg) for each in game.masts),
        tuple(SetAside(each.t_s, each.piece, each.arm_deg) for each in game.sunk),
    )


def _pose(at):
    return PlanarPose(at.x, at.y, at.heading)


def _voyage(sailed, piece):
    legs = tuple(StagedLeg(_pose(start), _pose(end), from_s, to_s) for start, end, from_s, to_s in sailed.legs)
    return StagedVoyage(sailed.piece, legs, sailed.arm_deg, (0.32 * max(x for x, _ in piece.model.hull), 0.0))


def faults_of_truth(game, start):
    """What the referee has against the true acts: nothing, or the game was made wrongly."""
    log = Log()
    for each in game.acts:
        log = append(log, Entry(0, each.act))
    refereed = referee_game(start, log)
    faults = [f"{act.judged.entry.act}: {act.judged.judgement}" for act in refereed.fouls]
    end = refereed.game.ending
    if end is None:
        return [*faults, "the game has not ended"]
    if end.winners != (game.winner,) or end.gold != game.gold:
        faults.append(f"got {end}, expected {game.winner} with {game.gold}")
    return faults
