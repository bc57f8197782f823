"""What each edition says about touching: bow, docking, ram, pin, boarding, tow, exploring. As data with citations."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from tableassist.rules.editions.house_rule import HouseRule
from tableassist.rules.editions.settings import RuleSettings


class BowZone(StrEnum):
    TIP_TO_FIRST_MAST = "tip-to-first-mast"
    FROM_THE_TABLE = "from-the-table"
    """Where the front of the hull meets the table, and all that is forward of it."""


class TouchPart(StrEnum):
    """Which part of a piece must touch."""

    BOW = "bow"
    NON_BOW = "non-bow"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class ContactTerms:
    bow_zone: BowZone
    bow_section: str
    touch_section: str
    """Where contact while moving is written."""
    bowsprit_touches: bool
    """Whether a bowsprit over an enemy's hull counts as touching her; in no edition (disputes, D6)."""
    docking_part: TouchPart
    docking_is_open: bool
    """Whether the text also calls a ship docked that touches with any other part."""
    creature_docking_part: TouchPart
    enemy_fort_closed: bool
    ram_target_part: TouchPart
    ram_is_automatic: bool
    ram_rolls: bool
    """Whether the rammer rolls for a mast: a d6 above the masts left on the enemy ship takes one."""
    pin_needs_ram: bool
    """Else a bow against an enemy is enough."""
    pin_ends_without_masts: bool
    """The pin ends when the other ship has no mast; else when she is derelict, which a galley never is."""
    lost_cannot_be_met: bool
    """Whether a lost ship can be neither rammed, pinned nor boarded; she herself does none of it in any edition."""
    explores_wrecks: bool
    island_explored: str
    """When a docked ship may explore her island."""
    pin_section: str
    board_section: str
    tow_section: str
    explore_section: str
    lost_section: str


SPANISH_MAIN_CONTACT = ContactTerms(
    bow_zone=BowZone.TIP_TO_FIRST_MAST,
    bow_section="spanish-main, Placing Islands",
    touch_section="spanish-main, Moving",
    bowsprit_touches=False,
    docking_part=TouchPart.BOW,
    docking_is_open=False,
    creature_docking_part=TouchPart.ANY,
    enemy_fort_closed=False,
    ram_target_part=TouchPart.NON_BOW,
    ram_is_automatic=False,
    ram_rolls=True,
    pin_needs_ram=False,
    pin_ends_without_masts=False,
    lost_cannot_be_met=False,
    explores_wrecks=False,
    island_explored="with an explore action",
    pin_section="spanish-main, Pin",
    board_section="spanish-main, Board",
    tow_section="spanish-main, Tow",
    explore_section="spanish-main, Exploring",
    lost_section="",
)
REVOLUTION_CONTACT = replace(
    SPANISH_MAIN_CONTACT,
    bow_zone=BowZone.FROM_THE_TABLE,
    bow_section="revolution, Rules of the High Seas",
    touch_section="revolution, Moving",
    enemy_fort_closed=True,
    ram_target_part=TouchPart.ANY,
    explores_wrecks=True,
    island_explored="with an explore action when she begins a turn there",
    pin_section="revolution, Ram (Pin)",
    board_section="revolution, Ram (Board)",
    tow_section="revolution, Tow",
    explore_section="revolution, Exploring",
    lost_section="revolution, Fog Bank",
)
COMPLETE_CONTACT = replace(
    REVOLUTION_CONTACT,
    bow_section="complete, Rules of the High Seas",
    touch_section="complete, Moving",
    docking_is_open=True,  # complete, Move Action (Docking): her bow; Docking: "(touching)"
    ram_is_automatic=True,
    ram_rolls=False,
    pin_needs_ram=True,
    pin_ends_without_masts=True,
    lost_cannot_be_met=True,
    pin_section="complete, Ram (Pin)",
    board_section="complete, Ram (Board)",
    tow_section="complete, Tow",
    explore_section="complete, Exploring",
    lost_section="complete, Fog Bank",
)

CONTACT_TERMS: Mapping[str, ContactTerms] = {
    "spanish-main": SPANISH_MAIN_CONTACT,
    "revolution": REVOLUTION_CONTACT,
    "complete": COMPLETE_CONTACT,
}

HOUSE_RULES: tuple[HouseRule, ...] = (
    HouseRule("bow-zone", str, tuple(BowZone), "where a bow begins"),
    HouseRule("bowsprit-touches", bool, (), "a bowsprit that reaches over an enemy's hull touches her"),
    HouseRule("docking-part", str, ("bow", "any"), "which part of a ship must touch the shore to dock her"),
    HouseRule("ram-target", str, ("non-bow", "any"), "which part of the enemy a bow must touch to ram her"),
    HouseRule("ram-automatic", bool, (), "a bow that touches an enemy rams her, whether the player wants it or not"),
    HouseRule("ram-roll", bool, (), "the rammer rolls for one of the enemy's masts"),
)

TOUCH_HOUSE_RULES = ("contact-tolerance-mm",)
BOW_HOUSE_RULES = (*TOUCH_HOUSE_RULES, "bow-zone", "bowsprit-touches")
RAM_HOUSE_RULES = (*BOW_HOUSE_RULES, "ram-target", "ram-automatic", "ram-roll", "ram-needs-mast")
DOCKING_HOUSE_RULES = (*BOW_HOUSE_RULES, "docking-part")


def contact_terms(settings: RuleSettings) -> ContactTerms:
    """The edition's terms, with the house's own values before them."""
    terms, house = CONTACT_TERMS[settings.edition.name], settings.house
    if not house:
        return terms
    return replace(
        terms,
        bow_zone=BowZone(str(house.get("bow-zone", terms.bow_zone))),
        bowsprit_touches=bool(house.get("bowsprit-touches", terms.bowsprit_touches)),
        docking_part=TouchPart(str(house.get("docking-part", terms.docking_part))),
        docking_is_open=terms.docking_is_open and "docking-part" not in house,
        ram_target_part=TouchPart(str(house.get("ram-target", terms.ram_target_part))),
        ram_is_automatic=bool(house.get("ram-automatic", terms.ram_is_automatic)),
        ram_rolls=bool(house.get("ram-roll", terms.ram_rolls)),
    )
