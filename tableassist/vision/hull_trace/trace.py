"""Trace a ship's hull on the sheet, or say why it cannot be traced."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely

from tableassist.geometry import Flags, Floats, ImagePoints, Indices, PiecePoints, PlanarPose
from tableassist.messages import Message, template
from tableassist.pieces import MountKind, Piece, PieceModel, TagMount
from tableassist.vision.camera.frame import Image
from tableassist.vision.camera.lens import Lens
from tableassist.vision.camera.pose import CameraPose
from tableassist.vision.hull_trace.edges import (
    EdgeCosts,
    SeenEdges,
    edge_costs,
    measure_wall_tint,
    nearest_edges,
)
from tableassist.vision.hull_trace.fit import (
    GLOBAL,
    HullSolution,
    PosePrior,
    contour_normals,
    shown_share,
    solve_hull,
)
from tableassist.vision.hull_trace.start import MAX_GAIN, StartStretch, find_starts
from tableassist.vision.hull_trace.views import HullView, erode, prepare_view, silhouette
from tableassist.vision.outline.curve import even_steps
from tableassist.vision.outline.hidden import Cover, covers_of
from tableassist.vision.outline.mirror import is_even
from tableassist.vision.outline.view import look_up
from tableassist.vision.tags.pattern import plate_mm
from tableassist.vision.tags.tone import LUMA

NODE_MM = 0.8
USUAL_DECK_MM = 5.5
"""A hull's deck stands 4 to 7 mm above the mat; packaged models, which have 9, count the rail and what stands on it."""
START_SEARCH_MM = 5.2
"""How far from the packaged hull edges are looked for at first: a tenth of a long hull's length."""
SEARCHES_MM = (2.2, 1.2, 0.8, 0.7, 0.7)
NEAR_MM = (0.8, 0.7, 0.6, 0.5, 0.5)
MIN_TELLING_STEP = 0.4
"""Of light from hull to ground. Below it what is explained does not tell which start is right: of a light ship's traces
a wide one explained most, and it was 2 mm too wide."""
MAX_DARK_DECK, BRIGHT_STEP = 0.45, 0.25
"""A hull whose lit deck is brighter than this share of the ground is a light one, however strong the step at her
outline seems: traced 0.5 mm too narrow, one showed the step from her lit deck to her wall. Dark to grey decks have 0.06
to 0.32, light and yellow ones 0.52 to 0.84."""
DECK_RINGS, LIT_PERCENTILE = (0.2, 0.35, 0.5, 0.65, 0.75), 80.0
"""Where a deck's light is read, as shares of the outline; sails shade the rest of it."""
EXPLAINED_MM = 0.35
"""An edge this near to the traced contour is explained by it."""
PATH_CAP = 40.0
PATH_STEP_MM = 0.25
MAX_ASIDE_MM = 1.3
PATH_PRIOR_MM = 0.8
"""How far from the stretched model the first path goes without being paid for by edges."""
MIN_WALL_SAMPLES = 12
MIN_VIEWS = 2
MIN_SHOWN = 0.5
"""Share of the rim that pictures must show. The rest follows from its neighbours and from the other side, with a sigma
that says so."""
STRIP_PRINT_MM = 4.1
"""How far before its plate a wake plate is printed on: number and arrow."""
TONGUE_REACH_MM, TONGUE_HALF_MM = 7.0, 4.0
"""The blank tongue beyond, which is glued under the stern: how far it goes on, and half its width."""
TONGUE_SIDE_MM = 0.3
"""Half the width of what is left out along the sides of a tongue, where card and sheet mix."""
STRETCHED_RIG_MM = 0.7
"""How far masts may be from where the model has them once it is stretched to the true hull. Mast feet are not measured.
On 50 path-traced ships, whose masts were drawn 0.3 mm from their share of the hull's length, it was 0.35 mm rms and 1.1
mm at most; twice that leaves room for models that are less like their ships."""
MAX_FLAT_MM = 3.0
RIG_ROOM_MM = 0.9
"""Masts and sails are this near to where the stretched model has them, mostly; edges of the others are outvoted."""


@dataclass(frozen=True, slots=True, eq=False)
class SheetPicture:
    """One picture of the ship on the sheet, and where everything in it is."""

    image: Image
    """A crop that shows the ship and the sheet's tags."""
    offset_px: tuple[int, int]
    camera: CameraPose
    """camera_from_jig."""
    pose: PlanarPose
    """jig_from_ship, by the tags."""
    squares: tuple[ImagePoints, ...]
    """Corners of the sheet's tags, in pixels of the whole picture."""


@dataclass(frozen=True, slots=True, eq=False)
class TracedHull:
    points: PiecePoints
    """The foot of the hull, counter-clockwise, in the frame that the set-downs gave."""
    normals: Floats
    """(N, 2) outward."""
    shown: Flags
    """(N,) whether a picture shows the edge there; the rest follows from its neighbours and from the other side."""
    mirror: Indices | None
    """(N,) the counterpart of each point on the other side; None where the sides need not be alike."""
    height_mm: float
    views: tuple[HullView, ...]
    """Of the pictures that could be used, with the hull's poses on the sheet."""
    numbers: tuple[int, ...]
    """Which of the pictures given they are."""
    pose_steps: Floats
    """(K, 3) from the poses by the tags to those with the hull: along and across the hull (mm), turn (rad)."""
    solution: HullSolution
    """How well all this is known: offsets of the points, height, flare and poses together."""
    masts: Floats
    """(M, 2) where the masts stand."""
    rig_sigma_mm: float
    explained: float = 0.0
    """How much of the best edges that the pictures show within 2 mm is near the outline, 0 to 1."""
    step: float = 0.0
    """Of light from hull to ground at the feet, as a share of the ground's, colour counted for as little as in the fit:
    the median."""

    @property
    def rim_covariance(self) -> Floats:
        """(N, N) of the points, outward."""
        count = len(self.points)
        return self.solution.covariance[:count, :count]

    @property
    def rim_with_poses(self) -> Floats:
        """(N, 3 K) covariance of the points with the poses."""
        count = len(self.points)
        return self.solution.covariance[:count, count + GLOBAL :]

    @property
    def height_sigma_mm(self) -> float:
        return math.sqrt(float(self.solution.covariance[len(self.points), len(self.points)]))

    @property
    def pose_covariance(self) -> Floats:
        """(3 K, 3 K) of the poses, x and y along the hull's axes (mm) and heading (rad)."""
        first = len(self.points) + GLOBAL
        return self.solution.covariance[first:, first:]


@dataclass(frozen=True, slots=True)
class NotTraced:
    why: Message


def trace_hull(
    piece: Piece,
    pictures: tuple[SheetPicture, ...],
    lens: Lens,
    pose_covariance: Floats,
    bow_x_mm: float,
    stern_x_mm: float | None = None,
    print_mm: Iterable[Floats] = (),
) -> TracedHull | NotTraced:
    """Trace the hull in all pictures at once.

    `pose_covariance`: (3 P, 3 P) of the pictures' poses by the tags, x and y along the hull's axes and heading.
    `bow_x_mm`: where the set-downs have the bow's tip in the frame of these poses; `stern_x_mm`: where a wake plate
    has the stern, if there is one.
    """
    model = piece.model
    hull = PiecePoints(np.array(model.hull))
    height = USUAL_DECK_MM if model.height_mm > MAX_FLAT_MM else model.height_mm
    rough = replace(piece, model=_with_deck(model, height))
    lines = tuple(print_mm)
    views: list[HullView | None] = [
        prepare_view(
            shot.image,
            shot.offset_px,
            shot.camera,
            lens,
            shot.pose,
            hull,
            covers(rough),
            shot.squares,
            lines,
            tongues(rough),
        )
        for shot in pictures
    ]
    used = [k for k, view in enumerate(views) if view is not None]
    if len(used) < MIN_VIEWS:
        return NotTraced(_too_few(piece, len(used)))
    ready = tuple(view for view in views if view is not None)
    at = (3 * np.array(used)[:, None] + np.arange(3)).ravel()
    tied = _Tied(ready, pose_covariance[np.ix_(at, at)], bow_x_mm)
    contour, _ = start_contour(model, np.array(model.hull))
    normals = contour_normals(contour)
    costs = [
        edge_costs(
            view,
            contour,
            normals,
            height_mm=height,
            flare_mm=0.0,
            masked=_masked(view, covers(rough), contour, height),
            search_mm=START_SEARCH_MM,
            foot_mm=_foot_heights(piece, contour),
        )
        for view in ready
    ]
    starts, best = find_starts(contour, normals, costs, stern_x_mm)

    def refine(start: StartStretch) -> TracedHull | NotTraced:
        stretched, mirror = start_contour(model, start.stretch(np.array(model.hull)))
        traced = _refine(piece, tied, tuple(used), stretched, mirror, height)
        return traced if isinstance(traced, NotTraced) else compare_with_pictures(piece, traced)

    first = refine(starts[best])
    if isinstance(first, NotTraced) or first.step < MIN_TELLING_STEP:
        return first
    narrower, wider = starts[:best][::-1], starts[best + 1 :]
    return _follow(_follow(first, narrower, refine), wider, refine)


def _follow(
    hull: TracedHull, starts: Sequence[StartStretch], refine: Callable[[StartStretch], TracedHull | NotTraced]
) -> TracedHull:
    """Trace from one start after the other as long as the trace explains more of what the pictures show.

    A trace keeps to edges near its start. Of eight dark and middling path-traced ships one, a brown wall above her own
    shadow, was traced 1.7 mm too wide: her edges fitted, at places where the picture has none.
    """
    for start in starts:
        trace = refine(start)
        if isinstance(trace, NotTraced) or trace.explained <= hull.explained:
            break
        hull = trace
    return hull


def compare_with_pictures(piece: Piece, hull: TracedHull) -> TracedHull:
    """The hull with how much of the best edges along all visible profiles is near it, and how strong its feet are."""
    contour, height = np.asarray(hull.points), hull.height_mm
    over = covers(replace(piece, model=stretched_model(piece.model, contour, height)))
    masks = [_masked(view, over, contour, height) for view in hull.views]
    tint = _wall_tint(hull.views, contour, hull.normals, height, masks)
    here = best = 0.0
    steps = []
    for view, mask in zip(hull.views, masks, strict=True):
        cost = edge_costs(
            view,
            contour,
            hull.normals,
            height_mm=height,
            flare_mm=0.0,
            masked=mask,
            search_mm=SEARCHES_MM[0],
            foot_mm=_foot_heights(piece, contour),
            wall_tint=tint,
            ground_mm=MAX_ASIDE_MM,
        )
        near = np.abs(cost.offsets_mm) <= EXPLAINED_MM
        gain = np.minimum(cost.gain, MAX_GAIN)
        here += float(gain[~cost.hidden][:, near].max(axis=1).sum())
        best += float(gain[~cost.hidden].max(axis=1).sum())
        is_foot = ~cost.hidden & ~cost.is_top & cost.usable[:, near].any(axis=1)
        steps.append(np.where(cost.usable, cost.step, 0.0)[is_foot][:, near].max(axis=1))
    strengths = np.concatenate(steps)
    step = float(np.median(strengths)) if len(strengths) else 0.0
    if _deck_light(hull, masks) > MAX_DARK_DECK:
        step = min(step, BRIGHT_STEP)
    return replace(hull, explained=here / max(best, 1e-9), step=step)


def _deck_light(hull: TracedHull, masks: Sequence[Flags]) -> float:
    """How bright the deck's lit part is, as a share of the lit ground's light."""
    deck = np.concatenate([share * np.asarray(hull.points) for share in DECK_RINGS])
    light = []
    for view, mask in zip(hull.views, masks, strict=True):
        at = view.pixels(deck, hull.height_mm)
        is_clear = (look_up(mask.astype(np.float32)[..., None], at)[..., 0] < 0.25) & view.inside(at)
        seen, ground = view.colours(ImagePoints(at[is_clear]))
        light.append((seen / np.maximum(ground, 1e-3)) @ LUMA)
    together = np.concatenate(light)
    return float(np.percentile(together, LIT_PERCENTILE)) if len(together) else 1.0


@dataclass(frozen=True, slots=True, eq=False)
class _Tied:
    """The views that can be used, with what the tags say of their poses."""

    views: tuple[HullView, ...]
    covariance: Floats
    bow_x_mm: float

    def prior(self, now: tuple[HullView, ...], contour: Floats) -> PosePrior:
        aims = np.array([_pose_step(view.pose, first.pose) for view, first in zip(now, self.views, strict=True)])
        return PosePrior(aims, self.covariance, self.bow_x_mm - float(contour[:, 0].max()))


def _pose_step(start: PlanarPose, end: PlanarPose) -> tuple[float, float, float]:
    """From one pose to another: along and across the hull, and turn."""
    x, y = (np.array([end.x_mm, end.y_mm]) - (start.x_mm, start.y_mm)) @ start.rotation
    return float(x), float(y), math.remainder(end.heading_rad - start.heading_rad, math.tau)


def covers(piece: Piece) -> tuple[Cover, ...]:
    """What stands above the hull's rim or lies at it: rig, plates with their print, and parts."""
    model = piece.model
    found = [replace(cover, room_mm=min(cover.room_mm, RIG_ROOM_MM)) for cover in covers_of(piece, tongues=False)]
    for mount in _wake_plates(piece):
        half = plate_mm(mount.family, mount.size_mm) / 2
        found.append(Cover(_on_plate(mount, half, half + STRIP_PRINT_MM, half), 0.0))
    for tongue in tongues(piece):
        found += [Cover(tongue[[0, 1]], TONGUE_SIDE_MM), Cover(tongue[[3, 2]], TONGUE_SIDE_MM)]
    for part in model.parts:
        ring = np.array(part.outline)
        low, high = np.full(len(ring), part.foot_mm), np.full(len(ring), part.head_mm)
        solid = np.concatenate([np.column_stack([ring, low]), np.column_stack([ring, high])])
        found.append(Cover(solid, 2.0))
    return tuple(found)


def tongues(piece: Piece) -> tuple[Floats, ...]:
    """(4, 3) each: the blank part of the card under the stern, from the print on; its long sides are 0-1 and 2-3."""
    found = []
    for mount in _wake_plates(piece):
        near = plate_mm(mount.family, mount.size_mm) / 2 + STRIP_PRINT_MM
        found.append(_on_plate(mount, near, near + TONGUE_REACH_MM, TONGUE_HALF_MM))
    return tuple(found)


def _wake_plates(piece: Piece) -> list[TagMount]:
    stern = min(x for x, _ in piece.model.hull)
    return [mount for mount in piece.mounts if mount.kind is MountKind.PLATE and mount.x_mm < stern]


def _on_plate(mount: TagMount, near_mm: float, far_mm: float, half_mm: float) -> Floats:
    """(4, 3) a rectangle ahead of a tag, in the piece's frame."""
    c, s = math.cos(mount.yaw_rad), math.sin(mount.yaw_rad)
    box = np.array([(near_mm, -half_mm), (far_mm, -half_mm), (far_mm, half_mm), (near_mm, half_mm)])
    placed = box @ np.array([[c, s], [-s, c]]) + (mount.x_mm, mount.y_mm)
    return np.column_stack([placed, np.full(4, mount.z_mm)])


def start_contour(model: PieceModel, ring: Floats) -> tuple[Floats, Indices | None]:
    """Points about NODE_MM apart, counter-clockwise, and which lie opposite to each other where the sides are alike."""
    if not is_even(model):
        return np.asarray(even_steps(PiecePoints(ring), NODE_MM)), None
    return _even_contour(ring)


def _even_contour(ring: Floats) -> tuple[Floats, Indices]:
    """Points on one side and their mirror images, so that each has a counterpart."""
    middle = float(ring[:, 1].max() + ring[:, 1].min()) / 2
    dense = np.asarray(even_steps(PiecePoints(ring - (0.0, middle)), 0.05))
    bow = int(dense[:, 0].argmax())
    dense = np.roll(dense, -bow, axis=0)
    # From the bow over port to the middle of the stern: the last point with y above 0.
    port = dense[: int(np.flatnonzero(dense[:, 1] > 0.0)[-1]) + 1]
    port = np.concatenate([[[dense[0, 0], 0.0]], port[port[:, 1] > 1e-6], [[port[-1, 0], 0.0]]])
    run = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(port, axis=0), axis=1))])
    count = max(10, round(run[-1] / NODE_MM))
    at = np.linspace(0.0, run[-1], count + 1)
    half = np.column_stack([np.interp(at, run, port[:, k]) for k in range(2)])
    other = half[1:-1][::-1] * (1.0, -1.0)
    contour = np.concatenate([half, other]) + np.array([0.0, middle])
    size = len(contour)
    return contour, ((size - np.arange(size)) % size).astype(np.intp)


def _with_deck(model: PieceModel, height_mm: float) -> PieceModel:
    """The model with her deck at another height; what stands on it comes along."""
    drop = height_mm - model.height_mm
    masts = tuple(
        replace(
            mast,
            top_mm=mast.top_mm,
            sail=None if mast.sail is None else replace(mast.sail, foot_mm=max(1.0, mast.sail.foot_mm + drop)),
        )
        for mast in model.masts
    )
    return replace(model, height_mm=height_mm, masts=masts)


def stretched_model(model: PieceModel, contour: Floats, height_mm: float) -> PieceModel:
    """The model brought to another hull's length and width, with all that stands on it."""
    old, new = np.array(model.hull), np.asarray(contour)
    scale = (new.max(axis=0) - new.min(axis=0)) / (old.max(axis=0) - old.min(axis=0))
    shift = new.min(axis=0) - old.min(axis=0) * scale

    def moved(x: float, y: float) -> tuple[float, float]:
        return float(x * scale[0] + shift[0]), float(y * scale[1] + shift[1])

    lower = _with_deck(model, height_mm)
    masts = []
    for mast in lower.masts:
        x, y = moved(mast.x_mm, mast.y_mm)
        masts.append(replace(mast, x_mm=x, y_mm=y))
    return replace(
        lower,
        hull=tuple(moved(x, y) for x, y in model.hull),
        masts=tuple(masts),
        bowsprit=tuple(moved(x, y) for x, y in model.bowsprit),
        parts=tuple(replace(part, outline=tuple(moved(x, y) for x, y in part.outline)) for part in model.parts),
    )


def _refine(
    piece: Piece,
    tied: _Tied,
    numbers: tuple[int, ...],
    contour: Floats,
    mirror: Indices | None,
    height: float,
) -> TracedHull | NotTraced:
    flare, views, usual = 0.0, tied.views, height
    over = covers(replace(piece, model=stretched_model(piece.model, contour, height)))
    moved = np.zeros(len(contour))
    solution: HullSolution | None = None
    for search, near in zip(SEARCHES_MM, NEAR_MM, strict=True):
        normals = contour_normals(contour)
        masks = [_masked(view, over, contour, height) for view in views]
        wall_tint = _wall_tint(views, contour, normals, height, masks)
        costs = [
            edge_costs(
                view,
                contour,
                normals,
                height_mm=height,
                flare_mm=flare,
                masked=mask,
                search_mm=search,
                foot_mm=_foot_heights(piece, contour),
                wall_tint=wall_tint,
                ground_mm=min(search, MAX_ASIDE_MM),
            )
            for view, mask in zip(views, masks, strict=True)
        ]
        seen = _first_edges(costs, normals, near) if solution is None else _edges_near(costs, near)
        if sum(int(np.isfinite(edges.offset_mm).sum()) for edges in seen) < len(contour) // 6:
            return NotTraced(_no_contrast(piece))
        solution = solve_hull(
            contour,
            normals,
            seen,
            mirror,
            moved_mm=moved,
            flare_mm=flare,
            height_from_prior_mm=height - usual,
            poses=tied.prior(views, contour),
        )
        contour = contour + solution.offset_mm[:, None] * normals
        moved = moved + solution.offset_mm
        height = float(np.clip(height + solution.height_step_mm, 0.3, 15.0))
        flare += solution.flare_step_mm
        views = tuple(view.moved(step) for view, step in zip(views, solution.steps, strict=True))
        over = covers(replace(piece, model=stretched_model(piece.model, contour, height)))
    assert solution is not None
    problem = _check_shown(piece, contour, shown_share(solution.weights))
    if problem is not None:
        return NotTraced(problem)
    steps = [_pose_step(first.pose, view.pose) for first, view in zip(tied.views, views, strict=True)]
    return _traced(piece, views, numbers, contour, mirror, height, np.array(steps), solution)


def _wall_tint(
    views: tuple[HullView, ...], contour: Floats, normals: Floats, height_mm: float, masks: list[Flags]
) -> Floats | None:
    """(2,) of all walls together; None where too little of them is seen."""
    looks = [
        measure_wall_tint(view, contour, normals, height_mm, mask) for view, mask in zip(views, masks, strict=True)
    ]
    tints, brightness = np.concatenate([look[0] for look in looks]), np.concatenate([look[1] for look in looks])
    if len(tints) < MIN_WALL_SAMPLES:
        return None
    return np.asarray(np.median(tints / np.maximum(brightness, 0.1)[:, None], axis=0), dtype=np.float64)


def _foot_heights(piece: Piece, contour: Floats) -> Floats:
    """(N,) how high the hull's foot shows above the sheet: where the tongue of a wake plate lies, on top of it."""
    heights = np.zeros(len(contour))
    for tongue in tongues(piece):
        inside = shapely.contains_xy(shapely.Polygon(tongue[:, :2]), contour[:, 0], contour[:, 1])
        heights[inside] = tongue[0, 2]
    return heights


def _masked(view: HullView, over: tuple[Cover, ...], contour: Floats, height: float) -> Flags:
    """(H, W) what cannot be used; print under the hull is hidden by it and may be forgotten."""
    inside = silhouette(view, contour, height)
    return view.mask(over, without_print=erode(inside, max(1, round(0.7 * view.px_per_mm))))


def _edges_near(costs: list[EdgeCosts], near_mm: float) -> tuple[SeenEdges, ...]:
    expected = np.zeros(len(costs[0].cost))
    return tuple(nearest_edges(cost, expected, near_mm) for cost in costs)


def _first_edges(costs: list[EdgeCosts], normals: Floats, near_mm: float) -> tuple[SeenEdges, ...]:
    """Feet and decks each along a path of their own: with the height still wrong they do not agree."""
    # How far aft the stern is is known worst; farther out at the sides there are shadows.
    far = (np.abs(costs[0].offsets_mm) > MAX_ASIDE_MM) & (normals[:, :1] > -0.5)
    foot, deck = (_best_path(costs, far, top=top) for top in (False, True))
    return tuple(nearest_edges(cost, np.where(cost.is_top, deck, foot), near_mm) for cost in costs)


def _best_path(costs: list[EdgeCosts], barred: Flags, *, top: bool) -> Floats:
    """(N,) the offsets along the contour that the pictures together explain best without jumping, by the deck's edges
    or by the feet. `barred`: (N, E)."""
    total = np.tile((costs[0].offsets_mm / PATH_PRIOR_MM) ** 2, (len(costs[0].cost), 1))
    total[barred] += PATH_CAP
    for cost in costs:
        asked = ~cost.hidden & (cost.is_top == top)
        total -= np.where(asked[:, None], np.minimum(cost.gain, PATH_CAP), 0.0)
    offsets = costs[0].offsets_mm
    jump = ((offsets[:, None] - offsets[None]) / PATH_STEP_MM) ** 2
    # Twice round, so that the ends meet.
    twice = np.concatenate([total, total])
    best = twice[0].copy()
    back = np.zeros(twice.shape, dtype=np.intp)
    for row in range(1, len(twice)):
        ways = best[:, None] + jump
        back[row] = ways.argmin(axis=0)
        best = ways.min(axis=0) + twice[row]
    path = np.zeros(len(twice), dtype=np.intp)
    path[-1] = int(best.argmin())
    for row in range(len(twice) - 1, 0, -1):
        path[row - 1] = back[row, path[row]]
    count = len(total)
    half = count // 2
    middle = path[half : half + count]
    return np.asarray(offsets[np.roll(middle, half)], dtype=np.float64)


def _traced(
    piece: Piece,
    views: tuple[HullView, ...],
    numbers: tuple[int, ...],
    contour: Floats,
    mirror: Indices | None,
    height: float,
    pose_steps: Floats,
    solution: HullSolution,
) -> TracedHull:
    rigged = stretched_model(piece.model, contour, height)
    return TracedHull(
        points=PiecePoints(contour),
        normals=contour_normals(contour),
        shown=shown_share(solution.weights),
        mirror=mirror,
        height_mm=height,
        views=views,
        numbers=numbers,
        pose_steps=pose_steps,
        solution=solution,
        masts=np.array([(mast.x_mm, mast.y_mm) for mast in rigged.masts]).reshape(-1, 2),
        rig_sigma_mm=min(piece.model.sigma_mm, STRETCHED_RIG_MM),
    )


def _check_shown(piece: Piece, contour: Floats, shown: Flags) -> Message | None:
    gap = _longest_gap_mm(contour, shown)
    if float(shown.mean()) < MIN_SHOWN:
        form = template(
            "{name}: only {shown:.0f} % of the hull's edge can be told apart from the sheet ({gap_mm:.0f} mm are "
            "missing in one stretch). Check the model in the table file, use all four places, keep everything else "
            "off the sheet, and take the pictures in softer light"
        )
        return Message(form, name=piece.name, shown=100.0 * float(shown.mean()), gap_mm=gap)
    return None


def _longest_gap_mm(contour: Floats, shown: Flags) -> float:
    if shown.all():
        return 0.0
    steps = np.linalg.norm(np.roll(contour, -1, axis=0) - contour, axis=1)
    longest = run = 0.0
    for index in range(2 * len(shown)):
        run = 0.0 if shown[index % len(shown)] else run + float(steps[index % len(shown)])
        longest = max(longest, run)
    return min(longest, float(steps.sum()))


def _too_few(piece: Piece, count: int) -> Message:
    form = template(
        "{name}: the plain ground round the hull can be seen in {count} pictures, {least} or more are needed. Keep "
        "hands and other things off the sheet, and use all four places"
    )
    return Message(form, name=piece.name, count=count, least=MIN_VIEWS)


def _no_contrast(piece: Piece) -> Message:
    form = template(
        "{name}: the hull has the colour of the sheet, so its edge can't be seen. Use all four places, and take the "
        "pictures in softer light"
    )
    return Message(form, name=piece.name)
