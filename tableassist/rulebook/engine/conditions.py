"""What a yes or no rests on though the picture does not show it: masts that may be off, hulls that cannot be made out,
pieces that may be held just above the mat.

A mast's standing is tried: the same questions are asked once more with the masts off. So are those with less room than
a piece would be off if it were held: with the piece there. How far a hull may lie from where its tag has it is known,
so it is compared with the room that the answer has.

    unverified                  how it is decided                                        condition of a call
    who is under the plate      every call about her: she may be anywhere                this is X, on her own plate
    where her hull is           calls with less room than the hull may be off            X's plate is straight
    which masts stand           trial: all unverified masts off; calls that turn are     mast 2 of X stands
                                tried with each mast off alone, to name the right one
    whether she is on the mat   trial: at the place of her tags' height, for calls       X stands flat on the mat
                                with less room than that moves her

A call has a condition only if it would be another one (`_is_turned`, `_find_turned_calls`): hedging without need makes
answers useless. Trials of all pieces are judged in one go with the real scene (`Judging.judge_all`), since most of the
work is the same. What was said before is a guess at which trials will be needed (`likely_trials`); the others follow in
a second go, so the guess costs time at most and never changes an answer.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from tableassist.messages import Message, template
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.rule import ByPair, Case, Judging, Pair, PairIds
from tableassist.rulebook.ruling import Condition, Ruling, Verdict
from tableassist.rulebook.scene import Scene
from tableassist.rulebook.shooting.gun import RANGE_RULE as RANGE
from tableassist.rulebook.shooting.line_of_fire import RULE as LINE
from tableassist.rulebook.shooting.shot import RULE as SHOT
from tableassist.rulebook.state.game import GameState
from tableassist.scene.facts import Fact
from tableassist.scene.placed_piece import PlacedPiece


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """A piece as it is and as it might be, and the pairs whose calls that may turn."""

    piece: PlacedPiece
    otherwise: PlacedPiece
    pairs: Sequence[Pair]


Answers = dict[tuple[PlacedPiece, PairIds], dict[str, Ruling]]
"""By the piece as it might be, and by the pair: the rulings by their ids."""


@lru_cache(maxsize=256)
def without_masts(placed: PlacedPiece, masts: tuple[int, ...]) -> PlacedPiece:
    """The same value from frame to frame while the piece is: what is worked out from it is kept."""
    return replace(placed, masts_standing=tuple(mast for mast in placed.masts_standing if mast not in masts))


@lru_cache(maxsize=256)
def lift_piece(placed: PlacedPiece) -> PlacedPiece:
    """Where the piece would lie if it were held above the mat, as high as its tags allow."""
    (x_mm, y_mm), pose = placed.on_trust.raised_mm, placed.pose.pose
    there = replace(pose, x_mm=pose.x_mm + x_mm, y_mm=pose.y_mm + y_mm)
    return replace(placed, pose=replace(placed.pose, pose=there))


def judge_with_trials(
    rule: Judging, pairs: Sequence[Pair], trials: Iterable[Trial], scene: Scene, settings: RuleSettings
) -> tuple[ByPair, Answers]:
    """What is said of the pairs, and beside it what would be."""
    pairs_by_change = _group_by_change(trials, {})
    rulings, *others = rule.judge_all(
        [(pairs, scene), *(_build_case(*change, scene) for change in pairs_by_change.items())], settings
    )
    return rulings, _index_by_pair(pairs_by_change, others)


def run_trials(rule: Judging, trials: Iterable[Trial], known: Answers, scene: Scene, settings: RuleSettings) -> Answers:
    """The answers to these trials, too; what is known is not asked again."""
    pairs_by_change = _group_by_change(trials, known)
    if not pairs_by_change:
        return known
    cases = [_build_case(*change, scene) for change in pairs_by_change.items()]
    return {**known, **_index_by_pair(pairs_by_change, rule.judge_all(cases, settings))}


_Asked = dict[tuple[PlacedPiece, PlacedPiece], dict[PairIds, Pair]]
"""By the piece as it is and as it might be."""


def _group_by_change(trials: Iterable[Trial], known: Answers) -> _Asked:
    pairs_by_change: _Asked = {}
    for trial in trials:
        for subject, target in trial.pairs:
            key = subject.id, target.id
            if (trial.otherwise, key) not in known:
                pairs_by_change.setdefault((trial.piece, trial.otherwise), {})[key] = (subject, target)
    return pairs_by_change


def _build_case(change: tuple[PlacedPiece, PlacedPiece], pairs: Mapping[PairIds, Pair], scene: Scene) -> Case:
    piece, otherwise = change
    pieces = tuple(otherwise if placed is piece else placed for placed in scene.pieces)
    there = replace(scene, pieces=pieces, state=_state_of_trial(scene.state, piece, otherwise))
    return [
        (otherwise if subject is piece else subject, otherwise if target is piece else target)
        for subject, target in pairs.values()
    ], there


def _state_of_trial(state: GameState, piece: PlacedPiece, otherwise: PlacedPiece) -> GameState:
    """Take her last mast in the game too: without it she may be derelict. Her other masts only stand in the way."""
    unit = state.units.get(piece.id)
    if unit is None or otherwise.masts_standing:
        return state
    return state.with_unit(unit, masts_lost=frozenset(range(1, unit.card.masts + 1)))


def _index_by_pair(pairs_by_change: _Asked, judged: Sequence[ByPair]) -> Answers:
    answers: Answers = {(otherwise, key): {} for (_, otherwise), pairs in pairs_by_change.items() for key in pairs}
    for (_, otherwise), by_pair in zip(pairs_by_change, judged, strict=True):
        for key, rulings in by_pair.items():
            answers[otherwise, key] = {ruling.id: ruling for ruling in rulings}
    return answers


CALLS = (Verdict.YES, Verdict.NO)
MEASURED_PARTS = (RANGE, LINE)
"""Rules of which a shot is made, and that hang on where the ships lie."""
Found = Mapping[PairIds, Sequence[Ruling]]


def with_conditions(
    rule: Judging, pairs: Sequence[Pair], found: Found, known: Answers, scene: Scene, settings: RuleSettings
) -> dict[PairIds, list[Ruling]]:
    """The rulings of those pairs for which there are some, with the conditions on which they rest. `known` is what has
    been tried already."""
    on_trust = _find_unverified(pairs, found, scene)
    outcomes = run_trials(rule, _list_trials(on_trust), known, scene, settings)
    outcomes = run_trials(rule, _list_trials_of_each_mast(on_trust, found, outcomes), outcomes, scene, settings)
    conditions: dict[PairIds, dict[str, list[Condition]]] = {}
    for unverified in on_trust:
        for ruling, condition in _list_conditions(unverified, found, outcomes):
            rests_on = conditions.setdefault((ruling.subject, ruling.target), {})
            rests_on.setdefault(ruling.id, []).append(condition)
    return {
        key: [
            ruling.replace(conditions=tuple(rests_on[ruling.id])) if ruling.id in rests_on else ruling
            for ruling in found[key]
        ]
        for key, rests_on in conditions.items()
    }


def likely_trials(pairs: Iterable[Pair], before: Found, scene: Scene) -> Iterator[Trial]:
    """What will have to be tried if about the same is said of these pairs as before."""
    again = ((subject, target) for subject, target in pairs if (subject.id, target.id) in before)
    return _list_trials(_find_unverified(again, before, scene))


@dataclass(frozen=True, slots=True, eq=False)
class _UnverifiedPiece:
    """A piece of which something is taken on trust, and the pairs whose rulings it has a say in."""

    piece: PlacedPiece
    masts: tuple[int, ...]
    """Of which the picture does not tell whether they stand, though the ledger has them standing."""
    raised_mm: float
    pairs: Sequence[Pair]
    may_turn: Sequence[Pair]
    """Those with calls that may be others with masts off."""
    near: Mapping[Pair, Sequence[Ruling]]
    """Calls with less room than the piece would be off if it were held above the mat."""


def _find_unverified(pairs: Iterable[Pair], found: Found, scene: Scene) -> list[_UnverifiedPiece]:
    """Always in the scene's order, whatever is judged anew."""
    # Nobody acts on a call about a ship in somebody's hand, and such calls are made anew at every frame.
    moving = {piece for piece, on_trust in scene.on_trust.items() if on_trust.under_way}
    if len(moving) == len(scene.on_trust):
        return []
    borne_on = _pairs_by_involved_piece((pair for pair in pairs if moving.isdisjoint((pair[0].id, pair[1].id))), found)
    placed = ((scene.find(piece), borne_on[piece]) for piece in scene.on_trust if piece in borne_on)
    return [
        _make_unverified(piece, piece_pairs, found)
        for piece, piece_pairs in placed
        if piece is not None and piece.id not in moving
    ]


def _pairs_by_involved_piece(pairs: Iterable[Pair], found: Found) -> dict[str, list[Pair]]:
    """Of each piece the pairs whose rulings it has a say in: as one of the two, or in the way between them."""
    out: dict[str, list[Pair]] = {}
    for subject, target in pairs:
        witnesses = (ruling.witness for ruling in found[subject.id, target.id] if ruling.witness is not None)
        stopped = {witness.blocker for witness in witnesses if witness.blocker is not None}
        for piece in {subject.id, target.id, *stopped}:
            out.setdefault(piece, []).append((subject, target))
    return out


def _make_unverified(piece: PlacedPiece, pairs: Sequence[Pair], found: Found) -> _UnverifiedPiece:
    masts = tuple(mast for mast in piece.on_trust.masts if mast in piece.masts_standing)
    bare = len(masts) == len(piece.masts_standing)
    may_turn = [pair for pair in pairs if _may_turn(found[pair[0].id, pair[1].id], bare=bare)] if masts else []
    raised_mm = math.hypot(*piece.on_trust.raised_mm)
    near = {pair: list(_calls_within(raised_mm, piece, pair, found)) for pair in pairs} if raised_mm > 0 else {}
    return _UnverifiedPiece(
        piece, masts, raised_mm, pairs, may_turn, {pair: calls for pair, calls in near.items() if calls}
    )


def _may_turn(rulings: Sequence[Ruling], *, bare: bool) -> bool:
    """Fewer masts make no yes where nothing that was measured is yes or open: most ships are far from most others. But
    a ship that has none left may not do what she may do anywhere."""
    return any(ruling.verdict is not Verdict.NO and (bare or ruling.measured_mm is not None) for ruling in rulings)


def _list_trials(on_trust: Iterable[_UnverifiedPiece]) -> Iterator[Trial]:
    for unverified in on_trust:
        if unverified.may_turn:
            yield Trial(unverified.piece, without_masts(unverified.piece, unverified.masts), unverified.may_turn)
        if unverified.near:
            yield Trial(unverified.piece, lift_piece(unverified.piece), list(unverified.near))


def _list_trials_of_each_mast(on_trust: Iterable[_UnverifiedPiece], found: Found, outcomes: Answers) -> Iterator[Trial]:
    """Where calls are others with several masts off: which of them it is."""
    for unverified in on_trust:
        if len(unverified.masts) > 1 and any(_find_turned_calls(unverified, unverified.masts, found, outcomes)):
            yield from (
                Trial(unverified.piece, without_masts(unverified.piece, (mast,)), unverified.may_turn)
                for mast in unverified.masts
            )


def _list_conditions(
    unverified: _UnverifiedPiece, found: Found, outcomes: Answers
) -> Iterator[tuple[Ruling, Condition]]:
    piece, words = unverified.piece, {"name": unverified.piece.name}
    for ruling in _calls_on_identity(unverified, found):
        yield ruling, Condition(piece.id, (), Message("this is {name}, on her own plate", **words), Fact.IDENTITY)
    for ruling in _calls_on_hull(unverified, found):
        yield ruling, Condition(piece.id, (), Message("{name}'s plate is straight", **words), Fact.PLATE)
    for masts, ruling in _calls_on_masts(unverified, found, outcomes):
        form = (
            template("mast {masts} of {name} stands") if len(masts) == 1 else template("masts {masts} of {name} stand")
        )
        yield ruling, Condition(piece.id, masts, Message(form, masts=masts, **words), Fact.MASTS)
    for ruling in _calls_on_standing(unverified, outcomes):
        yield ruling, Condition(piece.id, (), Message("{name} stands flat on the mat", **words), Fact.FLAT)


def _calls_on_identity(unverified: _UnverifiedPiece, found: Found) -> Iterator[Ruling]:
    """Calls about a ship that may be another one: she may be anywhere on the table, so no distance is far enough."""
    if unverified.piece.on_trust.identity:
        for pair in unverified.pairs:
            yield from _calls_within(math.inf, unverified.piece, pair, found)


def _calls_on_hull(unverified: _UnverifiedPiece, found: Found) -> Iterator[Ruling]:
    """Calls with less room than the hull may be off."""
    reach_mm = unverified.piece.on_trust.hull_mm
    for pair in unverified.pairs if reach_mm > 0 else ():
        yield from _calls_within(reach_mm, unverified.piece, pair, found)


def _calls_within(reach_mm: float, piece: PlacedPiece, pair: Pair, found: Found) -> Iterator[Ruling]:
    """Calls about a pair, in which the piece has a say, with less room than this."""
    is_one = piece in pair
    rulings = found[pair[0].id, pair[1].id]
    for ruling in rulings:
        over_mm = _excess_mm(ruling) if ruling.verdict in CALLS and not _is_forbidden(ruling, rulings) else None
        in_the_way = ruling.witness is not None and ruling.witness.blocker == piece.id
        if over_mm is not None and abs(over_mm) < reach_mm and (is_one or in_the_way):
            yield ruling


def _is_forbidden(ruling: Ruling, rulings: Sequence[Ruling]) -> bool:
    """Whether a shot is refused by what a card or a state says: wherever the ships lie, the answer stays."""
    if ruling.rule != SHOT or ruling.verdict is not Verdict.NO:
        return False
    parts = (part for part in rulings if part.cannon == ruling.cannon and part.rule in MEASURED_PARTS)
    return not any(part.verdict is Verdict.NO for part in parts)


def _excess_mm(ruling: Ruling) -> float | None:
    """What was measured, beyond the limit."""
    if ruling.measured_mm is None or ruling.limit_mm is None:
        return None
    return ruling.measured_mm - ruling.limit_mm


def _calls_on_standing(unverified: _UnverifiedPiece, outcomes: Answers) -> Iterator[Ruling]:
    """Calls that would be others if the piece were held above the mat, as high as its tags allow."""
    for (subject, target), rulings in unverified.near.items():
        would_be = outcomes[lift_piece(unverified.piece), (subject.id, target.id)]
        for ruling in rulings:
            if (outcome := would_be.get(ruling.id)) is not None and _is_turned(ruling, outcome):
                yield ruling


def _is_turned(ruling: Ruling, other: Ruling) -> bool:
    over_mm, then_mm = _excess_mm(ruling), _excess_mm(other)
    crosses = over_mm is not None and then_mm is not None and (over_mm > 0) is not (then_mm > 0)
    return crosses or (other.verdict in CALLS and other.verdict is not ruling.verdict)


def _calls_on_masts(
    unverified: _UnverifiedPiece, found: Found, outcomes: Answers
) -> Iterator[tuple[tuple[int, ...], Ruling]]:
    """Calls that would be others with some masts off, and with which."""
    turned = list(_find_turned_calls(unverified, unverified.masts, found, outcomes))
    if len(unverified.masts) == 1 or not turned:
        yield from ((unverified.masts, ruling) for ruling in turned)
        return
    alone: dict[str, tuple[int, ...]] = {}
    for mast in unverified.masts:
        for ruling in _find_turned_calls(unverified, (mast,), found, outcomes):
            alone[ruling.id] = (*alone.get(ruling.id, ()), mast)
    yield from ((alone.get(ruling.id, unverified.masts), ruling) for ruling in turned)


def _find_turned_calls(
    unverified: _UnverifiedPiece, masts: tuple[int, ...], found: Found, outcomes: Answers
) -> Iterator[Ruling]:
    """Calls that are others with these masts off."""
    for subject, target in unverified.may_turn:
        key = subject.id, target.id
        would_be = outcomes[without_masts(unverified.piece, masts), key]
        for ruling in found[key]:
            # Of a cannon whose mast is off nothing is asked: it shoots at nobody.
            bare = would_be[ruling.id].verdict if ruling.id in would_be else Verdict.NO
            if ruling.verdict in CALLS and bare is not ruling.verdict:
                yield ruling
