"""All house rules that a table may choose, family by family."""

from tableassist.rules.contact_terms import HOUSE_RULES as CONTACT
from tableassist.rules.disputes import HOUSE_RULES as DISPUTES
from tableassist.rules.house_rules import HouseRule
from tableassist.rules.move_terms import HOUSE_RULES as MOVES
from tableassist.rules.set_up_terms import HOUSE_RULES as SET_UP
from tableassist.rules.settings import HOUSE_RULES as BASICS
from tableassist.rules.surround import HOUSE_RULES as SURROUND
from tableassist.rules.terrain_terms import HOUSE_RULES as TERRAIN
from tableassist.rules.too_close import HOUSE_RULES as TOO_CLOSE
from tableassist.rules.tow import HOUSE_RULES as TOW
from tableassist.rules.within import HOUSE_RULES as WITHIN

ALL_HOUSE_RULES: tuple[HouseRule, ...] = (
    *BASICS,
    *DISPUTES,
    *WITHIN,
    *SURROUND,
    *CONTACT,
    *TOW,
    *MOVES,
    *TERRAIN,
    *SET_UP,
    *TOO_CLOSE,
)

HOUSE_RULES_BY_NAME: dict[str, HouseRule] = {rule.name: rule for rule in ALL_HOUSE_RULES}
