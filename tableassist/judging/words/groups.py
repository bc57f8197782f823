"""Rulings by pair of pieces: what there is to say of one ship and one other, and whether anybody wants to hear it.

A group that says the same as before is the same value, so that nothing is worked out or painted twice. No widgets.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from tableassist.judging.words.rulings import Names
from tableassist.rulebook import RULES, Overruling, Ruling, Verdict
from tableassist.rulebook.engine import CONTACT, LINE_OF_FIRE, PERMISSION, RANGE, READING_ORDER, SET_UP, SHOT
from tableassist.rulebook.ruling import find_overruling

PairKey = tuple[str, str]
"""Subject and target."""
SET_UP_KEY: Final[PairKey] = (SET_UP.id, "")
"""Of the one group with everything about the set-up."""
BEST_FIRST: Final = {Verdict.YES: 0, Verdict.TOO_CLOSE: 1, Verdict.NOT_SEEN: 2, Verdict.NO: 3}
NEARLY_MM: Final = 10.0
"""A contact that was missed by less is worth a row even if nobody has asked."""
_PARTS: Final = frozenset(rule.id for rule in RULES if rule.part_of == SHOT.id)
"""Told by the shot they are parts of."""


@dataclass(frozen=True, eq=False)
class RulingGroup:
    key: PairKey
    rulings: list[Ruling]
    """Nobody may change it."""
    overruled: Mapping[str, Overruling] = field(default_factory=dict)
    """By the ruling's id; only those that stand."""

    def verdict_of(self, ruling: Ruling) -> Verdict:
        """The person's, where one has overruled the machine."""
        by_person = self.overruled.get(ruling.id) if self.overruled else None
        return ruling.verdict if by_person is None else by_person.verdict

    @cached_property
    def shots(self) -> list[Ruling]:
        return [each for each in self.rulings if each.rule == SHOT.id]

    @cached_property
    def far(self) -> frozenset[int | None]:
        """The cannons that do not reach."""
        return frozenset(each.cannon for each in self.rulings if each.rule == RANGE.id and each.verdict is Verdict.NO)

    @cached_property
    def told(self) -> list[Ruling]:
        """What a summary is made of: not the parts of a shot, nor bare contact from which something follows."""
        cannons = {each.cannon for each in self.shots}
        some = [each for each in self.rulings if not (each.rule in _PARTS and (cannons or each.rule == PERMISSION.id))]
        others = [each for each in some if each.rule != CONTACT.id]
        return others or some or self.rulings

    @cached_property
    def lead(self) -> Ruling:
        """The one that a click on the whole group means: what its summary says first."""
        return min(self.summed, key=self.weight)

    @cached_property
    def summed(self) -> list[Ruling]:
        """What the summary tells. Whether she touches what is far off goes without saying, where there are shots to
        speak of."""
        others = [each for each in self.news or ([] if self.shots else self.told) if each.rule != SHOT.id]
        return [*self.shots, *others] or self.told

    @cached_property
    def verdict(self) -> Verdict:
        return self.verdict_of(self.lead)

    @cached_property
    def is_conditional(self) -> bool:
        """Whether its leading answer hangs on a fact that nobody has confirmed."""
        return self.lead.is_conditional and self.lead.id not in self.overruled

    def weight(self, ruling: Ruling) -> tuple[int, bool, int, int]:
        """The lightest is told first."""
        far = ruling.rule == SHOT.id and ruling.cannon in self.far
        return BEST_FIRST[self.verdict_of(ruling)], far, READING_ORDER.get(ruling.rule, 99), ruling.cannon or 0

    @cached_property
    def news(self) -> list[Ruling]:
        """Those that matter though nobody has asked about these two."""
        return [each for each in self.told if each.rule != CONTACT.id and self._matters(each)]

    def _matters(self, ruling: Ruling) -> bool:
        if self.overruled and ruling.id in self.overruled:
            return True
        # Most ships are out of range of most others and touch nothing; a list of that would bury the rest.
        if ruling.rule == PERMISSION.id:
            return False
        if ruling.verdict is not Verdict.NO or ruling.rule == LINE_OF_FIRE.id:
            return True
        if ruling.rule == SHOT.id:
            return ruling.cannon not in self.far
        if ruling.rule == RANGE.id or ruling.measured_mm is None:
            return False
        return ruling.measured_mm - (ruling.limit_mm or 0.0) < NEARLY_MM

    def questions(self, *, all_of_them: bool) -> list[Ruling]:
        """In the order in which they are read; the parts of a shot only where all are wanted."""
        some = self.rulings if all_of_them else (self.news or self.told)
        return sorted(some, key=self._place)

    @staticmethod
    def _place(ruling: Ruling) -> tuple[int, int]:
        return READING_ORDER.get(ruling.rule, 99), ruling.cannon or 0


@dataclass(frozen=True, eq=False)
class SetUpGroup(RulingGroup):
    """All of the set-up in one line: what is wrong leads, and every question matters, since somebody asked for it."""

    @cached_property
    def lead(self) -> Ruling:
        return max(self.rulings, key=lambda each: BEST_FIRST[self.verdict_of(each)])

    @cached_property
    def news(self) -> list[Ruling]:
        return self.rulings


def with_set_up(
    groups: dict[PairKey, RulingGroup],
    rulings: Sequence[Ruling],
    overrulings: tuple[Overruling, ...],
    known: Mapping[PairKey, RulingGroup],
) -> dict[PairKey, RulingGroup]:
    some, overruled, old = list(rulings), _standing(list(rulings), overrulings), known.get(SET_UP_KEY)
    if not some:
        return groups
    same = old is not None and old.rulings == some and old.overruled == overruled
    return {**groups, SET_UP_KEY: old if same and old is not None else SetUpGroup(SET_UP_KEY, some, overruled)}


def grouped(
    rulings: Sequence[Ruling], overrulings: tuple[Overruling, ...], known: Mapping[PairKey, RulingGroup]
) -> dict[PairKey, RulingGroup]:
    by_pair: dict[PairKey, list[Ruling]] = {}
    for ruling in rulings:
        by_pair.setdefault((ruling.subject, ruling.target), []).append(ruling)
    asked = {(each.ruling.subject, each.ruling.target) for each in overrulings}
    groups = {}
    for key, some in by_pair.items():
        overruled = _standing(some, overrulings) if key in asked else {}
        old = known.get(key)
        same = old is not None and old.rulings == some and old.overruled == overruled
        groups[key] = old if same and old is not None else RulingGroup(key, some, overruled)
    return groups


def _standing(rulings: list[Ruling], overrulings: tuple[Overruling, ...]) -> dict[str, Overruling]:
    found = ((each.id, find_overruling(overrulings, each)) for each in rulings)
    return {name: each for name, each in found if each is not None}


@dataclass(frozen=True, slots=True)
class WantedRulings:
    """Which groups a person wants to see."""

    selected: str | None = None
    only_what_matters: bool = True
    words: str = ""
    """Part of the name of either piece."""
    asked: frozenset[str] | None = None
    """Ids of rulings: only these, whatever else; None where everything may be shown."""


def shown_groups(groups: Mapping[PairKey, RulingGroup], wanted: WantedRulings, names: Names) -> list[RulingGroup]:
    """The selected piece's own first, yes and too close before no. The order depends on verdicts and names only, never
    on a number, so that rows keep still while the last digit trembles."""
    typed = wanted.words.casefold().strip()
    shown = [group for group in _asked(groups, wanted) if _is_wanted(group, wanted)]
    if typed:
        shown = [group for group in shown if any(typed in names.get(each, each).casefold() for each in group.key)]
    return sorted(shown, key=lambda group: _order(group, wanted.selected, names))


def _asked(groups: Mapping[PairKey, RulingGroup], wanted: WantedRulings) -> list[RulingGroup]:
    if wanted.asked is None:
        return list(groups.values())
    found = []
    for group in groups.values():
        some = [each for each in group.rulings if each.id in wanted.asked]
        if some:
            found.append(group if len(some) == len(group.rulings) else RulingGroup(group.key, some, group.overruled))
    return found


def _is_wanted(group: RulingGroup, wanted: WantedRulings) -> bool:
    if wanted.asked is not None or group.key == SET_UP_KEY:
        return True
    if wanted.selected is not None and wanted.selected not in group.key:
        return False
    if not wanted.only_what_matters:
        return True
    # What the selected ship may shoot at gets its line also where the answer is no.
    return bool(group.news) or (group.key[0] == wanted.selected and bool(group.shots))


def _order(group: RulingGroup, selected: str | None, names: Names) -> tuple[bool, bool, int, bool, str, str]:
    subject, target = group.key
    quiet = not group.news
    return (
        group.key != SET_UP_KEY,
        selected is not None and subject != selected,
        BEST_FIRST[group.verdict],
        quiet,
        names.get(subject, subject),
        names.get(target, target),
    )
