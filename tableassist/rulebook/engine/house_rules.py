"""All house rules that a table may choose, family by family."""

from tableassist.rulebook.editions.disputes import HOUSE_RULES as DISPUTES
from tableassist.rulebook.editions.house_rule import HouseRule
from tableassist.rulebook.editions.settings import HOUSE_RULES as BASICS
from tableassist.rulebook.editions.terms.contact import HOUSE_RULES as CONTACT
from tableassist.rulebook.editions.terms.movement import HOUSE_RULES as MOVES
from tableassist.rulebook.editions.terms.readings import READINGS
from tableassist.rulebook.editions.terms.setup import HOUSE_RULES as SET_UP
from tableassist.rulebook.editions.terms.shooting import HOUSE_RULES as SHOOTING
from tableassist.rulebook.editions.terms.terrain import HOUSE_RULES as TERRAIN
from tableassist.rulebook.editions.too_close import HOUSE_RULES as TOO_CLOSE
from tableassist.rulebook.engine.rules import RULES
from tableassist.rulebook.shooting.marine import HOUSE_RULES as MARINE
from tableassist.rulebook.shooting.surround import HOUSE_RULES as SURROUND

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
