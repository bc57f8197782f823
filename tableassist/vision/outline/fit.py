"""One outline from all views: carve, find the rim in each view, solve for one rim; and how far it may be off.

`joint` solves the model of docs/measurement-model.md, eq. 63. Around it:

    silhouettes --carve_contour--> a contour that all views call piece (a visual hull, on a grid of 0.4 mm)
       --_settle_contour--> the contour as all views together see the rim, plates bridged
       repeat ROUNDS times:
          even steps of 0.5 mm, outward normals
          each view: offset of the rim along each normal, between pixels (`edge.seen_rim`)
          --solve_rim--> correction u_i of each point and the views' errors (poses, tag height, deck height, wall share)
          corrected views (`_correct_view`), points moved by the smoothed u_i
          hidden parts: from the other side of a hull (`_fill_from_other_side`), else `bridged` from both ends
       --_point_sigma--> sigma of each point

A point's sigma adds what the joint solution claims, the roughness left by smoothing, FLOOR_PX and FLOOR_MM, and for
stretches that no view shows what a bend may hide. Points that would end far within the carved contour stay where they
are: carving mostly errs outwards, but what is found so far inside is an edge in the piece's own picture.
"""

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np

from tableassist.geometry import Flags, Floats, PiecePoints, PlanarPose
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
from tableassist.vision.outline.edge import FARTHEST_MM, SeenRim, sampled, seen_rim
from tableassist.vision.outline.hidden import Cover, card_reach_mm
from tableassist.vision.outline.joint import JointRim, Nuisance, Priors, RimSightings, solve_rim
from tableassist.vision.outline.mirror import filled, keel_of
from tableassist.vision.outline.path import settled
from tableassist.vision.outline.silhouette import THIN_MM, Silhouette, disc
from tableassist.vision.outline.view import OutlineView

GRID_MM = 0.4
STEP_MM = 0.5
NORMAL_STEPS = 3.0
SMOOTH_STEPS = 1.6
"""The rim is smoothed over about so many steps: less than a pixel of a 1080p camera."""
ROUNDS = 4
EVEN_STEPS = 2.0
CARVED_SIGMA_MM = 1.0
"""Of the carved rim, where no view shows it between pixels."""
ALONE = 1.5
"""One view alone has nothing that contradicts it; its plus-minus is widened by this."""
LEAST_KNOWN = 24
LONGEST_PLATE_MM = 45.0
"""Along the carved rim: what is hidden on a longer stretch is not the edge of a plate."""
NEAR_MM, NEAR_DEEP_MM = 1.3, 1.0
"""From where all views together see the rim, either way and inward, if there are some that know the mat."""
DEEPEST_MM = 2.0
"""A rim so far within the carved one is an edge in the piece's own picture."""
BELOW_PLATE = 0.5
"""Sigma of a shore below a plate, as a share of how far the plate reaches beyond the line that was drawn on."""
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
    """(N,) False where no view shows the rim: there the outline is drawn on from both sides."""
    spread_mm: float
    """RMS of single views about the outline: how well they agree."""
    bridged_mm: float
    """The longest stretch that was drawn on from both sides, along the rim as it was before."""
    nuisance: Nuisance
    """What the views got wrong: poses, the height of the tag and of the upper edge."""
    seen: Flags
    """(N,) where views show the rim itself; what is known beyond that comes from the other side of the hull."""
    covered: Flags
    """(N,) where plates or sails cover the rim in every view."""
    shaded_share: float
    """Of the places at which views saw the rim: those with shadow beyond it."""

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


def carve_contour(views: tuple[SegmentedView, ...], *, half_mm: float, top_mm: float, tall: bool) -> PiecePoints | None:
    """The rim of what every view calls piece. Flat pieces: what most views call piece, at the foot and at the top."""
    axis = np.arange(-half_mm, half_mm + GRID_MM / 2, GRID_MM)
    grid = PiecePoints(np.stack(np.meshgrid(axis, axis), axis=-1))
    if tall:
        # A place on the mat beside the hull is hidden from one side by what stands above it, and free from another.
        # That holds whatever the height of the deck. One view in seven may be wrong.
        feet = [each.silhouette.at(each.backdrop, each.view.image_points(grid, 0.0))[0] for each in views]
        body = np.sort(feet, axis=0)[len(views) // 7] > 0.5
    else:
        cut = [_upright_shares(each, grid, top_mm) for each in views]
        body = np.mean([share + likely for share, likely in cut], axis=0) > 1.0
    opened = cv2.morphologyEx(body.astype(np.uint8), cv2.MORPH_OPEN, disc(0.5 * THIN_MM / GRID_MM))
    rims, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not rims:
        return None
    largest = max(rims, key=cv2.contourArea).reshape(-1, 2)
    if len(largest) < LEAST_KNOWN:
        return None
    return PiecePoints(np.asarray(largest, np.float64) * GRID_MM - half_mm)


def _upright_shares(each: SegmentedView, grid: PiecePoints, top_mm: float) -> tuple[Floats, Floats]:
    """An upright wall is piece at its foot as well as at its top."""
    foot = each.silhouette.at(each.backdrop, each.view.image_points(grid, 0.0))
    top = each.silhouette.at(each.backdrop, each.view.image_points(grid, top_mm))
    return np.minimum(foot[0], top[0]), np.minimum(foot[1], top[1])


def fit_outline(
    start: PiecePoints,
    views: tuple[SegmentedView, ...],
    *,
    top_mm: float,
    covers: tuple[Cover, ...],
    plates: tuple[Cover, ...],
    tall: bool,
    even: bool,
    priors: Priors,
    exponent: float,
) -> FittedOutline | None:
    """None where no view shows a rim. `even`: its two sides are alike, as a ship's are. `plates`: those of the covers
    that lie flat on the piece and may hide its rim in every view."""
    joint = len(views) > 1 and any(each.backdrop.from_pictures for each in views)
    points = PiecePoints(smoothed(even_steps(start, STEP_MM), 2.0))
    if joint:
        points = _settle_contour(points, views, top_mm=top_mm, covers=covers, tall=tall)
    first = points
    rim: JointRim | None = None
    known = seen = covered = np.zeros(0, dtype=bool)
    sigma = np.zeros(0)
    nuisance = Nuisance.none(len(views))
    shaded_share, rough_mm, bridged_mm = 0.0, 0.0, 0.0
    now = views
    for _ in range(ROUNDS):
        points = even_steps(points, STEP_MM)
        normals = outward(points, NORMAL_STEPS)
        height = max(0.3, top_mm + nuisance.top_height_mm)
        rims = [
            seen_rim(
                each.view,
                each.backdrop,
                points,
                normals,
                top_mm=height,
                covers=covers,
                tall=tall,
                exponent=exponent,
                farthest_mm=NEAR_MM if joint else FARTHEST_MM,
            )
            for each in now
        ]
        sightings = _stack_sightings(rims, nuisance)
        if np.isfinite(sightings.offset_mm).any(axis=0).sum() < LEAST_KNOWN:
            return None
        middle = PiecePoints(points.mean(axis=0, keepdims=True))
        slants = np.concatenate([each.view.slant(middle, height) for each in now])
        rim = solve_rim(np.asarray(points), normals, slants, sightings, priors, nuisance)
        known, covered = _find_trusted(rim, rims)
        if known.sum() < LEAST_KNOWN:
            return None
        sigma = rim.sigma_mm
        evened = _smooth_offsets(rim.offset_mm, sigma, known)
        rough_mm = math.sqrt(float(np.mean((rim.offset_mm - evened)[known] ** 2)))
        nuisance = Nuisance.of_vector(nuisance.vector + rim.step.vector)
        now = tuple(_correct_view(each, nuisance, index, slants) for index, each in enumerate(views))
        moved = PiecePoints(points + evened[:, None] * normals)
        astray = inward_mm(moved, first) > (NEAR_DEEP_MM if joint else DEEPEST_MM)
        known &= ~astray
        # Where there is nothing to see the carved rim stays; where something covers the rim it is drawn on.
        moved = PiecePoints(np.where(astray[:, None], points, moved))
        seen = known
        if even:
            known, covered, sigma, moved = _fill_from_other_side(known, covered, sigma, moved, normals)
        # Not by its chord: a stern that no view shows would be cut off by a short one.
        bridged_mm = max(0.0, *(STEP_MM * length for _, length in stretches(~covered)), 0.0)
        points = PiecePoints(smoothed(bridged(moved, ~covered), SMOOTH_STEPS))
        visible = np.isfinite(sightings.offset_mm)
        shaded_share = float(np.stack([each.shaded for each in rims])[visible].mean())
    assert rim is not None
    px_mm = float(np.mean([each.view.mm_per_px for each in views]))
    spread = _point_sigma(sigma, known, covered, points, px_mm, rough_mm)
    if plates and covered.any():
        # The shore is somewhere between the line that was drawn on and the far edge of the plate.
        reach = card_reach_mm(plates, points, outward(points, 2 * NORMAL_STEPS))
        spread = np.where(covered, np.hypot(spread, BELOW_PLATE * reach), spread)
    alone = ALONE if int(rim.count.max()) < 2 else 1.0
    return FittedOutline(
        points, alone * spread, known, rim.spread_mm, bridged_mm, nuisance, seen, covered, shaded_share
    )


def _stack_sightings(rims: list[SeenRim], nuisance: Nuisance) -> RimSightings:
    """The share of a narrow wall that passes for mat is taken out as far as it is known."""
    narrow = np.stack([rim.narrow_mm for rim in rims])
    offset = np.stack([rim.offset_mm for rim in rims]) + nuisance.wall_share * narrow
    return RimSightings(offset, np.stack([rim.sigma_mm for rim in rims]), np.stack([rim.rise for rim in rims]), narrow)


def _correct_view(each: SegmentedView, nuisance: Nuisance, index: int, slants: Floats) -> SegmentedView:
    """The view with the pose that the rims of all views together give it."""
    pose = each.view.pose
    shift = nuisance.shift_mm[index] - nuisance.tag_height_mm * slants[index]
    on_mat = pose.rotation @ shift
    turned = PlanarPose(
        pose.x_mm + float(on_mat[0]),
        pose.y_mm + float(on_mat[1]),
        pose.heading_rad + float(nuisance.turn_rad[index]),
    )
    return replace(each, view=replace(each.view, pose=turned))


def _find_trusted(rim: JointRim, rims: list[SeenRim]) -> tuple[Flags, Flags]:
    """(N,) where the rim is seen, and where something covers it in most of the views that could show it."""
    over = np.mean([each.covered for each in rims], axis=0) >= 0.5
    covered = ~trusted(rim.known | ~over, gap=3, margin=2, least=8)
    return rim.known & ~covered, covered


def _fill_from_other_side(
    known: Flags, covered: Flags, sigma: Floats, moved: PiecePoints, normals: Floats
) -> tuple[Flags, Flags, Floats, PiecePoints]:
    """Complete what no view shows from the other side of the hull, with a sigma for how alike they are."""
    keel = keel_of(moved, normals, known)
    if keel is None:
        return known, covered, sigma, moved
    moved, mirrored = filled(moved, normals, known, keel)
    usual = float(np.sqrt(np.mean(sigma[known] ** 2)))
    sigma = np.where(mirrored, math.hypot(usual, keel.sigma_mm), sigma)
    return known | mirrored, covered & ~mirrored, sigma, moved


def _settle_contour(
    start: PiecePoints, views: tuple[SegmentedView, ...], *, top_mm: float, covers: tuple[Cover, ...], tall: bool
) -> PiecePoints:
    """The carved rim without what lies over it, then as all views together see it."""
    points = start
    for last in (False, True):
        normals = outward(points, NORMAL_STEPS)
        lines = [
            sampled(each.view, each.backdrop, points, normals, top_mm=top_mm, covers=covers, tall=tall)
            for each in views
        ]
        under = np.all([each.covered[:, len(each.along) // 2] for each in lines], axis=0)
        for first, length in stretches(~under):
            if length * STEP_MM > LONGEST_PLATE_MM:
                under[np.arange(first, first + length) % len(under)] = False
        if last or not under.any():
            break
        points = even_steps(bridged(points, ~under), STEP_MM)
    return settled(points, normals, lines, tall=tall)


def _smooth_offsets(offset: Floats, sigma: Floats, known: Flags) -> Floats:
    """(N,) offsets smoothed along the rim, the surer ones weighing more; 0 where nothing is known."""
    weights = np.where(known, 1.0 / sigma**2, 0.0)
    total = smoothed(weights, EVEN_STEPS)
    evened = smoothed(weights * np.where(known, offset, 0.0), EVEN_STEPS)
    return np.where(known, evened / np.maximum(total, 1e-9), 0.0)


def _point_sigma(
    seen: Floats, known: Flags, covered: Flags, points: PiecePoints, px_mm: float, rough_mm: float
) -> Floats:
    """(N,): where no view shows the rim, as beside it and by what a bend may hide."""
    usual = float(np.sqrt(np.mean(seen[known] ** 2)))
    own = np.where(known, seen, usual)
    sigma = np.sqrt(own**2 + rough_mm**2 + (FLOOR_PX * px_mm) ** 2 + FLOOR_MM**2)
    count = len(points)
    sigma[~known] = np.hypot(sigma[~known], CARVED_SIGMA_MM)
    for start, length in stretches(~covered):
        span = float(np.linalg.norm(points[(start + length) % count] - points[start - 1]))
        index = np.arange(start, start + length) % count
        sigma[index] = np.hypot(sigma[index], bend_mm(span))
    return np.asarray(sigma, dtype=np.float64)
