"""What a table does when a call is too close. It is shown beside the verdict and never applied: no edition says."""

from tableassist.rules.editions.house_rule import HouseRule
from tableassist.rules.editions.settings import RuleSettings

POLICIES = {
    "measure-by-hand": "measure by hand, both players looking",
    "shooters-favour": "in favour of whoever acts",
    "targets-favour": "in favour of whoever is acted upon",
    "roll-a-die": "roll a die: 4 or more is yes",
}
DEFAULT = "measure-by-hand"
HOUSE_RULES = (HouseRule("too-close", str, tuple(POLICIES), "What the table does when a call is too close."),)


def too_close_policy(settings: RuleSettings) -> str:
    """One sentence for a player, with whose policy it is."""
    chosen = settings.house.get("too-close")
    if chosen is None:
        return f"Too close to call: {POLICIES[DEFAULT]} (no edition says; this table has no house rule for it)."
    return f"Too close to call: {POLICIES[str(chosen)]} (house rule too-close)."
