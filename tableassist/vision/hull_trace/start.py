"""A first outline: the packaged hull stretched until its feet are where the pictures show edges against ground."""

from dataclasses import dataclass
from itertools import product

import numpy as np

from tableassist.geometry import Floats
from tableassist.vision.hull_trace.edges import EdgeCosts

MAX_GAIN = 25.0
"""No single edge counts for more: a strong one may be a shadow's."""
SMEAR_MM = 0.25
"""The stretched hull is not quite the true one: edges this near count."""
STERN_SHARES = np.linspace(-0.14, 0.14, 29)
WIDTH_SHARES = np.linspace(-0.18, 0.18, 25)
MIN_START_SHARE = 0.8
"""Starts with a smaller share of the best one's evidence are not followed."""
START_WIDTHS = WIDTH_SHARES[::3]
"""A trace keeps to edges near its start, so starts are as far apart as it can move: about 0.4 mm on each side."""
MIN_WIDTH_STEP = 0.03
"""Nearer than this a start is the best one again."""
BOW_STEPS_MM = (-0.4, 0.0, 0.4)
STRETCH_SIGMA = 0.06
"""Packaged hulls differ from true ones by this share of their length and width."""

GLUED_SIGMA_MM = 1.0
"""How far from its place a hand glues a wake plate."""
STERN_FACING, STERN_WEIGHT = -0.7, 4.0
"""A transom is a tenth of the rim, and says where the stern is; two long sides say it as well by their curve, if the
hull were the packaged one. A ship 9 % short was traced 6 mm too long, with no edge at all where her stern should be."""
EVIDENCE_PER_PRIOR = 50.0
"""Evidence of neighbouring points is that of one edge, and one edge can be a shadow's or a deck's: a length that is one
sigma off must be paid for by two or three edges of full strength."""


@dataclass(frozen=True, slots=True)
class StartStretch:
    """Of the packaged hull: its bow moves ahead, the rest is stretched from the bow."""

    bow_x_mm: float
    bow_step_mm: float
    length_share: float
    width_share: float

    def stretch(self, points: Floats) -> Floats:
        x = self.bow_x_mm + self.bow_step_mm + (points[:, 0] - self.bow_x_mm) * (1.0 + self.length_share)
        return np.column_stack([x, points[:, 1] * (1.0 + self.width_share)])


def find_starts(
    contour: Floats, normals: Floats, costs: list[EdgeCosts], stern_x_mm: float | None = None
) -> tuple[list[StartStretch], int]:
    """Try lengths, widths and bow steps for the most evidence of feet in all pictures: the best of each width that may
    be the true one, from narrow to wide, and which of them is the best of all.

    The bow's tip was set against the stop, so it is known far better than the stern. `stern_x_mm`: where the stern is
    by the wake plate that is glued to it.
    """
    evidence = _evidence(costs) * np.where(normals[:, 0] < STERN_FACING, STERN_WEIGHT, 1.0)[:, None]
    offsets = costs[0].offsets_mm
    step = float(offsets[1] - offsets[0])
    stern_x = float(contour[:, 0].min()) if stern_x_mm is None else stern_x_mm
    stern_sigma = STRETCH_SIGMA * float(np.ptp(contour[:, 0])) if stern_x_mm is None else GLUED_SIGMA_MM
    stern = contour[contour[:, 0].argmin()][None]
    bow_x, rows = float(contour[:, 0].max()), np.arange(len(contour))
    tries = [StartStretch(bow_x, *shares) for shares in product(BOW_STEPS_MM, STERN_SHARES, WIDTH_SHARES)]

    def score(tried: StartStretch) -> float:
        moved = ((tried.stretch(contour) - contour) * normals).sum(axis=1)
        at = np.rint((moved - offsets[0]) / step).astype(np.intp)
        inside = (at >= 0) & (at < len(offsets))
        seen = evidence[rows[inside], at[inside]].sum()
        stern_off = (float(tried.stretch(stern)[0, 0]) - stern_x) / stern_sigma
        return float(seen) - 0.5 * EVIDENCE_PER_PRIOR * (stern_off**2 + (tried.width_share / STRETCH_SIGMA) ** 2)

    scored = [(score(tried), tried) for tried in tries]
    best_score, best = max(scored, key=lambda entry: entry[0])
    starts = [best]
    for width in START_WIDTHS:
        if abs(width - best.width_share) < MIN_WIDTH_STEP:
            continue
        value, tried = max((entry for entry in scored if abs(entry[1].width_share - width) < 1e-6), key=lambda e: e[0])
        if value >= MIN_START_SHARE * best_score:
            starts.append(tried)
    starts.sort(key=lambda start: start.width_share)
    return starts, starts.index(best)


def _evidence(costs: list[EdgeCosts]) -> Floats:
    """(N, E) of feet, all pictures together."""
    from scipy.ndimage import gaussian_filter1d  # noqa: PLC0415  slow to load, and no window needs it to open

    total = np.zeros(costs[0].gain.shape)
    for cost in costs:
        total += np.where(cost.is_top[:, None], 0.0, np.minimum(cost.gain, MAX_GAIN))
    step = float(costs[0].offsets_mm[1] - costs[0].offsets_mm[0])
    return gaussian_filter1d(total, SMEAR_MM / step, axis=1, mode="constant")
