"""All questions of the moment, in one visible order; what has not changed is taken over from the moment before."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from tableassist.pieces import Piece
from tableassist.rulebook.contact.pin import without_contradicted_ticks
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.engine.conditions import judge_with_trials, likely_trials, with_conditions
from tableassist.rulebook.engine.rules import JUDGED
from tableassist.rulebook.rule import Changed, Judging, Pair, PairIds
from tableassist.rulebook.ruling import Ruling
from tableassist.rulebook.scene import Scene, missing
from tableassist.rulebook.shooting.blockers import unseen_blockers
from tableassist.rulebook.shooting.line_of_fire import RULE as LINE
from tableassist.rulebook.shooting.line_of_fire import DrawnLines, reach_into
from tableassist.rulebook.shooting.shot import SHOT, runs_round
from tableassist.scene.placed_piece import FIXED_KINDS, are_the_same


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """The pairs of pieces that one rule is asked about, in the order of its rulings."""

    pairs: Mapping[PairIds, tuple[Piece, Piece]]
    of_piece: Mapping[str, Sequence[PairIds]]
    """The pairs that a piece is one of."""


@dataclass(frozen=True, slots=True, eq=False)
class Said:
    """All that one rule said, pair by pair."""

    asked: Asked
    rulings: Mapping[PairIds, Sequence[Ruling]]
    drawn: Mapping[PairIds, DrawnLines]
    """Pairs with a line between them that a third piece could change."""


class Rulings(tuple[Ruling, ...]):
    """A plain tuple to everybody else."""

    said: tuple[Said, ...]
    """One for each rule, in the order of the rules."""


def without_shots(rulings: Iterable[Ruling]) -> Iterable[Ruling]:
    """Return the rulings of all rules but shots: nine of ten are about shots, and no shot is a contact."""
    if not isinstance(rulings, Rulings):
        return rulings
    kept = (said for said, judging in zip(rulings.said, JUDGED, strict=True) if judging is not SHOT.judging)
    return chain.from_iterable(chain.from_iterable(said.rulings.values() for said in kept))


def of_subject(rulings: tuple[Ruling, ...], piece: str) -> tuple[Ruling, ...]:
    """Those about what this piece may do, in their order. Of a moment's rulings nobody looks through all thousands."""
    if not isinstance(rulings, Rulings):
        return tuple(ruling for ruling in rulings if ruling.subject == piece)
    hers = (said.rulings[key] for said in rulings.said for key in said.asked.of_piece.get(piece, ()) if key[0] == piece)
    return tuple(chain.from_iterable(hers))


def asked_about(pairs: Iterable[tuple[Piece, Piece]]) -> Asked:
    by_ids = {(one.id, other.id): (one, other) for one, other in pairs}
    of_piece: dict[str, list[PairIds]] = {}
    for key in by_ids:
        for piece in key:
            of_piece.setdefault(piece, []).append(key)
    return Asked(by_ids, of_piece)


def rulings_of(said: Iterable[Said]) -> Rulings:
    kept = tuple(said)
    in_order: list[Ruling] = []
    for rulings in chain.from_iterable(each.rulings.values() for each in kept):
        in_order += rulings
    made = Rulings(in_order)
    made.said = kept
    return made


def adjudicate(
    scene: Scene, settings: RuleSettings, before: tuple[Scene, tuple[Ruling, ...]] | None = None
) -> tuple[Ruling, ...]:
    """What a piece that changed since `before` cannot affect is taken from there; the very tuple if nothing changed.
    Bit for bit the same as without `before`.

    `before` is the scene that was judged by these same settings, and what came of it.
    """
    scene = without_contradicted_ticks(scene, settings)
    if before is None or before[0].state is not scene.state or not isinstance(before[1], Rulings):
        return rulings_of(_judged(rule, scene, settings) for rule in JUDGED)
    earlier, known = before[0], before[1]
    changed, explained = _changed(scene, earlier), _explained(scene, earlier)
    is_elsewhere = scene.whereabouts != earlier.whereabouts
    if not changed and not explained and not is_elsewhere:
        return known
    fixed = any(piece.model.kind in FIXED_KINDS for piece in explained)
    if (
        is_elsewhere
        or runs_round(settings)
        or fixed
        or unseen_blockers(scene, settings) != unseen_blockers(earlier, settings)
    ):
        # Whatever moves may come into a line across an edge; and an island that nobody had seen bears on every line,
        # and on every ship whose home it is.
        return adjudicate(scene, settings)
    same, otherwise = _same_pieces(scene, earlier), frozenset(piece.id for piece in explained)
    return rulings_of(
        _judged(rule, scene, settings, Kept(said, changed, otherwise, same_pieces=same))
        for rule, said in zip(JUDGED, known.said, strict=True)
    )


@dataclass(frozen=True, slots=True)
class Kept:
    """What one rule said before, and what has changed since."""

    said: Said
    changed: Changed
    explained: frozenset[str]
    """Pieces that were and are without a place, for another reason now."""
    same_pieces: bool
    """Whether the same pieces are there as before, seen and unseen, wherever they lie."""


def _judged(rule: Judging, scene: Scene, settings: RuleSettings, kept: Kept | None = None) -> Said:
    """In the order of the pairs; those that must be judged anew all at once."""
    asked = _asked(rule, scene, kept)
    anew = asked.pairs.keys() if kept is None else _to_judge(rule, asked, scene, settings, kept)
    before: Mapping[PairIds, Sequence[Ruling]] = {} if kept is None else kept.said.rulings
    found, fresh = _found(rule, anew, asked, before, scene, settings)
    if kept is None:
        return Said(asked, found, _drawn(rule, fresh, found))
    if asked is not kept.said.asked:
        rulings = {key: found[key] if key in found else before[key] for key in asked.pairs}
    elif found:
        rulings = {**before, **found}
    else:
        return kept.said
    stays = {key: lines for key, lines in kept.said.drawn.items() if key not in found and key in asked.pairs}
    return Said(asked, rulings, {**stays, **_drawn(rule, fresh, found)})


def _found(
    rule: Judging,
    anew: Iterable[PairIds],
    asked: Asked,
    before: Mapping[PairIds, Sequence[Ruling]],
    scene: Scene,
    settings: RuleSettings,
) -> tuple[dict[PairIds, list[Ruling]], list[Pair]]:
    """What is said of pairs now, and of which of them something was measured; `before` says what to expect."""
    found: dict[PairIds, list[Ruling]] = {key: [] for key in anew}
    fresh: list[Pair] = []
    measured = scene.measured
    for key in found:
        one, other = measured.get(key[0]), measured.get(key[1])
        if one is not None and other is not None:
            fresh.append((one, other))
        else:
            pieces = asked.pairs[key]
            why = missing(scene, *pieces)
            assert why is not None
            found[key] = rule.unseen(*pieces, why, scene, settings)
    if not fresh:
        return found, fresh
    said, known = judge_with_trials(rule, fresh, likely_trials(fresh, before, scene), scene, settings)
    found |= said
    if scene.on_trust:
        found |= with_conditions(rule, fresh, found, known, scene, settings)
    return found, fresh


def _asked(rule: Judging, scene: Scene, kept: Kept | None) -> Asked:
    if kept is None or not kept.same_pieces:
        pairs = rule.pairs(scene, None)
        return asked_about(_in_order(pairs, scene) if rule.near_only else pairs)
    asked = kept.said.asked
    if not rule.near_only:
        return asked
    about = frozenset(kept.changed)
    coming = list(rule.pairs(scene, about))
    if not coming and not any(piece in asked.of_piece for piece in about):
        return asked
    staying = [pair for key, pair in asked.pairs.items() if key[0] not in about and key[1] not in about]
    return asked_about(_in_order([*staying, *coming], scene))


def _in_order(pairs: Iterable[tuple[Piece, Piece]], scene: Scene) -> list[tuple[Piece, Piece]]:
    """As the scene has the pieces, so that it does not matter when each pair came near."""
    place = _order(scene)
    return sorted(pairs, key=lambda pair: (place[pair[0].id], place[pair[1].id]))


@lru_cache(maxsize=4)
def _order(scene: Scene) -> dict[str, int]:
    return {placed.id: index for index, placed in enumerate(scene.pieces)}


def _to_judge(rule: Judging, asked: Asked, scene: Scene, settings: RuleSettings, kept: Kept) -> Iterable[PairIds]:
    """The pairs whose rulings do not stand."""
    anew = kept.changed.keys() | kept.explained | rule.also(scene, kept.changed, settings)
    stale = dict.fromkeys(key for piece in anew for key in asked.of_piece.get(piece, ()))
    if asked is not kept.said.asked:
        stale.update(dict.fromkeys(key for key in asked.pairs if key not in kept.said.rulings))
    passing = {key: lines for key, lines in kept.said.drawn.items() if key not in stale and key in asked.pairs}
    if passing:
        places = [place for places in kept.changed.values() for place in places]
        is_met = reach_into([lines.corridor for lines in passing.values()], places)
        stale.update((key, None) for key, met in zip(passing, is_met.tolist(), strict=True) if met)
    return stale


def _changed(scene: Scene, before: Scene) -> Changed:
    now = {placed.id: placed for placed in scene.pieces}
    then = {placed.id: placed for placed in before.pieces}
    changed = {}
    for piece in {**now, **then}:
        if now.get(piece) is not then.get(piece):
            changed[piece] = tuple(placed for placed in (now.get(piece), then.get(piece)) if placed is not None)
    return changed


def _explained(scene: Scene, before: Scene) -> tuple[Piece, ...]:
    """What has no place, for another reason than before; a reason is in the words of a placed piece anyway."""
    if scene.reasons is before.reasons:
        return ()
    return tuple(piece for piece in scene.unseen if scene.reasons.get(piece.id) != before.reasons.get(piece.id))


def _same_pieces(scene: Scene, before: Scene) -> bool:
    ours, theirs = ([*(placed.piece for placed in each.pieces), None, *each.unseen] for each in (scene, before))
    return are_the_same(ours, theirs)


def _drawn(
    rule: Judging, pairs: Iterable[Pair], found: Mapping[PairIds, Sequence[Ruling]]
) -> dict[PairIds, DrawnLines]:
    if not rule.past_others:
        return {}
    drawn = {}
    for one, other in pairs:
        key = one.piece.id, other.piece.id
        rulings = found[key]
        if LINE in [each.rule for each in rulings]:
            drawn[key] = DrawnLines(one, other, rulings)
    return drawn
