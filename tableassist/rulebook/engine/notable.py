"""Which rulings somebody at the table wants to hear without having asked."""

from collections.abc import Sequence

from tableassist.rulebook.engine.rules import rule_named
from tableassist.rulebook.ruling.ruling import Ruling, Verdict
from tableassist.rulebook.shooting.gun import RANGE_RULE as RANGE
from tableassist.rulebook.shooting.shot import RULE as SHOT

Cannon = tuple[str, str, int | None]


def notable(rulings: Sequence[Ruling]) -> list[Ruling]:
    """A shot covers its permission, range and line; what is out of range is not news."""
    shots = {_cannon(each) for each in rulings if each.rule == SHOT}
    far = {_cannon(each) for each in rulings if each.rule == RANGE and each.verdict is Verdict.NO}
    return [each for each in rulings if not _is_part(each, shots) and not (each.rule == SHOT and _cannon(each) in far)]


def _is_part(ruling: Ruling, shots: set[Cannon]) -> bool:
    rule = rule_named(ruling.rule)
    return not rule.notable or (rule.part_of == SHOT and _cannon(ruling) in shots)


def _cannon(ruling: Ruling) -> Cannon:
    return ruling.subject, ruling.target, ruling.cannon
