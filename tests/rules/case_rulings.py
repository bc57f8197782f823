"""All rulings on a case: what is asked at every moment, and what is asked before the game, of a move, of an ability."""

from dataclasses import replace
from itertools import product

from tableassist.pieces.model import SAILING_KINDS, TERRAIN_KINDS, PieceKind
from tableassist.pieces.move_segment import MoveSegment
from tableassist.rules.abilities.within import rule_within
from tableassist.rules.engine.adjudicate import adjudicate
from tableassist.rules.movement.asked import rule_move
from tableassist.rules.movement.iceberg_move import judge_drift
from tableassist.rules.ruling.ruling import changed
from tableassist.rules.setup.fort import rule_forts
from tableassist.rules.setup.table import rule_set_up
from tableassist.rules.terrain.exit import rule_exits
from tableassist.rules.terrain.on_route import RouteLeg, rule_terrain_of_move
from tableassist.rules.terrain.terrain import rule_terrain


def rulings_of(case):
    """Only the families that the case expects something of: a scene of two ships is no table to be set up."""
    asked = {each.rule for each in case.expected}
    scene = case.scene
    found = list(adjudicate(scene, case.rules))
    known = {each.rule for each in found}
    if "terrain" in asked and case.moved:
        found = [each for each in found if each.rule != "terrain"]
        movers = [mover for mover in case.moved if scene.find(mover).piece.model.kind in SAILING_KINDS]
        found += [ruling for mover in movers for ruling in _terrain_of_move(case, scene, mover)]
    elif "terrain" in asked - known:
        found += rule_terrain(_pairs(scene, tuple(SAILING_KINDS), tuple(TERRAIN_KINDS)), scene, case.rules)
    if "set_up" in asked:
        found += rule_set_up(scene, case.rules)
        found += rule_forts(_pairs(scene, (PieceKind.FORT,), (PieceKind.ISLAND,)), scene, case.rules)
    for subject, target in {(each.subject, each.target) for each in case.expected if each.rule == "exit"}:
        found += rule_exits(scene.find(subject), scene.find(target), case.rules)
    for each in case.expected:
        if each.rule == "within":
            found.append(rule_within(scene.find(each.subject), scene.find(each.target), each.lengths, case.rules))
        elif each.rule == "move":
            found += _move(case, scene, each.subject)
    return found


def _pairs(scene, kinds, others):
    ones = [placed for placed in scene.pieces if placed.piece.model.kind in kinds]
    return list(product(ones, [placed for placed in scene.pieces if placed.piece.model.kind in others]))


def _terrain_of_move(case, scene, mover):
    """Of one straight segment."""
    after = scene.find(mover)
    return rule_terrain_of_move(after, [RouteLeg(case.moved[mover].before, after.pose.pose)], scene, case.rules)


def _move(case, scene, mover):
    """The ruling on the one that has moved, with all others where they are."""
    after, moved = scene.find(mover), case.moved[mover]
    was = replace(after, pose=replace(after.pose, pose=moved.before))
    before = replace(scene, pieces=tuple(was if each is after else each for each in scene.pieces))
    if after.piece.model.kind is PieceKind.ICEBERG:
        judgement, met = judge_drift(was, after, before, case.rules)
        return [changed(judgement.ruling, target=""), *met]
    base = tuple(MoveSegment(each) for each in moved.base_move.split("+"))
    return [changed(rule_move(before, scene, mover, case.rules, base).ruling, target="")]
