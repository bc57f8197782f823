"""Marks that tell the plates of one fleet from those of another, in colour and without."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tableassist.pieces.art import Colour
from tableassist.pieces.piece import Piece

TINTS: Sequence[Colour] = (
    (1.0, 0.93, 0.70),
    (0.62, 0.78, 0.95),
    (0.80, 0.93, 0.76),
    (0.96, 0.70, 0.66),
    (0.87, 0.82, 0.95),
    (0.74, 0.74, 0.74),
)
"""Of the strip at a plate's bow edge, fleet by fleet. Neighbours differ by 0.1 or more in lightness, so two fleets are
still told apart on a printer without colour; black writing stays readable on all of them."""
MAX_MARK_LETTERS = 3


@dataclass(frozen=True, slots=True)
class FleetMark:
    letters: str
    """P1 for Player 1."""
    owner: str
    tint: Colour


def mark_fleets(pieces: Sequence[Piece]) -> Mapping[str, FleetMark]:
    """Give each owner a mark of their own, by owner; none where there is only one fleet."""
    owners = list(dict.fromkeys(piece.owner for piece in pieces if piece.owner))
    if len(owners) < 2:
        return {}
    letters = _distinct_letters(owners)
    return {owner: FleetMark(letters[k], owner, TINTS[k % len(TINTS)]) for k, owner in enumerate(owners)}


def short_name(piece: Piece) -> str:
    """The piece's name without its owner, who is written on its own line: "Five-mast (Player 1)" is a Five-mast."""
    return piece.name.removesuffix(f"({piece.owner})").rstrip() if piece.owner else piece.name


def _distinct_letters(owners: Sequence[str]) -> list[str]:
    """Initials where they differ, else the first letters, else A, B, C."""
    choices = ([_initials(owner) for owner in owners], *([owner[:n] for owner in owners] for n in (1, 2, 3)))
    for letters in choices:
        if len({letter.casefold() for letter in letters}) == len(owners) and all(letters):
            return letters
    return [chr(ord("A") + k) if k < 26 else str(k + 1) for k in range(len(owners))]


def _initials(owner: str) -> str:
    """The first letter of each word; numbers whole."""
    return "".join(word if word.isdecimal() else word[:1].upper() for word in owner.split())[:MAX_MARK_LETTERS]
