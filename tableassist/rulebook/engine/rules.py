"""All rules in one visible order, what says most about two pieces first; and the contacts that they begin and end.

A new rule is a file and a line here.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tableassist.messages import Message, template
from tableassist.rulebook.contact.contact import CONTACT
from tableassist.rulebook.contact.derelicts import EXPLORE, TOW
from tableassist.rulebook.contact.docking import DOCKING
from tableassist.rulebook.contact.pin import PIN
from tableassist.rulebook.contact.ram import BOARD, RAM
from tableassist.rulebook.contact.within import CANCEL, WITHIN
from tableassist.rulebook.editions.disputes import HOUSE_RULES as DISPUTES
from tableassist.rulebook.editions.house_rule import READINGS, HouseRule
from tableassist.rulebook.editions.settings import BASIC_RULES, TOO_CLOSE_RULES
from tableassist.rulebook.editions.terms import CONTACT_RULES, MOVE_RULES, SETUP_RULES, SHOOTING_RULES, TERRAIN_RULES
from tableassist.rulebook.movement.move import MOVE
from tableassist.rulebook.rule import Rule, RuleGroup
from tableassist.rulebook.ruling import WIDEST_CONTACT_MM, Point, Ruling, Verdict
from tableassist.rulebook.setup.fort import SET_UP
from tableassist.rulebook.shooting.ability import ABILITY
from tableassist.rulebook.shooting.gun import RANGE
from tableassist.rulebook.shooting.line_of_fire import LINE_OF_FIRE
from tableassist.rulebook.shooting.permission import PERMISSION
from tableassist.rulebook.shooting.shot import BROADSIDES, SHOT
from tableassist.rulebook.shooting.special import MARINE_RULES as MARINE
from tableassist.rulebook.shooting.special import SURROUND_RULES as SURROUND
from tableassist.rulebook.terrain.exit import EXIT
from tableassist.rulebook.terrain.terrain import TERRAIN

RULES: tuple[Rule, ...] = (
    SHOT,
    BROADSIDES,
    LINE_OF_FIRE,
    RANGE,
    PERMISSION,
    DOCKING,
    RAM,
    PIN,
    BOARD,
    TOW,
    EXPLORE,
    TERRAIN,
    SET_UP,
    CANCEL,
    ABILITY,
    CONTACT,
    MOVE,
    WITHIN,
    EXIT,
)
RULES_BY_ID: Mapping[str, Rule] = {rule.id: rule for rule in RULES}
JUDGED = tuple(rule.judging for rule in RULES if rule.judging is not None)
"""Asked at every moment, in this order."""
READING_ORDER: Mapping[str, int] = {rule.id: place for place, rule in enumerate(RULES)}
LASTING = {rule.id: rule.contact for rule in RULES if rule.contact is not None}
"""Rules whose yes is a state that lasts while pieces touch."""
MEASURE_CONTACT = frozenset({*LASTING, EXIT.id})


def touching_words(ruling: Ruling) -> Message | None:
    """What the measured gap is held against, where the ruling is about a contact; None where its limit is of another
    kind. An iceberg's way is told by the terrain rule too, and is longer than any gap."""
    limit = ruling.limit_mm
    if limit is None or ruling.rule not in MEASURE_CONTACT or not 0.0 < limit <= WIDEST_CONTACT_MM:
        return None
    return Message("touching means within {limit_mm:.1f} mm", limit_mm=limit)


def rule_named(name: str) -> Rule:
    """Files of another version may speak of rules that this one does not know."""
    rule = RULES_BY_ID.get(name)
    return rule or Rule(
        id=name,
        name=name.replace("_", " "),
        title=name.replace("_", " ").capitalize(),
        question=template("{subject} and {target}?"),
        yes=template("may: {target}"),
        no=template("may not: {target}"),
        group=RuleGroup.ABILITY,
    )


ALL_HOUSE_RULES: tuple[HouseRule, ...] = (
    *BASIC_RULES,
    *SHOOTING_RULES,
    *DISPUTES,
    *SURROUND,
    *MARINE,
    *CONTACT_RULES,
    *MOVE_RULES,
    *TERRAIN_RULES,
    *SETUP_RULES,
    *TOO_CLOSE_RULES,
    *READINGS,
    *(house_rule for rule in RULES for house_rule in rule.house_rules),
)


@dataclass(frozen=True, slots=True, order=True)
class Held:
    """A contact that holds: the rule, and who touches whom."""

    rule: str
    subject: str
    target: str


@dataclass(frozen=True, slots=True)
class ContactBegan:
    contact: Held
    at: Point | None
    """Where on the mat, in the middle between both."""


@dataclass(frozen=True, slots=True)
class ContactEnded:
    contact: Held


ContactEvent = ContactBegan | ContactEnded


@dataclass(frozen=True, slots=True)
class ContactChange:
    held: frozenset[Held]
    """What holds now; handed to the next call."""
    events: tuple[ContactEvent, ...]
    """Ends before beginnings, each in order of rule, subject and target."""


def contact_change(held: frozenset[Held], rulings: Iterable[Ruling]) -> ContactChange:
    """A yes begins a contact, a no ends it. Too close to call and not seen leave it as it was, so that a gap at the
    very limit does not flicker. A pair that is asked about no longer has moved far apart, or left the game: it ends."""
    contacts_now = {
        Held(ruling.rule, ruling.subject, ruling.target): ruling for ruling in rulings if ruling.rule in LASTING
    }
    now = frozenset(
        key for key, ruling in contacts_now.items() if _holds(ruling, key in held) or _is_kept(key, held, contacts_now)
    )
    ended: list[ContactEvent] = [ContactEnded(key) for key in sorted(held - now)]
    began: list[ContactEvent] = [ContactBegan(key, _middle(contacts_now[key])) for key in sorted(now - held)]
    return ContactChange(now, (*ended, *began))


def _holds(ruling: Ruling, held: bool) -> bool:
    if ruling.verdict is Verdict.YES:
        return True
    return held and ruling.verdict is not Verdict.NO


def _is_kept(key: Held, held: frozenset[Held], asked: Mapping[Held, Ruling]) -> bool:
    keeping_rule = LASTING[key.rule].kept_by
    if keeping_rule is None or key not in held:
        return False
    keeper = asked.get(Held(keeping_rule, key.subject, key.target))
    return keeper is not None and keeper.verdict is not Verdict.NO


def _middle(ruling: Ruling) -> Point | None:
    witness = ruling.witness
    if witness is None:
        return None
    return (witness.start[0] + witness.end[0]) / 2, (witness.start[1] + witness.end[1]) / 2
