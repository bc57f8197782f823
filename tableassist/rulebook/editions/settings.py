"""Which rules this table plays by: all editions, the multiplayer add-on, and the house's own values."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from tableassist.messages import Message, Text
from tableassist.pieces import Effect
from tableassist.rulebook.editions.complete import COMPLETE
from tableassist.rulebook.editions.house_rule import HouseRule, HouseValue, number
from tableassist.rulebook.editions.revolution import REVOLUTION
from tableassist.rulebook.editions.spanish_main import SPANISH_MAIN
from tableassist.rulebook.editions.terms import BARS, CARD, Edition, EndingTerms, EndsBy, HomeChoice, Ruler, ruler_words
from tableassist.rulebook.ruling import CONTACT_TOLERANCE_MM, WIDEST_CONTACT_MM, cite


@dataclass(frozen=True, slots=True)
class Multiplayer:
    islands_a_player: int = 3  # multiplayer, Preparation
    treasures_a_player: int = 6  # multiplayer, Preparation
    treasures_an_island: int = 3  # multiplayer, Setup
    section: str = "multiplayer, Preparation; Setup"


MULTIPLAYER = Multiplayer()


def with_multiplayer(edition: Edition) -> Edition:
    setup = replace(
        edition.setup,
        islands=None,
        islands_a_player=MULTIPLAYER.islands_a_player,
        islands_must=True,
        islands_section=MULTIPLAYER.section,
        order_by_roll=False,
        first_section=MULTIPLAYER.section,
        homes=HomeChoice.OWN,
        home_is_open=False,
        home_section=MULTIPLAYER.section,
    )
    treasure = replace(
        edition.treasure,
        coins_a_player=MULTIPLAYER.treasures_a_player,
        gold_a_player=None,  # of any value
        coins_an_island=MULTIPLAYER.treasures_an_island,
        revealed_at_home=False,
        treasure_section=MULTIPLAYER.section,
    )
    ending = EndingTerms(
        ends_by=EndsBy.END_TOKEN, gold_on_ships_counts=True, section="multiplayer, Treasure and Victory"
    )
    return replace(edition, setup=setup, treasure=treasure, ending=ending)


EDITIONS: Mapping[str, Edition] = {edition.name: edition for edition in (SPANISH_MAIN, REVOLUTION, COMPLETE)}

BASIC_RULES = (
    number("long-mm", Message("How long L is on this table."), 10.0, 1000.0),
    number("short-mm", Message("How long S is on this table."), 10.0, 1000.0),
    number("contact-tolerance-mm", Message("Pieces touch when the gap is no wider."), 0.001, WIDEST_CONTACT_MM),
    number("points-limit", Message("What a fleet may cost."), 0.0, 100_000.0),
)
"""Those that stand for a value of the ruler or of these settings."""


@dataclass(frozen=True, slots=True)
class RuleSettings:
    edition: Edition = COMPLETE
    """With the multiplayer add-on and the house's own values where the table plays by any: see `with_edition`."""
    ruler: Ruler = BARS
    contact_tolerance_mm: float = CONTACT_TOLERANCE_MM
    """Pieces touch when the gap between their hulls is no more than this."""
    points_limit: float | None = None
    """What a fleet may cost, by the house; None: what the edition recommends."""
    house: Mapping[str, HouseValue] = field(default_factory=dict, hash=False)
    """What this table has chosen, by the name of the house rule; the rest is the edition's. Set by `with_house`."""
    crew_nations: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The nation of each crew card that may come aboard, by its key."""
    crew_effects: Mapping[str, tuple[Effect, ...]] = field(default_factory=dict, hash=False)
    """What each crew card that may come aboard does, by its key in the catalogue."""
    multiplayer: bool = False
    """Whether the multiplayer add-on is played on top of the edition."""
    table_mm: tuple[float, float] | None = None
    """Width and height of the play area, its corner at the mat's origin; None where it has no known edge."""


def cite_lengths(section: Text, settings: RuleSettings) -> Message:
    """Where a rule is written that measures by L or S."""
    return cite_by_ruler(section, settings.edition.text_ruler, settings.ruler)


@lru_cache(maxsize=64)
def cite_by_ruler(section: Text, text: Ruler | None, ruler: Ruler) -> Message:
    """Where the table uses another of the two printed rulers than the `text`, that is the table's choice and is said
    with every call (disputes, D1)."""
    if text is None or text.name == ruler.name or ruler.name not in (BARS.name, CARD.name):
        return cite(section)
    words = {"ruler": ruler_words(ruler), "text": ruler_words(text)}
    return cite(section, Message("{ruler}: the table's choice, the text has the {text} (D1)", **words))


def with_edition(settings: RuleSettings, edition: Edition) -> RuleSettings:
    """Another edition under the same add-on and house rules."""
    played = with_multiplayer(edition) if settings.multiplayer else edition
    return with_house(replace(settings, edition=played), {})


def with_house(settings: RuleSettings, house: Mapping[str, HouseValue]) -> RuleSettings:
    """The settings with these house rules on top; what they say about an edition's value goes into the edition."""
    house, ruler = {**settings.house, **house}, settings.ruler
    if "long-mm" in house or "short-mm" in house:
        short, long = house.get("short-mm", ruler.short_mm), house.get("long-mm", ruler.long_mm)
        ruler = replace(ruler, name="house rule", short_mm=float(short), long_mm=float(long))
    limit = house.get("points-limit", settings.points_limit)
    return replace(
        settings,
        edition=_edition_with(settings.edition, house) if house else settings.edition,
        ruler=ruler,
        contact_tolerance_mm=float(house.get("contact-tolerance-mm", settings.contact_tolerance_mm)),
        points_limit=None if limit is None else float(limit),
        house=house,
    )


def _edition_with(edition: Edition, house: Mapping[str, HouseValue]) -> Edition:
    return replace(
        edition,
        shooting=edition.shooting.with_house(house),
        contact=edition.contact.with_house(house),
        movement=edition.movement.with_house(house),
        terrain=edition.terrain.with_house(house, COMPLETE.terrain),
        setup=edition.setup.with_house(house),
    )


POLICIES = {
    "measure-by-hand": Message("measure by hand, both players looking"),
    "shooters-favour": Message("in favour of the acting player"),
    "targets-favour": Message("in favour of the target"),
    "roll-a-die": Message("roll a die: 4 or more is yes"),
}
DEFAULT_POLICY = "measure-by-hand"
TOO_CLOSE_RULES = (
    HouseRule("too-close", str, tuple(POLICIES), Message("What the table does when a call is too close.")),
)


def too_close_policy(settings: RuleSettings) -> Message:
    """One sentence for a player, with whose policy it is."""
    chosen = settings.house.get("too-close")
    if chosen is None:
        return Message(
            "Too close to call: {policy} (no edition says; this table has no house rule for it).",
            policy=POLICIES[DEFAULT_POLICY],
        )
    return Message("Too close to call: {policy} (house rule too-close).", policy=POLICIES[str(chosen)])
