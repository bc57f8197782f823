"""All house rules that a table may choose, family by family."""

from tableassist.rules.editions.disputes import HOUSE_RULES as DISPUTES
from tableassist.rules.editions.house_rule import HouseRule
from tableassist.rules.editions.settings import HOUSE_RULES as BASICS
from tableassist.rules.editions.terms.contact import HOUSE_RULES as CONTACT
from tableassist.rules.editions.terms.movement import HOUSE_RULES as MOVES
from tableassist.rules.editions.terms.readings import READINGS
from tableassist.rules.editions.terms.setup import HOUSE_RULES as SET_UP
from tableassist.rules.editions.terms.shooting import HOUSE_RULES as SHOOTING
from tableassist.rules.editions.terms.terrain import HOUSE_RULES as TERRAIN
from tableassist.rules.editions.too_close import HOUSE_RULES as TOO_CLOSE
from tableassist.rules.engine.rules import RULES
from tableassist.rules.shooting.marine import HOUSE_RULES as MARINE
from tableassist.rules.shooting.surround import HOUSE_RULES as SURROUND

ALL_HOUSE_RULES: tuple[HouseRule, ...] = (
    *BASICS,
    *SHOOTING,
    *DISPUTES,
    *SURROUND,
    *MARINE,
    *CONTACT,
    *MOVES,
    *TERRAIN,
    *SET_UP,
    *TOO_CLOSE,
    *READINGS,
    *(each for rule in RULES for each in rule.house_rules),
)
