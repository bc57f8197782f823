"""A house rule: one value that a table has chosen for itself, by name."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

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
    meaning: str
    """One sentence for somebody who writes a table file."""
    least: float | None = None
    most: float | None = None
    """For a float."""

    def problem(self, value: HouseValue) -> str | None:
        """What is wrong with a value, as "got, expected"; None if nothing is."""
        got = f"got {value!r}"
        if self.kind is bool:
            return None if isinstance(value, bool) else f"{got}, expected true or false"
        if self.kind is str:
            return None if value in self.choices else f"{got}, expected one of {', '.join(self.choices)}"
        if isinstance(value, bool) or not isinstance(value, int | float):
            return f"{got}, expected a number"
        if (self.least is not None and value < self.least) or (self.most is not None and value > self.most):
            return f"{got}, expected {self.least:g} to {self.most:g}"
        return None


def decided_by(house: Mapping[str, HouseValue], names: Iterable[str]) -> tuple[str, ...]:
    """Those of the names that this house has set: what a ruling says in its `house`."""
    return tuple(name for name in names if name in house)
