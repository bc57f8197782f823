"""Moves that begin in terrain: out of a fog bank by the number that was rolled, out of the weeds when a roll has freed
her."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tableassist.messages import Message, any_of, template
from tableassist.pieces.model import PieceKind
from tableassist.pieces.piece_state import PieceState
from tableassist.rulebook.contact.fog import in_fog, why_lost
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.movement.allowance import MoveAllowance, MoveTrait, segment_mm
from tableassist.rulebook.movement.move import MoveJudgement, judge_move
from tableassist.rulebook.movement.move_ruling import forbidden_ruling
from tableassist.rulebook.ruling.ruling import Ruling, Verdict, changed, cite
from tableassist.rulebook.scene.scene import Scene
from tableassist.rulebook.state.questions import is_in
from tableassist.rulebook.terrain.exit import rule_exits
from tableassist.rulebook.terrain.placement import fog_exit
from tableassist.rulebook.terrain.terrain import rule_terrain
from tableassist.scene.placed_piece import PlacedPiece

FACING_STEP_DEG = 15
"""Between the ways she may face where she is set down, as far as they are tried."""
GRAIN_MM = 8.0
"""What the best facing may gain over those that are tried: a bow 50 mm off swings 7 mm in half a step."""
OUT = {
    Verdict.YES: template("out of {fog} by a rolled {numbers}: {outcome}"),
    Verdict.TOO_CLOSE: template("perhaps out of {fog} by a rolled {numbers}: {outcome}"),
    Verdict.NO: template("no number of {fog} puts her where this move begins; nearest is {numbers}: {outcome}"),
}


@dataclass(frozen=True, slots=True, eq=False)
class MoveAsk:
    """A move as it was made, whatever she may sail."""

    before: PlacedPiece
    after: PlacedPiece
    scene: Scene
    """With the other pieces as they lay while she moved."""
    settings: RuleSettings
    traits: frozenset[MoveTrait]
    apart_from: frozenset[str]
    rammed: bool

    def judged(self, allowances: Sequence[MoveAllowance], settings: RuleSettings | None = None) -> MoveJudgement:
        """`settings`: by another reading of the rules than the table's."""
        return judge_move(
            self.before,
            self.after,
            self.scene,
            settings or self.settings,
            allowances,
            traits=self.traits,
            apart_from=self.apart_from,
            rammed=self.rammed,
        )


def out_of_fog(ask: MoveAsk, before: Scene, allowances: Sequence[MoveAllowance]) -> MoveJudgement | None:
    """Of a ship that was lost: whether some number puts her where this move can begin. None of one that was not, and
    where nobody knows the fog or its numbers. `allowances` are those she has once she is out of it."""
    if why_lost(ask.before, before, ask.settings) is None or any(each.forbidden is not None for each in allowances):
        return None
    inside = in_fog(ask.before, before, ask.settings)
    if inside is None or not inside.fog.piece.model.edge_numbers or ask.before.is_stale or ask.after.is_stale:
        return None
    fits = {
        each.number: _best(ask, inside.fog, each.number, allowances) for each in inside.fog.piece.model.edge_numbers
    }
    best = max(fits.values(), key=_rank)
    like = [number for number, each in fits.items() if _rank(each)[0] == _rank(best)[0]]
    if best.ruling.verdict is Verdict.NO:
        like = [number for number, each in fits.items() if each is best]
    verdict, chance = best.ruling.verdict, best.ruling.probability
    if verdict is Verdict.NO and _margin_mm(best.ruling) > -GRAIN_MM:
        verdict, chance = Verdict.TOO_CLOSE, 0.5
    words = any_of([str(number) for number in like])
    reason = Message(OUT[verdict], fog=inside.fog.name, numbers=words, outcome=best.ruling.reason)
    section = cite(ask.settings.edition.terrain.sections[PieceKind.FOG_BANK], best.ruling.citation)
    return best.with_ruling(changed(best.ruling, verdict=verdict, probability=chance, reason=reason, citation=section))


def _rank(judged: MoveJudgement) -> tuple[int, float]:
    order = (Verdict.NO, Verdict.TOO_CLOSE, Verdict.YES)
    return order.index(judged.ruling.verdict), _margin_mm(judged.ruling)


def _margin_mm(ruling: Ruling) -> float:
    return (ruling.limit_mm or 0.0) - (ruling.measured_mm or 0.0)


def _best(ask: MoveAsk, fog: PlacedPiece, number: int, allowances: Sequence[MoveAllowance]) -> MoveJudgement:
    """The first facing that is surely legal, else the one that comes nearest."""
    best: MoveJudgement | None = None
    starts = sorted(_starts(ask, fog, number), key=lambda start: _gone_mm(start, ask.after))
    most = max(sum(segment_mm(each, ask.settings.ruler) for each in (*way.base, *way.bonus)) for way in allowances)
    for start in starts:
        if best is not None and _gone_mm(start, ask.after) > most + 2 * start.reach_mm:
            break
        judged = replace(ask, before=start).judged(allowances)
        if best is None or _rank(judged) > _rank(best):
            best = judged
        if judged.ruling.verdict is Verdict.YES:
            break
    assert best is not None
    return best


def _starts(ask: MoveAsk, fog: PlacedPiece, number: int) -> Iterator[PlacedPiece]:
    """Where she may be set down at this number: as well known as the fog bank's edge is."""
    away = ask.settings.edition.terrain.exit_faces_away
    widest = 90 - FACING_STEP_DEG if away else 180 - FACING_STEP_DEG
    own = fog.pose.own + np.diag([fog.piece.model.sigma_mm**2, fog.piece.model.sigma_mm**2, 0.0])
    for degrees in range(-widest, widest + 1, FACING_STEP_DEG):
        at = fog_exit(ask.before, fog, number, ask.scene, ask.settings, turn_rad=math.radians(degrees))
        yield replace(ask.before, pose=replace(ask.before.pose, pose=at.pose, own=own, shared=fog.pose.shared))


def _gone_mm(start: PlacedPiece, end: PlacedPiece) -> float:
    """From bow to bow."""
    bow = max(x for x, _ in start.piece.model.hull)
    (x, y), (end_x, end_y) = (each.pose.pose.place_one(bow, 0.0) for each in (start, end))
    return math.hypot(end_x - x, end_y - y)


def out_of_weeds(ask: MoveAsk, before: Scene) -> MoveJudgement | None:
    """Of a tangled ship that lies where one that was freed is set down: a roll may have freed her. None of others."""
    if not is_in(before.state, ask.before.id, PieceState.TANGLED) or ask.after.is_stale:
        return None
    weeds = [each for each in before.pieces if each.piece.model.kind is PieceKind.SARGASSO_SEA]
    under = rule_terrain([(ask.before, each) for each in weeds], before, ask.settings)
    exits = [
        ruling
        for touch in under
        if touch.verdict is not Verdict.NO and (sea := before.find(touch.target)) is not None
        for ruling in rule_exits(ask.after, sea, ask.settings)
        if ruling.verdict is not Verdict.NO
    ]
    if not exits:
        return None
    stuck = MoveAllowance((), forbidden=Message("she was tangled"), untold=True)
    ruling = forbidden_ruling(ask.before, ask.after, [stuck], ask.settings.edition.movement)
    reason = Message("she was tangled; freed by a roll she may be set down so: {exit}", exit=exits[0].reason)
    return MoveJudgement(changed(ruling, reason=reason, citation=exits[0].citation), None)
