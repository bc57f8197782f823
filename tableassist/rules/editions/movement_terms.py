"""What each edition says about moving, as data; and the house rules that change it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from tableassist.rules.editions.house_rule import HouseRule, decided_by
from tableassist.rules.editions.settings import RuleSettings


class Pivot(StrEnum):
    """The point of the keel that a ship turns about between two segments."""

    BOW = "bow"
    CENTRE = "centre"
    STERN = "stern"


class TableEdge(StrEnum):
    OPEN = "open"
    """The text has no edge."""
    WALL = "wall"
    FLAT_EARTH = "flat-earth"
    ROUND_EARTH = "round-earth"


class BonusPlace(StrEnum):
    AFTER_BASE = "after-base"
    ANYWHERE = "anywhere"


class CreatureMeasuring(StrEnum):
    """`From anywhere on its base` does not say whether to the same place of the base."""

    OPEN = "open"
    SAME_PLACE = "same-place"
    EDGE_TO_EDGE = "edge-to-edge"


@dataclass(frozen=True, slots=True)
class MoveTerms:
    stops_at_contact: bool
    """Whether a ship that touches another ship or an island must stop there."""
    come_about: bool
    """Whether a ship may turn in place, by up to half a turn, as her move."""
    stern_turn: bool
    """Whether schooners and galleys turn on the stern after a move."""
    edge: TableEdge
    section: str
    come_about_section: str
    stern_turn_section: str
    tow_section: str
    derelict_section: str
    edge_section: str
    pivot: Pivot = Pivot.BOW
    """No edition says. The bow: moves are measured bow to bow (complete, A Move Action), and only a ship that turns
    about her bow has sailed just what lies between the two bows."""
    pivot_is_open: bool = True
    """Whether nobody has picked the pivot: then a move that another one allows is not called illegal."""
    turn_limit_rad: float = math.pi
    first_turn: bool = True
    """Whether she may turn before the first segment. Between segments only, say the texts; but a docked ship, whose
    bow touches the shore, could never leave without coming about, which the complete rules do not have."""
    bonus: BonusPlace = BonusPlace.AFTER_BASE
    creature: CreatureMeasuring = CreatureMeasuring.OPEN
    slack_mm: float = 1.0
    """What a hand with a ruler is forgiven over a whole move; as little as pieces that touch may be apart."""
    heading_slack_rad: float = math.radians(5.0)
    """How far the keel may lie off the last segment's line: no hand sets a ship down straighter."""
    house: tuple[str, ...] = ()
    """The house rules that had a say."""


MOVE_TERMS: Mapping[str, MoveTerms] = {
    "spanish-main": MoveTerms(
        stops_at_contact=False,
        come_about=True,
        stern_turn=False,
        edge=TableEdge.OPEN,
        section="spanish-main, Moving",
        come_about_section="spanish-main, Moving (Come About)",
        stern_turn_section="none: the edition has no keywords",
        tow_section="spanish-main, Tow",
        derelict_section="spanish-main, Moving (Derelicts)",
        edge_section="none: the edition has no edge",
    ),
    "revolution": MoveTerms(
        stops_at_contact=True,
        come_about=True,
        stern_turn=True,
        edge=TableEdge.OPEN,
        section="revolution, Moving",
        come_about_section="revolution, Come About",
        stern_turn_section="revolution, Keywords (Galley, Schooner)",
        tow_section="revolution, Tow",
        derelict_section="revolution, Moving (Derelict)",
        edge_section="none: the edition has no edge",
    ),
    "complete": MoveTerms(
        stops_at_contact=True,
        come_about=False,
        stern_turn=True,
        edge=TableEdge.WALL,
        section="complete, Move Action; A Move Action (bow to bow)",
        come_about_section="none: the edition has no come about",
        stern_turn_section="complete, Keywords (the master list: Galley, Schooner, Longship)",
        tow_section="complete, Tow",
        derelict_section="complete, Move Action (Derelict)",
        edge_section="complete, Set-up (extents of the playing area; Flat Earth, Round Earth)",
    ),
}

HOUSE_RULES: tuple[HouseRule, ...] = (
    HouseRule("move-pivot", str, tuple(Pivot), "The point of the keel that a ship turns about between segments."),
    HouseRule("turn-limit-deg", float, (), "The most that a ship turns before each segment.", least=0.0, most=180.0),
    HouseRule("first-turn", bool, (), "Whether a ship may turn before the first segment of her move."),
    HouseRule("bonus-segments", str, tuple(BonusPlace), "When a segment on top of the base move may be sailed."),
    HouseRule("move-slack-mm", float, (), "What a hand with a ruler is forgiven in a move.", least=0.0, most=20.0),
    HouseRule(
        "move-heading-slack-deg",
        float,
        (),
        "How far the keel may lie off the line of the last segment.",
        least=0.0,
        most=45.0,
    ),
    HouseRule("come-about", bool, (), "Whether a ship may turn in place as her move."),
    HouseRule(
        "table-edge",
        str,
        (TableEdge.WALL, TableEdge.FLAT_EARTH, TableEdge.ROUND_EARTH),
        "What happens at the edge of the play area.",
    ),
    HouseRule(
        "creature-measuring",
        str,
        (CreatureMeasuring.SAME_PLACE, CreatureMeasuring.EDGE_TO_EDGE),
        "Whether a sea creature's segment runs from a place of its base to the same place, or from its front edge "
        "to its rear edge.",
    ),
)


def move_terms(settings: RuleSettings) -> MoveTerms:
    """The edition's terms with the house's own values."""
    terms = MOVE_TERMS.get(settings.edition.name, MOVE_TERMS["complete"])
    house = settings.house
    pivot = Pivot(str(house.get("move-pivot", terms.pivot)))
    return replace(
        terms,
        pivot=pivot,
        pivot_is_open="move-pivot" not in house,
        turn_limit_rad=math.radians(float(house.get("turn-limit-deg", math.degrees(terms.turn_limit_rad)))),
        first_turn=bool(house.get("first-turn", terms.first_turn)),
        bonus=BonusPlace(str(house.get("bonus-segments", terms.bonus))),
        slack_mm=float(house.get("move-slack-mm", terms.slack_mm)),
        heading_slack_rad=math.radians(
            float(house.get("move-heading-slack-deg", math.degrees(terms.heading_slack_rad)))
        ),
        come_about=bool(house.get("come-about", terms.come_about)),
        edge=TableEdge(str(house.get("table-edge", terms.edge))),
        creature=CreatureMeasuring(str(house.get("creature-measuring", terms.creature))),
        house=decided_by(house, (rule.name for rule in HOUSE_RULES)),
    )
