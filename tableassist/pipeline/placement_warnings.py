"""What a table cannot look like: pieces beside the mat, or two in one place. A warning, not a wrong number."""

import math

from tableassist.pieces.model import PieceKind
from tableassist.rules.confidence import CALL_SIGMAS
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.scene import Scene
from tableassist.scene.separation import between
from tableassist.vision.mat_layout import MatLayout

BESIDE_MM = 5.0
LEAST_OVERLAP_MM = 1.5
"""Less is a print's or a tag's tolerance."""
SOLID = frozenset({PieceKind.SHIP, PieceKind.ISLAND})
"""Ships lie on reefs and in fog banks; on each other and on islands they do not."""


def placement_warnings(scene: Scene, mat: MatLayout, before: Scene, said: tuple[str, ...]) -> tuple[str, ...]:
    """`said` is what was said of the scene `before`; kept when no piece has changed."""
    if len(scene.pieces) == len(before.pieces) and all(
        a is b for a, b in zip(scene.pieces, before.pieces, strict=True)
    ):
        return said
    return (*_beside(scene, mat), *_overlaps(scene))


def _beside(scene: Scene, mat: MatLayout) -> tuple[str, ...]:
    out = []
    for placed in scene.pieces:
        x, y = placed.pose.pose.x_mm, placed.pose.pose.y_mm
        if max(-x, x - mat.width_mm, -y, y - mat.height_mm) > BESIDE_MM:
            out.append(f"{placed.name} lies beside the mat, at {x:.0f}, {y:.0f} mm")
    return tuple(out)


def _overlaps(scene: Scene) -> tuple[str, ...]:
    solid = [p for p in scene.pieces if p.piece.model.kind in SOLID and not p.is_stale]
    return tuple(
        f"{one.name} and {other.name} overlap: one of them is lifted, or its tag or outline is not right"
        for index, one in enumerate(solid)
        for other in solid[index + 1 :]
        if _near(one, other) and _overlap(one, other)
    )


def _near(one: PlacedPiece, other: PlacedPiece) -> bool:
    a, b = one.pose.pose, other.pose.pose
    return math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm) < one.reach_mm + other.reach_mm


def _overlap(one: PlacedPiece, other: PlacedPiece) -> bool:
    apart = between(one, one.hull, other, other.hull)
    return apart.mm < -max(LEAST_OVERLAP_MM, CALL_SIGMAS * apart.sigma_mm)
