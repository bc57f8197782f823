"""What was rolled: dice that lie still where there was none, or that show another value than before."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tableassist.vision.dice.reading import DieReading

LOOKS, UNSURE_LOOKS = 3, 20
"""In so many pictures a die is read the same before it counts; one that cannot be read gets more time."""
GONE_LOOKS = 3
SAME_MM = 4.0
"""A die that lies farther away than this has been thrown again."""


@dataclass(frozen=True, slots=True)
class DiceRoll:
    """Dice that have come to rest together."""

    t_ns: int
    dice: tuple[DieReading, ...]
    """From left to right; a value is None where it is not sure."""

    @property
    def values(self) -> tuple[int | None, ...]:
        return tuple(die.value for die in self.dice)


@dataclass(frozen=True, slots=True)
class LyingDie:
    reading: DieReading
    looks: int = 1
    """Pictures in which it was read the same."""
    told: bool = False
    """It has been part of a roll."""
    missed: int = 0
    """Pictures at rest, one after another, in which it is not there."""

    @property
    def counts(self) -> bool:
        return self.looks >= (UNSURE_LOOKS if self.reading.value is None else LOOKS)


def follow_dice(
    lying: Sequence[LyingDie], readings: Sequence[DieReading], t_ns: int
) -> tuple[tuple[LyingDie, ...], DiceRoll | None]:
    """After one more picture of a corner at rest: the dice that lie there now, and the roll that it completes. A roll
    waits until all new dice count."""
    free = list(lying)
    now: list[LyingDie] = []
    for reading in readings:
        known = next((die for die in free if _is_near(die.reading, reading)), None)
        if known is not None:
            free.remove(known)
        now.append(_seen_again(known, reading))
    gone = (replace(die, missed=die.missed + 1) for die in free)
    kept = tuple(die for die in gone if die.missed < GONE_LOOKS)
    new = [die for die in now if not die.told]
    if not new or not all(die.counts for die in new):
        return (*now, *kept), None
    told = tuple(replace(die, told=True) for die in now)
    return (*told, *kept), DiceRoll(t_ns, tuple(die.reading for die in new))


def _seen_again(known: LyingDie | None, reading: DieReading) -> LyingDie:
    if known is None:
        return LyingDie(reading)
    if known.reading.value == reading.value:
        return LyingDie(reading, known.looks + 1, known.told)
    if known.told and reading.value is None:
        # A shadow, or a hand near by: what it showed stands until another value is read.
        return LyingDie(known.reading, known.looks, told=True)
    return LyingDie(reading)


def _is_near(one: DieReading, other: DieReading) -> bool:
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) < SAME_MM
