"""Whom a piece may shoot at, wherever the two are. Distances that an ability asks about come in as answers."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from tableassist.pieces.cannon_range import CannonRange
from tableassist.pieces.effects import Effect
from tableassist.rules.editions.house_rule import HouseValue
from tableassist.rules.editions.terms.readings import reading
from tableassist.rules.editions.terms.shooting import ShootingTerms


class Protection(StrEnum):
    """Why a target may not be shot at."""

    OWN_FLEET = "own-fleet"
    AT_HOME = "at-home"
    LOST = "lost"
    SUBMERGED = "submerged"
    WHILE_DOCKED = "while-docked"
    FROM_FORTS = "from-forts"
    WITHIN_S = "within-s"
    FROM_L_CANNONS = "from-l-cannons"


class Shooter(NamedTuple):
    owner: str | None
    effects: frozenset[Effect]
    is_fort: bool = False


class Target(NamedTuple):
    owner: str | None
    effects: frozenset[Effect]
    is_fort: bool = False
    is_lost: bool = False
    is_submerged: bool = False


def is_own_fleet_spared(terms: ShootingTerms, house: Mapping[str, HouseValue]) -> bool:
    """Say whether nobody may shoot at the own fleet.

    The later texts forbid it (revolution, complete: Shooting); the first is silent, so the table's reading decides.
    """
    return terms.own_fleet_spared or reading("own-fleet-shot", house) == "no"


def protections(shooter: Shooter, target: Target, *, own_fleet_spared: bool) -> tuple[Protection, ...]:
    """List what may protect the target from this shooter, in the order in which it is told.

    Four of them still depend on where the two are: `AT_HOME` (every edition, Shooting), `WHILE_DOCKED`, `WITHIN_S`,
    and `SUBMERGED` for a shooter who reaches submerged pieces. The others hold as they stand.
    """
    found = []
    if own_fleet_spared and shooter.owner is not None and shooter.owner == target.owner:
        found.append(Protection.OWN_FLEET)
    if not target.is_fort:
        found.append(Protection.AT_HOME)
    if target.is_lost:
        found.append(Protection.LOST)
    if target.is_submerged:
        found.append(Protection.SUBMERGED)
    if Effect.NOT_SHOT_WHILE_DOCKED in target.effects:
        found.append(Protection.WHILE_DOCKED)
    if Effect.NOT_HIT_BY_FORTS in target.effects and shooter.is_fort:
        found.append(Protection.FROM_FORTS)
    if Effect.NOT_SHOT_WITHIN_S in target.effects and not shooter.is_fort:  # said of ships: a fort shoots as ever
        found.append(Protection.WITHIN_S)
    return tuple(found)


def reaches_submerged(shooter: Shooter) -> bool:
    """Say whether a submerged target within S is a target for this shooter."""
    return Effect.SHOOTS_SUBMERGED_WITHIN_S in shooter.effects


def is_spared_by_reach(target_effects: frozenset[Effect], reach: CannonRange | None) -> bool:
    """Say whether the target cannot be hit by a cannon of this range."""
    return Effect.NOT_HIT_BY_L_CANNONS in target_effects and reach is CannonRange.LONG


def reach_of_cannon(printed: CannonRange, effects: frozenset[Effect]) -> CannonRange:
    """Range of a cannon with the abilities that turn S into L, but not doubled: what cards mean by S or L range."""
    return CannonRange.LONG if Effect.ALL_CANNONS_L in effects else printed
