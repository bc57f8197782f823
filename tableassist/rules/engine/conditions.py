"""What a yes or no rests on though the picture does not show it: masts that may be off, hulls that cannot be made out,
pieces that may be held just above the mat.

A mast's standing is tried: the same questions are asked once more with the masts off. So are those with less room than
a piece would be off if it were held: with the piece there. How far a hull may lie from where its tag has it is known,
so it is compared with the room that the answer has.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from tableassist.messages import Message
from tableassist.rules.editions.settings import RuleSettings
from tableassist.rules.engine.rulings import PairIds
from tableassist.rules.rule import Judging, Pair
from tableassist.rules.ruling.ruling import Condition, Ruling, Verdict, changed
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.scene import Scene

CALLS = (Verdict.YES, Verdict.NO)
Found = Mapping[PairIds, list[Ruling]]


def with_conditions(
    rule: Judging, pairs: Sequence[Pair], found: Found, scene: Scene, settings: RuleSettings
) -> dict[PairIds, list[Ruling]]:
    """The rulings of those pairs for which there are some, with the conditions on which they rest."""
    conditions: dict[str, list[Condition]] = {}
    borne_on = _borne_on([pair for pair in pairs if not _is_under_way(pair)], found)
    for piece in scene.unverified:  # always in the scene's order, whatever is judged anew
        doubtful, asked = scene.find(piece), borne_on.get(piece, [])
        assert doubtful is not None
        if not asked or doubtful.unverified.under_way:
            continue
        for ruling in _on_hull(doubtful, asked, found):
            conditions.setdefault(ruling.id, []).append(_hull_words(doubtful))
        for mast, ruling in _on_masts(rule, doubtful, asked, found, scene, settings):
            conditions.setdefault(ruling.id, []).append(_mast_words(doubtful, mast))
        for ruling in _on_standing(rule, doubtful, asked, found, scene, settings):
            conditions.setdefault(ruling.id, []).append(_standing_words(doubtful))
    if not conditions:
        return {}
    return {
        key: [_conditional(ruling, conditions.get(ruling.id, ())) for ruling in rulings]
        for key, rulings in found.items()
        if any(ruling.id in conditions for ruling in rulings)
    }


def _is_under_way(pair: Pair) -> bool:
    """Nobody acts on a call about a ship in somebody's hand, and such calls are made anew at every frame."""
    return pair[0].unverified.under_way or pair[1].unverified.under_way


def _borne_on(pairs: Sequence[Pair], found: Found) -> dict[str, list[Pair]]:
    """Of each piece the pairs whose rulings it has a say in: as one of the two, or in the way between them."""
    out: dict[str, list[Pair]] = {}
    for one, other in pairs:
        witnesses = (each.witness for each in found[one.id, other.id] if each.witness is not None)
        stopped = {each.blocker for each in witnesses if each.blocker is not None}
        for piece in {one.id, other.id, *stopped}:
            out.setdefault(piece, []).append((one, other))
    return out


def _is_stopped_by(piece: str, ruling: Ruling) -> bool:
    return ruling.witness is not None and ruling.witness.blocker == piece


def _conditional(ruling: Ruling, conditions: Sequence[Condition]) -> Ruling:
    return changed(ruling, conditions=tuple(conditions)) if conditions else ruling


def _on_hull(doubtful: PlacedPiece, pairs: Iterable[Pair], found: Found) -> Iterator[Ruling]:
    """Calls with less room than the hull may be off."""
    reach_mm = doubtful.unverified.hull_mm
    for pair in pairs if reach_mm > 0 else ():
        yield from _within(reach_mm, doubtful, pair, found)


def _within(reach_mm: float, doubtful: PlacedPiece, pair: Pair, found: Found) -> Iterator[Ruling]:
    """Calls about a pair, in which the piece has a say, with less room than this."""
    for ruling in found[pair[0].id, pair[1].id]:
        over_mm = _over_mm(ruling) if ruling.verdict in CALLS else None
        bears = doubtful in pair or _is_stopped_by(doubtful.id, ruling)
        if over_mm is not None and bears and abs(over_mm) < reach_mm:
            yield ruling


def _over_mm(ruling: Ruling) -> float | None:
    """What was measured, beyond the limit."""
    if ruling.measured_mm is None or ruling.limit_mm is None:
        return None
    return ruling.measured_mm - ruling.limit_mm


def _on_standing(
    rule: Judging, doubtful: PlacedPiece, pairs: Iterable[Pair], found: Found, scene: Scene, settings: RuleSettings
) -> Iterator[Ruling]:
    """Calls that would be others if the piece were held above the mat, as high as its tags allow."""
    x_mm, y_mm = doubtful.unverified.raised_mm
    reach_mm = math.hypot(x_mm, y_mm)
    near = {pair: list(_within(reach_mm, doubtful, pair, found)) for pair in pairs} if reach_mm > 0 else {}
    asked = [pair for pair, rulings in near.items() if rulings]
    if not asked:
        return
    pose = doubtful.pose.pose
    there = replace(pose, x_mm=pose.x_mm + x_mm, y_mm=pose.y_mm + y_mm)
    held = replace(doubtful, pose=replace(doubtful.pose, pose=there))
    then = _judged_with(rule, doubtful, held, asked, scene, settings)
    for pair in asked:
        for ruling in near[pair]:
            if (other := then.get(ruling.id)) is not None and _is_turned(ruling, other):
                yield ruling


def _is_turned(ruling: Ruling, other: Ruling) -> bool:
    over_mm, then_mm = _over_mm(ruling), _over_mm(other)
    crosses = over_mm is not None and then_mm is not None and (over_mm > 0) is not (then_mm > 0)
    return crosses or (other.verdict in CALLS and other.verdict is not ruling.verdict)


def _judged_with(
    rule: Judging,
    piece: PlacedPiece,
    otherwise: PlacedPiece,
    pairs: Sequence[Pair],
    scene: Scene,
    settings: RuleSettings,
) -> dict[str, Ruling]:
    """What would be said of these pairs if the piece were as the other value says."""
    there = replace(scene, pieces=tuple(otherwise if each is piece else each for each in scene.pieces))
    asked = [(otherwise if one is piece else one, otherwise if other is piece else other) for one, other in pairs]
    return {ruling.id: ruling for ruling in rule.judge(asked, there, settings)}


def _on_masts(
    rule: Judging, doubtful: PlacedPiece, pairs: Sequence[Pair], found: Found, scene: Scene, settings: RuleSettings
) -> Iterator[tuple[tuple[int, ...], Ruling]]:
    """Calls that would be others with some masts off, and with which."""
    masts = tuple(mast for mast in doubtful.unverified.masts if mast in doubtful.masts_standing)
    if not masts:
        return
    bare = len(masts) == len(doubtful.masts_standing)
    asked = [pair for pair in pairs if _may_turn(found[pair[0].id, pair[1].id], bare=bare)]
    if not asked:
        return
    turned = list(_turned(rule, doubtful, masts, asked, found, scene, settings))
    if len(masts) == 1 or not turned:
        yield from ((masts, ruling) for ruling in turned)
        return
    alone: dict[str, tuple[int, ...]] = {}
    for mast in masts:
        for ruling in _turned(rule, doubtful, (mast,), asked, found, scene, settings):
            alone[ruling.id] = (*alone.get(ruling.id, ()), mast)
    yield from ((alone.get(ruling.id, masts), ruling) for ruling in turned)


def _may_turn(rulings: Sequence[Ruling], *, bare: bool) -> bool:
    """Fewer masts make no yes where nothing that was measured is yes or open: most ships are far from most others. But
    a ship that has none left may not do what she may do anywhere."""
    return any(each.verdict is not Verdict.NO and (bare or each.measured_mm is not None) for each in rulings)


def _turned(
    rule: Judging,
    doubtful: PlacedPiece,
    masts: tuple[int, ...],
    pairs: Sequence[Pair],
    found: Found,
    scene: Scene,
    settings: RuleSettings,
) -> Iterator[Ruling]:
    """Calls that are others with these masts off."""
    left = tuple(mast for mast in doubtful.masts_standing if mast not in masts)
    then = _judged_with(rule, doubtful, replace(doubtful, masts_standing=left), pairs, scene, settings)
    for one, other in pairs:
        for ruling in found[one.id, other.id]:
            # Of a cannon whose mast is off nothing is asked: it shoots at nobody.
            bare = then[ruling.id].verdict if ruling.id in then else Verdict.NO
            if ruling.verdict in CALLS and bare is not ruling.verdict:
                yield ruling


def _hull_words(placed: PlacedPiece) -> Condition:
    return Condition(placed.id, (), Message("{name} lies where its tag has it", name=placed.name))


def _standing_words(placed: PlacedPiece) -> Condition:
    return Condition(placed.id, (), Message("{name} stands on the mat", name=placed.name), on_mat=True)


def _mast_words(placed: PlacedPiece, masts: tuple[int, ...]) -> Condition:
    return Condition(placed.id, masts, Message("{name} still has mast {masts}", name=placed.name, masts=masts))
