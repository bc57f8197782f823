"""The house rules of a table file as a struct: one field for each that the rules know."""

from typing import Annotated, Any, Literal

import msgspec

from tableassist.rules.editions.house_rule import HouseRule, HouseValue
from tableassist.rules.engine.house_rules import ALL_HOUSE_RULES


def field_name(rule: HouseRule) -> str:
    """`shot-origin` is `shot_origin` in a file."""
    return rule.name.replace("-", "_")


def house_rules_struct() -> type[msgspec.Struct]:
    """Each field is None where the house has not chosen."""
    fields = [(field_name(rule), _kind(rule) | None, None) for rule in ALL_HOUSE_RULES]
    return msgspec.defstruct("HouseRulesEntry", fields, forbid_unknown_fields=True, module=__name__)


def chosen(entry: msgspec.Struct) -> dict[str, HouseValue]:
    """By the names that the rules use."""
    values = {rule.name: getattr(entry, field_name(rule)) for rule in ALL_HOUSE_RULES}
    return {name: value for name, value in values.items() if value is not None}


def _kind(rule: HouseRule) -> Any:
    if rule.kind is str:
        return Literal[tuple(map(str, rule.choices))]
    if rule.kind is float:
        return Annotated[float, msgspec.Meta(ge=rule.least, le=rule.most)]
    return bool
