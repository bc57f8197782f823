"""Dice on a staged table, and the dice corner that they lie in."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tableassist.geometry import PlanarPose
from tableassist.studio.dice.die import DieSkin, corner_solids, die_solids
from tableassist.studio.staging.staged_game import StagedGame
from tableassist.studio.staging.staged_table import StagedTable
from tableassist.studio.surfaces.faces import Solid
from tableassist.studio.surfaces.placement import Placement, rotation_xyz
from tableassist.vision.dice.corner import DiceCorner


def _placement(x_mm: float, y_mm: float, z_mm: float, heading_rad: float) -> Placement:
    return Placement(rotation_xyz(0.0, 0.0, heading_rad), np.array([x_mm, y_mm, z_mm]))


@dataclass(frozen=True, slots=True)
class StagedDie:
    """A die at rest: its middle seen from above, on the mat's millimetres."""

    value: int
    x_mm: float
    y_mm: float
    yaw_rad: float = 0.0
    edge_mm: float = 16.0
    skin: DieSkin = DieSkin.WHITE
    on_mm: float = 0.15
    """The height of what it lies on."""

    def solids(self) -> tuple[Solid, ...]:
        placement = _placement(self.x_mm, self.y_mm, self.on_mm, self.yaw_rad)
        return die_solids(self.value, self.edge_mm, self.skin, placement)


@dataclass(frozen=True, slots=True)
class StagedDiceCorner:
    """The printed sheet; its pose is that of its lower-left corner."""

    corner: DiceCorner
    pose: PlanarPose

    def solids(self) -> tuple[Solid, ...]:
        return corner_solids(self.corner, _placement(self.pose.x_mm, self.pose.y_mm, 0.0, self.pose.heading_rad))

    def die_at(
        self,
        value: int,
        right_mm: float,
        up_mm: float,
        *,
        yaw_rad: float = 0.0,
        edge_mm: float = 16.0,
        skin: DieSkin = DieSkin.WHITE,
    ) -> StagedDie:
        """A die by its place on the sheet, from the sheet's lower-left corner."""
        x, y = self.pose.place_one(right_mm, up_mm)
        return StagedDie(value, x, y, self.pose.heading_rad + yaw_rad, edge_mm, skin)

    def rolled(
        self, values: Sequence[int], rng: np.random.Generator, *, edge_mm: float = 16.0, skin: DieSkin = DieSkin.WHITE
    ) -> tuple[StagedDie, ...]:
        """Dice thrown anyhow on the ground, none on another."""
        ground, room = self.corner.ground, 0.75 * edge_mm
        dice: list[StagedDie] = []
        while len(dice) < len(values):
            right = rng.uniform(ground.left_mm + room, ground.right_mm - room)
            up = rng.uniform(ground.low_mm + room, ground.high_mm - room)
            yaw = rng.uniform(-math.pi, math.pi)
            new = self.die_at(values[len(dice)], right, up, yaw_rad=yaw, edge_mm=edge_mm, skin=skin)
            if all(
                math.hypot(new.x_mm - neighbour.x_mm, new.y_mm - neighbour.y_mm) > 1.6 * edge_mm for neighbour in dice
            ):
                dice.append(new)
        return tuple(dice)


@dataclass(frozen=True, slots=True)
class StagedRoll:
    """Dice that lie in the corner from one time to another."""

    from_s: float
    to_s: float
    dice: tuple[StagedDie, ...]


def with_dice(game: StagedGame, corner: StagedDiceCorner, rolls: Sequence[StagedRoll]) -> StagedGame:
    """The same game with a dice corner on its table, and dice lying in it at their times."""
    return replace(game, table_at=_with_dice(game.table_at, corner, tuple(rolls)))


def _with_dice(
    table_at: Callable[[float], StagedTable], corner: StagedDiceCorner, rolls: tuple[StagedRoll, ...]
) -> Callable[[float], StagedTable]:
    def at(t_s: float) -> StagedTable:
        table = table_at(t_s)
        lying = tuple(die for roll in rolls if roll.from_s <= t_s < roll.to_s for die in roll.dice)
        return replace(table, sheets=(*table.sheets, corner), laid=(*table.laid, *lying))

    return at
