"""The corridor between a shooter and a target: a third piece outside it changes no line of fire between them."""

import math
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import chain

import numpy as np

from tableassist.geometry.arrays import Flags
from tableassist.pieces.model import PieceModel
from tableassist.rulebook.ruling.confidence import CALL_SIGMAS
from tableassist.rulebook.ruling.ruling import Ruling, Verdict
from tableassist.rulebook.shooting.cannon_range import RULE as RANGE
from tableassist.rulebook.shooting.line_blockers import BESIDE_MM
from tableassist.scene.from_above import from_above
from tableassist.scene.placed_piece import PlacedPiece

Corridor = tuple[float, float, float, float, float, float, float]
"""From x, y to x, y; how far from its beginning anything can matter; half its width; how well both ends are known.
As plain numbers, since hundreds are put into one array for every frame."""


class DrawnLines:
    """The lines of fire between two pieces."""

    def __init__(self, shooter: PlacedPiece, target: PlacedPiece, rulings: Sequence[Ruling]) -> None:
        self._between = (shooter, target, rulings)

    @cached_property
    def corridor(self) -> Corridor:
        """Worked out when a third piece has moved: while both of these move, too, nobody asks for it."""
        return corridor_between(*self._between)


def corridor_between(shooter: PlacedPiece, target: PlacedPiece, rulings: Iterable[Ruling]) -> Corridor:
    """Wide enough for every cannon, also for one whose place `rulings` on this pair do not tell."""
    start, end = shooter.pose.pose, target.pose.pose
    guns = max(_guns_mm(shooter.piece.model), *(math.hypot(*each.at) for each in shooter.piece.cannons if each.at), 0.0)
    bound = from_above(shooter).bound_mm + from_above(target).bound_mm
    ranges = [each for each in rulings if each.rule == RANGE]
    # Farther than the limit where she may reach farther by a keyword that only her card explains.
    open_mm = max((each.measured_mm or 0.0 for each in ranges if each.verdict is not Verdict.NO), default=0.0)
    limit = max(open_mm, *(each.limit_mm or 0.0 for each in ranges))
    sigma = max(each.sigma_mm or 0.0 for each in ranges)
    far = limit + BESIDE_MM + 2 * CALL_SIGMAS * (sigma + bound)
    return start.x_mm, start.y_mm, end.x_mm, end.y_mm, far + guns, target.reach_mm + guns, bound


@lru_cache(maxsize=256)
def _guns_mm(model: PieceModel) -> float:
    """No mast, nor its die, is farther from the piece's middle."""
    numbers = range(1, model.upright_count + 1)
    places = [place for number in numbers for place in (model.upright_place(number), model.die_place(number))]
    return max((math.hypot(*place) for place in places), default=0.0)


def reach_into(corridors: Collection[Corridor], places: Sequence[PlacedPiece]) -> Flags:
    """(corridors,) whether any of the pieces stands in it. At least all that `line_blockers` finds near enough."""
    numbers = np.fromiter(chain.from_iterable(corridors), np.float64, 7 * len(corridors))
    x0, y0, x1, y1, far, wide, known = numbers.reshape(-1, 7).T[..., None]
    seen = [from_above(place) for place in places]
    x, y = np.concatenate([each.blocks.middle for each in seen]).T
    reach = np.concatenate([each.blocks.reach_mm for each in seen])
    bound = np.repeat([each.bound_mm for each in seen], [len(each.blocks.reach_mm) for each in seen])
    room = np.maximum(BESIDE_MM, CALL_SIGMAS * (known + bound)) + reach
    along_x, along_y, to_x, to_y = x1 - x0, y1 - y0, x - x0, y - y0
    square = np.maximum(along_x**2 + along_y**2, 1e-12)
    share = np.minimum(np.maximum((to_x * along_x + to_y * along_y) / square, 0.0), 1.0)
    aside = (to_x - share * along_x) ** 2 + (to_y - share * along_y) ** 2
    near = (to_x**2 + to_y**2 < (far + room) ** 2) & (aside < (wide + room) ** 2)
    found: Flags = near.any(axis=1)
    return found
