"""Shooters with rules of their own: marines ashore, and creatures that must surround what they shoot at."""

import math
from collections.abc import Iterable

import shapely
from shapely.geometry.base import BaseGeometry

from tableassist.messages import Message, template
from tableassist.pieces import CannonRange, Piece, PieceKind
from tableassist.rulebook.contact.conditions import has_keyword
from tableassist.rulebook.editions.house_rule import HouseRule
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.editions.terms import GUNS
from tableassist.rulebook.ruling import Point, Reading, Ruling, Verdict, Witness, cite, margin_call
from tableassist.rulebook.scene import Scene
from tableassist.rulebook.state.questions import able_crew
from tableassist.rulebook.state.questions import is_marine as is_marine_crew
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import Parts, between, between_all, separation_variance

MARINE_RULE = "marine"
MARINE = "Marine"
MARINE_SECTION = cite("revolution, Keywords (Marine)")
MARINE_WORDS = {
    Verdict.YES: template("{marine} stands on {island}"),
    Verdict.NO: template("{marine} does not stand on {island}"),
    Verdict.TOO_CLOSE: template("{marine} may or may not stand on {island}"),
}

GUN_RULE = "marine-gun"
DEFAULT_GUN = "3S"
"""Of a marine aboard a ship: the sign of its gun is not in the text (revolution, Keywords)."""
MOST_MARINES = 6
"""Aboard one ship; no hold takes more crew."""
MARINE_RULES = (HouseRule(GUN_RULE, str, GUNS, Message("Rank and reach of the gun of a marine aboard a ship.")),)


def marine_gun(settings: RuleSettings) -> tuple[int, CannonRange]:
    gun = str(settings.house.get(GUN_RULE, DEFAULT_GUN))
    return int(gun[0]), CannonRange(gun[1])


def marines_aboard(piece_id: str, scene: Scene) -> int:
    """Each of them has a gun: unlike other abilities this one stacks (revolution, Keywords)."""
    unit = scene.unit_of(piece_id)
    return 0 if unit is None else sum(is_marine_crew(member) for member in able_crew(scene.state, unit))


def is_marine(piece: Piece) -> bool:
    """A token on the mat, by its card's keyword or by the model `marine`. A marine aboard a ship is no piece."""
    return piece.model.name == MARINE.lower() or (piece.model.kind is PieceKind.COIN and MARINE in piece.keywords)


def islands_under(marine: PlacedPiece, pieces: Iterable[PlacedPiece]) -> frozenset[str]:
    """The island that it stands on is in the way of neither its shots nor shots at it: the keyword lets it shoot from
    there and be shot at there, which else it never could."""
    islands = (piece for piece in pieces if piece.piece.model.kind is PieceKind.ISLAND)
    return frozenset(island.id for island in islands if shapely.intersects(island.hull, marine.hull))


def rule_ashore(marine: PlacedPiece, scene: Scene) -> Ruling:
    """Whether any part of it stands on an island where it may be dropped off: on any but an opponent's home."""
    islands = [piece for piece in scene.pieces if piece.piece.model.kind is PieceKind.ISLAND]
    apart = between_all([Parts(marine, marine.footprint, island, island.footprint) for island in islands])
    nearest = min(zip(apart, islands, strict=True), key=lambda each: each[0].mm, default=None)
    if nearest is None:
        reason = Message("{marine} stands on no island", marine=marine.name)
        return Ruling(
            MARINE_RULE, marine.id, marine.id, None, Verdict.NO, None, None, None, 0.0, MARINE_SECTION, None, reason
        )
    gap, island = nearest
    verdict, probability = margin_call(-gap.mm, gap.sigma_mm)
    reason = Message(MARINE_WORDS[verdict], marine=marine.name, island=island.name)
    home_of, owner = scene.state.homes.get(island.id), scene.state.owners.get(marine.id)
    if verdict is not Verdict.NO and home_of is not None and home_of != owner:
        verdict, probability = Verdict.NO, 0.0
        reason = Message(
            "{reason}, the home island of {player}, where no marine of an opponent may be dropped off",
            reason=reason,
            player=home_of,
        )
    witness = Witness(gap.start, gap.end)
    return Ruling(
        MARINE_RULE, marine.id, island.id, None, verdict,
        gap.mm, 0.0, gap.sigma_mm, probability, MARINE_SECTION, witness, reason
    )  # fmt: skip


SURROUND_RULE = "surround"
SURROUND_SECTION = Message("master keyword list, {section}", section="Kraken; Octopus")
LEAST = 3
"""Two tentacles stand round nothing. In which order they stand does not matter (disputes, D15)."""
SURROUND_RULES = (
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
SURROUND_WORDS = {
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
        return Ruling(
            SURROUND_RULE,
            creature.id,
            target.id,
            None,
            Verdict.NO,
            None,
            None,
            None,
            0.0,
            SURROUND_SECTION,
            None,
            reason,
        )
    by_reading = {"wholly": _wholly(creature, ring, target), "partly": _partly(creature, ring, target)}
    chosen = settings.house.get("surrounded")
    if chosen is not None:
        return by_reading[str(chosen)].replace(house=("surrounded",))
    strict, lenient = by_reading["wholly"], by_reading["partly"]
    if strict.verdict is lenient.verdict:
        return strict
    readings = tuple(Reading(READINGS[name], ruling.verdict) for name, ruling in by_reading.items())
    reason = Message(
        "{name} lies only partly between the tentacles, and whether that is enough is open", name=target.name
    )
    return strict.replace(verdict=Verdict.TOO_CLOSE, probability=None, reason=reason, readings=readings)


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
    reason = Message(SURROUND_WORDS[verdict], creature=creature.name, target=target.name)
    return Ruling(
        SURROUND_RULE, creature.id, target.id, None, verdict,
        depth_mm, 0.0, sigma_mm, probability, SURROUND_SECTION, witness, reason
    )  # fmt: skip
