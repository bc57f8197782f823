"""One outline from all views: carve, find the rim in each view, agree, smooth; and how far it may be off."""

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np

from tableassist.geometry.arrays import Flags, Floats, Indices, PiecePoints
from tableassist.vision.outline.backdrop import Backdrop
from tableassist.vision.outline.curve import (
    bend_mm,
    bridged,
    even_steps,
    inward_mm,
    outward,
    smoothed,
    stretches,
    trusted,
)
from tableassist.vision.outline.edge import FARTHEST_MM, RINGING, RINGING_TALL, SeenRim, sampled, seen_rim
from tableassist.vision.outline.hidden import Cover
from tableassist.vision.outline.mirror import filled, keel_of
from tableassist.vision.outline.path import settled
from tableassist.vision.outline.silhouette import THIN_MM, Silhouette, disc
from tableassist.vision.outline.view import OutlineView

GRID_MM = 0.4
STEP_MM = 0.5
NORMAL_STEPS = 3.0
SMOOTH_STEPS = 1.6
"""The rim is smoothed over about so many steps: less than a pixel of a 1080p camera."""
ROUNDS = 3
CLUSTER_MM = 0.7
"""Views that show the same rim agree within this."""
VIEW_SIGMA_MM = 0.08
"""Between views of the same rim, whatever the noise: pixels and compression fall on it differently."""
EVEN_STEPS = 2.0
CARVED_SIGMA_MM = 0.5
"""Of the carved rim, where no view shows it between pixels."""
ALONE = 1.5
"""One view alone has nothing that contradicts it; its plus-minus is widened by this."""
LEAST_KNOWN = 24
LONGEST_PLATE_MM = 15.0
"""Along the carved rim: what is hidden on a longer stretch is no mere corner of a plate."""
NEAR_MM, NEAR_DEEP_MM = 1.3, 1.0
"""From where all views together see the rim, either way and inward, if there are some that know the mat."""
DEEPEST_MM = 2.0
"""A rim so far within the carved one is an edge in the piece's own picture."""
FLOOR_PX = 0.11
"""Blur, sharpening, gamma and the shadow at a rim move the half-way level by about this much, all round alike."""
FLOOR_MM = 0.05
"""Cards are not cut upright."""


@dataclass(frozen=True, slots=True, eq=False)
class SegmentedView:
    view: OutlineView
    backdrop: Backdrop
    silhouette: Silhouette


@dataclass(frozen=True, slots=True, eq=False)
class FittedOutline:
    points: PiecePoints
    """(N, 2) in even steps, counter-clockwise."""
    sigma: Floats
    """(N,) mm, of each point."""
    known: Flags
    """(N,) False where no view shows the rim: there the outline is a straight line."""
    spread_mm: float
    """RMS of single views about the outline: how well they agree."""
    bridged_mm: float
    """The longest stretch that was drawn on from both sides, along the rim as it was before."""

    @property
    def sigma_mm(self) -> float:
        """Of the outline as a whole: RMS over its points."""
        return math.sqrt(float((self.sigma**2).mean()))

    @property
    def hidden_share(self) -> float:
        return float((~self.known).mean())

    @property
    def widest_gap_mm(self) -> float:
        count = len(self.points)
        spans = [self.points[(start + n) % count] - self.points[start - 1] for start, n in stretches(self.known)]
        return max(self.bridged_mm, *(float(np.linalg.norm(span)) for span in spans), 0.0)


def carved(views: tuple[SegmentedView, ...], *, half_mm: float, top_mm: float, tall: bool) -> PiecePoints | None:
    """The rim of what every view calls piece, at the foot as well as at the top. Flat pieces: most views."""
    axis = np.arange(-half_mm, half_mm + GRID_MM / 2, GRID_MM)
    grid = PiecePoints(np.stack(np.meshgrid(axis, axis), axis=-1))
    cut = [_upright(each, grid, top_mm) for each in views]
    if tall:
        # What stands above the hull hides the mat behind it from one side; one view in seven may be wrong.
        body = np.sort([share for share, _ in cut], axis=0)[len(views) // 7] > 0.5
    else:
        body = np.mean([share + likely for share, likely in cut], axis=0) > 1.0
    opened = cv2.morphologyEx(body.astype(np.uint8), cv2.MORPH_OPEN, disc(0.5 * THIN_MM / GRID_MM))
    rims, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not rims:
        return None
    largest = max(rims, key=cv2.contourArea).reshape(-1, 2)
    if len(largest) < LEAST_KNOWN:
        return None
    return PiecePoints(np.asarray(largest, np.float64) * GRID_MM - half_mm)


def _upright(each: SegmentedView, grid: PiecePoints, top_mm: float) -> tuple[Floats, Floats]:
    """An upright wall is piece at its foot as well as at its top."""
    foot = each.silhouette.at(each.backdrop, each.view.image_points(grid, 0.0))
    top = each.silhouette.at(each.backdrop, each.view.image_points(grid, top_mm))
    return np.minimum(foot[0], top[0]), np.minimum(foot[1], top[1])


def fitted(
    start: PiecePoints,
    views: tuple[SegmentedView, ...],
    *,
    top_mm: float,
    covers: tuple[Cover, ...],
    tall: bool,
    even: bool,
) -> FittedOutline | None:
    """None where no view shows a rim. `even`: its two sides are alike, as a ship's are."""
    joint = len(views) > 1 and any(each.backdrop.from_pictures for each in views)
    points = PiecePoints(smoothed(even_steps(start, STEP_MM), 2.0))
    if joint:
        points = _settled(points, views, top_mm=top_mm, covers=covers, tall=tall)
    first = points
    agreed: _Agreed | None = None
    rough_mm, bridged_mm = 0.0, 0.0
    ringing = RINGING_TALL if tall else RINGING
    for _ in range(ROUNDS):
        points = even_steps(points, STEP_MM)
        normals = outward(points, NORMAL_STEPS)
        rims = [
            seen_rim(
                each.view,
                each.backdrop,
                points,
                normals,
                top_mm=top_mm,
                covers=covers,
                ringing=ringing,
                farthest_mm=NEAR_MM if joint else FARTHEST_MM,
            )
            for each in views
        ]
        agreed = _agree(rims, tall=tall)
        if agreed.known.sum() < LEAST_KNOWN:
            return None
        evened = _evened(agreed)
        rough_mm = math.sqrt(float(np.mean((agreed.offset - evened)[agreed.known] ** 2)))
        moved = PiecePoints(points + evened[:, None] * normals)
        astray = inward_mm(moved, first) > (NEAR_DEEP_MM if joint else DEEPEST_MM)
        agreed = replace(agreed, known=agreed.known & ~astray)
        # Where there is nothing to see the carved rim stands; where something lies over the rim it goes on.
        moved = PiecePoints(np.where(astray[:, None], points, moved))
        if even:
            agreed, moved = _by_other_side(agreed, moved, normals)
        # Not by its chord: a stern that nobody saw would be cut off by a short one.
        bridged_mm = max(bridged_mm, *(STEP_MM * length for _, length in stretches(~agreed.covered)), 0.0)
        points = PiecePoints(smoothed(bridged(moved, ~agreed.covered), SMOOTH_STEPS))
    assert agreed is not None
    px_mm = float(np.mean([each.view.mm_per_px for each in views]))
    return FittedOutline(points, _sigma(agreed, points, px_mm, rough_mm), agreed.known, agreed.spread_mm, bridged_mm)


def _by_other_side(agreed: "_Agreed", moved: PiecePoints, normals: Floats) -> tuple["_Agreed", PiecePoints]:
    """What no view shows, from the other side of the hull, with a plus-minus of its own."""
    keel = keel_of(moved, normals, agreed.known)
    if keel is None:
        return agreed, moved
    moved, told = filled(moved, normals, agreed.known, keel)
    usual = float(np.sqrt(np.mean(agreed.sigma[agreed.known] ** 2)))
    sigma = np.where(told, math.hypot(usual, keel.sigma_mm), agreed.sigma)
    return replace(agreed, sigma=sigma, known=agreed.known | told, covered=agreed.covered & ~told), moved


def _settled(
    start: PiecePoints, views: tuple[SegmentedView, ...], *, top_mm: float, covers: tuple[Cover, ...], tall: bool
) -> PiecePoints:
    """The carved rim without what lies over it, then as all views together see it."""
    points = start
    for last in (False, True):
        normals = outward(points, NORMAL_STEPS)
        lines = [sampled(each.view, each.backdrop, points, normals, top_mm=top_mm, covers=covers) for each in views]
        under = np.all([each.covered[:, len(each.along) // 2] for each in lines], axis=0)
        for first, length in stretches(~under):
            if length * STEP_MM > LONGEST_PLATE_MM:
                under[np.arange(first, first + length) % len(under)] = False
        if last or not under.any():
            break
        points = even_steps(bridged(points, ~under), STEP_MM)
    return settled(points, normals, lines, tall=tall)


@dataclass(frozen=True, slots=True, eq=False)
class _Agreed:
    """(N,) for the points of a contour."""

    offset: Floats
    sigma: Floats
    count: Indices
    known: Flags
    covered: Flags
    spread_mm: float


def _agree(rims: list[SeenRim], *, tall: bool) -> _Agreed:
    """The offsets of all views to one a point.

    Flat pieces: the mean of the views near to their middle. Tall ones: what stands above the hull hides its rim and
    shows one farther out, and the deck's own edges pass for one farther in; so the rim on which most views agree.
    """
    offsets, noises = np.stack([rim.offset_mm for rim in rims]), np.stack([rim.sigma_mm for rim in rims])
    ordered = np.sort(np.where(np.isnan(offsets), np.inf, offsets), axis=0)
    seen = np.isfinite(ordered).sum(axis=0)
    typical = ordered[np.maximum((seen - 1) // 2, 0), np.arange(ordered.shape[1])]
    middle = _fullest(ordered) if tall else typical
    near = np.abs(offsets - np.where(np.isfinite(middle), middle, 0.0)) < CLUSTER_MM
    seen_at_all = near.any(axis=0) & np.isfinite(middle)
    over = np.mean([rim.covered for rim in rims], axis=0) >= 0.5
    covered = ~trusted(seen_at_all | ~over, gap=3, margin=2, least=8)
    known = seen_at_all & ~covered
    weights = np.where(near, 1.0 / (np.where(near, noises, 1.0) ** 2 + VIEW_SIGMA_MM**2), 0.0)
    total = np.maximum(weights.sum(axis=0), 1e-12)
    mean = (weights * np.nan_to_num(offsets)).sum(axis=0) / total
    chi = weights * np.where(near, np.nan_to_num(offsets) - mean, 0.0) ** 2
    freedom = float(np.maximum(near.sum(axis=0) - 1, 0).sum())
    # Views that scatter more than they should are taken at their word; less scatter does not narrow it.
    worse = max(1.0, float(chi.sum()) / freedom) if freedom > 0 else 1.0
    squares = np.where(near, np.nan_to_num(offsets) - mean, 0.0) ** 2
    spread = math.sqrt(float(squares.sum()) / freedom) if freedom > 0 else 0.0
    # Which of a hull's edges is taken for its rim is the same mistake in all views: more of them do not mend it.
    common = (weights * np.where(near, noises, 0.0)).sum(axis=0) / total if tall else 0.0
    return _Agreed(mean, np.sqrt(worse / total + common**2), near.sum(axis=0), known, covered, spread)


def _evened(agreed: _Agreed) -> Floats:
    """(N,) offsets smoothed along the rim, the surer ones weighing more; 0 where nothing is known."""
    weights = np.where(agreed.known, 1.0 / agreed.sigma**2, 0.0)
    total = smoothed(weights, EVEN_STEPS)
    evened = smoothed(weights * np.where(agreed.known, agreed.offset, 0.0), EVEN_STEPS)
    return np.where(agreed.known, evened / np.maximum(total, 1e-9), 0.0)


def _fullest(ordered: Floats) -> Floats:
    """(N,) the middle of those of (V, N) sorted offsets on which most views agree, of equals the innermost."""
    finite = np.isfinite(ordered)
    plain = np.where(finite, ordered, 0.0)
    apart = plain[None] - plain[:, None]
    together = ((apart >= 0.0) & (apart < CLUSTER_MM) & finite[None] & finite[:, None]).sum(axis=1)
    first = together.argmax(axis=0)
    columns = np.arange(ordered.shape[1])
    last = np.clip(first + (together[first, columns] - 1) // 2, 0, len(ordered) - 1)
    return np.asarray(ordered[last, columns], np.float64)


def _sigma(agreed: _Agreed, points: PiecePoints, px_mm: float, rough_mm: float) -> Floats:
    """(N,): where no view shows the rim, as beside it and by what a bend may hide."""
    usual = float(np.sqrt(np.mean(agreed.sigma[agreed.known] ** 2)))
    own = np.where(agreed.known, agreed.sigma, usual)
    sigma = np.sqrt(own**2 + rough_mm**2 + (FLOOR_PX * px_mm) ** 2 + FLOOR_MM**2)
    count = len(points)
    sigma[~agreed.known] = np.hypot(sigma[~agreed.known], CARVED_SIGMA_MM)
    for start, length in stretches(~agreed.covered):
        span = float(np.linalg.norm(points[(start + length) % count] - points[start - 1]))
        index = np.arange(start, start + length) % count
        sigma[index] = np.hypot(sigma[index], bend_mm(span))
    wider = ALONE if int(agreed.count.max()) < 2 else 1.0
    return np.asarray(wider * sigma, dtype=np.float64)
