"""What a table does when a call is too close. It is shown beside the verdict and never applied: no edition says."""

from tableassist.messages import Message
from tableassist.rulebook.editions.house_rule import HouseRule
from tableassist.rulebook.editions.settings import RuleSettings

POLICIES = {
    "measure-by-hand": Message("measure by hand, both players looking"),
    "shooters-favour": Message("in favour of whoever acts"),
    "targets-favour": Message("in favour of whoever is acted upon"),
    "roll-a-die": Message("roll a die: 4 or more is yes"),
}
DEFAULT = "measure-by-hand"
HOUSE_RULES = (HouseRule("too-close", str, tuple(POLICIES), Message("What the table does when a call is too close.")),)


def too_close_policy(settings: RuleSettings) -> Message:
    """One sentence for a player, with whose policy it is."""
    chosen = settings.house.get("too-close")
    if chosen is None:
        return Message(
            "Too close to call: {policy} (no edition says; this table has no house rule for it).",
            policy=POLICIES[DEFAULT],
        )
    return Message("Too close to call: {policy} (house rule too-close).", policy=POLICIES[str(chosen)])
