"""Which abilities work aboard a ship: her own, and those of the crew who may use theirs."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from tableassist.pieces.effects import Effect

NO_EFFECTS: frozenset[Effect] = frozenset()


class CrewAboard(NamedTuple):
    """A crew or a piece of equipment on a ship, as its card has it."""

    effects: Collection[Effect]
    nation: str | None
    """None where nobody knows it."""
    cancelled: bool = False
    """Whether an enemy has switched its ability off for now."""
    equipment: bool = False
    """Equipment serves every nation."""


def can_use_abilities(ship_effects: frozenset[Effect], nation: str | None, crew: Sequence[CrewAboard]) -> list[bool]:
    """Say of each crew whether its ability works on this ship.

    Crew of another nation than the ship's cannot use their abilities aboard (all editions, Placing Crew), unless an
    ability that works there lets them: the ship's own, or that of a crew who may use it. A foreign crew does not let
    itself in. Where a nation is not known, the table is believed. `ship_effects`: of her card, as far as they are not
    cancelled.
    """
    able = [not each.cancelled and _is_of_her_nation(each, nation) for each in crew]
    if all(able):
        return able
    lets_all_act = Effect.FOREIGN_CREW_ACTS in ship_effects or any(
        works and Effect.FOREIGN_CREW_ACTS in each.effects for each, works in zip(crew, able, strict=True)
    )
    return [not each.cancelled for each in crew] if lets_all_act else able


def _is_of_her_nation(crew: CrewAboard, nation: str | None) -> bool:
    return crew.equipment or not crew.nation or not nation or crew.nation == nation


def effects_aboard(
    ship_effects: frozenset[Effect], nation: str | None, crew: Sequence[CrewAboard]
) -> frozenset[Effect]:
    """All effects that work on a ship. Two sources of one ability are one (all editions, Rules of the High Seas)."""
    if not crew:
        return ship_effects
    able = can_use_abilities(ship_effects, nation, crew)
    return ship_effects.union(*(each.effects for each, works in zip(crew, able, strict=True) if works))
