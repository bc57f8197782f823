"""The parts of a placed piece that contact asks about: her bow by the edition, and the rest of her."""

from functools import lru_cache

import numpy as np
import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from tableassist.geometry.arrays import Floats, PiecePoints
from tableassist.pieces.model import PartKind
from tableassist.rulebook.editions.terms.contact import BowZone, ContactTerms
from tableassist.scene.placed_piece import FAR_MM, PlacedPiece, hull_between

STERN_SHARE = 0.2
"""The stern is this much of a hull's length."""
SPRIT_MM = 1.0
"""How thick a bowsprit is, where the house lets it touch."""


def bow_of(ship: PlacedPiece, terms: ContactTerms) -> BaseGeometry | None:
    """None for a piece without a bow."""
    if terms.bow_zone is BowZone.FROM_THE_TABLE and not terms.bowsprit_touches:
        return ship.bow
    return _bow(ship, terms.bow_zone, terms.bowsprit_touches)


def stern_of(ship: PlacedPiece) -> BaseGeometry:
    """The hindmost part of her hull."""
    points = ship.piece.model.hull
    end, front = min(x for x, _ in points), max(x for x, _ in points)
    return _laid(ship, hull_between(ship.piece.model, -FAR_MM, end + STERN_SHARE * (front - end)))


@lru_cache(maxsize=512)
def rest_of(ship: PlacedPiece, zone: BowZone) -> BaseGeometry:
    """All of her footprint that is not her bow. Cut once more, not taken as a difference: that leaves splinters."""
    model, start = ship.piece.model, _bow_start(ship, zone)
    if start is None:
        return ship.footprint
    aft = hull_between(model, -FAR_MM, start)
    beside = [Polygon(part.outline) for part in model.parts if part.kind is not PartKind.RAM and part.touches]
    return _laid(ship, shapely.union_all([aft, *beside]))


@lru_cache(maxsize=512)
def _bow(ship: PlacedPiece, zone: BowZone, bowsprit: bool) -> BaseGeometry | None:
    """Cut in the piece's own frame, then laid on the mat."""
    model, start = ship.piece.model, _bow_start(ship, zone)
    if start is None:
        return None
    cut = hull_between(model, start, FAR_MM)
    if bowsprit and len(model.bowsprit) > 1:
        cut = shapely.union(cut, LineString(model.bowsprit).buffer(SPRIT_MM / 2, cap_style="flat"))
    return _laid(ship, cut)


def _bow_start(ship: PlacedPiece, zone: BowZone) -> float | None:
    """Where it begins on the keel; None for a piece without a bow."""
    model = ship.piece.model
    if zone is BowZone.TIP_TO_FIRST_MAST and model.masts and model.bow_zone_from_x_mm is not None:
        # Also where that mast is gone: its place on the deck stays.
        return model.masts[0].x_mm
    return model.bow_zone_from_x_mm


def _laid(ship: PlacedPiece, outline: BaseGeometry) -> BaseGeometry:
    def place(points: Floats) -> Floats:
        return np.asarray(ship.pose.pose.place(PiecePoints(points)))

    laid: BaseGeometry = shapely.transform(outline, place)
    return laid
