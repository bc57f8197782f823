"""Which rules this table plays by."""

from dataclasses import dataclass

from tableassist.rules.edition import BARS, COMPLETE, Edition, Ruler


@dataclass(frozen=True, slots=True)
class RuleSettings:
    edition: Edition = COMPLETE
    ruler: Ruler = BARS
