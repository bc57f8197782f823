"""Where a hull lies by its own picture, as against where its tag says, for a piece at rest."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tableassist.geometry import Floats, PlanarPose
from tableassist.messages import Message
from tableassist.pieces import Piece
from tableassist.vision.camera.frame import Image
from tableassist.vision.hull.appearance import HullAppearance, appearance_at
from tableassist.vision.hull.cover import Neighbour
from tableassist.vision.hull.edge_fit import WEAK, EdgeFit, fit_edge
from tableassist.vision.hull.prism import turned_about
from tableassist.vision.hull.search import best_place, better_place
from tableassist.vision.hull.view import STANDS_OUT, HullView, hull_view
from tableassist.vision.registration.registration import Registration

LEAST_VISIBLE = 0.25
MOST_SIGMA_MM = 1.5
MOST_SIGMA_RAD = math.radians(8.0)
FLOOR_MM = 0.20
FLOOR_RAD = math.radians(0.4)
FAINT = 14.0
"""Sigmas of the mat's colour: hulls that stand out by no more are worse measured, by the errors seen."""
WELL_DRAWN = 0.15
"""`EdgeFit.cost` of sharp pictures."""
RIM_PX = 0.5
"""All of a rim may look farther out or in, by its border, its shadow or the picture's blur. An offset does not mind."""
DOUBTFUL = 4.0
"""An offset of so many squared sigmas is fitted once more, from no offset: two different answers are none."""
FITS = 0.25
"""Of `HullLook.fit`: with so little of a sector as it should be, this is not the hull, or not its place."""
SURE = 0.8
"""From here on a place is believed though the given one leads elsewhere, if there is only mat at the given one."""
FAR_MM = 7.0
"""With only mat where the tag says, a hull so far from there may as well be one that lies the other way round."""
WORSE = 1.3
"""A fit with so many times the cost is the worse one, if this share of the rim is seen:"""
WELL_VISIBLE = 0.45
ODD_TURN = math.radians(10.0)
ODD_COLOURS = 1.6
"""Of `HullLook.colours_off`: hulls painted alike differ by at most 1.3 in other light and elsewhere on the mat."""
ODD_SIZE = 0.06
"""A print may be off by some per cent; a hull that looks larger or smaller by more is another model."""
HIDDEN = Message("too much of the hull is hidden")
UNSETTLED = Message("the hull's edge cannot be made out")
TWO_PLACES = Message("the hull could lie in more than one place")


@dataclass(frozen=True, slots=True, eq=False)
class HullLook:
    """What the picture says about one hull. Where it cannot tell, offset and size mean nothing."""

    offset: Floats
    """(3,) x_mm, y_mm on the mat and heading_rad: where the hull is seen, minus the pose that was given."""
    covariance: Floats
    """(3, 3) of the offset, the model's own sigma included."""
    cannot_tell: Message | None = None
    size: float = 1.0
    """How large the hull looks by its model: 1.04 where the mat was printed at 96 %."""
    size_sigma: float = math.inf
    fit: float = 0.0
    """0 to 1, at the offset: the least share of a part of the deck that is no mat, or of the band round it that is."""
    colours_off: float | None = None
    """Sigmas by which the hull's colours differ from those that were kept, RMS; None where they were not compared."""
    appearance: HullAppearance | None = None
    """The colours that were seen; None where they were not looked at, or cannot be told."""
    turned: bool = False
    """The hull lies the other way round about a tag: the tag was glued on half a turn round."""

    @property
    def fits(self) -> bool:
        """Whether what is under the tag may be this piece, by shape and colours; False for swapped plates."""
        return self.fits_by_colours and self.fits_by_shape

    @property
    def fits_by_colours(self) -> bool:
        return self.colours_off is None or self.colours_off <= ODD_COLOURS

    @property
    def fits_by_shape(self) -> bool:
        if self.cannot_tell is not None:
            return True
        return self.fit >= FITS and abs(self.size - 1.0) < ODD_SIZE + 3.0 * self.size_sigma

    @property
    def sigma_mm(self) -> float:
        """Of the place, in the direction in which it is known least."""
        if self.cannot_tell is not None:
            return math.inf
        return math.sqrt(max(0.0, float(np.linalg.eigvalsh(self.covariance[:2, :2])[-1])))

    @property
    def squared_sigmas(self) -> float:
        """Of the offset from none: chi-square with three degrees of freedom where the tag is right."""
        return (
            0.0 if self.cannot_tell is not None else float(self.offset @ np.linalg.solve(self.covariance, self.offset))
        )


def look_at_hull(
    image: Image,
    registration: Registration,
    piece: Piece,
    pose: PlanarPose,
    masts_standing: Collection[int],
    others: Sequence[Neighbour] = (),
    appearance: HullAppearance | None = None,
    *,
    look_at_colours: bool = False,
) -> HullLook:
    """`pose` is where the tags put the piece; `others` are the pieces that may stand before it or beside it.
    `appearance` holds the colours the hull should have. Colours are looked at where it is given, or if
    `look_at_colours` says so."""
    view = hull_view(image, registration, piece, pose, masts_standing, others)
    first = _cannot(view) if isinstance(view, Message) else _look(view)
    if (appearance is not None or look_at_colours) and isinstance(view, HullView) and first.fit >= FITS:
        seen = appearance_at(image, view, in_piece(first.offset, pose))
        off = None if seen is None or appearance is None else appearance.sigmas_from(seen)
        first = replace(first, colours_off=off, appearance=seen)
    near = first.cannot_tell is None and float(np.hypot(*first.offset[:2])) < FAR_MM
    if (near and first.fits) or (isinstance(view, HullView) and not view.is_empty_at(np.zeros(3))):
        return first
    for mount in piece.mounts:
        turned = turned_about(pose, (mount.x_mm, mount.y_mm))
        there = hull_view(image, registration, piece, turned, masts_standing, others)
        look = _cannot(there) if isinstance(there, Message) else _look(there)
        if look.cannot_tell is None and look.fits and look.fit >= max(SURE, first.fit):
            return _from(pose, turned, look)
    return first


def seen_appearance(
    image: Image,
    registration: Registration,
    piece: Piece,
    pose: PlanarPose,
    masts_standing: Collection[int],
    others: Sequence[Neighbour] = (),
    least_contrast: float = STANDS_OUT,
) -> HullAppearance | None:
    """The colours of a hull that lies where its tag says: to be kept from the jig. None where it cannot be told."""
    view = hull_view(image, registration, piece, pose, masts_standing, others, least_contrast)
    if isinstance(view, Message) or view.fit_at(np.zeros(3)) < FITS:
        return None
    return appearance_at(image, view, np.zeros(3))


def in_piece(offset: Floats, pose: PlanarPose) -> Floats:
    """On the mat to the piece's frame."""
    return np.append(offset[:2] @ pose.rotation, offset[2])


def hull_edge(
    image: Image,
    registration: Registration,
    piece: Piece,
    pose: PlanarPose,
    masts_standing: Collection[int],
    others: Sequence[Neighbour] = (),
) -> EdgeFit | None:
    """The hull's edge fitted near a pose; None where too little of it can be made out."""
    view = hull_view(image, registration, piece, pose, masts_standing, others)
    edge = None if isinstance(view, Message) else _edge(view)
    return edge if edge is not None and edge.visible >= LEAST_VISIBLE else None


def _edge(view: HullView) -> EdgeFit | None:
    found = best_place(view.patch, view.piece.model, view.evidence * view.here)
    found = better_place(view.patch, view.piece.model, view.evidence * view.cared(found.offset), found)
    return fit_edge(view.patch, view.piece.model, found.offset, view.cared)


def _cannot(why: Message, fit: float = 0.0) -> HullLook:
    return HullLook(np.zeros(3), np.diag([np.inf, np.inf, np.inf]), why, fit=fit)


def _from(pose: PlanarPose, turned: PlanarPose, look: HullLook) -> HullLook:
    """The look that was taken from `turned`, as one taken from `pose`."""
    offset = look.offset + np.array([turned.x_mm - pose.x_mm, turned.y_mm - pose.y_mm, math.pi])
    offset[2] = math.remainder(offset[2], math.tau)
    return replace(look, offset=offset, turned=True)


def _look(view: HullView) -> HullLook:
    patch, edge = view.patch, _edge(view)
    if edge is None or edge.visible < LEAST_VISIBLE:
        return _cannot(HIDDEN)
    fit, covariance = view.fit_at(edge.offset), _by_picture(view, edge)
    if _is_wide(covariance) or not edge.at_rest:
        return _cannot(HIDDEN if edge.at_rest else UNSETTLED, fit)
    covariance = covariance + _by_model(view.piece)
    if edge.offset @ np.linalg.solve(covariance, edge.offset) > DOUBTFUL:
        apart = _doubt(view, edge, fit)
        if _is_wide(apart):
            return _cannot(TWO_PLACES, fit)
        covariance = covariance + apart
    turn = np.eye(3)
    turn[:2, :2] = patch.pose.rotation
    size_sigma = _size_sigma(view, edge)
    return HullLook(turn @ edge.offset, turn @ covariance @ turn.T, None, edge.size_alone, size_sigma, fit)


def _by_picture(view: HullView, edge: EdgeFit) -> Floats:
    """(3, 3). A hull that hardly differs from the mat is mistaken for its shadow more often than its pixels' noise
    says, and one that cannot be drawn as it is seen lies elsewhere more often."""
    faint, misdrawn = 1.0 + (FAINT / view.stands_out) ** 2, max(1.0, edge.cost / WELL_DRAWN)
    return np.asarray(faint * misdrawn * np.linalg.inv(edge.held)[:3, :3], np.float64)


def _size_sigma(view: HullView, edge: EdgeFit) -> float:
    alone = float(np.linalg.inv(edge.normal + WEAK)[3, 3])
    rim_mm = math.hypot(RIM_PX / view.patch.px_per_mm, view.piece.model.sigma_mm)
    return math.sqrt(alone + (rim_mm / _reach(view.piece)) ** 2)


def _doubt(view: HullView, edge: EdgeFit, fit: float) -> Floats:
    """What a fit that starts where the tag says adds to the covariance (3, 3), by ending elsewhere."""
    if fit >= SURE and view.is_empty_at(np.zeros(3)):
        return np.zeros((3, 3))  # a hull was found, and where the tag says there is none
    if abs(edge.offset[2]) > ODD_TURN:
        return np.diag([0.0, 0.0, edge.offset[2] ** 2])  # what moves a plate hardly turns it
    again = fit_edge(view.patch, view.piece.model, np.zeros(3), view.cared)
    if again is not None and again.cost > WORSE * edge.cost and fit >= SURE and edge.visible > WELL_VISIBLE:
        return np.zeros((3, 3))  # it ended elsewhere, and does not look like it
    apart = edge.offset if again is None else edge.offset - again.offset
    return np.outer(apart, apart) / 4.0


def _is_wide(covariance: Floats) -> bool:
    widest = float(np.linalg.eigvalsh(covariance[:2, :2])[-1])
    return widest > MOST_SIGMA_MM**2 or float(covariance[2, 2]) > MOST_SIGMA_RAD**2


def _by_model(piece: Piece) -> Floats:
    """(3, 3) what no picture makes better: the outline's own sigma, and a floor."""
    place = FLOOR_MM**2 + piece.model.sigma_mm**2 / 2.0
    return np.diag([place, place, FLOOR_RAD**2 + piece.model.sigma_mm**2 / 2.0 / _reach(piece) ** 2])


def _reach(piece: Piece) -> float:
    return max(math.hypot(x, y) for x, y in piece.model.hull)
