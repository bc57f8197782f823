"""Conditions that a piece can be in."""

from enum import StrEnum


class PieceState(StrEnum):
    """What a piece is in, beside its masts. Docked, touching and in range are not here: the camera sees them."""

    DERELICT = "derelict"
    """No mast left, and not a galley: adrift until towed or repaired."""
    SUBMERGED = "submerged"
    GHOSTLY = "ghostly"
    LOST = "lost"
    """In a fog bank or its like, until she finds out."""
    ON_FIRE = "on-fire"
    PINNED = "pinned"
    TANGLED = "tangled"
    """In the weeds of a Sargasso Sea, until a roll frees her."""
    WRECKED = "wrecked"
    """On a reef; a wreck blocks movement and lines of fire."""
    ABANDONED = "abandoned"
    """A fort without flags."""
    CANCELLED = "cancelled"
    """Her card's ability is switched off for now; by the key of a crew aboard, that crew's."""
    SUNK = "sunk"
    """Out of the game, even if the piece still lies about."""
