"""What an edition says about moving."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from tableassist.rules.editions.house_rule import HouseRule, HouseValue, decided_by


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

    def with_house(self, house: Mapping[str, HouseValue]) -> "MoveTerms":
        limit, off = house.get("turn-limit-deg"), house.get("move-heading-slack-deg")
        return replace(
            self,
            pivot=Pivot(str(house.get("move-pivot", self.pivot))),
            pivot_is_open="move-pivot" not in house,
            turn_limit_rad=self.turn_limit_rad if limit is None else math.radians(float(limit)),
            first_turn=bool(house.get("first-turn", self.first_turn)),
            bonus=BonusPlace(str(house.get("bonus-segments", self.bonus))),
            slack_mm=float(house.get("move-slack-mm", self.slack_mm)),
            heading_slack_rad=self.heading_slack_rad if off is None else math.radians(float(off)),
            come_about=bool(house.get("come-about", self.come_about)),
            edge=TableEdge(str(house.get("table-edge", self.edge))),
            creature=CreatureMeasuring(str(house.get("creature-measuring", self.creature))),
            house=decided_by(house, (rule.name for rule in HOUSE_RULES)),
        )


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
