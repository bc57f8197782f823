"""Questions that no rule text and no arbitrator has answered, with the readings that tables play by."""

from dataclasses import dataclass

from tableassist.messages import Message
from tableassist.rulebook.editions.house_rule import HouseRule
from tableassist.rulebook.ruling import Reading, Verdict


@dataclass(frozen=True, slots=True)
class Dispute:
    """Its house rule picks one of the readings; until then rulings that it touches show them all."""

    id: str
    question: Message
    readings: tuple[tuple[str, Message], ...]
    """What the house rule says for each, and the reading in words; the literal one, if the text has one, first."""
    house_rule: str | None
    """None where nothing that is measured depends on it."""
    about: Message
    """What is open, after "whether"."""
    literal: bool
    """Whether the first reading is what the text says word for word, so that it stands until the house says otherwise.
    Where the text is silent the answer is too close to call as long as the readings disagree."""

    def reading(self, words: Message, verdict: Verdict) -> Reading:
        """What comes of one of the readings, by its words."""
        return Reading(Message("{words} ({dispute})", words=words, dispute=self.id), verdict)


OWN_ISLAND = Dispute(
    "D25",
    Message("Does the island that a fort stands on block a shot at the fort?"),
    (
        ("blocks", Message("a fort's own island blocks as any island")),
        ("does-not-block", Message("a fort's own island does not block")),
    ),
    "fort-own-island",
    Message("a fort's own island blocks"),
    literal=False,
)
LOW_PIECES = Dispute(
    "D24",
    Message("Can a shot pass over something low: a ship without masts, a flat island?"),
    (
        ("never", Message("whatever lies in the line blocks, however low")),
        ("low-pieces", Message("low pieces are shot over")),
    ),
    "shoot-over",
    Message("low pieces can be shot over"),
    literal=True,
)
ROUND_EARTH = Dispute(
    "D23",
    Message("On a round earth, does a range or a line of fire run across the table's edge?"),
    (("on-table", Message("shots stay on the table")), ("across", Message("shots run across the edge as ships do"))),
    "round-earth-shots",
    Message("a shot runs across the edge"),
    literal=False,
)
EDGES = Dispute(
    "D26",
    Message("From where to where is 'within S' measured?"),
    (
        ("any-part", Message("between the nearest edges of any parts")),
        ("hull", Message("between the nearest edges of the hulls")),
    ),
    "within-measured",
    Message("'within S' is measured to any part"),
    literal=True,
)
FLAG = Dispute(
    "D5",
    Message("Is a ship's flag a part that can be shot at?"),
    (("part", Message("the flag is a part as any other")), ("no-part", Message("the flag does not count"))),
    None,
    Message("a flag is a part of a ship"),
    literal=True,
)
"""The models have no flags, so nothing is measured to one."""
CORNER = Dispute(
    "D18",
    Message("What becomes of a ship that an island in a corner of the table traps?"),
    (("stays", Message("she stays until she can turn away")), ("moved", Message("the players move the island"))),
    None,
    Message("a ship that an island traps is helped"),
    literal=False,
)

OPEN_DISPUTES = (FLAG, CORNER, ROUND_EARTH, LOW_PIECES, OWN_ISLAND, EDGES)

HOUSE_RULES = tuple(
    HouseRule(dispute.house_rule, str, tuple(choice for choice, _ in dispute.readings), dispute.question)
    for dispute in (OWN_ISLAND, LOW_PIECES, ROUND_EARTH)
    if dispute.house_rule is not None
)
"""That of D26 stands beside its rule, in `within`."""
