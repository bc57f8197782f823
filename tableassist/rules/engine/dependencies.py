"""Pieces whose rulings depend on a third piece that has changed, beside what stands in a line of fire."""

from collections.abc import Mapping

from tableassist.pieces.model import PieceKind
from tableassist.rules.editions.settings import RuleSettings
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.scene import Scene

Changed = Mapping[str, tuple[PlacedPiece, ...]]


def under_these_forts(scene: Scene, changed: Changed, _settings: RuleSettings) -> frozenset[str]:
    """Islands: an enemy's fort closes the one it stands on."""
    return _of_kind(scene, PieceKind.ISLAND) if _has(changed, PieceKind.FORT) else frozenset()


def in_these_weeds(scene: Scene, changed: Changed, _settings: RuleSettings) -> frozenset[str]:
    """Ships: nobody is towed out of a Sargasso Sea."""
    return _of_kind(scene, PieceKind.SHIP) if _has(changed, PieceKind.SARGASSO_SEA) else frozenset()


def _has(changed: Changed, kind: PieceKind) -> bool:
    return any(places[0].piece.model.kind is kind for places in changed.values())


def _of_kind(scene: Scene, kind: PieceKind) -> frozenset[str]:
    return frozenset(placed.id for placed in scene.pieces if placed.piece.model.kind is kind)
