"""The fit of pieces that stand as they were fitted out, by one picture or by several."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tableassist.geometry import Flags, Floats, Indices
from tableassist.pieces import Piece
from tableassist.pieces.physical import LIFT_SIGMA_MM, MIN_LEAN_SIGMA_RAD, TIPPED_LEAN_SIGMA_RAD, TIPPED_LIFT_SIGMA_MM
from tableassist.vision.localisation.disturbed import DISTURBED_LEAN_RAD
from tableassist.vision.localisation.hull_place import HullPlace
from tableassist.vision.localisation.leans import LeanSpread
from tableassist.vision.localisation.piece_fit import Known, PieceFits, covariances, fit
from tableassist.vision.localisation.seen_tags import Match, SeenTags, first_places, join_pictures, seen_tags
from tableassist.vision.localisation.sizes import (
    LEAST_TAGS,
    Sizes,
    compared,
    scale_errors,
    sizes_of,
    with_printed_sizes,
)
from tableassist.vision.registration.registration import Registration
from tableassist.vision.tags.sighting import TagSighting

ENOUGH_PIECES, MOST_USUAL = 4, 4.0
QUARTILE_TO_MIDDLE = 1.6
"""The middle one of squares of five residuals by the lower quarter of them, where noise is all there is."""
POOL_PRIOR = 15.0
"""Residuals' worth of trust in the noise model, when the residuals of all pieces say how good the picture is."""
NOISY = 1.05
"""Squares of residuals so much larger than thought: the fit is done again with the picture's own noise."""
SIZE_ROUNDS, SAME_SIZE = 4, 0.002
"""How often the size that all tags have in common is estimated, until it changes by less than this share."""
MAX_FREE_LEAN_SIGMA_RAD = math.radians(0.6)
"""Where several pictures show a ship's lean at least so well by her corners alone, next to nothing is taken for known
of it beforehand: a guess that is twice as good as the half degree of ships that were never set down on the jig costs
0.1 mm, and a ship that does lean by three degrees is right within her plus-minus."""
LEAST_NOISE_OF_SEVERAL = 0.35
"""Of the variance that the noise model allows for in a corner. One picture leaves two or three residuals a tag, which
tell little, so the model's own allowances for tags that are printed too wide and pixels that fall badly stand. Several
leave ten, and where they show less noise the plus-minus has no more. Not below this: what a lift takes up shows in
none."""
UNKNOWN_LEAN_RAD = math.radians(30.0)
"""Of a ship of which nothing is known, so that what the corners show of her lean can be told apart."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One of the pictures that pieces are placed by."""

    sightings: tuple[TagSighting, ...]
    registration: Registration
    """With several pictures, the factors of all of them answer to the same unit errors (`joint_registrations`)."""
    sizes: Sizes | None = None
    """How large tags looked when enough of them were seen at once."""
    are_sizes_final: bool = False
    """They come from all tags of this very picture: some of its pieces, placed again, tell less."""


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """What all pieces are placed by."""

    views: tuple[View, ...]
    hulls: Mapping[str, HullPlace]
    tippable: frozenset[str]
    leans: LeanSpread
    t_ns: int

    @property
    def registrations(self) -> tuple[Registration, ...]:
        return tuple(view.registration for view in self.views)

    def with_final_sizes(self, sizes: Sequence[Sizes | None]) -> "Setting":
        views = (replace(view, sizes=own, are_sizes_final=True) for view, own in zip(self.views, sizes, strict=True))
        return replace(self, views=tuple(views))


@dataclass(frozen=True, slots=True, eq=False)
class StandingFit:
    """The fit of P pieces that stand as they were fitted out."""

    found: list[str]
    tags: SeenTags
    """As they were used: with common sizes taken out, and the noise that the pictures show."""
    upright: PieceFits
    hulls: Known
    """What is seen of the hulls alone."""
    shows_lean: Flags
    """(P,) where the picture or the pictures show a lean, and it is taken as fitted."""
    is_free: Flags
    """(P,) where next to nothing is taken for known of leans, for several pictures show them."""
    is_covered: Flags
    """(P,) where something lies over a part of a tag."""
    errors: Mapping[str, float]
    """Piece to by which share its tags look larger than they should."""
    sizes: tuple[Sizes | None, ...]
    """Of each picture."""
    typical: float
    """The squares of a typical piece's residuals against the noise model."""

    @property
    def usual(self) -> float:
        """The same for some of the pieces, placed again: one odd piece alone says nothing of the picture."""
        return self.typical if len(self.found) >= ENOUGH_PIECES else 1.0


def fit_standing(
    seen: Sequence[list[Match]], table: Setting, by_id: Mapping[str, Piece], typical: float | None = None
) -> StandingFit:
    """By one picture or by several; `typical` where it is known from more pieces."""
    if len(seen) == 1:
        return _fit_one_picture(seen[0], table.views[0], table, by_id, typical)
    pictures = [
        _fit_one_picture(matches, view, table, by_id, 1.0) if matches else None
        for matches, view in zip(seen, table.views, strict=True)
    ]
    return _fit_all_pictures(pictures, seen, table, by_id, typical)


def _fit_one_picture(
    matches: list[Match], view: View, table: Setting, by_id: Mapping[str, Piece], typical: float | None
) -> StandingFit:
    found = sorted({piece.id for piece, _, _ in matches})
    tags = seen_tags(matches, found, view.registration.lens)
    shows_lean = tags.shows_lean
    known, hulls = _known([by_id[each] for each in found], shows_lean, table)
    start = np.concatenate([first_places(tags, len(found), view.registration), np.zeros((len(found), 3))], axis=1)
    tags, upright, errors, sizes = _fit_with_sizes(start, tags, known, view)
    tags, upright, typical = _with_noise_of_pictures(tags, upright, (view.registration,), typical)
    usual_px = tags.usual_pattern_noise_px if sizes is None else sizes.pattern_noise_px
    return StandingFit(
        found=found,
        tags=tags,
        upright=upright,
        hulls=hulls,
        shows_lean=shows_lean,
        is_free=np.zeros(len(found), dtype=bool),
        is_covered=tags.are_partly_covered(usual_px),
        errors=dict(zip(found, (np.bincount(tags.piece, errors) / tags.counts).tolist(), strict=True)),
        sizes=(sizes,),
        typical=typical,
    )


def _fit_all_pictures(
    pictures: Sequence[StandingFit | None],
    seen: Sequence[list[Match]],
    table: Setting,
    by_id: Mapping[str, Piece],
    typical: float | None,
) -> StandingFit:
    """The pieces of several pictures in one fit. Where the corners of all pictures show how a ship leans, they say so
    alone: not even how well a single picture fits is asked, for leaning ships spoil that."""
    shown = [picture for picture in pictures if picture is not None]
    found = sorted({piece for picture in shown for piece in picture.found})
    tags = _joined_tags(pictures, seen, found)
    values, is_covered = np.zeros((len(found), 6)), np.zeros(len(found), dtype=bool)
    errors: dict[str, float] = {}
    for picture in reversed(shown):
        places = _places_among(picture.found, found)
        values[places] = picture.upright.values
        is_covered[places] |= picture.is_covered
        errors |= picture.errors
    shows_lean = tags.shows_lean
    known, hulls = _known([by_id[piece] for piece in found], shows_lean, table)
    upright = fit(values, tags, known, table.registrations)
    is_free = _lean_sigma_by_corners(upright, tags, known) < MAX_FREE_LEAN_SIGMA_RAD
    is_free &= np.bincount(tags.piece, tags.is_shown.sum(axis=1) > 1) > 0
    information = known.information.copy()
    information[is_free, 3, 3] = information[is_free, 4, 4] = DISTURBED_LEAN_RAD**-2
    upright = fit(upright.values, tags, Known(known.mean, information), table.registrations)
    tags, upright, typical = _with_noise_of_pictures(
        tags, upright, table.registrations, typical, least=LEAST_NOISE_OF_SEVERAL
    )
    return StandingFit(
        found=found,
        tags=tags,
        upright=upright,
        hulls=hulls,
        shows_lean=shows_lean | is_free,
        is_free=is_free,
        is_covered=is_covered,
        errors=errors,
        sizes=tuple(
            view.sizes if picture is None else picture.sizes[0]
            for picture, view in zip(pictures, table.views, strict=True)
        ),
        typical=typical,
    )


def _with_noise_of_pictures(
    tags: SeenTags,
    upright: PieceFits,
    registrations: Sequence[Registration],
    typical: float | None,
    *,
    least: float = 1.0,
) -> tuple[SeenTags, PieceFits, float]:
    """The same with as much noise as the residuals show: where that is more than thought, and down to `least` of the
    variance where it is less."""
    if typical is None:
        typical = _typical(upright.squares / tags.freedom, tags.freedom)
    shown = max(typical, least)
    if typical > NOISY or shown < 1.0:
        tags = replace(tags, noise=tags.noise * shown)
        upright = fit(upright.values, tags, upright.known, registrations)
    return tags, upright, max(typical, 1.0) if least < 1.0 else typical


def _joined_tags(pictures: Sequence[StandingFit | None], seen: Sequence[list[Match]], found: list[str]) -> SeenTags:
    """The tags of all pictures, each tag once, for the pieces `found`."""
    return join_pictures(
        [
            None
            if picture is None
            else (picture.tags, [mount for _, mount, _ in matches], _places_among(picture.found, found))
            for picture, matches in zip(pictures, seen, strict=True)
        ]
    )


def _places_among(some: list[str], found: list[str]) -> Indices:
    return np.array([found.index(piece) for piece in some], dtype=np.intp)


def _lean_sigma_by_corners(upright: PieceFits, tags: SeenTags, known: Known) -> Floats:
    """(P,) of the lean that is known least, if nothing but the corners told it."""
    information = upright.normal(tags)
    information[:, [3, 4], [3, 4]] -= known.information[:, [3, 4], [3, 4]] - UNKNOWN_LEAN_RAD**-2
    leans = covariances(information)[:, 3:5, 3:5]
    return np.asarray(np.sqrt(np.linalg.eigvalsh(leans)[:, -1]), dtype=np.float64)


def _fit_with_sizes(
    start: Floats, tags: SeenTags, known: Known, view: View
) -> tuple[SeenTags, PieceFits, Floats, Sizes | None]:
    """The fit of pieces that stand as they were fitted out, with what all tags have in common taken out of their sizes:
    the tags as they were used, the fit, by which share each tag looks larger (T,), and the sizes."""
    printed, views = view.registration.size_error, (view.registration,)
    if len(tags.px) < LEAST_TAGS or (view.are_sizes_final and view.sizes is not None):
        sizes = view.sizes
        used = with_printed_sizes(tags, printed) if sizes is None else compared(tags, sizes)
        upright = fit(start, used, known, views)
        taken_out = printed.share if sizes is None else sizes.common
        return used, upright, scale_errors(upright, used) + taken_out, sizes
    upright = fit(start, tags, known, views)
    errors, used, common = scale_errors(upright, tags), tags, 0.0
    for _ in range(SIZE_ROUNDS):
        sizes = sizes_of(errors, upright, used, printed)
        used = compared(tags, sizes)
        upright = fit(upright.values, used, known, views)
        if abs(sizes.common - common) < SAME_SIZE:
            break
        # Lifts and heights had taken up a part of what all sizes have in common; now they need not any more.
        common, errors = sizes.common, scale_errors(upright, used) + sizes.common
    return used, upright, errors, sizes


def _known(pieces: list[Piece], shows_lean: Flags, table: Setting) -> tuple[Known, Known]:
    """Of pieces that stand as they were fitted out; and what is seen of their hulls alone.

    A piece beside another may be tipped by it. Where `shows_lean`, flag and wake plate would show that themselves, by
    a misfit that wakes the disturbed hypothesis, so nothing is allowed for beforehand.
    """
    mean, information = np.zeros((len(pieces), 6)), np.zeros((len(pieces), 6, 6))
    for index, piece in enumerate(pieces):
        if (hull := table.hulls.get(piece.id)) is not None:
            mean[index, :3] = hull.pose.x_mm, hull.pose.y_mm, hull.pose.heading_rad
            shows = _shows_of_hull(hull, table.views[hull.view].registration)
            information[index] = shows.T @ np.linalg.inv(hull.covariance) @ shows
    hulls = Known(mean, information.copy())
    for index, piece in enumerate(pieces):
        lean = max(MIN_LEAN_SIGMA_RAD, *(mount.sigma_lean_rad for mount in piece.mounts))
        lift = LIFT_SIGMA_MM
        if piece.id in table.tippable and not shows_lean[index]:
            lean, lift = math.hypot(lean, TIPPED_LEAN_SIGMA_RAD), math.hypot(lift, TIPPED_LIFT_SIGMA_MM)
        information[index, [3, 4, 5], [3, 4, 5]] += lean**-2, lean**-2, lift**-2
    return Known(mean, information), hulls


def _shows_of_hull(hull: HullPlace, registration: Registration) -> Floats:
    """(3, 6) what a look at the hull shows of the unknowns: a hull that is lifted seems to lie farther from the camera,
    as its tags do."""
    out = np.eye(3, 6)
    x, y, z = (float(each) for each in registration.pose.position)
    out[:2, 5] = (hull.pose.x_mm - x) / z, (hull.pose.y_mm - y) / z
    return out


def _typical(each: Floats, freedom: Floats) -> float:
    """How many times those of the noise model the squares of this picture's residuals are.

    The better ones of the pieces decide, so that half-hidden and leaning ones do not widen all the others. Few pieces
    do not tell a bad picture from a bad tag: then the best of them decides, and not beyond what pictures are.
    """
    better = QUARTILE_TO_MIDDLE * float(np.sort(each)[(len(each) - 1) // 4])
    usual = better if len(each) >= ENOUGH_PIECES else min(float(each.min()), MOST_USUAL)
    weight = float(freedom.sum())
    return (POOL_PRIOR + weight * usual) / (POOL_PRIOR + weight)
