"""An edition of the rules, as data. Every value says where it is written."""

from dataclasses import dataclass
from enum import StrEnum

from tableassist.pieces.model import PieceKind
from tableassist.pieces.piece import CannonRange


class ShotOrigin(StrEnum):
    MAST_CENTRE = "mast's centre"
    PRINTED_DIE = "printed die"


@dataclass(frozen=True, slots=True)
class Ruler:
    """What S and L are on this table. The printed bars and the card's sides differ by 6 %."""

    name: str
    short_mm: float
    long_mm: float
    sigma_mm: float = 0.0
    """How well both are known; 0 where they are what they are by agreement."""

    def reach_mm(self, reach: CannonRange) -> float:
        return self.long_mm if reach is CannonRange.LONG else self.short_mm


BARS = Ruler("printed bars", short_mm=57.5, long_mm=83.8)
CARD = Ruler("card's sides", short_mm=63.7, long_mm=89.2)
RULERS = {"bars": BARS, "card": CARD}


@dataclass(frozen=True, slots=True)
class Edition:
    """The shooting and the basics; contact, terrain, setup and moves keep theirs beside their rules."""

    name: str
    title: str
    shot_origin: ShotOrigin
    line_blockers: frozenset[PieceKind]
    """Kinds of other pieces that stop a line of fire."""
    fort_line_blockers: frozenset[PieceKind]
    """Kinds that stop a line of fire drawn from a fort."""
    own_fleet_spared: bool
    """Whether the text forbids shooting at one's own fleet."""
    lost_pieces: bool
    """Whether a piece can be lost in fog, so that it neither shoots nor is shot at."""
    ram_needs_mast: bool
    range_section: str
    line_section: str
    fort_section: str
    permission_section: str
    derelict_section: str
    lost_section: str
    docking_section: str
    ram_section: str
    build_total: int
    """Points that the edition recommends for each fleet; any other will do as long as all fleets use the same."""
    no_duplicates: bool
    """Whether a player may bring each ship and each named character only once."""
    fleet_section: str


_SHIPS = frozenset({PieceKind.SHIP, PieceKind.SEA_CREATURE})
"""A sea creature counts as a ship (complete, Sea Creatures), also on a table that plays an older edition with one."""

SPANISH_MAIN = Edition(
    name="spanish-main",
    title="Pirates of the Spanish Main",
    shot_origin=ShotOrigin.MAST_CENTRE,  # spanish-main, Shooting
    line_blockers=_SHIPS | {PieceKind.ISLAND},  # spanish-main, Shooting
    # It has no forts; what is built all the same shoots as in revolution, Forts (Shooting).
    fort_line_blockers=frozenset({PieceKind.SEA_CREATURE}),
    own_fleet_spared=False,  # spanish-main, Shooting: names only ships docked at their home
    lost_pieces=False,  # it has no terrain
    ram_needs_mast=False,  # spanish-main, Ram: silent
    range_section="spanish-main, Shooting",
    line_section="spanish-main, Shooting",
    fort_section="revolution, Forts (Shooting); spanish-main has no forts",
    permission_section="spanish-main, Shooting",
    derelict_section="spanish-main, Moving (Derelicts)",
    lost_section="spanish-main has no fog",
    docking_section="spanish-main, Moving (Dock)",
    ram_section="spanish-main, Moving (Ram)",
    build_total=30,  # spanish-main, Creating a Fleet
    no_duplicates=False,  # spanish-main, Creating a Fleet: silent
    fleet_section="spanish-main, Creating a Fleet",
)

REVOLUTION = Edition(
    name="revolution",
    title="Pirates of the Revolution",
    shot_origin=ShotOrigin.MAST_CENTRE,  # revolution, Shooting
    line_blockers=_SHIPS | {PieceKind.ISLAND, PieceKind.FOG_BANK},  # revolution, Shooting; Fog Bank; a wreck is a ship
    # revolution, Forts (Shooting): neither other ships nor islands; fog and creatures are not among them
    fort_line_blockers=frozenset({PieceKind.FOG_BANK, PieceKind.SEA_CREATURE}),
    own_fleet_spared=True,  # revolution, Shooting
    lost_pieces=True,  # revolution, Terrain Types (Fog Bank)
    ram_needs_mast=False,  # revolution, Ram: silent
    range_section="revolution, Shooting",
    line_section="revolution, Shooting; Terrain Types (Fog Bank)",
    fort_section="revolution, Forts (Shooting)",
    permission_section="revolution, Shooting",
    derelict_section="revolution, Moving (Derelict)",
    lost_section="revolution, Terrain Types (Fog Bank)",
    docking_section="revolution, Dock",
    ram_section="revolution, Ram",
    build_total=40,  # revolution, Creating a Fleet
    no_duplicates=False,  # revolution, Creating a Fleet: silent but for the Limit keyword
    fleet_section="revolution, Creating a Fleet",
)

COMPLETE = Edition(
    name="complete",
    title="Complete rules",
    shot_origin=ShotOrigin.PRINTED_DIE,  # complete, Shooting
    line_blockers=_SHIPS | {PieceKind.ISLAND, PieceKind.FOG_BANK},  # complete, Shooting; Terrain (Fog Bank)
    # complete, Forts (Shooting): neither other ships, sea creatures nor islands; fog is not among them
    fort_line_blockers=frozenset({PieceKind.FOG_BANK}),
    own_fleet_spared=True,  # complete, Shooting
    lost_pieces=True,  # complete, Terrain (Fog Bank)
    ram_needs_mast=True,  # complete, Ram
    range_section="complete, Shoot Action 2 (Measure Your Range)",
    line_section="complete, Shooting; Fog Bank",
    fort_section="complete, Forts (Shooting)",
    permission_section="complete, Shooting",
    derelict_section="complete, Moving (Derelict)",
    lost_section="complete, Terrain (Fog Bank)",
    docking_section="complete, Move Action (Docking); Docking",
    ram_section="complete, Ram",
    build_total=40,  # complete, Fleets
    no_duplicates=True,  # complete, Fleets (The No-Duplicates Rule)
    fleet_section="complete, Fleets",
)

EDITIONS = {edition.name: edition for edition in (SPANISH_MAIN, REVOLUTION, COMPLETE)}


@dataclass(frozen=True, slots=True)
class Multiplayer:
    """The add-on for three players and more; it changes the setup and the end, and nothing that is measured."""

    islands_a_player: int = 3  # multiplayer, Preparation
    treasures_a_player: int = 6  # multiplayer, Preparation
    treasures_an_island: int = 3  # multiplayer, Setup
    own_home: bool = True  # multiplayer, Setup: each picks the own home island, the last to place an island first
    section: str = "multiplayer, Preparation; Setup"


MULTIPLAYER = Multiplayer()
