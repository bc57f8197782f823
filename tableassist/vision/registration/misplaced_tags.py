"""Mat tags that do not lie where the layout says: found by leaving tags out until the rest agree.

One tag 40 mm off pulls the fit so far that it no longer stands out by its own residual: a sound neighbour may look
worse. What tells it is how well the others agree once it is gone. So sets of tags are compared, not residuals: all
sets with one tag left out, then with two and so on, ranked by the linearised equations and fitted in earnest where
they are the best (docs/measurement-model.md, eq. 57). A tag is judged against the others alone (eq. 58).
"""

from dataclasses import dataclass, replace

import numpy as np

from tableassist.geometry import Flags, Floats
from tableassist.vision.registration.mat_view import Equations, Estimate, MatView
from tableassist.vision.registration.picture_noise import PLACE_NUMBERS, picture_noise, split_squares
from tableassist.vision.registration.pose_fit import PoseFit, fit_pose, solved, with_lens_prior

FEWEST = 4
"""Of three tags any two agree with each other about as well: none of them can be called the wrong one."""
SOUND = 1.6
"""Misfits up to this, and no single tag that stands out, are no reason to look for a wrong tag."""
LEFT_OUT_GAIN = 30.0
"""What leaving a tag out must gain, in squares of residuals against their noise."""
MISPLACED, MISSHAPEN = 30.0, 80.0
"""A tag is left out if its x, y and yaw lie so far, in squares of sigmas, from where the others say, or its eight
numbers; chance does that in one of a million."""
SUSPECT = 10.0
"""One that stands out by this much may be wrong: it stays, and the plus-minus covers that."""
CHANCE = 0.001
"""Where the rest fit worse than their noise, one tag is left out only if chance explains its misfit this seldom, by
what the misfit of the others is; and never more than one: it is rather the sheet that is bent, or the lens wrong."""
UNCLEAR_GAIN = 18.0
"""Another set as large, by so little worse, is as good an answer."""
BORDERLINE = 2.5
"""Misfits up to this need no wrong tag: the plus-minus can cover them."""
BEAM = 24
REFITTED_ALL, REFITTED = 6, 3
"""So few sets are all fitted in earnest; of more, the best by the linearised equations."""
ROUNDS = 3


@dataclass(frozen=True, slots=True, eq=False)
class Consensus:
    view: MatView
    """With the noise that this picture shows."""
    fit: PoseFit
    noise: float
    """By how much the variance of the corners exceeds the noise model's."""
    is_clear: bool = True
    """False where tags contradict each other, and it cannot be told which of them lies."""
    doubts: tuple[PoseFit, ...] = ()
    """Fits without tags that may be wrong; the plus-minus is to cover them, too."""


def consensus(view: MatView, first: PoseFit, starts: tuple[Estimate, ...] = ()) -> Consensus:
    """The largest set of tags that agree. `first` is the fit of all tags; `starts` are other poses to rank sets by."""
    found = _by_its_noise(view, first)
    if len(view.tags) < FEWEST:
        return found if len(view.tags) < 3 else replace(found, doubts=_without_each(found))
    if found.fit.misfit <= SOUND and split_squares(found.fit.equations)[0].max() < 1.0:
        return found
    odd = standing_out(found.fit)[0]
    if starts or odd.max() > MISPLACED or (found.fit.misfit > SOUND and _is_promising(found.fit)):
        found = _without_misplaced(view, found, starts)
        odd = standing_out(found.fit)[0]
    return replace(found, doubts=_suspected(found, odd))


def _without_misplaced(view: MatView, found: Consensus, starts: tuple[Estimate, ...]) -> Consensus:
    best = _best_sets(found.view, found.fit, starts)
    # The tags that agree best tell what the noise is; the wrong one has spoilt the others' shapes.
    core = _by_its_noise(view, fit_pose(view, best[-1].at, best[-1].kept), is_clean=True)
    best = [found.fit, *(fit_pose(core.view, fit.at, fit.kept) for fit in best[1:] if _all_stand_out(core.view, fit))]
    costs = [fit.cost for fit in best]
    costs[0] = fit_pose(core.view, found.fit.at, found.fit.kept).cost
    left_out = [int((~fit.kept).sum()) for fit in best]
    chosen = next(k for k in range(len(best)) if not _is_outdone(costs[k:], left_out[k:], len(view.tags)))
    if chosen == 0:
        return found
    fit = best[chosen]
    is_clear = not _has_rival(core.view, fit)
    if not is_clear and found.fit.misfit < BORDERLINE:
        return found  # and the plus-minus covers the doubt
    return Consensus(core.view, fit, core.noise, is_clear)


def _all_stand_out(view: MatView, fit: PoseFit) -> bool:
    place, whole = standing_out(fit_pose(view, fit.at, fit.kept))
    return bool(((place > MISPLACED) | (whole > MISSHAPEN))[~fit.kept].all())


def _suspected(found: Consensus, odd: Floats) -> tuple[PoseFit, ...]:
    """Without the tag that stands out most of those that stay, where it does."""
    fit = found.fit
    place = np.where(fit.kept, odd, 0.0)
    worst = int(place.argmax())
    return (_without(found, worst),) if place[worst] > SUSPECT and fit.kept.sum() > 3 else ()


def _without_each(found: Consensus) -> tuple[PoseFit, ...]:
    """Three tags cannot check each other: one may lie some millimetres off, and the camera seems to lean a little."""
    return tuple(_without(found, index) for index in range(len(found.fit.kept)))


def _without(found: Consensus, index: int) -> PoseFit:
    kept = found.fit.kept & (np.arange(len(found.fit.kept)) != index)
    return fit_pose(found.view, found.fit.at, kept)


def standing_out(fit: PoseFit) -> tuple[Floats, Floats]:
    """How far each of T tags lies from where the other kept ones say, in squares of sigmas: x, y and yaw (T,), and all
    its eight numbers (T,)."""
    equations, kept = fit.equations, fit.kept
    _, slopes, normals = _shares(equations)
    total = with_lens_prior(slopes[kept].sum(axis=0), normals[kept].sum(axis=0), equations.lens_shift)
    mine = kept.astype(np.float64)
    slope, normal = total[0] - mine[:, None] * slopes, total[1] - mine[:, None, None] * normals
    white = equations.whiten @ equations.jacobian
    miss = equations.white - (white @ solved(normal, slope)[..., None])[..., 0]
    spread = np.eye(8) + white @ np.linalg.solve(normal, white.transpose(0, 2, 1))
    by_place = equations.whiten @ equations.by_place[..., :PLACE_NUMBERS]
    inverse = np.linalg.inv(spread)
    pull = (by_place.transpose(0, 2, 1) @ inverse @ miss[..., None])[..., 0]
    place = (pull * np.linalg.solve(by_place.transpose(0, 2, 1) @ inverse @ by_place, pull[..., None])[..., 0]).sum(-1)
    return place, np.einsum("ti,tij,tj->t", miss, inverse, miss)


def _by_its_noise(view: MatView, fit: PoseFit, *, is_clean: bool = False) -> Consensus:
    noise = picture_noise(fit.equations, fit.kept, is_clean=is_clean)
    noisy = view if noise == 1.0 else view.noisier(noise)
    return Consensus(noisy, fit if noise == 1.0 else fit_pose(noisy, fit.at, fit.kept), noise)


def _best_sets(view: MatView, first: PoseFit, starts: tuple[Estimate, ...]) -> list[PoseFit]:
    """The best fits with none, one, two and more tags left out, until one is sound."""
    best = [first]
    anchors = [first, *(PoseFit(at, first.kept, view.equations(at), np.inf) for at in starts)]
    for leave in range(1, most_left_out(len(view.tags)) + 1):
        found = min((_best_set(view, anchor, leave) for anchor in anchors), key=lambda fit: fit.cost)
        best.append(found)
        anchors = [found]
        if found.misfit <= SOUND:
            break
    return best


def most_left_out(count: int) -> int:
    """At least three must stay, and twice as many as are left out."""
    return max(1, count // 3) if count >= FEWEST else 0


def _is_promising(fit: PoseFit) -> bool:
    """Whether the linearised equations alone see a gain; they are quick, and near a good fit they are right."""
    count = len(fit.kept)
    numbers = list(range(most_left_out(count) + 1))
    costs = [fit.cost, *(float(_ranked(fit.equations, leave)[1][0]) for leave in numbers[1:])]
    return _is_outdone(costs, numbers, count)


def _most_by_chance(numbers: int, freedom: int) -> float:
    """Of a ratio of mean squares."""
    from scipy.special import fdtri  # noqa: PLC0415  slow to load, and most pictures do not need it

    return float(fdtri(numbers, freedom, 1.0 - CHANCE))


def _is_outdone(costs: list[float], left_out: list[int], count: int) -> bool:
    """Whether leaving out more tags than the first set does gains more than chance would. One wrong tag is easily
    believed; where one is out already, the others are judged by their own noise."""
    own = costs[0] / (8 * (count - left_out[0]) - 6) if left_out[0] > 0 else 1.0
    for cost, leave in zip(costs[1:], left_out[1:], strict=True):
        more = leave - left_out[0]
        numbers, freedom = PLACE_NUMBERS * more, PLACE_NUMBERS * (count - leave) - 6
        excess = max(0.0, cost - SOUND * (8 * (count - leave) - 6))
        if leave > 1 and cost > BORDERLINE * (8 * (count - leave) - 6):
            continue
        by_chance = _most_by_chance(numbers, freedom) * numbers / freedom * excess if excess > 0.0 else 0.0
        if costs[0] - cost > LEFT_OUT_GAIN * more * max(1.0, own) + by_chance:
            return True
    return False


def _best_set(view: MatView, anchor: PoseFit, leave: int) -> PoseFit:
    """The set with so many left out that fits best, from where `anchor` stands."""
    best: PoseFit | None = None
    for _ in range(ROUNDS):
        sets, _ = _ranked(anchor.equations, leave)
        tried = sets if len(sets) <= REFITTED_ALL else sets[:REFITTED]
        fits = [fit_pose(view, anchor.at, kept) for kept in tried]
        found = min(fits, key=lambda fit: fit.cost)
        if best is not None and found.cost >= best.cost:
            return best
        best = anchor = found
        if len(sets) <= REFITTED_ALL:
            break
    assert best is not None
    return best


def _has_rival(view: MatView, fit: PoseFit) -> bool:
    """Whether another set of as many tags fits about as well."""
    leave = int((~fit.kept).sum())
    limit = fit.cost + UNCLEAR_GAIN * max(1.0, fit.misfit)
    sets, costs = _ranked(fit.equations, leave)
    for kept, cost in zip(sets, costs, strict=True):
        # The linearised cost is off by some share where tags lie far off; beyond four times there is no doubt.
        if cost > 4.0 * limit:
            return False
        if (kept != fit.kept).any() and fit_pose(view, fit.at, kept).cost < limit:
            return True
    return False


def _ranked(equations: Equations, leave: int) -> tuple[Flags, Floats]:
    """(B, T) sets with so many tags left out and their (B,) costs by the linearised equations, the best first."""
    shares = _shares(equations)
    count = len(equations.residual)
    sets = np.ones((1, count), dtype=bool)
    costs: Floats = np.zeros(1)
    for _ in range(leave):
        sets = np.unique(
            np.concatenate([np.where(np.eye(count, dtype=bool), False, kept)[kept] for kept in sets]), axis=0
        )
        costs = _costs(shares, sets, equations.lens_shift)
        order = np.argsort(costs, kind="stable")[: max(BEAM, count)]
        sets, costs = sets[order], costs[order]
    return sets, costs


_Shares = tuple[Floats, Floats, Floats]


def _shares(equations: Equations) -> _Shares:
    """Each tag's share of the cost (T,), its slope (T, N) and the normal matrix (T, N, N)."""
    white, jacobian = equations.white, equations.whiten @ equations.jacobian
    across = jacobian.transpose(0, 2, 1)
    return (white**2).sum(axis=1), (across @ white[..., None])[..., 0], across @ jacobian


def _costs(shares: _Shares, sets: Flags, lens_shift: Floats) -> Floats:
    cost, slope, normal = (np.tensordot(sets.astype(np.float64), share, axes=1) for share in shares)
    slope, normal = with_lens_prior(slope, normal, lens_shift)
    gain = (slope * solved(normal, slope)).sum(axis=-1)
    return np.asarray(cost + (lens_shift**2).sum() - gain, dtype=np.float64)
