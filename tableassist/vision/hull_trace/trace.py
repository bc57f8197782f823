"""Trace a ship's hull on the sheet, or say why it cannot be traced."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from tableassist.geometry.arrays import Flags, Floats, ImagePoints, Indices, PiecePoints
from tableassist.geometry.planar_pose import PlanarPose
from tableassist.messages import Message, template
from tableassist.pieces.model import PieceModel
from tableassist.pieces.piece import MountKind, Piece
from tableassist.vision.camera.frame import Image
from tableassist.vision.camera.lens import Lens
from tableassist.vision.camera.pose import CameraPose
from tableassist.vision.hull_trace.edges import EdgeCosts, SeenEdges, edge_costs, nearest_edges
from tableassist.vision.hull_trace.fit import (
    GLOBAL,
    HullSolution,
    PosePrior,
    condition_on_poses,
    contour_normals,
    shown_share,
    solve_hull,
)
from tableassist.vision.hull_trace.stretch import Stretched, erode, silhouette, stretch_hull
from tableassist.vision.hull_trace.views import HullView, prepare_view
from tableassist.vision.outline.curve import even_steps
from tableassist.vision.outline.hidden import Cover, covers_of
from tableassist.vision.outline.mirror import is_even
from tableassist.vision.tags.pattern import plate_mm

NODE_MM = 0.8
USUAL_DECK_MM = 5.5
"""A hull's deck stands 4 to 7 mm above the mat; packaged models, which have 9, count the rail and what stands on it."""
SEARCHES_MM = (1.8, 1.2, 0.9, 0.7, 0.7)
NEAR_MM = (0.8, 0.7, 0.6, 0.5, 0.5)
PATH_CAP = 40.0
PATH_STEP_MM = 0.25
MIN_COVERED, MIN_AGREEMENT = 0.55, 0.8
"""Of the hull that must differ from the ground, and of all pixels in question that must be explained."""
MIN_VIEWS = 2
MIN_SHOWN = 0.65
MAX_GAP_MM = 12.0
STRIP_HALF_MM, STRIP_PRINT_MM = 4.0, 4.0
"""The strip that holds a wake plate: half its width, and how far before the plate it is printed on. The rest is blank
paper, as good a ground as the sheet's."""
EDGE_FLOOR_MM, UNSEEN_RIM_MM = 0.2, 0.25
"""What the covariance does not know of an edge that is seen: walls that are not upright, shade in the corner below
them, a deck height that is off. It grows with the share of the rim that no picture shows, for there the neighbours are
drawn along. Pooled 0.21 mm rms: 0.13 mm over 1060 points of eight studio ships, 0.26 mm over 867 of seven others,
0.24 mm over 436 points of four path-traced ships with 76 to 88 % shown. One of the 19 ships was worse than this says:
1.1 mm at one point, 3.5 times her claim, her deck height 2 mm too low."""
UNSEEN_MM = 0.7
"""Of a point that no picture shows: 0.60 mm rms over 110 points of those four path-traced ships, most of them at the
stern, whose foot the wake plate's strip hides."""
STRETCHED_RIG_MM = 1.0
"""How far masts may be from where the model has them once it is stretched to the true hull: an assumption, for mast
feet are not measured."""
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
    """jig_from_ship, by the tags: the hull lies within about a millimetre of there."""
    stop: PlanarPose
    """Where the hand was asked to put the bow's tip, and which way the keel."""
    squares: tuple[ImagePoints, ...]
    """Corners of the sheet's tags, in pixels of the whole picture."""


@dataclass(frozen=True, slots=True)
class HandPrior:
    """How far from stop and line a hand sets a ship, one sigma."""

    shift_mm: float
    turn_rad: float


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
    solution: HullSolution
    """How well all this is known: offsets of the points, height, flare and poses together."""
    masts: Floats
    """(M, 2) where the masts stand."""
    rig_sigma_mm: float

    @property
    def point_sigma_mm(self) -> Floats:
        """(N,) how far each point may be off, across the outline."""
        variance = np.diag(self.solution.covariance)[: len(self.points)]
        seen_mm = EDGE_FLOOR_MM + UNSEEN_RIM_MM * float(1.0 - self.shown.mean())
        floor = np.where(self.shown, seen_mm, UNSEEN_MM)
        return np.asarray(np.sqrt(np.maximum(variance, 0.0) + floor**2), dtype=np.float64)

    @property
    def sigma_mm(self) -> float:
        """How far the outline may be off: root mean square over its points."""
        return math.sqrt(float((self.point_sigma_mm**2).mean()))

    @property
    def height_sigma_mm(self) -> float:
        return math.sqrt(float(self.solution.covariance[len(self.points), len(self.points)]))

    @property
    def pose_covariance(self) -> Floats:
        """(3 K, 3 K) of the poses, x and y along the hull's axes (mm) and heading (rad)."""
        first = len(self.points) + GLOBAL
        return self.solution.covariance[first:, first:]


def with_poses(traced: TracedHull, steps: Floats, covariance: Floats) -> TracedHull:
    """Update the hull once its tags have told more of where it lay.

    `steps`: (K, 3) from the views' poses, along the hull's axes; with their covariance.
    """
    solution = condition_on_poses(traced.solution, steps, covariance)
    points = np.asarray(traced.points) + solution.offset_mm[:, None] * traced.normals
    views = tuple(view.moved(step) for view, step in zip(traced.views, steps, strict=True))
    height = max(0.3, traced.height_mm + solution.height_step_mm)
    return replace(traced, points=PiecePoints(points), height_mm=height, views=views, solution=solution)


@dataclass(frozen=True, slots=True)
class NotTraced:
    why: Message


def trace_hull(
    piece: Piece,
    pictures: tuple[SheetPicture, ...],
    lens: Lens,
    hand: HandPrior,
    print_mm: Iterable[Floats] = (),
) -> TracedHull | NotTraced:
    model = piece.model
    hull = PiecePoints(np.array(model.hull))
    height = USUAL_DECK_MM if model.height_mm > MAX_FLAT_MM else model.height_mm
    rough = replace(piece, model=_with_deck(model, height))
    lines = tuple(print_mm)
    views: list[HullView | None] = [
        prepare_view(shot.image, shot.offset_px, shot.camera, lens, shot.pose, hull, covers(rough), shot.squares, lines)
        for shot in pictures
    ]
    used = [k for k, view in enumerate(views) if view is not None]
    if len(used) < MIN_VIEWS:
        return NotTraced(_too_few(piece, len(used)))
    ready = [view for view in views if view is not None]
    masks = tuple(view.mask(covers(rough)) for view in ready)
    start = stretch_hull(tuple(ready), masks, np.array(model.hull), height)
    if start.covered < MIN_COVERED:
        return NotTraced(_no_contrast(piece))
    if start.agreement < MIN_AGREEMENT:
        return NotTraced(_another_shape(piece, start))
    contour, mirror = start_contour(model, start.points)
    stops = tuple(pictures[k].stop for k in used)
    return _refine(piece, tuple(ready), stops, tuple(used), hand, contour, mirror, start.height_mm)


def covers(piece: Piece) -> tuple[Cover, ...]:
    """What stands above the hull's rim or lies at it: rig, plates, parts, and the strip that holds a wake plate."""
    model = piece.model
    found = [replace(cover, room_mm=min(cover.room_mm, RIG_ROOM_MM)) for cover in covers_of(piece)]
    stern = min(x for x, _ in model.hull)
    for mount in piece.mounts:
        if mount.kind is MountKind.PLATE and mount.x_mm < stern:
            ahead = mount.x_mm + plate_mm(mount.family, mount.size_mm) / 2 + STRIP_PRINT_MM
            strip = [
                (x, mount.y_mm + side * STRIP_HALF_MM, mount.z_mm) for x in (mount.x_mm, ahead) for side in (-1.0, 1.0)
            ]
            found.append(Cover(np.array(strip), 0.2))
    for part in model.parts:
        ring = np.array(part.outline)
        low, high = np.full(len(ring), part.foot_mm), np.full(len(ring), part.head_mm)
        solid = np.concatenate([np.column_stack([ring, low]), np.column_stack([ring, high])])
        found.append(Cover(solid, 2.0))
    return tuple(found)


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
    views: tuple[HullView, ...],
    stops: tuple[PlanarPose, ...],
    numbers: tuple[int, ...],
    hand: HandPrior,
    contour: Floats,
    mirror: Indices | None,
    height: float,
) -> TracedHull | NotTraced:
    flare = 0.0
    usual = USUAL_DECK_MM if piece.model.height_mm > MAX_FLAT_MM else piece.model.height_mm
    over = covers(replace(piece, model=stretched_model(piece.model, contour, height)))
    moved = np.zeros(len(contour))
    solution: HullSolution | None = None
    for search, near in zip(SEARCHES_MM, NEAR_MM, strict=True):
        normals = contour_normals(contour)
        costs = [
            edge_costs(
                view,
                contour,
                normals,
                height_mm=height,
                flare_mm=flare,
                masked=_masked(view, over, contour, height),
                search_mm=search,
                fine=solution is not None,
            )
            for view in views
        ]
        seen = _first_edges(costs, near) if solution is None else _edges_near(costs, near)
        if sum(int(np.isfinite(edges.offset_mm).sum()) for edges in seen) < len(contour) // 3:
            return NotTraced(_no_contrast(piece))
        solution = solve_hull(
            contour,
            normals,
            seen,
            mirror,
            moved_mm=moved,
            flare_mm=flare,
            height_from_prior_mm=height - usual,
            poses=_hand_poses(views, stops, contour, hand),
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
    return _traced(piece, views, numbers, contour, mirror, height, solution)


def _masked(view: HullView, over: tuple[Cover, ...], contour: Floats, height: float) -> Flags:
    """(H, W) what cannot be used; print under the hull is hidden by it and may be forgotten."""
    inside = silhouette(view, contour, height)
    return view.mask(over, without_print=erode(inside, max(1, round(0.7 * view.px_per_mm))))


def _hand_poses(
    views: tuple[HullView, ...], stops: tuple[PlanarPose, ...], contour: Floats, hand: HandPrior
) -> PosePrior:
    bow = float(contour[:, 0].max())
    aims = []
    for view, stop in zip(views, stops, strict=True):
        x, y = (np.array([stop.x_mm, stop.y_mm]) - (view.pose.x_mm, view.pose.y_mm)) @ view.pose.rotation
        turn = math.remainder(stop.heading_rad - view.pose.heading_rad, math.tau)
        aims.append((float(x) - bow, float(y), turn))
    return PosePrior(np.array(aims), bow, hand.shift_mm, hand.turn_rad)


def _edges_near(costs: list[EdgeCosts], near_mm: float) -> tuple[SeenEdges, ...]:
    expected = np.zeros(len(costs[0].cost))
    return tuple(nearest_edges(cost, expected, near_mm) for cost in costs)


def _first_edges(costs: list[EdgeCosts], near_mm: float) -> tuple[SeenEdges, ...]:
    """Feet and decks each along a path of their own: with the height still wrong they do not agree."""
    foot, deck = (_best_path(costs, top=top) for top in (False, True))
    return tuple(nearest_edges(cost, np.where(cost.is_top, deck, foot), near_mm) for cost in costs)


def _best_path(costs: list[EdgeCosts], *, top: bool) -> Floats:
    """(N,) the offsets along the contour that the pictures together explain best without jumping, by the deck's edges
    or by the feet."""
    total = np.zeros(costs[0].cost.shape)
    for cost in costs:
        least = np.where(cost.usable, cost.cost, np.inf).min(axis=1, keepdims=True)
        above = np.where(
            cost.usable, np.minimum(cost.cost - np.where(np.isfinite(least), least, 0.0), PATH_CAP), PATH_CAP
        )
        total += np.where((cost.hidden | (cost.is_top != top))[:, None] | ~np.isfinite(least), 0.0, above)
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
        solution=solution,
        masts=np.array([(mast.x_mm, mast.y_mm) for mast in rigged.masts]).reshape(-1, 2),
        rig_sigma_mm=min(piece.model.sigma_mm, STRETCHED_RIG_MM),
    )


def _another_shape(piece: Piece, start: Stretched) -> Message:
    size = np.ptp(start.points, axis=0)
    form = template(
        "{name}: what stands on the sheet does not look like {model}: the nearest is a hull of {length_mm:.0f} x "
        "{width_mm:.0f} mm. Check the model in the table file, keep everything else off the sheet, and avoid deep "
        "shadows"
    )
    return Message(form, name=piece.name, model=piece.model.name, length_mm=float(size[0]), width_mm=float(size[1]))


def _check_shown(piece: Piece, contour: Floats, shown: Flags) -> Message | None:
    gap = _longest_gap_mm(contour, shown)
    if float(shown.mean()) < MIN_SHOWN or gap > MAX_GAP_MM:
        form = template(
            "{name}: only {shown:.0f} % of the hull's edge can be told from the sheet ({gap_mm:.0f} mm are missing in "
            "one stretch). Use all four places, take the pictures in softer light, or print the new sheet, which has "
            "two white and two grey places"
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
        "{name}: the hull has the colour of the sheet, so its edge can't be seen. Print the new sheet, which has two "
        "white and two grey places, and use all four"
    )
    return Message(form, name=piece.name)
