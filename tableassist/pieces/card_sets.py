"""The sets that cards come from: which were reprints, and which never reached a shop."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CardSet:
    code: str
    title: str
    released: bool = True
    reprint_of: str | None = None
    """The code of the set that this one prints again."""


_SETS = (
    CardSet("SM", "Spanish Main"),
    CardSet("SMU", "Spanish Main Unlimited", reprint_of="SM"),
    CardSet("CC", "Crimson Coast"),
    CardSet("RV", "Revolution"),
    CardSet("RVU", "Revolution Unlimited", reprint_of="RV"),
    CardSet("BC", "Barbary Coast"),
    CardSet("BCU", "Barbary Coast Unlimited", reprint_of="BC"),
    CardSet("SCS", "South China Seas"),
    CardSet("DJC", "Davy Jones' Curse"),
    CardSet("MI", "Mysterious Islands"),
    CardSet("FN", "Frozen North"),
    CardSet("OE", "Ocean's Edge"),
    CardSet("PotC", "Pirates of the Caribbean"),
    CardSet("RotF", "Rise of the Fiends"),
    CardSet("FS", "Fire and Steel"),
    CardSet("SS", "Savage Shores"),
    CardSet("RtSS", "Return to Savage Shores", released=False),
    CardSet("UNREL", "Unreleased", released=False),
)

CARD_SETS: dict[str, CardSet] = {card_set.code: card_set for card_set in _SETS}
"""In the order of the catalogue's files, which is the order in which the sets came out."""
