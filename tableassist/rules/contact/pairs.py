"""Which pieces are asked about each other: seen or not for docking, near ones only for the rest."""

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import product

import numpy as np

from tableassist.ledger.ledger import PieceState
from tableassist.pieces.effects import Effect
from tableassist.pieces.model import SAILING_KINDS, TERRAIN_KINDS, PieceKind
from tableassist.pieces.piece import Piece
from tableassist.rules.contact.state import is_derelict, is_own_flotilla
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.scene import Scene

NEAR_MM = 25.0
"""Pieces with more room between them than this are not asked whether they touch: more than any house's tolerance."""
BOARDING_NEAR_MM = 100.0
"""For those who may board from afar: more than S on any ruler."""
SHIPS = frozenset({PieceKind.SHIP})

Pairs = Iterator[tuple[Piece, Piece]]
Placed = tuple[PlacedPiece, PlacedPiece]
About = frozenset[str] | None
"""Only pairs with one of these pieces in them; None: all."""


def shore_pairs(scene: Scene, about: About = None) -> Pairs:
    """Ships and creatures with islands and forts, seen or not."""
    everything = (*(placed.piece for placed in scene.pieces), *scene.unseen)
    movers = [piece for piece in everything if piece.model.kind in SAILING_KINDS and not _is_sunk(piece, scene)]
    shores = [piece for piece in everything if piece.model.kind in (PieceKind.ISLAND, PieceKind.FORT)]
    return only_about(about, product(movers, shores))


def only_about(about: About, pairs: Pairs) -> Pairs:
    return pairs if about is None else (pair for pair in pairs if pair[0].id in about or pair[1].id in about)


def contact_pairs(scene: Scene, about: About = None) -> Pairs:
    """Each near pair once, with a ship or a creature first."""
    for one, other in _near(scene, about):
        if one.piece.model.kind in SAILING_KINDS and other.piece.model.kind in _TOUCHED:
            yield one.piece, other.piece
        elif other.piece.model.kind in SAILING_KINDS and one.piece.model.kind in _TOUCHED:
            yield other.piece, one.piece


def tow_pairs(scene: Scene, about: About = None) -> Pairs:
    """Ships and the derelicts near them, and the flotillas of their own fleet."""
    for one, other in _both_ways(scene, about, SHIPS, SHIPS):
        towed = is_derelict(other, scene) or is_own_flotilla(one, other, scene)
        if towed and not is_derelict(one, scene):
            yield one.piece, other.piece


def explore_pairs(scene: Scene, about: About = None) -> Pairs:
    """Ships with the allied ships and derelicts near them."""
    owners = scene.ledger.owners
    for one, other in _both_ways(scene, about, SHIPS, SHIPS):
        allied = one.id in owners and owners[one.id] == owners.get(other.id)
        wreck = scene.ledger.is_in(other.id, PieceState.WRECKED)
        if allied or (one.id in owners and (wreck or is_derelict(other, scene))):
            yield one.piece, other.piece


def board_pairs(scene: Scene, about: About = None) -> Pairs:
    """Ships with enemies near them; from farther off, and also creatures, for one who may board from afar."""
    for one, other in _both_ways(scene, about, SHIPS, SAILING_KINDS, BOARDING_NEAR_MM):
        afar = bool(scene.ledger.crews.get(one.id)) or Effect.BOARDS_WITHIN_S in one.piece.effects
        beside = other.piece.model.kind is PieceKind.SHIP and _room_mm(one, other) <= NEAR_MM
        if (afar or beside) and scene.ledger.are_enemies(one.id, other.id):
            yield one.piece, other.piece


def cancel_pairs(scene: Scene, about: About = None) -> Pairs:
    """Who may be able to cancel an ability, with enemies near her who may have one."""
    crews = scene.ledger.crews
    for one, other in _both_ways(scene, about, SAILING_KINDS, SAILING_KINDS, BOARDING_NEAR_MM):
        able = Effect.CANCELS_WITHIN_S in one.piece.effects or crews.get(one.id)
        if able and (other.piece.effects or crews.get(other.id)) and scene.ledger.are_enemies(one.id, other.id):
            yield one.piece, other.piece


def terrain_pairs(scene: Scene, about: About = None) -> Pairs:
    """Ships and creatures with the terrain near them."""
    return ((one.piece, other.piece) for one, other in _both_ways(scene, about, SAILING_KINDS, TERRAIN_KINDS))


def fort_pairs(scene: Scene, about: About = None) -> Pairs:
    """Forts with the islands under them."""
    pairs = _both_ways(scene, about, frozenset({PieceKind.FORT}), frozenset({PieceKind.ISLAND}))
    return ((one.piece, other.piece) for one, other in pairs)


_TOUCHED = frozenset({*SAILING_KINDS, PieceKind.ISLAND, PieceKind.FORT, *TERRAIN_KINDS})


def _both_ways(
    scene: Scene,
    about: About,
    kinds: frozenset[PieceKind],
    other_kinds: frozenset[PieceKind],
    within_mm: float = NEAR_MM,
) -> Iterator[Placed]:
    for pair in _near(scene, about, within_mm):
        for one, other in (pair, pair[::-1]):
            if one.piece.model.kind in kinds and other.piece.model.kind in other_kinds:
                yield one, other


def _is_sunk(piece: Piece, scene: Scene) -> bool:
    return scene.ledger.is_in(piece.id, PieceState.SUNK)


def _near(scene: Scene, about: About, within_mm: float = NEAR_MM) -> Iterator[Placed]:
    """Each pair of pieces once, in the scene's order."""
    return ((one, other) for one, other, room_mm in _rooms(scene, about) if room_mm <= within_mm)


@lru_cache(maxsize=4)
def _rooms(scene: Scene, about: About) -> tuple[tuple[PlacedPiece, PlacedPiece, float], ...]:
    """With the room between circles round both, as far as any rule asks: none that is near is missed."""
    if about is not None:
        return tuple(_rooms_of(scene, about))
    pieces = [placed for placed in scene.pieces if not _is_sunk(placed.piece, scene)]
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
        if one is None or _is_sunk(one.piece, scene):
            continue
        seen.append(one)
        before = True
        for other in scene.pieces:
            if other is one:
                before = False
                continue
            room_mm = _room_mm(one, other)
            if room_mm <= BOARDING_NEAR_MM and other not in seen and not _is_sunk(other.piece, scene):
                yield (other, one, room_mm) if before else (one, other, room_mm)


def _room_mm(one: PlacedPiece, other: PlacedPiece) -> float:
    here, there = one.pose.pose, other.pose.pose
    across, along = here.x_mm - there.x_mm, here.y_mm - there.y_mm
    return math.sqrt(across * across + along * along) - (one.reach_mm + other.reach_mm)
