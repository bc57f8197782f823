"""From views of a piece to its outline, or to the sentence that says why there is none."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from shapely import Polygon

from tableassist.errors import BadRequestError
from tableassist.geometry import PiecePoints, PlanarPose, plus_minus
from tableassist.messages import Message, template
from tableassist.pieces import Piece, PieceKind
from tableassist.vision.camera.frame import Image
from tableassist.vision.outline.backdrop import FLAT_SHADE, LIT_SHADE, EmptyMat, backdrop, darkest_shade
from tableassist.vision.outline.curve import signed_area, simplified
from tableassist.vision.outline.fit import FittedOutline, SegmentedView, carve_contour, fit_outline
from tableassist.vision.outline.hidden import covers_of, plate_cover, strip_cover
from tableassist.vision.outline.joint import Priors
from tableassist.vision.outline.mirror import is_even
from tableassist.vision.outline.plate import has_arrow_strip
from tableassist.vision.outline.silhouette import silhouette
from tableassist.vision.outline.tone import measure_exponent
from tableassist.vision.outline.view import OutlineView, camera_sigma_mm
from tableassist.vision.registration.registration import Registration

PATCHES_MM = (45.0, 70.0, 110.0, 160.0)
"""Half the side of the square that is looked at round a piece; the next larger where the outline does not end in it."""
ROOM_MM = 12.0
"""Beyond the outline that the model has."""
TALL_MM = 3.0
"""A piece with something so high above its deck is tall: sails and plates hide its rim from some sides."""
TOLERANCE_MM = 0.08
MOST_CORNERS = 400
LEAST_CONTRAST, LEAST_CONTRAST_ALONE = 6.0, 12.0
"""In sigmas of the mat's own pattern; one picture alone must be clearer."""
FAINT = 25.0
"""A piece that stands out less than this has places where it hardly does."""
MAX_HIDDEN, MAX_HIDDEN_SIGMA_MM = 0.4, 2.0
"""Share of a card's rim that no picture shows, and the sigma (RMS) of those stretches."""
MIN_SEEN_TALL, MAX_GAP_TALL_MM, MIN_VIEWS_TALL = 0.5, 12.0, 5
"""A tall piece: share of its rim that pictures show themselves, the longest stretch that nothing tells of (a stern that
is hidden on a longer one would be cut off), and from how many sides it must be seen."""
ENOUGH_VIEWS = 8
MAX_SIDE_GAP_RAD = math.radians(100.0)
"""Between the directions that neighbouring pictures show a piece from."""
MIN_SLANT = 0.25
"""Tangent of the camera's angle off vertical: below about 15 degrees sails hide the hull from above."""
MUCH_SHADOW = 0.5
PLATE_ROOM_MM = 3.0
"""Between a plate's edge and any shore: then neither the plate nor its shadow hides the rim."""
UNDER_SAIL = 2.0
"""A hull has more edges than its rim, and sails are not quite where the model says: her plus-minus is widened by this,
by what ten scans of studio ships were off."""
MOST_SPREAD_MM = 1.2
MODEL_SIGMAS, LEAST_MODEL_MM = 2.5, 1.0
LEAST_AREA_MM2 = 60.0
MOVED_MM = 15.0
MOST_EMPTIES = 5
POSE_SIGMA_MM, POSE_SIGMA_RAD = 0.15, 0.005
"""Of a piece's place in one picture by its tag, of 18 mm at 1.1 px/mm, apart from lean and height."""
TAG_HEIGHT_SIGMA_MM = 0.8
"""Of a plate on a card: cards are 1 to 2 mm thick, and glue and paper add to it."""
DECK_SIGMA_MM, CARD_SIGMA_MM = 2.5, 0.7
"""Of the height of a hull's deck and of a card's face against the model."""
WALL_SHARE_SIGMA = 0.3
GROWN_PX = 4.0


@dataclass(frozen=True, slots=True, eq=False)
class TracedOutline:
    points: PiecePoints
    """Counter-clockwise, in the piece's frame."""
    sigma_mm: float
    fit: FittedOutline
    views: tuple[OutlineView, ...]
    half_mm: float
    """Of the patch that was looked at."""
    notes: tuple[Message, ...]


class NotTracedError(BadRequestError):
    """No outline; the message says what to change."""


def is_tall(piece: Piece) -> bool:
    highest = max((mount.z_mm for mount in piece.mounts), default=0.0)
    return bool(piece.model.masts) or highest > piece.model.height_mm + TALL_MM


def trace(
    piece: Piece,
    views: tuple[OutlineView, ...],
    *,
    empty: tuple[Image, Registration] | None = None,
    shape_known: bool = True,
) -> TracedOutline:
    """`shape_known` False: the piece's model is a guess that says nothing of where its hull lies."""
    reach = _reach(piece, views, shape_known=shape_known)
    larger = [half for half in PATCHES_MM if half >= reach] or [PATCHES_MM[-1]]
    empties = _empties(views, empty, reach)
    for half_mm in larger:
        segmented, cut_off = _segmented(piece, views, empties, half_mm, shape_known=shape_known)
        # The shadow of a tall piece may reach out of any patch; it is carved away later.
        if segmented and (is_tall(piece) or not any(each.silhouette.touches_border for each in segmented)):
            return _outline(piece, views, segmented, half_mm, shape_known=shape_known)
        if cut_off and not segmented:
            break
    if cut_off:
        raise NotTracedError(
            "{name}: too close to the edge of the picture; move it to the middle of the mat", name=piece.name
        )
    raise NotTracedError(
        "{name}: its outline does not end within {within_mm:.0f} mm: something touches it, or the mat looks like "
        "it; clear the space around it, put it in another place, or add a picture of the empty mat (--empty)",
        name=piece.name,
        within_mm=larger[-1],
    )


def occupied_radius(piece: Piece, registration: Registration, pose: PlanarPose) -> float:
    """How far from its middle a piece may hide the mat: its hull, and how far what stands on it leans over."""
    camera = registration.pose.position
    slant = math.dist(camera[:2], (pose.x_mm, pose.y_mm)) / float(camera[2])
    highest = max((mount.z_mm for mount in piece.mounts), default=0.0)
    return max(math.hypot(x, y) for x, y in piece.model.hull) + slant * highest + ROOM_MM


def _reach(piece: Piece, views: tuple[OutlineView, ...], *, shape_known: bool) -> float:
    """From the piece's middle: its hull, and how far what stands on it leans over in the most slanting view."""
    slants = [
        math.dist(view.camera_mm[:2], (view.pose.x_mm, view.pose.y_mm)) / float(view.camera_mm[2]) for view in views
    ]
    lean = max(slants) * max((mount.z_mm for mount in piece.mounts), default=0.0)
    if not shape_known:
        return max(PATCHES_MM[0], lean)
    return max(*(math.hypot(x, y) for x, y in piece.model.hull), lean) + ROOM_MM


def _empties(
    views: tuple[OutlineView, ...], empty: tuple[Image, Registration] | None, reach_mm: float
) -> dict[int, tuple[EmptyMat, ...]]:
    """For each view the empty picture, or the views in which nothing lay where the piece lies now.

    Of those, the ones with the piece farthest away come first: its shadow is then far away, too.
    """
    if empty is not None:
        only = EmptyMat(empty[0].astype(np.float32), empty[1], ())
        return dict.fromkeys(range(len(views)), (only,))
    mats = [
        EmptyMat(
            view.image.astype(np.float32),
            view.registration,
            ((view.pose.x_mm, view.pose.y_mm, reach_mm + 10.0), *view.occupied),
        )
        for view in views
    ]
    chosen = {}
    for index, view in enumerate(views):
        here = view.pose.x_mm, view.pose.y_mm
        apart = [math.dist(here, (other.pose.x_mm, other.pose.y_mm)) for other in views]
        blocked = [
            sum(max(0.0, reach_mm + radius - math.dist(here, (x, y))) for x, y, radius in other.occupied)
            for other in views
        ]
        order = sorted(range(len(views)), key=lambda other: (blocked[other], -apart[other]))
        chosen[index] = tuple(mats[other] for other in order[:MOST_EMPTIES] if apart[other] > MOVED_MM)
    return chosen


def _seeds(piece: Piece, *, shape_known: bool) -> tuple[tuple[PiecePoints, float], ...]:
    """What is surely piece: its tags, and the middle of its hull if that is known."""
    seeds = []
    for mount in piece.mounts:
        corners = plate_cover(mount).corners
        middle = corners[:, :2].mean(axis=0)
        seeds.append((PiecePoints(middle + 0.6 * (corners[:, :2] - middle)), mount.z_mm))
    if shape_known:
        seeds.append((PiecePoints(0.5 * np.array(piece.model.hull)), piece.model.height_mm))
    return tuple(seeds)


def _segmented(
    piece: Piece,
    views: tuple[OutlineView, ...],
    empties: dict[int, tuple[EmptyMat, ...]],
    half_mm: float,
    *,
    shape_known: bool,
) -> tuple[tuple[SegmentedView, ...], bool]:
    """The views that show the piece whole, and whether one was cut off by the picture's edge."""
    corners = PiecePoints(np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]) * half_mm)
    tall = is_tall(piece)
    shade = LIT_SHADE if tall else FLAT_SHADE
    seeds = _seeds(piece, shape_known=shape_known)
    found, cut_off = [], False
    for index, view in enumerate(views):
        around = backdrop(view, corners, empties[index], least_shade=shade)
        first = None if around is None else silhouette(view, around, seeds, rough=True)
        if around is None or first is None:
            cut_off = cut_off or around is None
            continue
        covered = first.covered(GROWN_PX)
        darkest = shade if tall else darkest_shade(around, covered)
        again = backdrop(view, corners, empties[index], covered, least_shade=darkest)
        second = None if again is None else silhouette(view, again, seeds)
        if again is not None and second is not None:
            found.append(SegmentedView(view, again, second))
    return tuple(found), cut_off


def _outline(
    piece: Piece,
    views: tuple[OutlineView, ...],
    segmented: tuple[SegmentedView, ...],
    half_mm: float,
    *,
    shape_known: bool,
) -> TracedOutline:
    tall = is_tall(piece)
    top_mm = piece.model.height_mm
    _check_contrast(piece, segmented)
    start = carve_contour(segmented, half_mm=half_mm, top_mm=top_mm, tall=tall)
    covers = covers_of(piece) if shape_known else tuple(plate_cover(mount) for mount in piece.mounts)
    looks = tuple(each.view for each in segmented)
    strips = tuple(strip_cover(mount) for mount in piece.mounts if has_arrow_strip(looks, mount))
    covers += strips
    plates = () if tall else (*(plate_cover(mount) for mount in piece.mounts), *strips)
    even = shape_known and tall and piece.model.kind is PieceKind.SHIP and is_even(piece.model)
    fit = (
        None
        if start is None
        else fit_outline(
            start,
            segmented,
            top_mm=top_mm,
            covers=covers,
            plates=plates,
            tall=tall,
            even=even,
            priors=_priors(piece, tall=tall),
            exponent=measure_exponent(looks, piece.mounts),
        )
    )
    if fit is None:
        form = template("{name}: its rim cannot be told apart from the mat: {advice}")
        raise NotTracedError(form, name=piece.name, advice=_advice(looks, None, tall=tall))
    _check_fit(piece, looks, fit, tall=tall)
    points = simplified(fit.points, TOLERANCE_MM, MOST_CORNERS)
    if not Polygon(points).is_valid or signed_area(points) < LEAST_AREA_MM2:
        raise NotTracedError(
            "{name}: the outline found crosses itself: {advice}",
            name=piece.name,
            advice=_advice(looks, fit, tall=tall),
        )
    if even:
        _check_model(piece, points, looks, fit)
    used = tuple(each.view for each in segmented)
    by_camera = camera_sigma_mm(used[0], points, top_mm)
    wider = min(1.5, max(1.0, FAINT / _contrast(segmented))) * (UNDER_SAIL if tall else 1.0)
    sigma = math.sqrt((wider * fit.sigma_mm) ** 2 + (TOLERANCE_MM / 2) ** 2 + by_camera**2)
    return TracedOutline(points, sigma, fit, used, half_mm, _notes(views, segmented, fit))


def _priors(piece: Piece, *, tall: bool) -> Priors:
    """How far poses and heights may be off, before any rim is seen."""
    highest = max((mount.z_mm for mount in piece.mounts), default=0.0)
    lean = max((mount.sigma_lean_rad for mount in piece.mounts), default=0.0)
    return Priors(
        shift_mm=math.hypot(POSE_SIGMA_MM, lean * highest),
        turn_rad=POSE_SIGMA_RAD,
        tag_height_mm=TAG_HEIGHT_SIGMA_MM if not tall else 0.5 * TAG_HEIGHT_SIGMA_MM,
        top_height_mm=DECK_SIGMA_MM if tall else CARD_SIGMA_MM,
        wall_share=WALL_SHARE_SIGMA,
    )


def _contrast(segmented: tuple[SegmentedView, ...]) -> float:
    return max(0.1, float(np.median([each.silhouette.contrast for each in segmented])))


def _check_contrast(piece: Piece, segmented: tuple[SegmentedView, ...]) -> None:
    contrast = _contrast(segmented)
    least = LEAST_CONTRAST_ALONE if len(segmented) == 1 else LEAST_CONTRAST
    if contrast < least:
        form = template(
            "{name}: its contrast is {contrast:.1f} times that of the mat's pattern, expected {least:.0f}: put it in "
            "another place or on a plain sheet, take several pictures, or add one of the empty mat (--empty)"
        )
        raise NotTracedError(form, name=piece.name, contrast=contrast, least=least)


def _check_fit(piece: Piece, views: tuple[OutlineView, ...], fit: FittedOutline, *, tall: bool) -> None:
    if tall:
        _check_tall(piece, views, fit)
    elif fit.hidden_share > 0.0:
        _check_hidden(piece, views, fit)
    if fit.spread_mm > MOST_SPREAD_MM:
        form = template(
            "{name}: the pictures disagree by {spread_mm:.2f} mm, expected at most {most_mm} mm: check that it was "
            "flat and not moving, and that the table file has the right tag size"
        )
        raise NotTracedError(form, name=piece.name, spread_mm=fit.spread_mm, most_mm=MOST_SPREAD_MM)


def _check_tall(piece: Piece, views: tuple[OutlineView, ...], fit: FittedOutline) -> None:
    seen, gap_mm = float(fit.seen.mean()), fit.widest_gap_mm
    if len(views) < MIN_VIEWS_TALL:
        form = template("{name}: {count} pictures show it, expected at least {least}: {advice}")
        advice = _advice(views, fit, tall=True)
        raise NotTracedError(form, name=piece.name, count=len(views), least=MIN_VIEWS_TALL, advice=advice)
    if seen < MIN_SEEN_TALL:
        form = template("{name}: only {seen:.0f} % of its rim is seen, expected at least {least:.0f} %: {advice}")
        advice = _advice(views, fit, tall=True)
        raise NotTracedError(form, name=piece.name, seen=100 * seen, least=100 * MIN_SEEN_TALL, advice=advice)
    if gap_mm > MAX_GAP_TALL_MM:
        form = template(
            "{name}: {gap_mm:.0f} mm of its rim in one stretch are not seen in any picture, expected at most "
            "{most_mm:.0f} mm: {advice}"
        )
        advice = _advice(views, fit, tall=True)
        raise NotTracedError(form, name=piece.name, gap_mm=gap_mm, most_mm=MAX_GAP_TALL_MM, advice=advice)


def _check_hidden(piece: Piece, views: tuple[OutlineView, ...], fit: FittedOutline) -> None:
    sigma_mm = math.sqrt(float(np.mean(fit.sigma[~fit.known] ** 2)))
    if sigma_mm <= MAX_HIDDEN_SIGMA_MM and fit.hidden_share <= MAX_HIDDEN:
        return
    if fit.covered.sum() >= 0.5 * (~fit.known).sum():
        raise NotTracedError(
            "{name}: its plate hides {gap_mm:.0f} mm of the shore. Cut off the white strip with the arrow, or glue the "
            "plate so that it is at least {room_mm:.0f} mm from every shore; then scan again",
            name=piece.name,
            gap_mm=fit.widest_gap_mm,
            room_mm=PLATE_ROOM_MM,
        )
    form = template(
        "{name}: {hidden:.0f} % of its rim is not seen in any picture, expected at most {most:.0f} %: {advice}"
    )
    advice = _advice(views, fit, tall=False)
    raise NotTracedError(form, name=piece.name, hidden=100 * fit.hidden_share, most=100 * MAX_HIDDEN, advice=advice)


def _advice(views: tuple[OutlineView, ...], fit: FittedOutline | None, *, tall: bool) -> Message:
    """The first thing that these pictures lack; never what was already done."""
    enough = ENOUGH_VIEWS if tall else ENOUGH_VIEWS // 2
    side = _unseen_side(views) if tall and len(views) > 1 else None
    slant = float(np.median([math.hypot(*view.slant(PiecePoints(np.zeros((1, 2))), 0.0)[0]) for view in views]))
    if len(views) > 1 and not _has_moved(views):
        advice = Message(
            "it stayed in one place: move and turn it between the pictures, or add one of the empty mat (--empty)"
        )
    elif tall and fit is not None and fit.shaded_share > MUCH_SHADOW:
        advice = Message("its own shadow hides the rim: put the lamp on the camera's side, or use softer light")
    elif side is not None:
        advice = Message("no picture shows it from {side}: add some with that side towards the camera", side=side)
    elif tall and slant < MIN_SLANT:
        advice = Message(
            "the camera looks down too steeply, and the sails hide the hull: tilt it to about 30 degrees off vertical, "
            "or measure the ship on the jig (tableassist mount)"
        )
    elif len(views) < enough:
        advice = Message.plural(
            "take {count} more picture, the piece turned and moved",
            "take {count} more pictures, the piece turned and moved between them",
            count=enough - len(views),
        )
    elif tall:
        advice = Message(
            "the hull looks too much like the mat: put a plain sheet of another colour under it, or measure the ship "
            "on the jig (tableassist mount)"
        )
    else:
        advice = Message("it looks too much like the mat: put a plain sheet of another colour under it")
    return advice


def _has_moved(views: tuple[OutlineView, ...]) -> bool:
    first = views[0].pose
    return any(math.dist((first.x_mm, first.y_mm), (view.pose.x_mm, view.pose.y_mm)) > MOVED_MM for view in views)


def _unseen_side(views: tuple[OutlineView, ...]) -> Message | None:
    """The side of the piece in the middle of the widest gap between directions to the camera; None if all are seen."""
    turns = []
    for view in views:
        x, y = -view.slant(PiecePoints(np.zeros((1, 2))), 0.0)[0]
        turns.append(math.atan2(y, x))
    turns.sort()
    gaps = [(after - before, before) for before, after in zip(turns, [*turns[1:], turns[0] + math.tau], strict=True)]
    widest, begin = max(gaps)
    if widest < MAX_SIDE_GAP_RAD:
        return None
    quarter = round((begin + widest / 2) / (math.pi / 2)) % 4
    return (Message("ahead"), Message("port"), Message("astern"), Message("starboard"))[quarter]


def _check_model(piece: Piece, points: PiecePoints, views: tuple[OutlineView, ...], fit: FittedOutline) -> None:
    """A ship's masts and sails stand where her model says: with another hull below them the trace went astray."""
    model = Polygon(piece.model.hull)
    off = Polygon(points).symmetric_difference(model).area / model.length
    most = MODEL_SIGMAS * max(piece.model.sigma_mm, LEAST_MODEL_MM)
    if off > most:
        form = template(
            "{name}: the hull found is {off_mm:.1f} mm off her model's on average, expected at most {most_mm:.1f}: "
            "check the model in the table file; if it is right, {advice}"
        )
        raise NotTracedError(form, name=piece.name, off_mm=off, most_mm=most, advice=_advice(views, fit, tall=True))


def _notes(
    views: tuple[OutlineView, ...], segmented: tuple[SegmentedView, ...], fit: FittedOutline
) -> tuple[Message, ...]:
    notes = []
    if len(segmented) < len(views):
        form = template("{count} of {views} pictures do not show the piece whole: left out")
        notes.append(Message(form, count=len(views) - len(segmented), views=len(views)))
    if len(segmented) == 1:
        notes.append(
            Message("one picture only: two or three more, the piece turned and moved, show what is mat and what is not")
        )
    elif not any(each.backdrop.from_pictures for each in segmented):
        notes.append(
            Message("the piece stayed in one place: move it between pictures, or add one of the empty mat (--empty)")
        )
    below_plate = fit.covered & ~fit.known
    if below_plate.any():
        form = template(
            "{gap_mm:.0f} mm of the rim is hidden below the plate; it is drawn on from both sides and may be off by "
            "{off_mm:.1f} mm there. Cut off the plate's arrow strip or glue the plate farther from the shore, and scan "
            "again"
        )
        off_mm = plus_minus(math.sqrt(float(np.mean(fit.sigma[below_plate] ** 2))))
        notes.append(Message(form, gap_mm=fit.widest_gap_mm, off_mm=off_mm))
    elif fit.hidden_share > 0:
        form = template("{hidden:.0f} % of the rim is not seen in any picture and is drawn on from both sides")
        notes.append(Message(form, hidden=100 * fit.hidden_share))
    return tuple(notes)


def patch_picture(view: OutlineView, half_mm: float, *, z_mm: float, px_per_mm: float) -> Image:
    """The piece from straight above, its x to the right, at one height: (N, N, 3)."""
    axis = np.arange(-half_mm, half_mm, 1.0 / px_per_mm) + 0.5 / px_per_mm
    grid = PiecePoints(np.stack(np.meshgrid(axis, axis[::-1]), axis=-1))
    at = view.image_points(grid, z_mm).astype(np.float32)
    picture = cv2.remap(view.image, at[..., 0], at[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(picture, np.uint8)
