"""What an edition says about touching: bow, docking, ram, pin, boarding, tow, exploring."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from tableassist.messages import Message, Text
from tableassist.rulebook.editions.house_rule import HouseRule, HouseValue, switch


class BowZone(StrEnum):
    TIP_TO_FIRST_MAST = "tip-to-first-mast"
    FROM_THE_TABLE = "from-the-table"
    """Where the front of the hull meets the table, and all that is forward of it."""


class TouchPart(StrEnum):
    """Which part of a piece must touch."""

    BOW = "bow"
    NON_BOW = "non-bow"
    ANY = "any"


@dataclass(frozen=True, slots=True, kw_only=True)
class ContactTerms:
    bow_zone: BowZone
    bow_section: Text
    touch_section: Text
    """Where contact while moving is written."""
    bowsprit_touches: bool
    """Whether a bowsprit over an enemy's hull counts as touching her; in no edition (disputes, D6)."""
    docking_part: TouchPart
    docking_is_open: bool
    """Whether the text also calls a ship docked that touches with any other part."""
    docking_section: Text
    creature_docking_part: TouchPart
    enemy_fort_closed: bool
    ram_target_part: TouchPart
    ram_needs_mast: bool
    ram_is_automatic: bool
    ram_rolls: bool
    """Whether the rammer rolls for a mast: a d6 above the masts left on the enemy ship takes one."""
    ram_section: Text
    pin_needs_ram: bool
    """Else a bow against an enemy is enough."""
    pin_is_open: bool
    """Whether the text can be read both ways, and nobody has picked."""
    pin_ends_without_masts: bool
    """The pin ends when the other ship has no mast; else when she is derelict, which a galley never is."""
    pin_section: Text
    lost_cannot_be_met: bool
    """Whether a lost ship can be neither rammed, pinned nor boarded; she herself does none of it in any edition."""
    boarding_at_once: bool
    """Whether the text says that a boarding party follows a ram immediately."""
    board_section: Text
    tow_takes_treasure: bool
    """Whether the text says that the treasure of a derelict in tow joins the tower's fleet."""
    tow_section: Text
    towed_spares_tower: bool
    """Whether the text says that a ship in tow neither rams nor boards the one that tows her."""
    explores_wrecks: bool
    island_explored: Message
    """When a docked ship may explore her island."""
    explore_section: Text

    def with_house(self, house: Mapping[str, HouseValue]) -> "ContactTerms":
        return replace(
            self,
            bow_zone=BowZone(str(house.get("bow-zone", self.bow_zone))),
            bowsprit_touches=bool(house.get("bowsprit-touches", self.bowsprit_touches)),
            docking_part=TouchPart(str(house.get("docking-part", self.docking_part))),
            docking_is_open=self.docking_is_open and "docking-part" not in house,
            ram_target_part=TouchPart(str(house.get("ram-target", self.ram_target_part))),
            ram_needs_mast=bool(house.get("ram-needs-mast", self.ram_needs_mast)),
            ram_is_automatic=bool(house.get("ram-automatic", self.ram_is_automatic)),
            ram_rolls=bool(house.get("ram-roll", self.ram_rolls)),
            pin_needs_ram=bool(house.get("pin-needs-ram", self.pin_needs_ram)),
            pin_is_open=self.pin_is_open and "pin-needs-ram" not in house,
        )


HOUSE_RULES: tuple[HouseRule, ...] = (
    HouseRule("bow-zone", str, tuple(BowZone), Message("where a bow begins")),
    switch("bowsprit-touches", Message("a bowsprit that reaches over an enemy's hull touches her")),
    HouseRule("docking-part", str, ("bow", "any"), Message("which part of a ship must touch the shore to dock her")),
    HouseRule("ram-target", str, ("non-bow", "any"), Message("which part of the enemy a bow must touch to ram her")),
    switch("ram-needs-mast", Message("Whether only a ship with a mast can ram.")),
    switch("ram-automatic", Message("a bow that touches an enemy rams her, whether the player wants it or not")),
    switch("ram-roll", Message("the rammer rolls for one of the enemy's masts")),
    switch("pin-needs-ram", Message("Whether only a ram pins a ship, and not her bow against an enemy alone.")),
    switch("tow-out-of-weeds", Message("Whether a ship may be towed out of a Sargasso Sea.")),
)

TOUCH_HOUSE_RULES = ("contact-tolerance-mm",)
BOW_HOUSE_RULES = (*TOUCH_HOUSE_RULES, "bow-zone", "bowsprit-touches")
RAM_HOUSE_RULES = (*BOW_HOUSE_RULES, "ram-target", "ram-automatic", "ram-roll", "ram-needs-mast")
PIN_HOUSE_RULES = (*BOW_HOUSE_RULES, "pin-needs-ram")
TOW_HOUSE_RULES = (*BOW_HOUSE_RULES, "tow-out-of-weeds")
DOCKING_HOUSE_RULES = (*BOW_HOUSE_RULES, "docking-part")
