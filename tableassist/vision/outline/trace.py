"""From views of a piece to its outline, or to the sentence that says why there is none."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from shapely import Polygon

from tableassist.errors import BadRequestError
from tableassist.geometry.arrays import MatPoints, PiecePoints
from tableassist.messages import Message, template
from tableassist.pieces.model import PieceKind
from tableassist.pieces.piece import Piece
from tableassist.vision.camera.frame import Image
from tableassist.vision.outline.backdrop import DEEP_SHADE, FLAT_SHADE, EmptyMat, backdrop, darkest_shade
from tableassist.vision.outline.curve import signed_area, simplified
from tableassist.vision.outline.fit import FittedOutline, SegmentedView, carved, fitted
from tableassist.vision.outline.hidden import covers_of, plate_cover
from tableassist.vision.outline.mirror import is_even
from tableassist.vision.outline.silhouette import silhouette
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
MOST_HIDDEN, WIDEST_GAP_MM, WIDEST_GAP_TALL_MM = 0.6, 17.0, 12.0
"""Along the rim. A stern that is hidden on a longer stretch would be cut off."""
UNDER_SAIL = 1.25
"""A hull has more edges than its rim, and sails are not quite where the model says: her plus-minus is widened by this,
by what ten scans of studio ships were off."""
MOST_SPREAD_MM = 0.45
MODEL_SIGMAS, LEAST_MODEL_MM = 2.5, 1.0
LEAST_AREA_MM2 = 60.0
MOVED_MM = 15.0
MOST_EMPTIES = 3
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
        if segmented and not any(each.silhouette.touches_border for each in segmented):
            return _outline(piece, views, segmented, half_mm, shape_known=shape_known)
        if cut_off and not segmented:
            break
    if cut_off:
        raise NotTracedError(
            "{name}: lies too near to the picture's edge; move it to the middle of the mat", name=piece.name
        )
    raise NotTracedError(
        "{name}: its outline does not end within {within_mm:.0f} mm: something touches it, or the mat looks like it; "
        "free it, take it to another place, or give a picture of the empty mat (--empty)",
        name=piece.name,
        within_mm=larger[-1],
    )


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
    """For each view the empty picture, or those views in which the piece lay farthest from where it lies now."""
    if empty is not None:
        only = EmptyMat(empty[0].astype(np.float32), empty[1], MatPoints(np.zeros((0, 2))), 0.0)
        return dict.fromkeys(range(len(views)), (only,))
    middles = [MatPoints(np.array([[view.pose.x_mm, view.pose.y_mm]])) for view in views]
    made = [
        EmptyMat(view.image.astype(np.float32), view.registration, middle, reach_mm + 10.0)
        for view, middle in zip(views, middles, strict=True)
    ]
    chosen = {}
    for index, here in enumerate(middles):
        apart = [float(np.linalg.norm(there - here)) for there in middles]
        order = sorted(range(len(views)), key=lambda other: -apart[other])
        chosen[index] = tuple(made[other] for other in order[:MOST_EMPTIES] if apart[other] > MOVED_MM)
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
    shade = DEEP_SHADE if is_tall(piece) else FLAT_SHADE
    seeds = _seeds(piece, shape_known=shape_known)
    found, cut_off = [], False
    for index, view in enumerate(views):
        around = backdrop(view, corners, empties[index], least_shade=shade)
        first = None if around is None else silhouette(view, around, seeds, rough=True)
        if around is None or first is None:
            cut_off = cut_off or around is None
            continue
        covered = first.covered(GROWN_PX)
        again = backdrop(view, corners, empties[index], covered, least_shade=darkest_shade(around, covered))
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
    start = carved(segmented, half_mm=half_mm, top_mm=top_mm, tall=tall)
    covers = covers_of(piece) if shape_known else tuple(plate_cover(mount) for mount in piece.mounts)
    even = shape_known and tall and piece.model.kind is PieceKind.SHIP and is_even(piece.model)
    fit = None if start is None else fitted(start, segmented, top_mm=top_mm, covers=covers, tall=tall, even=even)
    if fit is None:
        form = template("{name}: all of its rim is hidden, or looks like the mat: {advice}")
        raise NotTracedError(form, name=piece.name, advice=_advice(tall=tall))
    _check_fit(piece, fit, tall=tall)
    points = simplified(fit.points, TOLERANCE_MM, MOST_CORNERS)
    if not Polygon(points).is_valid or signed_area(points) < LEAST_AREA_MM2:
        raise NotTracedError(
            "{name}: the outline found is no simple shape; take more pictures, the piece moved", name=piece.name
        )
    if even:
        _check_model(piece, points)
    used = tuple(each.view for each in segmented)
    by_camera = camera_sigma_mm(used[0], points, top_mm)
    wider = min(1.5, max(1.0, FAINT / _contrast(segmented))) * (UNDER_SAIL if tall else 1.0)
    sigma = math.sqrt((wider * fit.sigma_mm) ** 2 + (TOLERANCE_MM / 2) ** 2 + by_camera**2)
    return TracedOutline(points, sigma, fit, used, half_mm, _notes(views, segmented, fit))


def _advice(*, tall: bool) -> Message:
    if tall:
        return Message(
            "take eight pictures, turned and moved to another corner of the mat between them, "
            "best by a camera that looks down at a slant"
        )
    return Message("take more pictures, the piece turned and moved between them")


def _contrast(segmented: tuple[SegmentedView, ...]) -> float:
    return max(0.1, float(np.median([each.silhouette.contrast for each in segmented])))


def _check_contrast(piece: Piece, segmented: tuple[SegmentedView, ...]) -> None:
    contrast = _contrast(segmented)
    least = LEAST_CONTRAST_ALONE if len(segmented) == 1 else LEAST_CONTRAST
    if contrast < least:
        form = template(
            "{name}: it stands out from the mat by {contrast:.1f} times the mat's own pattern, expected {least:.0f}: "
            "lay it on another place or on a plain sheet, take several pictures, or give one of the empty mat "
            "(--empty)"
        )
        raise NotTracedError(form, name=piece.name, contrast=contrast, least=least)


def _check_fit(piece: Piece, fit: FittedOutline, *, tall: bool) -> None:
    widest = WIDEST_GAP_TALL_MM if tall else WIDEST_GAP_MM
    if fit.hidden_share > MOST_HIDDEN or fit.widest_gap_mm > widest:
        raise NotTracedError(
            "{name}: {hidden:.0f} % of its rim is not seen in any picture ({gap_mm:.0f} mm in one stretch), expected "
            "at most {most:.0f} % and {most_gap_mm:.0f} mm: {advice}",
            name=piece.name,
            hidden=100 * fit.hidden_share,
            gap_mm=fit.widest_gap_mm,
            most=100 * MOST_HIDDEN,
            most_gap_mm=widest,
            advice=_advice(tall=tall),
        )
    if fit.spread_mm > MOST_SPREAD_MM:
        form = template(
            "{name}: the pictures disagree by {spread_mm:.2f} mm, expected at most {most_mm} mm: check the height of "
            "its tag and that it lay still"
        )
        raise NotTracedError(form, name=piece.name, spread_mm=fit.spread_mm, most_mm=MOST_SPREAD_MM)


def _check_model(piece: Piece, points: PiecePoints) -> None:
    """A ship's masts and sails stand where her model says: with another hull below them the trace went astray."""
    model = Polygon(piece.model.hull)
    off = Polygon(points).symmetric_difference(model).area / model.length
    most = MODEL_SIGMAS * max(piece.model.sigma_mm, LEAST_MODEL_MM)
    if off > most:
        form = template(
            "{name}: the hull found lies {off_mm:.1f} mm off her model's on average, expected at most {most_mm:.1f}: "
            "check the model, or {advice}"
        )
        raise NotTracedError(form, name=piece.name, off_mm=off, most_mm=most, advice=_advice(tall=True))


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
            Message("the piece lay in one place: move it between pictures, or give one of the empty mat (--empty)")
        )
    if fit.hidden_share > 0:
        form = template(
            "{hidden:.0f} % of the rim is hidden by tags or sails and drawn on from both sides, {gap_mm:.0f} mm "
            "in the longest stretch"
        )
        notes.append(Message(form, hidden=100 * fit.hidden_share, gap_mm=fit.widest_gap_mm))
    return tuple(notes)


def patch_picture(view: OutlineView, half_mm: float, *, z_mm: float, px_per_mm: float) -> Image:
    """The piece from straight above, its x to the right, at one height: (N, N, 3)."""
    axis = np.arange(-half_mm, half_mm, 1.0 / px_per_mm) + 0.5 / px_per_mm
    grid = PiecePoints(np.stack(np.meshgrid(axis, axis[::-1]), axis=-1))
    at = view.image_points(grid, z_mm).astype(np.float32)
    picture = cv2.remap(view.image, at[..., 0], at[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(picture, np.uint8)
