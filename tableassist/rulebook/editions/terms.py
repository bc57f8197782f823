"""What an edition says, as data: one class of terms for each part of the rules. Each edition has a file of its own."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from tableassist.messages import Message, Text
from tableassist.pieces import CannonRange, PieceKind
from tableassist.pieces.catalogue import Nation, PrintedCannon, parse_cannons
from tableassist.rulebook.editions.house_rule import HouseRule, HouseValue, list_decided_by, number, reading, switch


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
RULER_WORDS = {
    BARS.name: Message("printed bars"),
    CARD.name: Message("card's sides"),
    "house rule": Message("house rule"),
    "measured ruler": Message("measured ruler"),
}
"""A ruler's name stands in files, so it is a plain string there."""


def ruler_words(ruler: Ruler) -> Text:
    """What S and L are measured with."""
    return RULER_WORDS.get(ruler.name, ruler.name)


class ShotOrigin(StrEnum):
    MAST_CENTRE = "mast's centre"
    PRINTED_DIE = "printed die"


@dataclass(frozen=True, slots=True)
class ShootingTerms:
    shot_origin: ShotOrigin
    line_blockers: frozenset[PieceKind]
    """Kinds of other pieces that stop a line of fire."""
    fort_line_blockers: frozenset[PieceKind]
    """Kinds that stop a line of fire drawn from a fort."""
    titans_shoot_past_islands: bool
    """Whether the island that a titan stands on is in nobody's way to her, nor in hers."""
    own_fleet_spared: bool
    """Whether the text forbids shooting at one's own fleet."""
    musket: PrintedCannon
    """Rank and range of a musketeer's gun; no ability changes either."""
    range_section: Text
    line_section: Text
    fort_section: Text
    permission_section: Text
    derelict_section: Text
    lost_section: Text

    def with_house(self, house: Mapping[str, HouseValue]) -> "ShootingTerms":
        origin, musket = house.get("shot-origin"), house.get(MUSKET_RULE)
        return replace(
            self,
            shot_origin=self.shot_origin if origin is None else SHOT_ORIGINS[str(origin)],
            fort_line_blockers=self.fort_line_blockers - FOG
            if reading("fort-through-fog", house) == "yes"
            else self.fort_line_blockers,
            musket=self.musket if musket is None else parse_cannons(str(musket))[0],
        )


SHOT_ORIGINS = {"printed-die": ShotOrigin.PRINTED_DIE, "mast-centre": ShotOrigin.MAST_CENTRE}
FOG = frozenset({PieceKind.FOG_BANK})
MUSKET_RULE = "musket-gun"
GUNS = tuple(f"{rank}{reach}" for rank in range(1, 7) for reach in CannonRange)
SHOOTING_RULES = (
    HouseRule("shot-origin", str, tuple(SHOT_ORIGINS), Message("Where a range and a line of fire begin.")),
    HouseRule(MUSKET_RULE, str, GUNS, Message("Rank and range of a musketeer's gun.")),
)


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


CONTACT_RULES: tuple[HouseRule, ...] = (
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
            house=list_decided_by(house, (*(rule.name for rule in MOVE_RULES), "helmsman-tows", "stops-at-contact")),
        )


MOVE_RULES: tuple[HouseRule, ...] = (
    HouseRule(
        "move-pivot", str, tuple(Pivot), Message("The point of the keel that a ship turns about between segments.")
    ),
    number("turn-limit-deg", Message("The most that a ship turns before each segment."), 0.0, 180.0),
    switch("first-turn", Message("Whether a ship may turn before the first segment of her move.")),
    HouseRule(
        "bonus-segments", str, tuple(BonusPlace), Message("When a segment on top of the base move may be sailed.")
    ),
    number("move-slack-mm", Message("What a hand with a ruler is forgiven in a move."), 0.0, 20.0),
    number("move-heading-slack-deg", Message("How far the keel may be off the line of the last segment."), 0.0, 45.0),
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


class Trigger(StrEnum):
    """When terrain acts on a piece that moves (disputes, D11)."""

    AT_ONCE = "at-once"
    SEGMENT_END = "segment-end"


@dataclass(frozen=True, slots=True)
class TerrainTerms:
    kinds: frozenset[PieceKind]
    """The terrain that the edition knows."""
    trigger: Trigger
    exit_faces_away: bool
    """Whether a piece that comes out of fog or weeds must face away from it; else she may face anywhere, her stern
    touching the edge."""
    reef_spares: Message
    """Who leaves a reef without a roll."""
    trigger_section: Text
    sections: Mapping[PieceKind, str] = field(hash=False)

    def with_house(self, house: Mapping[str, HouseValue], everything: "TerrainTerms") -> "TerrainTerms":
        """`everything` is that of the complete rules, which the house may play under any edition."""
        kinds, sections = self.kinds, self.sections
        if "terrain" in house:
            kinds = everything.kinds if house["terrain"] else frozenset()
            sections = {**everything.sections, **sections}
        return replace(
            self,
            kinds=kinds,
            sections=sections,
            trigger=Trigger(str(house.get("terrain-trigger", self.trigger))),
            exit_faces_away=bool(house.get("terrain-exit-faces-away", self.exit_faces_away)),
        )


TERRAIN_RULES: tuple[HouseRule, ...] = (
    HouseRule(
        "terrain-trigger",
        str,
        tuple(Trigger),
        Message("When terrain acts: as soon as she touches, or where a segment ends."),
    ),
    switch("terrain-exit-faces-away", Message("Whether a piece comes out of fog or weeds facing away from it.")),
    switch("terrain", Message("Whether all terrain of the complete rules is played, or none.")),
)
TERRAIN_HOUSE_RULES = (*TOUCH_HOUSE_RULES, "terrain-trigger", "terrain")


class Farthest(StrEnum):
    """How "no farther from each other" is read for more than two islands; no text says which."""

    CHAIN = "chain"
    """All islands are connected by steps of no more than that: each is near enough to one that lay there when it was
    placed, so two far groups do not pass."""
    NEAREST = "nearest"
    """Each island has another that near."""
    EVERY = "every"
    """Each pair of islands is that near."""


class HomeChoice(StrEnum):
    """Who chooses a home island."""

    FOR_ANOTHER = "for-another"
    """The last player chooses the first player's, the first the second's, and so on."""
    OWN = "own"
    """The last player chooses the own, then the one before, and so on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUpTerms:
    build_total: int
    """Points that the edition recommends for each fleet; any other will do as long as all fleets use the same."""
    no_duplicates: bool
    """Whether a player may bring each ship and each named character only once."""
    nations: frozenset[Nation]
    """To one of which every ship, creature and crew belongs."""
    limit_keyword: bool
    """Whether a fleet may hold only one card with the Limit keyword."""
    limit_section: Text
    fleet_section: Text
    order_by_roll: bool
    """Whether the others follow the first player by their rolls; else to the left. A table may pick (a reading)."""
    first_section: Text
    islands: int | None
    """How many in all; None: `islands_a_player` for each."""
    islands_a_player: int
    islands_must: bool
    """Whether the number is a must; else a recommendation."""
    islands_section: Text
    island_gap_long: float
    """At least so many L between two islands."""
    island_reach_long: float
    """At most so many L."""
    spacing_must: bool
    farthest: Farthest
    """Of the readings that none of the texts picks, the one that counts until the table has picked."""
    spacing_section: Text
    terrain_gap_short: float
    """At least so many S from terrain to islands and other terrain; 0: anywhere."""
    terrain_kinds: frozenset[PieceKind]
    """What may lie there when the game begins."""
    terrain_count: int | None
    """What the players agreed on."""
    terrain_section: Text
    homes: HomeChoice
    home_is_open: bool
    """Whether the text gives both ways of choosing, so that a table may pick (a reading)."""
    home_section: Text
    creature_section: Text
    forts: bool
    fort_section: Text
    farthest_is_open: bool = True
    """Whether nobody has picked a reading: then the others are shown where they differ."""

    def with_house(self, house: Mapping[str, HouseValue]) -> "SetUpTerms":
        count, pieces = house.get("islands", self.islands), house.get("terrain-pieces", self.terrain_count)
        spaced = {"islands-at-least-L", "islands-at-most-L"} & house.keys()
        return replace(
            self,
            no_duplicates=not house.get("duplicates", not self.no_duplicates),
            nations=frozenset(Nation) if house.get("other-nations") else self.nations,
            islands=None if count is None else int(count),
            islands_must=self.islands_must or "islands" in house,
            island_gap_long=float(house.get("islands-at-least-L", self.island_gap_long)),
            island_reach_long=float(house.get("islands-at-most-L", self.island_reach_long)),
            spacing_must=self.spacing_must or bool(spaced),
            farthest=Farthest(str(house.get("islands-at-most", self.farthest))),
            farthest_is_open=self.farthest_is_open and "islands-at-most" not in house,
            terrain_gap_short=float(house.get("terrain-at-least-S", self.terrain_gap_short)),
            terrain_count=None if pieces is None else int(pieces),
        )


SETUP_RULES: tuple[HouseRule, ...] = (
    switch("duplicates", Message("Whether a fleet may hold the same ship or character twice.")),
    switch("other-nations", Message("Whether a fleet may hold cards of nations that the edition does not have.")),
    number("islands", Message("How many islands there are."), 1.0, 100.0),
    number("islands-at-least-L", Message("Minimum distance between islands, in L."), 0.0, 20.0),
    number("islands-at-most-L", Message("Maximum distance between islands, in L."), 0.0, 50.0),
    HouseRule("islands-at-most", str, tuple(Farthest), Message("To which other islands the greatest distance holds.")),
    number(
        "terrain-at-least-S", Message("Minimum distance of terrain from islands and other terrain, in S."), 0.0, 20.0
    ),
    number("terrain-pieces", Message("How many pieces of terrain there are."), 0.0, 100.0),
)
ISLAND_HOUSE_RULES = ("long-mm", "islands-at-least-L", "islands-at-most-L", "islands-at-most")


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTerms:
    most_actions: int | None
    """More than so many actions that are not free a piece never gets in one turn; None where the text has no such
    limit."""
    action_section: Text
    """One action for each ship."""
    own_fleet_section: Text
    """Only to pieces of the own fleet, and in the own turn."""
    most_actions_section: Text
    derelict_section: Text
    """A derelict is only given explore and repair actions."""
    creature_section: Text
    """A sea creature is only given move and shoot actions."""
    repair_at_forts: bool
    repair_section: Text
    scuttling: bool
    scuttle_section: Text
    stacking_section: Text
    """An ability serves a ship once each turn, however many carry it."""
    keyword_section: Text


class SunkGold(StrEnum):
    SPLIT = "split"
    """Half to each of the two players, what is odd to the one who sank her."""
    REMOVED = "removed"


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatTerms:
    one_misses_section: Text
    """A die that shows 1 misses, whatever any card says."""
    hit_section: Text
    """The target's player picks the mast."""
    sunk_gold: SunkGold
    sinking_section: Text
    loser_picks_crew: bool
    """Of a boarding party: whether the loser picks which crew goes, else the winner does."""
    fort_hit_section: Text
    creature_section: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class TreasureTerms:
    coins_a_player: int | None
    """What each player should contribute; None where any equal number will do."""
    gold_a_player: int | None
    coins_an_island: int | None
    """None: an equal number to each wild island."""
    unique_beside_gold: bool
    """Whether unique treasure comes on top of the gold that each player owes."""
    one_unique_of_a_name: bool
    treasure_section: Text
    unique_section: Text
    begins_docked: bool
    """Whether a ship must begin her turn docked at an island to explore it."""
    tokens: bool
    """Whether a token marks an explored island, which its owner may explore again as a free action."""
    explore_section: Text
    unload_section: Text
    revealed_at_home: bool
    """Whether coins are turned over when they are unloaded."""
    cargo_section: Text
    zero_point_crew_at_home_only: bool
    """Whether crew of 0 points may only be assigned to a ship of their own nation."""
    ship_links: bool
    """Whether crew may be linked to ships, not only to each other."""
    crew_section: Text
    island_crew_for_all: bool
    """Whether crew left on a wild island may be taken aboard by any ship."""
    crew_transfer_section: Text
    mysterious: bool
    mysterious_section: Text


class EndsBy(StrEnum):
    MORE_THAN_HALF = "more-than-half"
    """The first player to bring home more than half of the starting gold wins."""
    ALL_UNLOADED = "all-unloaded"
    """All available gold is home, or only one player can still move; the most gold wins."""
    END_TOKEN = "end-token"
    """The ship that took the last coin brings it home or sinks, or only one player can still sail."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndingTerms:
    ends_by: EndsBy
    gold_on_ships_counts: bool
    section: Text


@dataclass(frozen=True, slots=True)
class Edition:
    name: str
    """As it stands in a table file."""
    title: Text
    shooting: ShootingTerms
    contact: ContactTerms
    movement: MoveTerms
    terrain: TerrainTerms
    setup: SetUpTerms
    turn: TurnTerms
    combat: CombatTerms
    treasure: TreasureTerms
    ending: EndingTerms
    text_ruler: Ruler | None = None
    """What the text itself says that L and S are; None where it does not say. Which ruler is used, the table chooses
    (disputes, D1)."""
