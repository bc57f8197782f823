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
from tableassist.vision.hull_trace.fit import HullSolution, contour_normals, shown_share, solve_hull
from tableassist.vision.hull_trace.stretch import Stretched, stretch_hull
from tableassist.vision.hull_trace.views import HullView, prepare_view
from tableassist.vision.outline.curve import even_steps
from tableassist.vision.outline.hidden import Cover, covers_of
from tableassist.vision.outline.mirror import is_even

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
MIN_SHOWN = 0.6
MAX_GAP_MM = 14.0
STRIP_HALF_MM = 5.0
EDGE_WIDER, EDGE_FLOOR_MM = 1.3, 0.12
"""What edges share along a whole side, shadows and tone, is not averaged away: measured on studio ships."""
POSE_FLOOR = np.diag([0.12**2, 0.12**2, 0.002**2])
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
    squares: tuple[ImagePoints, ...]
    """Corners of the sheet's tags, in pixels of the whole picture."""


@dataclass(frozen=True, slots=True, eq=False)
class TracedHull:
    points: PiecePoints
    """The foot of the hull, counter-clockwise, in the frame that the tags' poses gave."""
    sigma_mm: float
    """How far the outline may be off, across it: root mean square over its points."""
    point_sigma_mm: Floats
    """(N,) of each point."""
    shown: Flags
    """(N,) whether a picture shows the edge there; the rest follows from its neighbours and from the other side."""
    height_mm: float
    height_sigma_mm: float
    poses: tuple[PlanarPose | None, ...]
    """jig_from_hull in each picture; None where the picture could not be used."""
    pose_covariances: tuple[Floats | None, ...]
    """(3, 3) of x, y (mm, in the hull's frame) and heading (rad), against this outline."""
    views: tuple[HullView, ...]
    chi: float
    mirror: Indices | None
    """(N,) the counterpart of each point on the other side; None where the sides need not be alike."""
    masts: Floats
    """(M, 2) where the masts stand."""
    rig_sigma_mm: float


@dataclass(frozen=True, slots=True)
class NotTraced:
    why: Message


def trace_hull(
    piece: Piece, pictures: tuple[SheetPicture, ...], lens: Lens, print_mm: Iterable[Floats] = ()
) -> TracedHull | NotTraced:
    model = piece.model
    hull = PiecePoints(np.array(model.hull))
    height = USUAL_DECK_MM if model.height_mm > 3.0 else model.height_mm
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
    return _refine(piece, tuple(ready), used, len(pictures), contour, mirror, start.height_mm)


def covers(piece: Piece) -> tuple[Cover, ...]:
    """What stands above the hull's rim or lies at it: rig, plates, parts, and the strip that holds a wake plate."""
    model = piece.model
    found = [replace(cover, room_mm=min(cover.room_mm, RIG_ROOM_MM)) for cover in covers_of(piece)]
    stern = min(x for x, _ in model.hull)
    for mount in piece.mounts:
        if mount.kind is MountKind.PLATE and mount.x_mm < stern:
            strip = [(x, side * STRIP_HALF_MM, mount.z_mm) for x in (mount.x_mm, stern + 0.5) for side in (-1.0, 1.0)]
            found.append(Cover(np.array(strip), 0.4))
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
    used: list[int],
    count: int,
    contour: Floats,
    mirror: Indices | None,
    height: float,
) -> TracedHull | NotTraced:
    first_height, flare = height, 0.0
    over = covers(replace(piece, model=stretched_model(piece.model, contour, height)))
    solution: HullSolution | None = None
    for search, near in zip(SEARCHES_MM, NEAR_MM, strict=True):
        normals = contour_normals(contour)
        costs = [
            edge_costs(
                view, contour, normals, height_mm=height, flare_mm=flare, masked=view.mask(over), search_mm=search
            )
            for view in views
        ]
        seen = _first_edges(costs, near) if solution is None else _edges_near(costs, near)
        if sum(int(np.isfinite(edges.offset_mm).sum()) for edges in seen) < len(contour) // 3:
            return NotTraced(_no_contrast(piece))
        solution = solve_hull(contour, normals, seen, mirror, flare, height - first_height)
        contour = contour + solution.offset_mm[:, None] * normals
        height = float(np.clip(height + solution.height_step_mm, 0.3, 15.0))
        flare += solution.flare_step_mm
        views = tuple(view.moved(step) for view, step in zip(views, solution.steps, strict=True))
        over = covers(replace(piece, model=stretched_model(piece.model, contour, height)))
    assert solution is not None
    return _traced(piece, views, used, count, contour, mirror, height, solution)


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
    used: list[int],
    count: int,
    contour: Floats,
    mirror: Indices | None,
    height: float,
    solution: HullSolution,
) -> TracedHull | NotTraced:
    points = len(contour)
    shown = shown_share(solution.weights)
    problem = _check_shown(piece, contour, shown)
    if problem is not None:
        return NotTraced(problem)
    variance = np.diag(solution.covariance)
    sigma = np.hypot(EDGE_WIDER * np.sqrt(variance[:points]), EDGE_FLOOR_MM)
    rigged = stretched_model(piece.model, contour, height)
    poses: list[PlanarPose | None] = [None] * count
    spreads: list[Floats | None] = [None] * count
    for view, index, spread in zip(views, used, solution.pose_covariances, strict=True):
        poses[index], spreads[index] = view.pose, spread + POSE_FLOOR
    return TracedHull(
        PiecePoints(contour), math.sqrt(float((sigma**2).mean())), sigma, shown, height,
        math.sqrt(float(variance[points])), tuple(poses), tuple(spreads), views, solution.chi, mirror,
        np.array([(mast.x_mm, mast.y_mm) for mast in rigged.masts]).reshape(-1, 2), piece.model.sigma_mm,
    )  # fmt: skip


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
