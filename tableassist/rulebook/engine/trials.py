"""What would be said if a piece were otherwise: some of its masts off, or held just above the mat. Many at once."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.engine.rulings import PairIds
from tableassist.rulebook.rule import ByPair, Case, Judging, Pair
from tableassist.rulebook.ruling.ruling import Ruling
from tableassist.rulebook.scene.scene import Scene
from tableassist.rulebook.state.game import GameState, with_unit
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
def held_above(placed: PlacedPiece) -> PlacedPiece:
    """Where the piece would lie if it were held above the mat, as high as its tags allow."""
    (x_mm, y_mm), pose = placed.on_trust.raised_mm, placed.pose.pose
    there = replace(pose, x_mm=pose.x_mm + x_mm, y_mm=pose.y_mm + y_mm)
    return replace(placed, pose=replace(placed.pose, pose=there))


def judged_with_trials(
    rule: Judging, pairs: Sequence[Pair], trials: Iterable[Trial], scene: Scene, settings: RuleSettings
) -> tuple[ByPair, Answers]:
    """What is said of the pairs, and beside it what would be."""
    asked = _together(trials, {})
    said, *others = rule.judge_all([(pairs, scene), *(_case(*each, scene) for each in asked.items())], settings)
    return said, _by_pair(asked, others)


def tried(rule: Judging, trials: Iterable[Trial], known: Answers, scene: Scene, settings: RuleSettings) -> Answers:
    """The answers to these trials, too; what is known is not asked again."""
    asked = _together(trials, known)
    if not asked:
        return known
    cases = [_case(*each, scene) for each in asked.items()]
    return {**known, **_by_pair(asked, rule.judge_all(cases, settings))}


_Asked = dict[tuple[PlacedPiece, PlacedPiece], dict[PairIds, Pair]]
"""By the piece as it is and as it might be."""


def _together(trials: Iterable[Trial], known: Answers) -> _Asked:
    asked: _Asked = {}
    for trial in trials:
        for one, other in trial.pairs:
            key = one.id, other.id
            if (trial.otherwise, key) not in known:
                asked.setdefault((trial.piece, trial.otherwise), {})[key] = (one, other)
    return asked


def _case(change: tuple[PlacedPiece, PlacedPiece], pairs: Mapping[PairIds, Pair], scene: Scene) -> Case:
    piece, otherwise = change
    pieces = tuple(otherwise if each is piece else each for each in scene.pieces)
    there = replace(scene, pieces=pieces, state=_state_of_trial(scene.state, piece, otherwise))
    return [
        (otherwise if one is piece else one, otherwise if other is piece else other) for one, other in pairs.values()
    ], there


def _state_of_trial(state: GameState, piece: PlacedPiece, otherwise: PlacedPiece) -> GameState:
    """Take her last mast in the game too: without it she may be derelict. Her other masts only stand in the way."""
    unit = state.units.get(piece.id)
    if unit is None or otherwise.masts_standing or not piece.masts_standing:
        return state
    return with_unit(state, unit, masts_lost=frozenset(range(1, unit.card.masts + 1)))


def _by_pair(asked: _Asked, said: Sequence[ByPair]) -> Answers:
    found: Answers = {(otherwise, key): {} for (_, otherwise), pairs in asked.items() for key in pairs}
    for (_, otherwise), by_pair in zip(asked, said, strict=True):
        for key, rulings in by_pair.items():
            found[otherwise, key] = {ruling.id: ruling for ruling in rulings}
    return found
