"""When a piece is touched, and what is remembered of it until then.

Moved, hidden by a hand, or looking otherwise than before: each may mean that a mast came off, the plate was pushed or
the ship now stands on something. So each ends what an earlier look has shown and what a person has confirmed.
"""

from collections.abc import Mapping
from dataclasses import replace

from tableassist.pipeline.piece_fit import HullSeen, PieceFit
from tableassist.vision.hull.masts import MastSeen

MIN_SHIPS_OF_A_LAMP = 3
"""Where at least so many ships and more than half of all look otherwise at once, the light has changed: a hand covers
one or two ships, and a person leaning over the mat hides tags as well."""


def changed_by_hand(hulls: Mapping[str, HullSeen], before: Mapping[str, PieceFit]) -> frozenset[str]:
    """Ships that looked otherwise in the last frame and do so still, or have been looked at again because of it. One
    frame alone may be a flicker; and where the light has changed, nobody has touched anything."""
    earlier = {piece: fit.hull for piece, fit in before.items() if fit.hull is not None}
    changed = {piece for piece, hull in earlier.items() if hull.changed is not None}
    if len(changed) >= MIN_SHIPS_OF_A_LAMP and len(changed) > len(earlier) / 2:
        return frozenset()
    both = ((piece, hulls[piece], earlier[piece]) for piece in changed & hulls.keys())
    return frozenset(p for p, now, then in both if now.changed is not None or now.glimpse is not then.glimpse)


def with_memory(hull: HullSeen, before: HullSeen | None, *, touched: bool) -> HullSeen:
    """The look, with what looks before it have shown; with nothing, if she is being touched."""
    remembered: frozenset[int] = frozenset()
    if not touched:
        remembered = remembered if before is None else before.masts_remembered
        if before is None or hull.masts is not before.masts:
            seen = {state: {mast for mast, found in hull.masts.items() if found is state} for state in MastSeen}
            remembered = (remembered | seen[MastSeen.STANDS]) - seen[MastSeen.GONE]
    return hull if hull.masts_remembered == remembered else replace(hull, masts_remembered=remembered)
