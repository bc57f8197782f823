"""What a yes or no rests on though the picture does not show it: masts that may be off, hulls that cannot be made out.

A mast's standing is tried: the same questions are asked once more with the masts off. How far a hull may lie from where
its tag has it is known, so it is compared with the room that the answer has.
"""

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
    for one, other in pairs if reach_mm > 0 else ():
        for ruling in found[one.id, other.id]:
            if ruling.verdict in CALLS and ruling.measured_mm is not None and ruling.limit_mm is not None:
                bears = doubtful in (one, other) or _is_stopped_by(doubtful.id, ruling)
                if bears and abs(ruling.measured_mm - ruling.limit_mm) < reach_mm:
                    yield ruling


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
    bare = replace(doubtful, masts_standing=left)
    otherwise = replace(scene, pieces=tuple(bare if each is doubtful else each for each in scene.pieces))
    asked = [(bare if one is doubtful else one, bare if other is doubtful else other) for one, other in pairs]
    then = {ruling.id: ruling.verdict for ruling in rule.judge(asked, otherwise, settings)}
    for one, other in pairs:
        for ruling in found[one.id, other.id]:
            # Of a cannon whose mast is off nothing is asked: it shoots at nobody.
            if ruling.verdict in CALLS and then.get(ruling.id, Verdict.NO) is not ruling.verdict:
                yield ruling


def _hull_words(placed: PlacedPiece) -> Condition:
    return Condition(placed.id, (), Message("{name} lies where its tag has it", name=placed.name))


def _mast_words(placed: PlacedPiece, masts: tuple[int, ...]) -> Condition:
    return Condition(placed.id, masts, Message("{name} still has mast {masts}", name=placed.name, masts=masts))
