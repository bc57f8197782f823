"""What a table cannot look like: pieces beside the mat, or two in one place. A warning, not a wrong number."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from tableassist.messages import Message, Text
from tableassist.pieces import PieceKind
from tableassist.rulebook import Scene
from tableassist.rulebook.ruling import CALL_SIGMAS
from tableassist.scene.placed_piece import FIXED_KINDS, PlacedPiece
from tableassist.scene.separation import Parts, Separation, between_all
from tableassist.vision.registration.mat_layout import MatLayout

BESIDE_MM = 5.0
LEAST_OVERLAP_MM = 1.5
"""Less is a print's or a tag's tolerance."""
AWAY = Message("lies beside the mat")
"""Wholly: out of play, or the same tag on the next table. Nothing is called about it."""
_Overlap = tuple[PlacedPiece, PlacedPiece, float]
SOLID = frozenset({PieceKind.SHIP, PieceKind.ISLAND})
"""Ships lie on reefs and in fog banks; on each other and on islands they do not."""


DOUBTED_OVERLAP_MM = 5.0
"""More than models and mounts are off: one of the two is not where it seems, and nothing is called about it."""


@dataclass(frozen=True, slots=True, eq=False)
class OddPlacement:
    warnings: tuple[Text, ...] = ()
    doubts: Mapping[str, Text] = field(default_factory=dict)
    """Pieces that cannot be where they were measured, with the reason, to be read after their names."""


def odd_placement(scene: Scene, mat: MatLayout, before: Scene, known: OddPlacement) -> OddPlacement:
    """`known` is what was found in the scene `before`; kept when no piece has changed."""
    if scene.has_same_pieces(before):
        return known
    overlaps = _overlaps(scene)
    words = (
        Message(
            "{one} and {other} overlap: one of them is lifted, or its tag or outline is wrong",
            one=one.name,
            other=other.name,
        )
        for one, other, _ in overlaps
    )
    beside = tuple(placed for placed in scene.pieces if _off_mat_mm(placed, mat) > BESIDE_MM)
    return OddPlacement(
        (*(_beside_words(placed) for placed in beside), *words),
        {**_doubts(overlaps), **{p.id: AWAY for p in beside if _off_mat_mm(p, mat) > p.reach_mm}},
    )


def _doubts(overlaps: tuple[_Overlap, ...]) -> dict[str, Text]:
    """Of a ship on an island the island is where it was: nobody moves it."""
    doubts: dict[str, Text] = {}
    for one, other, overlap_mm in overlaps:
        if overlap_mm < DOUBTED_OVERLAP_MM:
            continue
        for piece, beneath in ((one, other), (other, one)):
            if piece.piece.model.kind not in FIXED_KINDS or beneath.piece.model.kind in FIXED_KINDS:
                doubts[piece.id] = Message("seems to lie in one place with {name}", name=beneath.name)
    return doubts


def _off_mat_mm(placed: PlacedPiece, mat: MatLayout) -> float:
    x, y = placed.pose.pose.x_mm, placed.pose.pose.y_mm
    return max(-x, x - mat.width_mm, -y, y - mat.height_mm)


def _beside_words(placed: PlacedPiece) -> Message:
    at = placed.pose.pose
    return Message("{name} is off the mat, at {x_mm:.0f}, {y_mm:.0f} mm", name=placed.name, x_mm=at.x_mm, y_mm=at.y_mm)


def _overlaps(scene: Scene) -> tuple[_Overlap, ...]:
    solid = [p for p in scene.pieces if p.piece.model.kind in SOLID and not p.is_stale]
    near = _near(solid)
    apart = between_all([Parts(one, one.hull, other, other.hull) for one, other in near])
    measured = ((one, other, _overlap_mm(each)) for (one, other), each in zip(near, apart, strict=True))
    return tuple(each for each in measured if each[2] > 0.0)


def _near(solid: list[PlacedPiece]) -> list[tuple[PlacedPiece, PlacedPiece]]:
    """Each pair whose hulls may overlap, once."""
    if not solid:
        return []
    x, y, reach = np.array([(each.pose.pose.x_mm, each.pose.pose.y_mm, each.reach_mm) for each in solid]).T
    apart = np.hypot(x[:, None] - x, y[:, None] - y)
    first, second = np.nonzero(np.triu(apart < reach[:, None] + reach, 1))
    return [(solid[one], solid[other]) for one, other in zip(first.tolist(), second.tolist(), strict=True)]


def _overlap_mm(apart: Separation) -> float:
    """0 where it may be a tolerance."""
    return -apart.mm if apart.mm < -max(LEAST_OVERLAP_MM, CALL_SIGMAS * apart.sigma_mm) else 0.0
