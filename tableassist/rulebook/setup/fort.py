"""Building a fort: two opposite corners wholly on a wild island that has no other fort."""

import math
from collections.abc import Sequence

import shapely
from shapely import Point as ShapelyPoint

from tableassist.messages import Message, template
from tableassist.pieces import PieceKind
from tableassist.rulebook.contact.contact import both_ways, forbidden
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.rule import About, Pairs, Rule, RuleGroup, all_when_one_changes, judging
from tableassist.rulebook.ruling import Point, Ruling, Verdict, Witness, cite, margin_call
from tableassist.rulebook.scene import Scene
from tableassist.rulebook.setup.spacing import RULE
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import separation_variance

RANK = {Verdict.NO: 0, Verdict.TOO_CLOSE: 1, Verdict.YES: 2}
WORDS = {
    Verdict.YES: Message("two opposite corners stand on the island"),
    Verdict.NO: Message("no two opposite corners stand on the island"),
    Verdict.TOO_CLOSE: Message("a corner stands at the very edge of the island"),
}


def rule_forts(pairs: Sequence[tuple[PlacedPiece, PlacedPiece]], scene: Scene, settings: RuleSettings) -> list[Ruling]:
    """One ruling per fort and an island that it stands on, or may: forts without corners are left out."""
    rulings = []
    for fort, island in pairs:
        if fort.piece.model.corners and shapely.intersects(fort.footprint, island.footprint):
            rulings.append(_judge_fort(_placement(fort, island, settings), island, scene, settings))
    return rulings


def _judge_fort(ruling: Ruling, island: PlacedPiece, scene: Scene, settings: RuleSettings) -> Ruling:
    if not settings.edition.setup.forts:
        return forbidden(ruling, Message("this edition has no forts"))
    home_of = scene.state.homes.get(island.id)
    if home_of is not None:
        why = Message(
            "{island} is the home island of {player}: forts stand on wild islands", island=island.name, player=home_of
        )
        return forbidden(ruling, why)
    others = (piece for piece in scene.pieces if piece.id not in (ruling.subject, *scene.gone))
    forts = (fort for fort in others if fort.piece.model.kind is PieceKind.FORT)
    earlier_fort = next((fort for fort in forts if shapely.intersects(fort.footprint, island.footprint)), None)
    if earlier_fort is None:
        return ruling
    return forbidden(ruling, Message("{name} stands there: one fort an island", name=earlier_fort.name))


def _placement(fort: PlacedPiece, island: PlacedPiece, settings: RuleSettings) -> Ruling:
    """The pair of opposite corners that stands best, judged by the worse corner of the two."""
    corners = [_corner(fort, island, at, settings) for at in fort.piece.model.corners]
    half = len(corners) // 2
    return max((min(corners[k], corners[k + half], key=_standing) for k in range(half)), key=_standing)


def _standing(corner: Ruling) -> tuple[int, float]:
    return RANK[corner.verdict], corner.measured_mm or 0.0


def _corner(fort: PlacedPiece, island: PlacedPiece, at: Point, settings: RuleSettings) -> Ruling:
    """How deep a corner stands on the island; below zero where it is off it."""
    place = fort.pose.pose.place_one(*at)
    point, shore = ShapelyPoint(place), island.footprint.boundary
    (x, y), (sx, sy) = shapely.get_coordinates(shapely.shortest_line(point, shore)).tolist()
    away = math.hypot(sx - x, sy - y)
    depth = away if shapely.covers(island.footprint, point) else -away
    normal = ((sx - x) / away, (sy - y) / away) if away > 0 else (1.0, 0.0)
    variance = separation_variance(fort.pose, place, island.pose, (sx, sy), normal)
    sigma = math.sqrt(variance + fort.piece.model.sigma_mm**2 + island.piece.model.sigma_mm**2)
    verdict, probability = margin_call(depth, sigma)
    return Ruling(
        rule=RULE,
        subject=fort.id,
        target=island.id,
        cannon=None,
        verdict=verdict,
        measured_mm=depth,
        limit_mm=0.0,
        sigma_mm=sigma,
        probability=probability,
        citation=cite(settings.edition.setup.fort_section),
        witness=Witness(place, (sx, sy)),
        reason=WORDS[verdict],
    )


def fort_pairs(scene: Scene, about: About = None) -> Pairs:
    """Forts with the islands under them."""
    pairs = both_ways(scene, about, frozenset({PieceKind.FORT}), frozenset({PieceKind.ISLAND}))
    return ((subject.piece, target.piece) for subject, target in pairs)


SET_UP = Rule(
    id=RULE,
    name=Message("set up"),
    title=Message("Set-up"),
    question=template("Does the set-up of {subject} follow the rules?"),
    yes=template("stands well on {target}"),
    no=template("stands badly on {target}"),
    group=RuleGroup.SETUP,
    judging=judging(
        RULE,
        fort_pairs,
        rule_forts,
        lambda edition: edition.setup.fort_section,
        near_only=True,
        # An island has room for one.
        also=all_when_one_changes(frozenset({PieceKind.FORT}), PieceKind.FORT),
    ),
)
