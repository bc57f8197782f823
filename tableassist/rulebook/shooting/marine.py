"""Marine: a crew with a gun of its own, aboard a ship or on an island, where it is a piece that is shot at, too."""

from collections.abc import Iterable

import shapely

from tableassist.messages import Message, template
from tableassist.pieces.model import PieceKind
from tableassist.pieces.piece import CannonRange, Piece
from tableassist.rulebook.editions.house_rule import HouseRule
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.editions.terms.shooting import GUNS
from tableassist.rulebook.ruling.ruling import Ruling, Verdict, Witness, cite, margin_call
from tableassist.rulebook.scene.scene import Scene
from tableassist.rulebook.state.questions import able_crew
from tableassist.rulebook.state.questions import is_marine as is_marine_crew
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import Parts, between_all

RULE = "marine"
MARINE = "Marine"
SECTION = cite("revolution, Keywords (Marine)")
WORDS = {
    Verdict.YES: template("{marine} stands on {island}"),
    Verdict.NO: template("{marine} does not stand on {island}"),
    Verdict.TOO_CLOSE: template("{marine} may or may not stand on {island}"),
}


GUN_RULE = "marine-gun"
DEFAULT_GUN = "3S"
"""Of a marine aboard a ship: the sign of its gun is not in the text (revolution, Keywords)."""
MOST_MARINES = 6
"""Aboard one ship; no hold takes more crew."""
HOUSE_RULES = (HouseRule(GUN_RULE, str, GUNS, Message("Rank and reach of the gun of a marine aboard a ship.")),)


def marine_gun(settings: RuleSettings) -> tuple[int, CannonRange]:
    gun = str(settings.house.get(GUN_RULE, DEFAULT_GUN))
    return int(gun[0]), CannonRange(gun[1])


def marines_aboard(piece_id: str, scene: Scene) -> int:
    """Each of them has a gun: unlike other abilities this one stacks (revolution, Keywords)."""
    unit = scene.unit_of(piece_id)
    return 0 if unit is None else sum(is_marine_crew(each) for each in able_crew(scene.state, unit))


def is_marine(piece: Piece) -> bool:
    """A token on the mat, by its card's keyword or by the model `marine`. A marine aboard a ship is no piece."""
    return piece.model.name == MARINE.lower() or (piece.model.kind is PieceKind.COIN and MARINE in piece.keywords)


def islands_under(marine: PlacedPiece, pieces: Iterable[PlacedPiece]) -> frozenset[str]:
    """The island that it stands on is in the way of neither its shots nor shots at it: the keyword lets it shoot from
    there and be shot at there, which else it never could."""
    islands = (each for each in pieces if each.piece.model.kind is PieceKind.ISLAND)
    return frozenset(each.id for each in islands if shapely.intersects(each.hull, marine.hull))


def rule_ashore(marine: PlacedPiece, scene: Scene) -> Ruling:
    """Whether any part of it stands on an island where it may be dropped off: on any but an opponent's home."""
    islands = [each for each in scene.pieces if each.piece.model.kind is PieceKind.ISLAND]
    apart = between_all([Parts(marine, marine.footprint, each, each.footprint) for each in islands])
    found = min(zip(apart, islands, strict=True), key=lambda each: each[0].mm, default=None)
    if found is None:
        reason = Message("{marine} stands on no island", marine=marine.name)
        return Ruling(RULE, marine.id, marine.id, None, Verdict.NO, None, None, None, 0.0, SECTION, None, reason)
    gap, island = found
    verdict, probability = margin_call(-gap.mm, gap.sigma_mm)
    reason = Message(WORDS[verdict], marine=marine.name, island=island.name)
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
        RULE, marine.id, island.id, None, verdict, gap.mm, 0.0, gap.sigma_mm, probability, SECTION, witness, reason
    )  # fmt: skip
