"""What condition a piece is in: derelict, able to move without masts, open to a ram or a pin."""

from collections.abc import Collection
from typing import Final

from tableassist.pieces.effects import Effect
from tableassist.pieces.model import PieceKind
from tableassist.pieces.piece_state import PieceState

MOVES_WITHOUT_MASTS: Final = ("Galley", "Longship", "Turtle Ship")
"""revolution, Keywords (Galley: never derelict); the master keyword list for the other two, which then move S."""
NEVER_PINNED: Final = ("Galley", "Longship", "Submarine")
"""revolution, Keywords (Galley); the master keyword list for the other two."""
NEVER_PINS: Final = ("Longship", "Submarine")
OUT_OF_REACH: Final = frozenset({PieceState.GHOSTLY, PieceState.SUBMERGED})
"""While she is in one of these she is neither rammed nor pinned, and docks nowhere (revolution, Keywords; the master
keyword list)."""


def is_derelict(
    kind: PieceKind,
    masts_built: int,
    masts_standing: int,
    states: Collection[PieceState],
    keywords: Collection[str],
    effects: Collection[Effect],
) -> bool:
    """Say whether she is derelict: a ship without masts (every edition, Moving), or one that a person has ticked.

    A galley never is (revolution, Keywords), nor is a ship whose ability prevents it (complete, Moving (Derelict)); a
    tick does not change that.
    """
    if kind is not PieceKind.SHIP or PieceState.SUNK in states:
        return False
    if "Galley" in keywords or Effect.NEVER_DERELICT in effects:
        return False
    return PieceState.DERELICT in states or (masts_built > 0 and masts_standing <= 0)


def moves_without_masts(keywords: Collection[str], effects: Collection[Effect]) -> bool:
    """Say whether a keyword or an ability lets her move when her last mast is gone."""
    by_ability = Effect.DERELICT_MOVES_S in effects or Effect.NEVER_DERELICT in effects
    return by_ability or any(each in keywords for each in MOVES_WITHOUT_MASTS)


def cannot_be_pinned(states: Collection[PieceState], keywords: Collection[str], effects: Collection[Effect]) -> bool:
    """Say whether nothing pins her, not even a person's tick: by keyword, by ability, or as she is now."""
    if any(each in keywords for each in NEVER_PINNED) or Effect.CANNOT_BE_PINNED in effects:
        return True
    return PieceState.WRECKED in states or any(each in states for each in OUT_OF_REACH)
