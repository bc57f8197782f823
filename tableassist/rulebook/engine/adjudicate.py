"""All questions of the moment, in one visible order; what has not changed is taken over from the moment before.

    for each rule, in the order of `JUDGED`:
       pairs of pieces that the rule is asked about          kept, unless pieces came, went or came near
       pairs to judge again                                  all of them at first; then those with
          a piece that changed, or is missing for another reason now
          a piece that the rule says to judge again though only others changed (`Judging.also`)
          a line of fire whose corridor a changed piece stands in, or stood in (`DrawnLines`)
       judge them at once, with likely trials beside them (`conditions`); take all others from before

Invariant: the result is bit for bit what judging everything would give. It holds because whatever a ruling depends on
is in one of these ways seen to change: the two pieces and what is between them by identity (a placed piece that has not
changed is the very same object), the game by `Scene.state`, cards that may lie anywhere by `Scene.whereabouts`. Where a
dependency has no such bound (ways round islands, a fixed piece that appears), everything is judged again. Corridors
hold at least all that `shooting.blockers` finds near enough.
"""

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
class RulePairs:
    """The pairs of pieces that one rule is asked about, in the order of its rulings."""

    pairs: Mapping[PairIds, tuple[Piece, Piece]]
    of_piece: Mapping[str, Sequence[PairIds]]
    """The pairs that a piece is one of."""


@dataclass(frozen=True, slots=True, eq=False)
class RuleAnswers:
    """All that one rule said, pair by pair."""

    pairs_asked: RulePairs
    rulings: Mapping[PairIds, Sequence[Ruling]]
    drawn: Mapping[PairIds, DrawnLines]
    """Pairs with a line between them that a third piece could change."""


class Rulings(tuple[Ruling, ...]):
    """A plain tuple to everybody else."""

    answers: tuple[RuleAnswers, ...]
    """One for each rule, in the order of the rules."""


def without_shots(rulings: Iterable[Ruling]) -> Iterable[Ruling]:
    """Return the rulings of all rules but shots: nine of ten are about shots, and no shot is a contact."""
    if not isinstance(rulings, Rulings):
        return rulings
    by_rule = zip(rulings.answers, JUDGED, strict=True)
    kept = (rule_answers for rule_answers, judging in by_rule if judging is not SHOT.judging)
    return chain.from_iterable(chain.from_iterable(answers.rulings.values() for answers in kept))


def of_subject(rulings: tuple[Ruling, ...], piece: str) -> tuple[Ruling, ...]:
    """Those about what this piece may do, in their order. Of a moment's rulings nobody looks through all thousands."""
    if not isinstance(rulings, Rulings):
        return tuple(ruling for ruling in rulings if ruling.subject == piece)
    hers = (
        answers.rulings[key]
        for answers in rulings.answers
        for key in answers.pairs_asked.of_piece.get(piece, ())
        if key[0] == piece
    )
    return tuple(chain.from_iterable(hers))


def index_pairs(pairs: Iterable[tuple[Piece, Piece]]) -> RulePairs:
    by_ids = {(subject.id, target.id): (subject, target) for subject, target in pairs}
    of_piece: dict[str, list[PairIds]] = {}
    for key in by_ids:
        for piece in key:
            of_piece.setdefault(piece, []).append(key)
    return RulePairs(by_ids, of_piece)


def join_rulings(answers: Iterable[RuleAnswers]) -> Rulings:
    kept = tuple(answers)
    in_order: list[Ruling] = []
    for rulings in chain.from_iterable(answers.rulings.values() for answers in kept):
        in_order += rulings
    made = Rulings(in_order)
    made.answers = kept
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
        return join_rulings(_judge_rule(rule, scene, settings) for rule in JUDGED)
    earlier, known_rulings = before[0], before[1]
    changed, explained = _find_changed(scene, earlier), _find_explained(scene, earlier)
    is_elsewhere = scene.whereabouts != earlier.whereabouts
    if not changed and not explained and not is_elsewhere:
        return known_rulings
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
    return join_rulings(
        _judge_rule(rule, scene, settings, Kept(earlier_answers, changed, otherwise, same_pieces=same))
        for rule, earlier_answers in zip(JUDGED, known_rulings.answers, strict=True)
    )


@dataclass(frozen=True, slots=True)
class Kept:
    """What one rule said before, and what has changed since."""

    answers: RuleAnswers
    changed: Changed
    explained: frozenset[str]
    """Pieces that were and are without a place, for another reason now."""
    same_pieces: bool
    """Whether the same pieces are there as before, seen and unseen, wherever they lie."""


def _judge_rule(rule: Judging, scene: Scene, settings: RuleSettings, kept: Kept | None = None) -> RuleAnswers:
    """In the order of the pairs; those that must be judged anew all at once."""
    asked_pairs = _list_pairs(rule, scene, kept)
    anew = asked_pairs.pairs.keys() if kept is None else _find_stale_pairs(rule, asked_pairs, scene, settings, kept)
    before: Mapping[PairIds, Sequence[Ruling]] = {} if kept is None else kept.answers.rulings
    new_rulings, fresh = _judge_pairs(rule, anew, asked_pairs, before, scene, settings)
    if kept is None:
        return RuleAnswers(asked_pairs, new_rulings, _list_drawn_lines(rule, fresh, new_rulings))
    if asked_pairs is not kept.answers.pairs_asked:
        rulings = {key: new_rulings[key] if key in new_rulings else before[key] for key in asked_pairs.pairs}
    elif new_rulings:
        rulings = {**before, **new_rulings}
    else:
        return kept.answers
    stays = {
        key: lines for key, lines in kept.answers.drawn.items() if key not in new_rulings and key in asked_pairs.pairs
    }
    return RuleAnswers(asked_pairs, rulings, {**stays, **_list_drawn_lines(rule, fresh, new_rulings)})


def _judge_pairs(
    rule: Judging,
    anew: Iterable[PairIds],
    asked: RulePairs,
    before: Mapping[PairIds, Sequence[Ruling]],
    scene: Scene,
    settings: RuleSettings,
) -> tuple[dict[PairIds, list[Ruling]], list[Pair]]:
    """What is said of pairs now, and of which of them something was measured; `before` says what to expect."""
    rulings: dict[PairIds, list[Ruling]] = {key: [] for key in anew}
    fresh: list[Pair] = []
    measured = scene.measured
    for key in rulings:
        subject, target = measured.get(key[0]), measured.get(key[1])
        if subject is not None and target is not None:
            fresh.append((subject, target))
        else:
            pieces = asked.pairs[key]
            why = missing(scene, *pieces)
            assert why is not None
            rulings[key] = rule.unseen(*pieces, why, scene, settings)
    if not fresh:
        return rulings, fresh
    judged, tried_answers = judge_with_trials(rule, fresh, likely_trials(fresh, before, scene), scene, settings)
    rulings |= judged
    if scene.on_trust:
        rulings |= with_conditions(rule, fresh, rulings, tried_answers, scene, settings)
    return rulings, fresh


def _list_pairs(rule: Judging, scene: Scene, kept: Kept | None) -> RulePairs:
    if kept is None or not kept.same_pieces:
        pairs = rule.pairs(scene, None)
        return index_pairs(_sort_pairs(pairs, scene) if rule.near_only else pairs)
    earlier_pairs = kept.answers.pairs_asked
    if not rule.near_only:
        return earlier_pairs
    about = frozenset(kept.changed)
    coming = list(rule.pairs(scene, about))
    if not coming and not any(piece in earlier_pairs.of_piece for piece in about):
        return earlier_pairs
    staying = [pair for key, pair in earlier_pairs.pairs.items() if key[0] not in about and key[1] not in about]
    return index_pairs(_sort_pairs([*staying, *coming], scene))


def _sort_pairs(pairs: Iterable[tuple[Piece, Piece]], scene: Scene) -> list[tuple[Piece, Piece]]:
    """As the scene has the pieces, so that it does not matter when each pair came near."""
    place = _place_by_piece(scene)
    return sorted(pairs, key=lambda pair: (place[pair[0].id], place[pair[1].id]))


@lru_cache(maxsize=4)
def _place_by_piece(scene: Scene) -> dict[str, int]:
    return {placed.id: index for index, placed in enumerate(scene.pieces)}


def _find_stale_pairs(
    rule: Judging, asked: RulePairs, scene: Scene, settings: RuleSettings, kept: Kept
) -> Iterable[PairIds]:
    """The pairs whose rulings do not stand."""
    anew = kept.changed.keys() | kept.explained | rule.also(scene, kept.changed, settings)
    stale = dict.fromkeys(key for piece in anew for key in asked.of_piece.get(piece, ()))
    if asked is not kept.answers.pairs_asked:
        stale.update(dict.fromkeys(key for key in asked.pairs if key not in kept.answers.rulings))
    passing = {key: lines for key, lines in kept.answers.drawn.items() if key not in stale and key in asked.pairs}
    if passing:
        places = [place for places in kept.changed.values() for place in places]
        is_met = reach_into([lines.corridor for lines in passing.values()], places)
        stale.update((key, None) for key, met in zip(passing, is_met.tolist(), strict=True) if met)
    return stale


def _find_changed(scene: Scene, before: Scene) -> Changed:
    now = {placed.id: placed for placed in scene.pieces}
    earlier = {placed.id: placed for placed in before.pieces}
    changed = {}
    for piece in {**now, **earlier}:
        if now.get(piece) is not earlier.get(piece):
            changed[piece] = tuple(placed for placed in (now.get(piece), earlier.get(piece)) if placed is not None)
    return changed


def _find_explained(scene: Scene, before: Scene) -> tuple[Piece, ...]:
    """What has no place, for another reason than before; a reason is in the words of a placed piece anyway."""
    if scene.reasons is before.reasons:
        return ()
    return tuple(piece for piece in scene.unseen if scene.reasons.get(piece.id) != before.reasons.get(piece.id))


def _same_pieces(scene: Scene, before: Scene) -> bool:
    ours, theirs = ([*(placed.piece for placed in moment.pieces), None, *moment.unseen] for moment in (scene, before))
    return are_the_same(ours, theirs)


def _list_drawn_lines(
    rule: Judging, pairs: Iterable[Pair], found: Mapping[PairIds, Sequence[Ruling]]
) -> dict[PairIds, DrawnLines]:
    if not rule.past_others:
        return {}
    drawn = {}
    for subject, target in pairs:
        key = subject.piece.id, target.piece.id
        rulings = found[key]
        if LINE in [ruling.rule for ruling in rulings]:
            drawn[key] = DrawnLines(subject, target, rulings)
    return drawn
