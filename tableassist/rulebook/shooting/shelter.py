"""Shelter: whether a target lies docked where nobody may shoot at her, at home or, by her card, anywhere."""

import math
from collections.abc import Iterable

from tableassist.messages import Message
from tableassist.pieces.model import PieceKind
from tableassist.rulebook.contact.docking import rule_dockings
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.ruling.ruling import Ruling, Verdict
from tableassist.rulebook.scene.scene import Scene
from tableassist.rulebook.scene.unseen import never_measured
from tableassist.scene.placed_piece import PlacedPiece

NEAR_MM = 30.0
"""With more room than this between a ship and her home nobody need measure whether she is docked there."""


def at_home(targets: Iterable[PlacedPiece], scene: Scene, settings: RuleSettings) -> dict[str, Ruling | Message]:
    """By target: whether she is docked at home, or what keeps anybody from knowing. Far from home she is not listed."""
    found: dict[str, Ruling | Message] = {}
    near: list[tuple[PlacedPiece, PlacedPiece]] = []
    for target in targets:
        for home in homes_of(scene.state.owners.get(target.id), scene):
            island = scene.find(home)
            if island is None:
                found.setdefault(target.id, _unknown(home, scene))
            elif _could_touch(target, island):
                near.append((target, island))
    for touch in rule_dockings(near, scene, settings) if near else ():
        before = found.get(touch.subject)
        settled = isinstance(before, Ruling) and before.verdict is Verdict.YES
        if before is None or (touch.verdict is not Verdict.NO and not settled):
            found[touch.subject] = touch
    return found


def homes_of(player: str | None, scene: Scene) -> list[str]:
    return [island for island, owner in scene.state.homes.items() if owner == player]


def _unknown(home: str, scene: Scene) -> Message:
    piece = next((piece for piece in scene.unseen if piece.id == home), None)
    return Message("{name} has not been seen", name=home) if piece is None else never_measured(scene, piece)


def _could_touch(ship: PlacedPiece, island: PlacedPiece) -> bool:
    here, there = ship.pose.pose, island.pose.pose
    centres = math.hypot(here.x_mm - there.x_mm, here.y_mm - there.y_mm)
    return centres < ship.reach_mm + island.reach_mm + NEAR_MM


def docked_anywhere(target: PlacedPiece, scene: Scene, settings: RuleSettings) -> list[Ruling]:
    shores = [each for each in scene.pieces if each.piece.model.kind in (PieceKind.ISLAND, PieceKind.FORT)]
    return list(rule_dockings([(target, shore) for shore in shores], scene, settings))
