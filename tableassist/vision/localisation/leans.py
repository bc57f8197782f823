"""How far the ships of this evening lean: an estimate of the spread, by all ships whose tags show it.

The jig says how upright a ship stood at her set-downs, and where there was no jig a default stands in. Both are guesses
about this evening's mat and hands. Tags that stand above the sails show the leans themselves, each with its own sigma,
and all ships together show how large leans are tonight (empirical Bayes; docs/measurement-model.md, eq. 40 and 41).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from tableassist.geometry import Flags, Floats
from tableassist.vision.localisation.disturbed import DISTURBED_LEAN_RAD, DISTURBED_SHARE

FACTORS = np.concatenate([[0.0], np.geomspace(0.1, 6.0, 30)])
"""Spread of the leans against the one known beforehand. The first stands for rigs that lean by no more than on the jig:
stiff staffs on a flat table, and nearly every picture that was drawn or staged."""
UPRIGHT_PRIOR = 0.9
"""Of the first, before any ship is seen: places are corrected for leans that the evening proves ten to one."""
FACTOR_SPREAD = 0.4
"""Sigma of the logarithm of the others: what the jig or the default says is believed to a factor of 1.5. With 0.7 three
to eight ships seen from straight above, who hardly show their leans, were within their 95 % in 91 % of cases."""
NOISE_SHARES = np.array([0.15, 0.3, 0.5, 0.75, 1.0])
"""Variance of the leans' errors against what corners and mounts claim. Claims are made for bad pictures and for the
worst plates, so errors are often smaller. If they were taken at their word, true leans would pass for noise, and the
spread would be too small."""
MIN_HEIGHT_MM = 5.0
"""Of a tag that leans with its ship: lower ones lie on cards."""
LEAST_SHOWN = 1e-6
"""Information on a lean (1 / rad^2) below which the picture shows nothing of it."""


def _log_prior() -> Floats:
    """(F,) of the factors: the first by itself, the others about a mean square of one, so that the spread known
    beforehand stands where nothing shows the leans."""
    logs = np.log(FACTORS[1:])
    weight = np.exp(-0.5 * ((logs + FACTOR_SPREAD**2) / FACTOR_SPREAD) ** 2)
    leaning = (1.0 - UPRIGHT_PRIOR) * weight / weight.sum()
    return np.asarray(np.log(np.concatenate([[UPRIGHT_PRIOR], leaning])), dtype=np.float64)


_LOG_PRIOR = _log_prior()


@dataclass(frozen=True, slots=True, eq=False)
class LeanSpread:
    """What the ships seen at rest say of the spread of leans."""

    evidence: Mapping[str, Floats] = field(default_factory=dict)
    """Piece to the log-likelihoods (F, C) of FACTORS and NOISE_SHARES, by her latest place."""

    def updated(self, pieces: list[str], evidence: Floats, counts: Flags) -> "LeanSpread":
        """The same with the evidence (P, F, C) of pieces that were measured now, as far as it counts (P,). A ship that
        does not count keeps what she showed before."""
        new = {piece: row for piece, row, is_used in zip(pieces, evidence, counts, strict=True) if is_used}
        return LeanSpread({**self.evidence, **new}) if new else self

    def estimate(self) -> "LeanEstimate":
        total = sum(self.evidence.values(), np.zeros((len(FACTORS), len(NOISE_SHARES)))) + _LOG_PRIOR[:, None]
        weight = np.exp(total - total.max()).sum(axis=1)
        return LeanEstimate(
            factor2=float(weight[1:] @ FACTORS[1:] ** 2 / weight[1:].sum()),
            upright_share=float(weight[0] / weight.sum()),
        )


@dataclass(frozen=True, slots=True)
class LeanEstimate:
    factor2: float
    """Mean square of the factor: the prior variance of a lean is this times the one known beforehand.

    The mean, not the most likely value, so what few ships leave open makes it larger. Exactly upright rigs are left
    out: they are a reason not to correct a place, never one to claim that nothing leans."""
    upright_share: float
    """Probability that rigs lean by no more than on the jig, so that leans which show are noise."""


NO_LEANS = LeanSpread()


def lean_evidence(values: Floats, covariance: Floats, known_variance: Floats) -> Floats:
    """(P, F, C) log-likelihoods, from leans (P, 2) fitted with a prior of variance `known_variance` (P,), and their
    covariance (P, 2, 2).

    The fit has the information `covariance^-1 = D + I / t^2`, where D is what the corners alone show of the leans.
    Along the axes of D, with its entries d, they show the lean `l = (covariance^-1 lean) / d` to a variance of c / d,
    where c is the noise share. If leans have the variance v, l has v + c / d, and with z = l sqrt(d)

        log L(v, c) = -1/2 log(c + d v) - 1/2 z^2 / (c + d v)

    for each of the two axes. A ship is disturbed once in a while, whatever the others do, so that one bent staff does
    not widen all plus-minuses:

        L_ship(f, c) = (1 - p) L(f^2 t^2, c) + p L((6 degrees)^2, c)
    """
    information = np.linalg.inv(covariance)
    shown, axes = np.linalg.eigh(information - np.eye(2) / known_variance[:, None, None])
    is_shown = shown > LEAST_SHOWN
    pull = np.einsum("pij,pik,pk->pj", axes, information, values)
    z2 = np.where(is_shown, pull**2 / np.maximum(shown, LEAST_SHOWN), 0.0)[..., None, None]
    disturbed = np.full((len(values), 1), DISTURBED_LEAN_RAD**2)
    variance = np.concatenate([known_variance[:, None] * FACTORS**2, disturbed], axis=1)
    spread = NOISE_SHARES + np.where(is_shown, shown, 0.0)[..., None, None] * variance[:, None, :, None]
    axis_logs = np.where(is_shown[..., None, None], -0.5 * (np.log(spread) + z2 / spread), 0.0)
    logs = axis_logs.sum(axis=1)
    standing, odd = logs[:, :-1] + np.log1p(-DISTURBED_SHARE), logs[:, -1:] + np.log(DISTURBED_SHARE)
    return np.asarray(np.logaddexp(standing, odd), dtype=np.float64)
