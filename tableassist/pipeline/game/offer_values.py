"""An offer that a player has picked, as its fields are filled in."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec.structs

from tableassist.rulebook import AnyAct, Offer
from tableassist.rulebook.play import Need
from tableassist.rulebook.referee import DICE

Value = int | str | tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Picked:
    """`missing` is empty once the act is complete."""

    offer: Offer
    values: Mapping[str, Value] = field(default_factory=dict)
    by: str = ""

    @property
    def missing(self) -> tuple[Need, ...]:
        """What must be chosen or rolled; what is measured, or may be left out, is not among it."""
        return tuple(each for each in self.offer.needs if _is_asked(each) and each.field not in self.values)

    @property
    def missing_dice(self) -> tuple[Need, ...]:
        return tuple(each for each in self.missing if each.field in DICE)

    @property
    def waits_for_dice(self) -> bool:
        return bool(self.missing) and len(self.missing_dice) == len(self.missing)

    @property
    def act(self) -> AnyAct:
        act: AnyAct = msgspec.structs.replace(self.offer.act, **self.values)
        return act

    def with_values(self, values: Mapping[str, Value]) -> "Picked":
        return Picked(self.offer, {**self.values, **values}, self.by)


def _is_asked(need: Need) -> bool:
    return bool(need.choices) and need.least > 0
