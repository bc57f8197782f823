"""Which rules this table plays by."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tableassist.pieces.effects import Effect
from tableassist.rules.editions.edition import BARS, COMPLETE, Edition, Ruler, ShotOrigin
from tableassist.rules.editions.house_rule import HouseRule, HouseValue
from tableassist.rules.ruling.confidence import CONTACT_TOLERANCE_MM

SHOT_ORIGINS = {"printed-die": ShotOrigin.PRINTED_DIE, "mast-centre": ShotOrigin.MAST_CENTRE}
HOUSE_RULES = (
    HouseRule("long-mm", float, (), "How long L is on this table.", least=10.0, most=1000.0),
    HouseRule("short-mm", float, (), "How long S is on this table.", least=10.0, most=1000.0),
    HouseRule("contact-tolerance-mm", float, (), "Pieces touch when the gap is no wider.", least=0.001, most=20.0),
    HouseRule("shot-origin", str, tuple(SHOT_ORIGINS), "Where a range and a line of fire begin."),
    HouseRule("ram-needs-mast", bool, (), "Whether only a ship with a mast can ram."),
    HouseRule("points-limit", float, (), "What a fleet may cost.", least=0.0, most=100_000.0),
    HouseRule("duplicates", bool, (), "Whether a fleet may hold the same ship or character twice."),
)
"""Those that stand for a value of the edition, of the ruler or of these settings."""


@dataclass(frozen=True, slots=True)
class RuleSettings:
    edition: Edition = COMPLETE
    """With the house's own values where it has any."""
    ruler: Ruler = BARS
    contact_tolerance_mm: float = CONTACT_TOLERANCE_MM
    """Pieces touch when the gap between their hulls is no more than this."""
    points_limit: float | None = None
    """What a fleet may cost, by the house; None: what the edition recommends."""
    house: Mapping[str, HouseValue] = field(default_factory=dict, hash=False)
    """The house rules that this table has chosen, by name (`rules.house_rule_list`); the others are the edition's."""
    crew_nations: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The nation of each crew card that may come aboard, by its key."""
    crew_effects: Mapping[str, tuple[Effect, ...]] = field(default_factory=dict, hash=False)
    """What each crew card that may come aboard does, by its key in the catalogue."""
    multiplayer: bool = False
    """Whether the multiplayer add-on is played on top of the edition."""
    table_mm: tuple[float, float] | None = None
    """Width and height of the play area, its corner at the mat's origin; None where it has no known edge."""


def with_edition(settings: RuleSettings, edition: Edition) -> RuleSettings:
    """Another edition under the same house rules."""
    return with_house(replace(settings, edition=edition), settings.house)


def with_house(settings: RuleSettings, house: Mapping[str, HouseValue]) -> RuleSettings:
    """The settings with these house rules on top; what they say about an edition's value goes into the edition."""
    edition, ruler = settings.edition, settings.ruler
    if "shot-origin" in house:
        edition = replace(edition, shot_origin=SHOT_ORIGINS[str(house["shot-origin"])])
    if "ram-needs-mast" in house:
        edition = replace(edition, ram_needs_mast=bool(house["ram-needs-mast"]))
    if "duplicates" in house:
        edition = replace(edition, no_duplicates=not house["duplicates"])
    if "long-mm" in house or "short-mm" in house:
        short, long = house.get("short-mm", ruler.short_mm), house.get("long-mm", ruler.long_mm)
        ruler = replace(ruler, name="house rule", short_mm=float(short), long_mm=float(long))
    limit = house.get("points-limit", settings.points_limit)
    return replace(
        settings,
        edition=edition,
        ruler=ruler,
        contact_tolerance_mm=float(house.get("contact-tolerance-mm", settings.contact_tolerance_mm)),
        points_limit=None if limit is None else float(limit),
        house={**settings.house, **house},
    )
