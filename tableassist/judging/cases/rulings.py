"""All rulings on a case: what is asked at every moment, and what is asked before the game, of a move, of an ability."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

from tableassist.errors import BadFileError
from tableassist.messages import Message, Text
from tableassist.pieces import SAILING_KINDS, TERRAIN_KINDS, MoveSegment, PieceKind
from tableassist.rulebook import Ruling, Scene, adjudicate
from tableassist.rulebook.engine import rule_forts, rule_set_up
from tableassist.rulebook.moves import (
    RouteLeg,
    judge_drift,
    rule_exits,
    rule_move,
    rule_terrain,
    rule_terrain_of_move,
    rule_within,
)
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.store.case import Case, ExpectedEntry


def rulings_of(case: Case) -> tuple[Ruling, ...]:
    """Only the families that the case expects something of: a scene of two ships is no table to be set up."""
    asked = {each.rule for each in case.expected}
    scene = case.scene
    found = list(adjudicate(scene, case.rules))
    known = {each.rule for each in found}
    if "terrain" in asked and case.moved:
        found = [each for each in found if each.rule != "terrain"]
        movers = [each for each in case.moved if _placed(scene, each).piece.model.kind in SAILING_KINDS]
        found += [ruling for mover in movers for ruling in _terrain_of_move(case, scene, mover)]
    elif "terrain" in asked - known:
        found += rule_terrain(_pairs(scene, SAILING_KINDS, TERRAIN_KINDS), scene, case.rules)
    if "set_up" in asked:
        found += rule_set_up(scene, case.rules)
        found += rule_forts(_pairs(scene, {PieceKind.FORT}, {PieceKind.ISLAND}), scene, case.rules)
    return (*found, *_asked_for(case, scene))


def _asked_for(case: Case, scene: Scene) -> Iterator[Ruling]:
    """What nobody asks at every moment."""
    for subject, target in dict.fromkeys((each.subject, each.target) for each in case.expected if each.rule == "exit"):
        yield from rule_exits(_placed(scene, subject), _placed(scene, target), case.rules)
    for each in case.expected:
        if each.rule == "within":
            yield rule_within(_placed(scene, each.subject), _placed(scene, each.target), _lengths(each), case.rules)
        elif each.rule == "move":
            yield from _move(case, scene, each.subject)


def _placed(scene: Scene, piece: str) -> PlacedPiece:
    found = scene.find(piece)
    if found is None:
        raise _missing(Message("where {piece} is (x_mm, y_mm)", piece=piece))
    return found


def _lengths(want: ExpectedEntry) -> str:
    if want.lengths is None:
        raise _missing(Message("the lengths of the rule within, as S or L+L"))
    return want.lengths


def _missing(what: Text) -> BadFileError:
    return BadFileError("missing, expected {what}", what=what)


def _pairs(
    scene: Scene, kinds: Iterable[PieceKind], others: Iterable[PieceKind]
) -> list[tuple[PlacedPiece, PlacedPiece]]:
    ones = [placed for placed in scene.pieces if placed.piece.model.kind in kinds]
    return list(product(ones, [placed for placed in scene.pieces if placed.piece.model.kind in others]))


def _terrain_of_move(case: Case, scene: Scene, mover: str) -> Iterable[Ruling]:
    """Of one straight segment."""
    after = _placed(scene, mover)
    return rule_terrain_of_move(after, [RouteLeg(case.moved[mover].before, after.pose.pose)], scene, case.rules)


def _move(case: Case, scene: Scene, mover: str) -> Iterator[Ruling]:
    """The ruling on the one that has moved, with all others where they are."""
    after, moved = _placed(scene, mover), case.moved.get(mover)
    if moved is None:
        raise _missing(Message("where {piece} was before, and her base move", piece=mover))
    was = replace(after, pose=replace(after.pose, pose=moved.before))
    before = replace(scene, pieces=tuple(was if each is after else each for each in scene.pieces))
    drift = judge_drift(was, after, before, case.rules) if after.piece.model.kind is PieceKind.ICEBERG else None
    if drift is not None:
        yield drift[0].ruling.replace(target="")
        yield from drift[1]
        return
    base = tuple(MoveSegment(each) for each in moved.base_move.split("+"))
    judged = rule_move(before, scene, mover, case.rules, base)
    if judged is not None:
        yield judged.ruling.replace(target="")
