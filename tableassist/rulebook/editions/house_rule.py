"""A house rule: one value that a table has chosen for itself, by name."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tableassist.messages import Message, Text

HouseValue = bool | float | str


@dataclass(frozen=True, slots=True)
class HouseRule:
    """Each family of rules lists its own; `rules.engine.house_rules` puts them together."""

    name: str
    """In kebab-case, as it stands in a table file."""
    kind: type
    """bool, float or str."""
    choices: tuple[str, ...]
    """What a str may be; empty for the others."""
    meaning: Text
    """One sentence for somebody who writes a table file."""
    least: float | None = None
    most: float | None = None
    """For a float."""
    section: Text = ""
    """Of a reading: where the texts leave the question open."""

    def problem(self, value: HouseValue) -> Message | None:
        """What is wrong with a value, as "got, expected"; None if nothing is."""
        if self.kind is bool:
            return None if isinstance(value, bool) else Message("got {value!r}, expected true or false", value=value)
        if self.kind is str:
            if value in self.choices:
                return None
            return Message("got {value!r}, expected one of {choices}", value=value, choices=self.choices)
        if isinstance(value, bool) or not isinstance(value, int | float):
            return Message("got {value!r}, expected a number", value=value)
        if (self.least is not None and value < self.least) or (self.most is not None and value > self.most):
            return Message(
                "got {value!r}, expected {least:g} to {most:g}", value=value, least=self.least, most=self.most
            )
        return None


def switch(name: str, meaning: Text) -> HouseRule:
    return HouseRule(name, bool, (), meaning)


def number(name: str, meaning: Text, least: float, most: float) -> HouseRule:
    return HouseRule(name, float, (), meaning, least, most)


def decided_by(house: Mapping[str, HouseValue], names: Iterable[str]) -> tuple[str, ...]:
    """Those of the names that this house has set: what a ruling says in its `house`."""
    return tuple(name for name in names if name in house)
