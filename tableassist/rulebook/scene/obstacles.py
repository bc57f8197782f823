"""All pieces of a scene as arrays: what stands in the way of a line, where it lies, and how well that is known."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tableassist.geometry.arrays import Flags, Floats, Indices
from tableassist.geometry.ragged import begins, spread
from tableassist.geometry.shadow import dot
from tableassist.geometry.sides import Sides
from tableassist.geometry.sightline import Blockers
from tableassist.rulebook.scene.scene import Scene
from tableassist.scene.from_above import Blocks, from_above, joined
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import shared_errors

LEAST_SIGMA_MM = 0.05
"""Of a ship's own rig against her own cannon: both are fixed to one hull."""


@dataclass(frozen=True, slots=True, eq=False)
class Obstacles:
    """P pieces, and N things that stand in the way: each piece as a whole, and each mast of a shooter by itself."""

    pieces: tuple[PlacedPiece, ...]
    things: Blocks
    piece: Indices
    """(N,) whose thing it is."""
    place: Floats
    """(P, 2)."""
    own: Floats
    shared: Floats
    heading_variance: Floats
    model_mm: Floats
    reach_mm: Floats
    bound_mm: Floats
    """(P,) no place on the piece is known worse than this, in any direction."""
    is_there: Flags | None = None
    """(A, P) whether the piece is on the mat of that question; None where all are on one mat."""

    def seen_by(self, ask: int) -> tuple[PlacedPiece, ...]:
        """The pieces on the mat of a question."""
        if self.is_there is None:
            return self.pieces
        return tuple(placed for placed, here in zip(self.pieces, self.is_there[ask].tolist(), strict=True) if here)


def obstacles(
    scenes: Sequence[Scene],
    shooters: Sequence[PlacedPiece],
    targets: Sequence[PlacedPiece],
    origins: Floats,
    reach_mm: Floats,
    sigmas: float,
) -> Obstacles:
    """Of the pieces that are asked about, and of all pieces within a reach (A,) of its origin (A, 2), each question in
    its own scene (A,). One that is asked about may lie elsewhere than in its scene; then it lies only there. In the
    scene's order, whatever is asked: where two leave a line the same room, the first is named."""
    wanted = dict.fromkeys((*shooters, *targets))
    on_mat = _on_mat(scenes, shooters, targets)
    others = list(dict.fromkeys(placed for there in on_mat.values() for placed in there))
    x, y, reach, bound = np.array([from_above(placed).circle for placed in others]).reshape(-1, 4).T
    # All of a piece lies in its circle, wherever it may be within so many sigmas.
    broad = reach + sigmas * bound
    apart = (x - origins[:, :1]) ** 2 + (y - origins[:, 1:]) ** 2
    near = np.flatnonzero((apart < (reach_mm[:, None] + broad) ** 2).any(axis=0))
    wanted.update(dict.fromkeys(others[index] for index in near.tolist()))
    first = scenes[0].pieces
    by_id = {placed.id: index for index, placed in reversed(list(enumerate(first)))}
    by_place = {placed: index for scene in on_mat for index, placed in enumerate(scene.pieces)}
    in_order = sorted(wanted, key=lambda each: by_place.get(each, by_id.get(each.id, len(by_id))))
    known = _of(tuple(in_order), frozenset(shooters))
    if len(on_mat) == 1:
        return known
    number = {scene: index for index, scene in enumerate(on_mat)}
    is_there = np.array([[placed in there for placed in in_order] for there in on_mat.values()])
    return replace(known, is_there=is_there[[number[scene] for scene in scenes]])


def _on_mat(
    scenes: Sequence[Scene], shooters: Sequence[PlacedPiece], targets: Sequence[PlacedPiece]
) -> dict[Scene, dict[PlacedPiece, None]]:
    """All pieces of each scene, those that are asked about as they are asked about."""
    asked: dict[Scene, dict[PlacedPiece, None]] = {scene: {} for scene in scenes}
    for scene, shooter, target in zip(scenes, shooters, targets, strict=True):
        asked[scene][shooter] = asked[scene][target] = None
    for scene, hers in asked.items():
        names = {placed.id for placed in hers}
        hers.update((placed, None) for placed in scene.pieces if placed.id not in names)
    return asked


def _of(pieces: tuple[PlacedPiece, ...], shooters: frozenset[PlacedPiece]) -> Obstacles:
    """Masts by themselves are in the way of a ship's own cannons only."""
    seen = [from_above(placed) for placed in pieces]
    pools = [
        (each.blocks, each.rig) if placed in shooters else (each.blocks,)
        for placed, each in zip(pieces, seen, strict=True)
    ]
    parts = [blocks for pool in pools for blocks in pool]
    counts = np.array([sum(len(blocks.mast) for blocks in pool) for pool in pools])
    own = np.array([placed.pose.own for placed in pieces])
    shared = shared_errors([placed.pose for placed in pieces])
    variance = np.diagonal(own, axis1=1, axis2=2) + np.einsum("pik,pik->pi", shared, shared)
    model = np.array([placed.piece.model.sigma_mm for placed in pieces])
    reach = np.array([placed.reach_mm for placed in pieces])
    return Obstacles(
        pieces=pieces,
        things=joined(parts),
        piece=np.repeat(np.arange(len(pieces)), counts),
        place=np.array([(placed.pose.pose.x_mm, placed.pose.pose.y_mm) for placed in pieces]),
        own=own,
        shared=shared,
        heading_variance=variance[:, 2],
        model_mm=model,
        reach_mm=reach,
        bound_mm=np.array([each.bound_mm for each in seen]),
    )


def sigma_mm(origins: Floats, shooter: Indices, target: Indices, thing: Indices, known: Obstacles) -> Floats:
    """(P,) of a thing against the line from the origin to the target, in the worst direction. At a share t of the way
    the line is moved by 1 - t of the origin's error and by t of the target's; what the camera does to all cancels."""
    place, owner = known.things.middle[thing], known.piece[thing]
    is_own = known.things.mast[thing] > 0
    goal = known.place[target]
    t = np.clip(_length(place - origins) / np.maximum(_length(goal - origins), 1e-9), 0.0, 1.0)
    by_origin = -(1.0 - t)[:, None, None] * _moved_by(origins - known.place[shooter])
    by_thing = _moved_by(place - known.place[owner])
    by_target = -t[:, None, None] * _moved_by(np.zeros_like(goal))
    # Her own rig moves with her own cannon.
    by_origin = by_origin + np.where(is_own[:, None, None], by_thing, 0.0)
    by_thing = np.where(is_own[:, None, None], 0.0, by_thing)
    moves = ((by_origin, shooter), (by_thing, owner), (by_target, target))
    together = np.stack([by @ known.shared[who] for by, who in moves]).sum(axis=0)
    spread_out = np.stack([by @ known.own[who] @ by.transpose(0, 2, 1) for by, who in moves]).sum(axis=0)
    spread_out += together @ together.transpose(0, 2, 1)
    variance = _largest(spread_out) + known.model_mm[owner] ** 2
    variance += np.where(is_own, 0.0, ((1 - t) * known.model_mm[shooter]) ** 2) + (t * known.model_mm[target]) ** 2
    turned = np.where(is_own, 0.0, known.heading_variance[owner] * known.things.reach_mm[thing] ** 2)
    variance += turned + t**2 * known.heading_variance[target] * known.reach_mm[target] ** 2
    return np.maximum(LEAST_SIGMA_MM, np.sqrt(variance))


def _length(across: Floats) -> Floats:
    return np.sqrt(dot(across, across))


def _moved_by(arm: Floats) -> Floats:
    """(P, 2, 3): how a place at `arm` from its piece's centre moves with x, y and heading."""
    moved = np.zeros((len(arm), 2, 3))
    moved[:, 0, 0] = moved[:, 1, 1] = 1.0
    moved[:, 0, 2], moved[:, 1, 2] = -arm[:, 1], arm[:, 0]
    return moved


def _largest(matrices: Floats) -> Floats:
    """The larger eigenvalue of (P, 2, 2) symmetric matrices."""
    xx, yy, xy = matrices[:, 0, 0], matrices[:, 1, 1], matrices[:, 0, 1]
    return np.asarray((xx + yy) / 2 + np.hypot((xx - yy) / 2, xy))


def seen_from(things: Blocks, thing: Indices, ask: Indices, origins: Floats, doubt_mm: Floats) -> Blockers:
    """Things out of the pool, each as seen from the origin of its question."""
    whose, corner = spread(begins(things.corner_counts)[thing], things.corner_counts[thing])
    solid_whose, solid = spread(begins(things.solid_counts)[thing], things.solid_counts[thing])
    solid_origin = origins[solid_whose]
    part, solid_corner = spread(begins(things.solid_corner_counts)[solid], things.solid_corner_counts[solid])
    return Blockers(
        ask=ask,
        doubt_mm=doubt_mm,
        middle=things.middle[thing] - origins,
        corners=things.corners[corner] - origins[whose],
        corner_counts=things.corner_counts[thing],
        solid_counts=things.solid_counts[thing],
        solid_corners=things.solid_corners[solid_corner] - solid_origin[part],
        solid_corner_counts=things.solid_corner_counts[solid],
        sides=Sides(
            things.normals,
            things.out_mm,
            begins(things.side_counts)[solid],
            things.side_counts[solid],
            solid_origin,
        ),
    )
