"""Which pieces are asked about each other: enemies, seen or not, and pieces that lie near each other."""

import math
from collections.abc import Callable, Iterator
from functools import lru_cache

import numpy as np

from tableassist.pieces.model import PieceKind
from tableassist.pieces.piece import Piece
from tableassist.rulebook.rule import About, Pair, Pairs
from tableassist.rulebook.scene.scene import Scene
from tableassist.scene.placed_piece import PlacedPiece

NEAR_MM = 25.0
"""Pieces with more room between them than this are not asked whether they touch: more than any house's tolerance."""
BOARDING_NEAR_MM = 100.0
"""For those who may board from afar: more than S on any ruler."""
FEW = 8
"""The room of so many pieces to all others is measured one by one; of more, all at once."""
SHIPS = frozenset({PieceKind.SHIP})


def only_about(about: About, pairs: Pairs) -> Pairs:
    return pairs if about is None else (pair for pair in pairs if pair[0].id in about or pair[1].id in about)


def enemies(scene: Scene, takes_part: Callable[[Piece], bool]) -> Pairs:
    """Seen or not, each way. What is out of the game is not asked about."""
    owners = scene.state.owners
    everything = (*(placed.piece for placed in scene.pieces), *scene.unseen)
    asked = [
        (piece, owners[piece.id])
        for piece in everything
        if takes_part(piece) and piece.id in owners and piece.id not in scene.gone
    ]
    return ((one, other) for one, owner in asked for other, enemy in asked if enemy != owner)


def both_ways(
    scene: Scene,
    about: About,
    kinds: frozenset[PieceKind],
    other_kinds: frozenset[PieceKind],
    within_mm: float = NEAR_MM,
) -> Iterator[Pair]:
    """Each near pair of a piece of some kinds and a piece of others."""
    for pair in near(scene, about, within_mm):
        for one, other in (pair, pair[::-1]):
            if one.piece.model.kind in kinds and other.piece.model.kind in other_kinds:
                yield one, other


def near(scene: Scene, about: About, within_mm: float = NEAR_MM) -> Iterator[Pair]:
    """Each pair of pieces once, in the scene's order."""
    return ((one, other) for one, other, room_mm in _rooms(scene, about) if room_mm <= within_mm)


@lru_cache(maxsize=4)
def _rooms(scene: Scene, about: About) -> tuple[tuple[PlacedPiece, PlacedPiece, float], ...]:
    """With the room between circles round both, as far as any rule asks: none that is near is missed."""
    if about is not None and len(about) <= FEW:
        return tuple(_rooms_of(scene, about))
    if about is not None:
        return tuple(each for each in _rooms(scene, None) if each[0].id in about or each[1].id in about)
    pieces = [placed for placed in scene.pieces if placed.id not in scene.gone]
    if not pieces:
        return ()
    x, y, reach = np.array([(each.pose.pose.x_mm, each.pose.pose.y_mm, each.reach_mm) for each in pieces]).T
    room = np.sqrt((x[:, None] - x) ** 2 + (y[:, None] - y) ** 2) - (reach[:, None] + reach)
    first, second = np.nonzero(np.triu(room <= BOARDING_NEAR_MM, 1))
    near = zip(first.tolist(), second.tolist(), room[first, second].tolist(), strict=True)
    return tuple((pieces[i], pieces[j], room_mm) for i, j, room_mm in near)


def _rooms_of(scene: Scene, about: frozenset[str]) -> Iterator[tuple[PlacedPiece, PlacedPiece, float]]:
    """The same pairs, of a few pieces with all others."""
    seen = []
    for one in (scene.find(piece) for piece in sorted(about)):
        if one is None or one.id in scene.gone:
            continue
        seen.append(one)
        before = True
        for other in scene.pieces:
            if other is one:
                before = False
                continue
            room_mm = room_mm_between(one, other)
            if room_mm <= BOARDING_NEAR_MM and other not in seen and other.id not in scene.gone:
                yield (other, one, room_mm) if before else (one, other, room_mm)


def room_mm_between(one: PlacedPiece, other: PlacedPiece) -> float:
    here, there = one.pose.pose, other.pose.pose
    across, along = here.x_mm - there.x_mm, here.y_mm - there.y_mm
    return math.sqrt(across * across + along * along) - (one.reach_mm + other.reach_mm)
