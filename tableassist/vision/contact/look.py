"""How wide the gap between two pieces is, by the picture of the place where they meet.

The gap is narrower than the picture's blur, so no edge is searched. The place is drawn instead: deck, wall, shore and
mat as regions whose shares of each pixel are known but for a few numbers, and whose colours are free
(docs/measurement-model.md, eq. 5-8). A strip of mat between hull and shore changes the pixels there by its width times
its contrast, however narrow it is. Both pieces stand on the mat, so how a ship leans does not matter.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from tableassist.geometry import Flags, Floats, MatPoints, measure_overlap
from tableassist.messages import Message
from tableassist.vision.camera.frame import Image
from tableassist.vision.contact.shapes import (
    FINE,
    Body,
    Layer,
    blur_kernel,
    blurred,
    body_in_picture,
    covered,
    cutting_line,
    draw_cover,
    footprint,
    pixel_shares,
)
from tableassist.vision.hull.cover import HullCover, Neighbour
from tableassist.vision.registration.registration import Registration
from tableassist.vision.tags.tone import CHROMA_PX

LOOK_WITHIN_MM = 4.0
"""Pieces farther apart than this are not looked at: nobody asks whether they touch."""
ALONG_MM, ACROSS_MM = 9.0, 5.0
"""Half the length and width of the part of the picture that is drawn."""
MARGIN_PX = 4
NEAR_MM = 4.0
"""Weights fall to e^-1/2 at this distance from the contact, along it: outlines are least sure far from it."""
INSIDE_MM, INSIDE_SIGMA_MM = 1.2, 1.0
"""Pixels deeper inside a piece count less: rails, decks and the island's green are not its edge's colour."""
OUTSIDE_MM, OUTSIDE_SIGMA_MM = 2.0, 2.0
"""The same of mat farther from both pieces."""
SIDE_MM = 0.7
"""Walls on both sides of a bow differ in light: over this distance one gives way to the other."""
SHADE_MM = 2.5
"""Mat and shore darken towards a hull by its shadow, over this distance."""
STEP_MM = 0.12
"""Of the finite differences."""
MAX_ROUNDS, MAX_STEP, DONE_MM = 9, 0.6, 0.02
MAX_SHIFT_MM = 3.0
"""A piece that has to be moved farther from where it was measured to explain the picture is not that piece."""
START_SIGMA_MM = 0.7
"""Prior of both shifts while the fit looks for its place: it keeps the fit near the poses, and is taken out of the
result again (eq. 9)."""
SLIDE_SIGMA_MM = 0.4
"""Prior of a hull's place along the contact: at a pointed bow it would be taken for a gap."""
DECK_SIGMA_MM = 0.7
"""Prior of a hull's height against its model."""
BLUR_PX, BLUR_SIGMA = 0.75, 0.25
"""Prior of the picture's blur, and of its logarithm."""
MIN_CORRELATED_PX, MAX_CORRELATED_PX = 2.0, 12.0
"""Residuals are those of printed grain, JPEG blocks and shadows: so many pixels are worth one, by how alike neighbours
are (eq. 8)."""
MIN_NOISE = 1.0
"""Grey levels."""
OUTLIER_SIGMAS = 3.0
MIN_PIXELS = 40
MAX_HIDDEN_MM = 0.7
"""Of mat behind a piece that stands nearer to the camera: where it hides more, the edge that is seen is its head's."""
EDGE_ALONG_MM, MIN_EDGE_SHOWN = 5.0, 0.45
"""Share of each piece's edge, this far to both sides of the contact, that nothing may hide."""
MIN_CONTRAST = 20.0
"""Grey levels between mat and what borders on it, over all channels: less is grain."""
MAX_SIGMA_MM = 0.8
"""A look that knows no more than this adds nothing to the poses."""
FLOOR_MM, FIT_FACTOR = 0.25, 1.1
"""The look's sigma by the fit's own (eq. 10): an outline is not quite the drawn one, and the drawing not quite the
light. From 50 studio looks (rms error 0.32 mm; 0.45 was claimed with 0.30 and 1.3) and 65 path-traced ones (0.42, 0.54
claimed), with outlines wrong by 0.18 mm (hull) and 0.25 to 0.3 mm (cut)."""
COVER_MARGIN_MM = 1.0
START_NOISE = 0.02
LIGHT_SIGMA = 0.15, 0.05
"""Prior of changes of light within a region, of luminance and of colour differences (0 to 1)."""

OUTSIDE = Message("the place where they meet is outside the picture")
COVERED = Message("something hides the place where they meet")
BEHIND = Message("the hull hides the place where they meet")
NO_CONTRAST = Message("the pieces and the mat look too much alike there")
UNCLEAR = Message("the picture is not clear enough there")


@dataclass(frozen=True, slots=True)
class ContactLook:
    """The gap between two pieces at the place where they are nearest."""

    gap_mm: float
    """Below zero where the pieces seem to overlap."""
    sigma_mm: float
    at: tuple[float, float]
    """On the mat, half way between the pieces."""
    cannot_tell: Message | None = None


def look_at_contact(
    image: Image, registration: Registration, one: Neighbour, other: Neighbour, others: Sequence[Neighbour] = ()
) -> ContactLook:
    """Measure the gap between two pieces that lie still. `others` may hide the place."""
    feet = [footprint(piece.model, pose) for piece, pose, _ in (one, other)]
    heights = [piece.model.height_mm for piece, _, _ in (one, other)]
    gap_mm, normal, at = nearest(*feet)
    place = float(at[0]), float(at[1])
    window = _Window.around(image, registration, at, normal)
    if window is None:
        return ContactLook(gap_mm, math.inf, place, OUTSIDE)
    bodies = [
        body_in_picture(foot, height, registration, window.corner, at, normal)
        for foot, height in zip(feet, heights, strict=True)
    ]
    hidden_mm = hidden_behind_mm(registration, at, normal, heights)
    if hidden_mm > MAX_HIDDEN_MM:
        return ContactLook(gap_mm, math.inf, place, BEHIND)
    free = ~_hidden(window, registration, (one, other), others)
    is_other_nearer = float((registration.pose.position[:2] - at) @ normal) > 0
    lines = tuple(
        cutting_line(piece, pose, registration, window.corner, window.shape) for piece, pose, _ in (one, other)
    )
    drawing = _Drawing(window, bodies[0], bodies[1], 0 if is_other_nearer else 1, (lines[0], lines[1]))
    if min(drawing.edges_shown(free)) < MIN_EDGE_SHOWN:
        return ContactLook(gap_mm, math.inf, place, COVERED)
    weight = window.weight * drawing.edge_weight(window.px_per_mm)
    fit = _fit(window, drawing, free, weight)
    if fit is None:
        return ContactLook(gap_mm, math.inf, place, UNCLEAR)
    return _judged(fit, gap_mm, place)


def hidden_behind_mm(registration: Registration, at: Floats, normal: Floats, heights: Sequence[float]) -> float:
    """How wide a strip of mat across the contact the piece nearer to the camera hides.

    A head h above the mat, seen at an angle t off the vertical, hides h tan t of the mat behind it (eq. 4).
    """
    to_camera = registration.pose.position - np.array([*at, 0.0])
    towards = float(to_camera[:2] @ normal)
    nearer = heights[1] if towards > 0 else heights[0]
    return nearer * abs(towards) / float(to_camera[2])


def nearest(one: BaseGeometry, other: BaseGeometry) -> tuple[float, Floats, Floats]:
    """Gap (below zero where they overlap), unit direction from the one to the other, and the place half way."""
    ends = shapely.get_coordinates(shapely.shortest_line(one, other))
    across = ends[1] - ends[0]
    gap = float(np.hypot(*across))
    if gap > 1e-6:
        return gap, across / gap, ends.mean(axis=0)
    overlap = measure_overlap(one, other)
    towards = shapely.get_coordinates(other.centroid)[0] - shapely.get_coordinates(one.centroid)[0]
    if overlap is None:
        return 0.0, towards / max(float(np.hypot(*towards)), 1e-9), ends[0]
    normal = np.array(overlap[1])
    normal = normal if normal @ towards > 0 else -normal
    common = shapely.intersection(one, other).centroid
    return -overlap[0], normal, np.array([common.x, common.y])


@dataclass(frozen=True, slots=True, eq=False)
class _Window:
    """A part of the picture round a contact."""

    corner: Floats
    """(2,) its first pixel."""
    levels: Floats
    """(H, W, 3) luminance and two colour differences, 0 to 1."""
    along: Floats
    across: Floats
    """(H, W) millimetres from the contact, along it and across it."""
    weight: Floats
    """(H, W) 0 outside the part that is drawn."""
    px_per_mm: float

    @property
    def shape(self) -> tuple[int, int]:
        return int(self.levels.shape[0]), int(self.levels.shape[1])

    @classmethod
    def around(cls, image: Image, registration: Registration, at: Floats, normal: Floats) -> "_Window | None":
        tangent = np.array([-normal[1], normal[0]])
        sides = [(u, v) for u in (-ALONG_MM, ALONG_MM) for v in (-ACROSS_MM, ACROSS_MM)]
        corners = np.array([at + u * tangent + v * normal for u, v in sides])
        px = np.asarray(registration.image_from_mat(MatPoints(corners)))
        high, wide = image.shape[:2]
        if not np.isfinite(px).all() or (px < MARGIN_PX).any() or (px > np.array([wide, high]) - MARGIN_PX - 1).any():
            return None
        low, top = np.floor(px.min(axis=0)).astype(int) - MARGIN_PX, np.ceil(px.max(axis=0)).astype(int) + MARGIN_PX
        rows, columns = slice(max(low[1], 0), top[1] + 1), slice(max(low[0], 0), top[0] + 1)
        part = _channels(image[rows, columns])
        # Within some millimetres the picture is an affine map of the mat, to a few hundredths of a pixel.
        by_mm, *_ = np.linalg.lstsq(np.column_stack([sides, np.ones(4)]), px, rcond=None)
        y, x = np.mgrid[rows.start : rows.start + part.shape[0], columns.start : columns.start + part.shape[1]]
        off = np.stack([x, y], axis=-1) - by_mm[2]
        uv = off @ np.linalg.inv(by_mm[:2])
        u, v = uv[..., 0], uv[..., 1]
        weight = np.exp(-0.5 * (u / NEAR_MM) ** 2) * (np.abs(u) < ALONG_MM) * (np.abs(v) < ACROSS_MM)
        scale = math.sqrt(abs(float(np.linalg.det(by_mm[:2]))))
        return cls(np.array([columns.start, rows.start], dtype=np.float64), part, u, v, weight, scale)


def _channels(part: Image) -> Floats:
    colours = cv2.cvtColor(part, cv2.COLOR_GRAY2BGR) if part.ndim == 2 else part
    return np.asarray(cv2.cvtColor(colours.astype(np.float32) / 255.0, cv2.COLOR_BGR2YCrCb), np.float64)


def _hidden(
    window: _Window, registration: Registration, pair: Sequence[Neighbour], others: Sequence[Neighbour]
) -> Flags:
    """(H, W) where something other than the two hulls may stand before the place."""
    cover = HullCover()
    for piece, pose, standing in pair:
        model = piece.model
        for mount in piece.mounts:
            cover.add_mount(mount, model, pose, pose, standing)
        for number, mast in enumerate(model.masts, start=1):
            if number in standing:
                cover.add_mast(mast, model.height_mm, pose, pose, COVER_MARGIN_MM)
        cover.add_parts(model, pose, COVER_MARGIN_MM, only_overhanging=True)
    for neighbour in others:
        cover.add_piece(neighbour, COVER_MARGIN_MM)
    return draw_cover(cover, registration, window.corner, window.shape)


SHIFT_ONE, SHIFT_OTHER, SLIDE_ONE, SLIDE_OTHER, RISE_ONE, RISE_OTHER, LOG_BLUR = range(7)


@dataclass(frozen=True, slots=True, eq=False)
class _Drawing:
    """Shares of regions by the unknowns: shifts of both pieces across the contact, slides along it, rises of their
    heads, and the blur."""

    window: _Window
    one: Body
    other: Body
    far: int
    """Which of the two is farther from the camera."""
    lines: tuple[Layer | None, Layer | None]
    """Where each has its printed cutting line: it does not move with the edge, which is where the scissors went."""

    def edge_weight(self, px_per_mm: float) -> Floats:
        """(H, W) 1 near the edges of both pieces, less away from them."""
        shape, still = self.window.shape, np.zeros(2)
        inside = [covered(body.silhouette, still, shape) > 0.5 for body in (self.one, self.other)]
        weight = np.ones(shape)
        for mask in inside:
            depth = _distance_mm(mask, px_per_mm)
            weight *= np.exp(-0.5 * (np.maximum(0.0, depth - INSIDE_MM) / INSIDE_SIGMA_MM) ** 2)
        away = _distance_mm(~(inside[0] | inside[1]), px_per_mm)
        return weight * np.exp(-0.5 * (np.maximum(0.0, away - OUTSIDE_MM) / OUTSIDE_SIGMA_MM) ** 2)

    def edges_shown(self, free: Flags) -> list[float]:
        """Share of each piece's edge near the contact that is free."""
        shape, near = self.window.shape, np.abs(self.window.along) < EDGE_ALONG_MM
        near &= np.abs(self.window.across) < ACROSS_MM - 1.0
        shown = []
        masks = [covered(body.silhouette, np.zeros(2), shape) for body in (self.one, self.other)]
        for mask in masks:
            share = pixel_shares(mask)
            edge = near & (share > 0.05) & (share < 0.95)
            shown.append(float(free[edge].mean()) if edge.any() else 0.0)
        return shown

    def layers(self, unknowns: Floats) -> tuple[list[Layer], list[Layer]]:
        """Shares (H, W) of mat, then heads and walls, as luminance shows them and as colour differences do. A region
        that cannot be seen is all zeros."""
        shape = self.window.shape
        bodies = (self.one, self.other)
        seen: list[tuple[Layer, Layer]] = []
        for number, body in enumerate(bodies):
            shift = unknowns[SHIFT_ONE + number] * body.step_px + unknowns[SLIDE_ONE + number] * body.slide_px
            silhouette = covered(body.silhouette, shift, shape)
            if body.is_flat:
                line = self.lines[number]
                ink = np.zeros_like(silhouette) if line is None else silhouette * line
                seen.append((silhouette - ink, ink))
                continue
            rise = float(unknowns[RISE_ONE + number]) * body.rise_px
            head = covered(body.head, shift + rise, shape)
            silhouette = np.maximum(silhouette, head)
            seen.append((head, silhouette - head))
        far, near = seen[self.far], seen[1 - self.far]
        behind = 1.0 - (near[0] + near[1])
        far = far[0] * behind, far[1] * behind
        mat = np.clip(1.0 - sum((*near, *far)), 0.0, 1.0)
        ordered = (far, near) if self.far == 0 else (near, far)
        sigma = math.exp(float(unknowns[LOG_BLUR]))
        cells = (mat, ordered[0][0], ordered[0][1], ordered[1][0], ordered[1][1])
        shares = [pixel_shares(np.asarray(layer, np.float32)) for layer in cells]
        sharp, soft = blur_kernel(sigma), blur_kernel(math.hypot(sigma, CHROMA_PX))
        return [blurred(layer, sharp) for layer in shares], [blurred(layer, soft) for layer in shares]


def _distance_mm(mask: Flags, px_per_mm: float) -> Floats:
    """(H, W) of fine cells: how deep each pixel's middle is inside the mask."""
    deep = cv2.distanceTransform(mask.astype(np.uint8), cv2.DIST_L2, 3)
    return np.asarray(deep[FINE // 2 :: FINE, FINE // 2 :: FINE], np.float64) / (FINE * px_per_mm)


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    shift_mm: float
    """By which the gap is wider than the poses have it."""
    sigma_mm: float
    noise: float
    """Of luminance, 0 to 1."""
    contrast: float
    unknowns: Floats


def _fit(window: _Window, drawing: _Drawing, free: Flags, pixel_weight: Floats) -> _Fit | None:
    """Levenberg-Marquardt over the unknowns; the regions' colours are eliminated (variable projection, eq. 7)."""
    use = free & (pixel_weight > 0.03)
    if use.sum() < MIN_PIXELS:
        return None
    problem = _Problem(drawing, use, window.levels[use], pixel_weight[use], _light(window, drawing, use))
    centre = np.zeros(7)
    centre[LOG_BLUR] = math.log(BLUR_PX)
    active = [SHIFT_ONE, SHIFT_OTHER, LOG_BLUR]
    active += [] if drawing.one.is_flat else [SLIDE_ONE, RISE_ONE]
    active += [] if drawing.other.is_flat else [SLIDE_OTHER, RISE_OTHER]
    sigmas = [START_SIGMA_MM] * 2 + [SLIDE_SIGMA_MM] * 2 + [DECK_SIGMA_MM] * 2 + [BLUR_SIGMA]
    held = np.array(sigmas)[active] ** -2.0
    unknowns, damping = centre.copy(), 0.01
    now = problem.solve(unknowns, np.full(3, START_NOISE), np.ones(problem.count))
    for _ in range(MAX_ROUNDS):
        slopes = [problem.slope(now, _stepped(unknowns, k)) for k in active]
        jacobian = np.stack(slopes, axis=-1)
        alike = problem.correlated_px(now)
        normal = jacobian.T @ jacobian / alike + np.diag(held)
        slope = jacobian.T @ now.residual / alike - held * (unknowns - centre)[active]
        step = np.linalg.solve(normal + damping * np.diag(np.diag(normal)), slope)
        there = unknowns.copy()
        there[active] += np.clip(step, -MAX_STEP, MAX_STEP)
        after = problem.solve(there, now.noise, now.robust)
        cost = [each.cost / alike + float(held @ (at - centre)[active] ** 2)
                for each, at in ((now, unknowns), (after, there))]  # fmt: skip
        if cost[1] > cost[0]:
            damping = max(damping * 10.0, 0.1)
            if damping > 1e3:
                break
            continue
        damping = max(damping / 5.0, 1e-3)
        unknowns, now = there, problem.solve(there, after.new_noise, after.new_robust)
        if np.abs(step[:2]).max() < DONE_MM:
            break
    if np.abs(unknowns[:2]).max() > 0.9 * MAX_SHIFT_MM:
        return None
    covariance = np.linalg.inv(normal)
    pull = np.array([-1.0, 1.0, *(0.0 for _ in active[2:])])
    borders = (1 if drawing.one.is_flat else 2), (3 if drawing.other.is_flat else 4)
    variance, prior = float(pull @ covariance @ pull), 2.0 * START_SIGMA_MM**2
    # Without the prior, whose mean is no shift at all (eq. 9).
    alone = 1.0 / max(1.0 / variance - 1.0 / prior, 1e-6)
    shift = float(unknowns[1] - unknowns[0]) * alone / variance
    return _Fit(shift, math.sqrt(alone), float(now.noise[0]), now.contrast(borders), unknowns)


@dataclass(frozen=True, slots=True, eq=False)
class _Solution:
    """Colours that explain the pixels best, for given unknowns."""

    columns: tuple[Floats, Floats]
    bases: list[Floats]
    colours: Floats
    """(3, R)."""
    root: Floats
    """(N,) square roots of the pixels' weights."""
    residual: Floats
    """(3 N,) in sigmas, weighted."""
    noise: Floats
    """(3,) that was used."""
    robust: Floats
    new_noise: Floats
    new_robust: Floats

    @property
    def cost(self) -> float:
        return float(self.residual @ self.residual)

    def contrast(self, regions: Sequence[int]) -> float:
        """Grey levels by which the mat differs from the least different of the regions that border on it."""
        shown = [k for k in regions if np.abs(self.columns[0][:, k]).max() > 0.3]
        differences = (self.colours[:, k] - self.colours[:, 0] for k in shown)
        return 255.0 * min((float(np.linalg.norm(each)) for each in differences), default=0.0)


@dataclass(frozen=True, slots=True, eq=False)
class _Problem:
    drawing: _Drawing
    use: Flags
    levels: Floats
    """(N, 3)."""
    weight: Floats
    light: "_Light"

    @property
    def count(self) -> int:
        return len(self.levels)

    def solve(self, unknowns: Floats, noise: Floats, robust: Floats) -> _Solution:
        columns = self._columns(unknowns)
        root = np.sqrt(self.weight * robust)
        bases, colours, misses = [], [], []
        for channel in range(3):
            design, sigma = columns[min(channel, 1)], float(noise[channel])
            basis, solved = _solved(design * root[:, None], self.levels[:, channel] * root, sigma, channel)
            bases.append(basis)
            colours.append(solved)
            misses.append(self.levels[:, channel] - design @ solved)
        off = np.stack(misses)
        new_noise = np.array([_noise(miss, self.weight) for miss in off])
        far = np.sqrt(((off / new_noise[:, None]) ** 2).mean(axis=0))
        residual = (off / noise[:, None] * root).reshape(-1)
        new_robust = np.minimum(1.0, OUTLIER_SIGMAS / np.maximum(far, 1e-9))
        return _Solution(columns, bases, np.stack(colours), root, residual, noise, robust, new_noise, new_robust)

    def correlated_px(self, at: _Solution) -> float:
        """How many pixels are worth one, by the correlation of neighbours' residuals (eq. 8)."""
        off = at.residual[: self.count] / np.maximum(at.root, 1e-6)
        picture = np.zeros(self.use.shape)
        picture[self.use] = np.clip(off, -OUTLIER_SIGMAS, OUTLIER_SIGMAS)
        worth = 1.0
        for one, other in ((picture[:, 1:], picture[:, :-1]), (picture[1:], picture[:-1])):
            both = (one != 0) & (other != 0)
            share = float((one * other)[both].sum() / max((one[both] ** 2 + other[both] ** 2).sum() / 2, 1e-12))
            share = min(max(share, 0.0), 0.8)
            worth *= (1.0 + share) / (1.0 - share)
        return min(max(worth, MIN_CORRELATED_PX), MAX_CORRELATED_PX)

    def slope(self, at: _Solution, there: Floats) -> Floats:
        """(3 N,) how the residual answers to a step to `there`, with the colours free to follow."""
        moved = self._columns(there)
        out = []
        for channel in range(3):
            change = (moved[min(channel, 1)] - at.columns[min(channel, 1)]) / STEP_MM @ at.colours[channel] * at.root
            basis = at.bases[channel]
            out.append((change - basis @ (basis.T @ change)) / at.noise[channel])
        return np.concatenate(out)

    def _columns(self, unknowns: Floats) -> tuple[Floats, Floats]:
        sharp, soft = self.drawing.layers(unknowns)
        return self._with_light(sharp), self._with_light(soft)

    def _with_light(self, layers: list[Layer]) -> Floats:
        """(N, R) shares of the regions, then those by which their light may change: walls and shadows differ on the
        two sides of a bow, and mat and shore darken towards a hull."""
        mat, *rest = (np.asarray(layer[self.use], np.float64) for layer in layers)
        light = self.light
        columns = [mat, *rest, *(mat * field for field in light.fields)]
        for body, (head, wall) in zip((self.drawing.one, self.drawing.other), (rest[:2], rest[2:]), strict=True):
            columns += [head * field for field in light.fields] if body.is_flat else [wall * light.side]
        return np.column_stack(columns)


def _stepped(unknowns: Floats, which: int) -> Floats:
    there = unknowns.copy()
    there[which] += STEP_MM
    return there


@dataclass(frozen=True, slots=True, eq=False)
class _Light:
    """(N,) each: how light may change over the pixels that count."""

    side: Floats
    """-1 to 1 along the contact."""
    fields: tuple[Floats, ...]
    """What a shadow does to mat and shore: dark at the hull's foot, on one side of a bow, or across the place."""


def _light(window: _Window, drawing: _Drawing, use: Flags) -> _Light:
    along, across = window.along[use], window.across[use]
    away = -across if drawing.one.is_flat else across
    shade, side = np.exp(-np.maximum(0.0, away) / SHADE_MM), np.tanh(along / SIDE_MM)
    fields = shade, shade * side, along / ALONG_MM, across / ACROSS_MM, (along / ALONG_MM) ** 2
    return _Light(side, fields)


def _solved(design: Floats, levels: Floats, noise: float, channel: int) -> tuple[Floats, Floats]:
    """An orthonormal basis of what the colours explain, and the colours (R,). Changes of light have a prior."""
    prior = np.full(design.shape[1], 10.0)
    prior[5:] = LIGHT_SIGMA[min(channel, 1)]
    scaled = design * prior
    u, s, vt = np.linalg.svd(scaled, full_matrices=False)
    kept = s**2 / (s**2 + noise**2)
    colours = prior * (vt.T @ (kept / np.maximum(s, 1e-12) * (u.T @ levels)))
    return u * np.sqrt(kept), colours


def _noise(misses: Floats, weight: Floats) -> float:
    """Root mean square of a channel's residuals, far ones held back."""
    middle = float(np.median(np.abs(misses))) * 1.4826 + 1e-6
    held = np.clip(misses, -OUTLIER_SIGMAS * middle, OUTLIER_SIGMAS * middle)
    return math.sqrt(float(weight @ held**2) / max(float(weight.sum()), 1e-9) + (MIN_NOISE / 255.0) ** 2)


def _judged(fit: _Fit, gap_mm: float, place: tuple[float, float]) -> ContactLook:
    sigma = math.hypot(FIT_FACTOR * fit.sigma_mm, FLOOR_MM)
    found = gap_mm + fit.shift_mm
    if fit.contrast < MIN_CONTRAST:
        return ContactLook(found, math.inf, place, NO_CONTRAST)
    return ContactLook(found, sigma, place, UNCLEAR if sigma > MAX_SIGMA_MM else None)
