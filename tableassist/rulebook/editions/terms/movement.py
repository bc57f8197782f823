"""What an edition says about moving."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from tableassist.messages import Message, Text
from tableassist.rulebook.editions.house_rule import HouseRule, HouseValue, decided_by, number, switch
from tableassist.rulebook.editions.terms.readings import reading


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
    section: Text
    come_about_section: Text
    stern_turn_section: Text
    tow_section: Text
    derelict_section: Text
    edge_section: Text
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
    helmsman_tows: bool = True
    """Whether an ability's +S counts while she tows: the base move becomes S, and the ability adds to it."""
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
            helmsman_tows=reading("helmsman-tows", house) == "yes",
            stops_at_contact=self.stops_at_contact or reading("stops-at-contact", house) == "yes",
            come_about=bool(house.get("come-about", self.come_about)),
            edge=TableEdge(str(house.get("table-edge", self.edge))),
            creature=CreatureMeasuring(str(house.get("creature-measuring", self.creature))),
            house=decided_by(house, (*(rule.name for rule in HOUSE_RULES), "helmsman-tows", "stops-at-contact")),
        )


HOUSE_RULES: tuple[HouseRule, ...] = (
    HouseRule(
        "move-pivot", str, tuple(Pivot), Message("The point of the keel that a ship turns about between segments.")
    ),
    number("turn-limit-deg", Message("The most that a ship turns before each segment."), 0.0, 180.0),
    switch("first-turn", Message("Whether a ship may turn before the first segment of her move.")),
    HouseRule(
        "bonus-segments", str, tuple(BonusPlace), Message("When a segment on top of the base move may be sailed.")
    ),
    number("move-slack-mm", Message("What a hand with a ruler is forgiven in a move."), 0.0, 20.0),
    number("move-heading-slack-deg", Message("How far the keel may lie off the line of the last segment."), 0.0, 45.0),
    switch("come-about", Message("Whether a ship may turn in place as her move.")),
    HouseRule(
        "table-edge",
        str,
        (TableEdge.WALL, TableEdge.FLAT_EARTH, TableEdge.ROUND_EARTH),
        Message("What happens at the edge of the play area."),
    ),
    HouseRule(
        "creature-measuring",
        str,
        (CreatureMeasuring.SAME_PLACE, CreatureMeasuring.EDGE_TO_EDGE),
        Message(
            "Whether a sea creature's segment runs from a place of its base to the same place, or from its front edge "
            "to its rear edge."
        ),
    ),
)
