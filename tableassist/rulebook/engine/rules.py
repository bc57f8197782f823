"""All rules in one visible order: what says most about two pieces first. A new rule is a file and a line here."""

from collections.abc import Mapping

from tableassist.messages import Message, template
from tableassist.rulebook.abilities.within import WITHIN
from tableassist.rulebook.contact.board import BOARD
from tableassist.rulebook.contact.cancel import CANCEL
from tableassist.rulebook.contact.contact import CONTACT
from tableassist.rulebook.contact.docking import DOCKING
from tableassist.rulebook.contact.explore import EXPLORE
from tableassist.rulebook.contact.pin import PIN
from tableassist.rulebook.contact.ram import RAM
from tableassist.rulebook.contact.tow import TOW
from tableassist.rulebook.movement.move_ruling import MOVE
from tableassist.rulebook.rule import Rule, RuleGroup
from tableassist.rulebook.ruling.ruling import WIDEST_CONTACT_MM, Ruling
from tableassist.rulebook.setup.fort import SET_UP
from tableassist.rulebook.shooting.ability import ABILITY
from tableassist.rulebook.shooting.gun import RANGE
from tableassist.rulebook.shooting.line_of_fire import LINE_OF_FIRE
from tableassist.rulebook.shooting.permission import PERMISSION
from tableassist.rulebook.shooting.shot import BROADSIDES, SHOT
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
    known = RULES_BY_ID.get(name)
    return known or Rule(
        id=name,
        name=name.replace("_", " "),
        title=name.replace("_", " ").capitalize(),
        question=template("{subject} and {target}?"),
        yes=template("may: {target}"),
        no=template("may not: {target}"),
        group=RuleGroup.ABILITY,
    )
