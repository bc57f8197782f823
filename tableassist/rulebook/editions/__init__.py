"""What each edition of the rules says, as data with citations, and a table's settings on top of it."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.rulebook.editions.complete import COMPLETE
    from tableassist.rulebook.editions.house_rule import HouseRule, HouseValue
    from tableassist.rulebook.editions.settings import DEFAULT_POLICY, POLICIES, too_close_policy
    from tableassist.rulebook.editions.terms import BARS, CARD, RULERS, Edition, Ruler
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "complete": "COMPLETE",
            "house_rule": "HouseRule HouseValue",
            "settings": "DEFAULT_POLICY POLICIES too_close_policy",
            "terms": "BARS CARD Edition RULERS Ruler",
        },
    )

__all__ = [
    "BARS",
    "CARD",
    "COMPLETE",
    "DEFAULT_POLICY",
    "POLICIES",
    "RULERS",
    "Edition",
    "HouseRule",
    "HouseValue",
    "Ruler",
    "too_close_policy",
]
