"""Surround: a kraken or an octopus shoots only at what her tentacles stand round."""

import math

import shapely
from shapely.geometry.base import BaseGeometry

from tableassist.messages import Message, template
from tableassist.pieces.piece import Piece
from tableassist.rulebook.contact.state import has_keyword
from tableassist.rulebook.editions.house_rule import HouseRule
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.ruling.ruling import Point, Reading, Ruling, Verdict, Witness, changed, margin_call
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import between, separation_variance

RULE = "surround"
SECTION = Message("master keyword list, {section}", section="Kraken; Octopus")
LEAST = 3
"""Two tentacles stand round nothing. In which order they stand does not matter (disputes, D15)."""
HOUSE_RULES = (
    HouseRule(
        "surrounded",
        str,
        ("wholly", "partly"),
        "How much of a ship must lie between a kraken's tentacles for them to surround her.",
    ),
)
READINGS = {
    "wholly": Message("all of her hull lies between the tentacles"),
    "partly": Message("any of her hull lies between the tentacles"),
}
WORDS = {
    Verdict.YES: template("the tentacles of {creature} surround {target}"),
    Verdict.NO: template("the tentacles of {creature} do not surround {target}"),
    Verdict.TOO_CLOSE: template("the tentacles of {creature} may or may not surround {target}"),
}


def surrounds_to_shoot(piece: Piece) -> bool:
    """Whether this piece shoots only at what she surrounds."""
    return has_keyword(piece, "Kraken") or has_keyword(piece, "Octopus")


def rule_surround(creature: PlacedPiece, target: PlacedPiece, settings: RuleSettings) -> Ruling:
    """Whether the target's hull lies in the ring of the tentacles that are left. No text says whether all of it must:
    both readings are shown where they differ, until the house picks one."""
    ring = _ring(creature)
    if ring is None:
        reason = Message("{name} has too few tentacles left to surround anybody", name=creature.name)
        return Ruling(RULE, creature.id, target.id, None, Verdict.NO, None, None, None, 0.0, SECTION, None, reason)
    by_reading = {"wholly": _wholly(creature, ring, target), "partly": _partly(creature, ring, target)}
    chosen = settings.house.get("surrounded")
    if chosen is not None:
        return changed(by_reading[str(chosen)], house=("surrounded",))
    strict, lenient = by_reading["wholly"], by_reading["partly"]
    if strict.verdict is lenient.verdict:
        return strict
    readings = tuple(Reading(READINGS[name], each.verdict) for name, each in by_reading.items())
    reason = Message(
        "{name} lies only partly between the tentacles, and whether that is enough is open", name=target.name
    )
    return changed(strict, verdict=Verdict.TOO_CLOSE, probability=None, reason=reason, readings=readings)


def _ring(creature: PlacedPiece) -> BaseGeometry | None:
    places = [creature.mast_centre(number) for number in creature.masts_standing]
    ring = shapely.convex_hull(shapely.multipoints(places)) if len(places) >= LEAST else None
    return ring if isinstance(ring, shapely.Polygon) else None


def _wholly(creature: PlacedPiece, ring: BaseGeometry, target: PlacedPiece) -> Ruling:
    """By the corner of her hull that lies least deep in the ring."""
    corners = [(float(x), float(y)) for x, y in shapely.get_coordinates(target.footprint)]
    depth, corner, rim = min(_depth(corner, ring) for corner in corners)
    away = math.hypot(rim[0] - corner[0], rim[1] - corner[1])
    normal = ((corner[0] - rim[0]) / away, (corner[1] - rim[1]) / away) if away > 0 else (1.0, 0.0)
    variance = separation_variance(creature.pose, rim, target.pose, corner, normal)
    sigma = math.sqrt(variance + creature.piece.model.sigma_mm**2 + target.piece.model.sigma_mm**2)
    return _ruling(creature, target, depth, sigma, Witness(corner, rim))


def _depth(corner: Point, ring: BaseGeometry) -> tuple[float, Point, Point]:
    """How deep a place lies in the ring, below zero outside; the place, and the nearest one on the rim."""
    place = shapely.Point(corner)
    (_, (x, y)) = shapely.get_coordinates(shapely.shortest_line(place, ring.boundary)).tolist()
    away = math.hypot(x - corner[0], y - corner[1])
    return away if shapely.covers(ring, place) else -away, corner, (x, y)


def _partly(creature: PlacedPiece, ring: BaseGeometry, target: PlacedPiece) -> Ruling:
    apart = between(creature, ring, target, target.footprint)
    return _ruling(creature, target, -apart.mm, apart.sigma_mm, Witness(apart.end, apart.start))


def _ruling(creature: PlacedPiece, target: PlacedPiece, depth_mm: float, sigma_mm: float, witness: Witness) -> Ruling:
    verdict, probability = margin_call(depth_mm, sigma_mm)
    reason = Message(WORDS[verdict], creature=creature.name, target=target.name)
    return Ruling(
        RULE, creature.id, target.id, None, verdict, depth_mm, 0.0, sigma_mm, probability, SECTION, witness, reason
    )  # fmt: skip
