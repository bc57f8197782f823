"""Within S or L of a piece, as abilities ask for it: measured from nearest edge to nearest edge, and said so."""

import math

import msgspec.structs
import shapely
from shapely.geometry.base import BaseGeometry

from tableassist.messages import Message, template
from tableassist.pieces.piece import CannonRange
from tableassist.rules.editions.house_rule import HouseRule, decided_by
from tableassist.rules.editions.settings import RuleSettings
from tableassist.rules.rule import Rule, RuleGroup
from tableassist.rules.ruling.confidence import margin_call
from tableassist.rules.ruling.ruling import Ruling, Verdict, Witness
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import Separation, between

RULE = "within"
CITATION = "card's ability; no edition says from where to where (D26)"
WORDS = {Verdict.YES: "within", Verdict.NO: "not within", Verdict.TOO_CLOSE: "at the edge of"}


def rule_within(one: PlacedPiece, other: PlacedPiece, lengths: str, settings: RuleSettings) -> Ruling:
    """`lengths` is "S", "L", or a sum such as "L+L". Asked on demand: nothing else depends on all pairs of pieces."""
    parts = [CannonRange(each) for each in lengths.split("+")]
    limit = sum(settings.ruler.reach_mm(each) for each in parts)
    apart, edges = _apart(one, other, settings)
    sigma = math.hypot(apart.sigma_mm, settings.ruler.sigma_mm * len(parts))
    verdict, probability = margin_call(limit - apart.mm, sigma)
    return Ruling(
        rule=RULE,
        subject=one.id,
        target=other.id,
        cannon=None,
        verdict=verdict,
        measured_mm=apart.mm,
        limit_mm=limit,
        sigma_mm=sigma,
        probability=probability,
        citation=CITATION,
        witness=Witness(apart.start, apart.end),
        reason=f"{WORDS[verdict]} {lengths} ({settings.ruler.name}, {limit:g} mm) of {other.name}, {edges}",
        house=decided_by(settings.house, ("within-measured", "long-mm", "short-mm")),
    )


def _apart(one: PlacedPiece, other: PlacedPiece, settings: RuleSettings) -> tuple[Separation, str]:
    hulls = between(one, one.footprint, other, other.footprint)
    if settings.house.get("within-measured") == "hull":
        return hulls, "from the nearest edge of one hull to that of the other"
    edges = "from nearest edge to nearest edge of any part"
    if hulls.mm <= 0:
        return hulls, edges
    whole, other_whole = _all_parts(one), _all_parts(other)
    if shapely.intersects(whole, other_whole):
        return msgspec.structs.replace(hulls, mm=0.0), edges
    return between(one, whole, other, other_whole), edges


def _all_parts(placed: PlacedPiece) -> BaseGeometry:
    """Every edge that a shot could end on; hulls that overlap have been seen to before."""
    return shapely.MultiLineString([(start, end) for start, end in placed.part_edges.tolist()])


WITHIN = Rule(
    id=RULE,
    name=Message("within"),
    title=Message("Within"),
    question=template("Is {target} within reach of {subject}?"),
    yes=template("is near enough to {target}"),
    no=template("is too far from {target}"),
    group=RuleGroup.ABILITY,
    house_rules=(
        HouseRule(
            "within-measured",
            str,
            ("any-part", "hull"),
            "Whether 'within S' runs between the nearest edges of any parts, or of the two hulls.",
        ),
    ),
)
