"""What the game says of a piece, in words."""

from collections.abc import Iterable

from tableassist.messages import Message, say, tr
from tableassist.pieces import Cannon, CannonRange, Piece, PieceKind, PieceState
from tableassist.pieces.catalogue import CrewCard
from tableassist.rulebook import GameState
from tableassist.table.notes import upright_words

STATES_OF = {
    PieceKind.SHIP: (
        PieceState.DERELICT,
        PieceState.ON_FIRE,
        PieceState.PINNED,
        PieceState.TANGLED,
        PieceState.LOST,
        PieceState.SUBMERGED,
        PieceState.GHOSTLY,
        PieceState.WRECKED,
        PieceState.SUNK,
    ),
    PieceKind.SEA_CREATURE: (
        PieceState.SUBMERGED,
        PieceState.PINNED,
        PieceState.TANGLED,
        PieceState.LOST,
        PieceState.SUNK,
    ),
    PieceKind.FORT: (PieceState.ABANDONED, PieceState.ON_FIRE, PieceState.SUNK),
}
"""What each kind of piece can be in; the others can be in nothing."""


def uprights_word(piece: Piece) -> str:
    if piece.model.masts:
        return tr("Masts, front to back")
    return tr("Segments, front to back") if piece.model.segments else tr("Flags")


def cannons_short(cannons: Iterable[Cannon]) -> str:
    """As on the card: "3S"."""
    return " ".join(f"{each.rank}{each.reach.value}" for each in cannons)


def mast_spoken(piece: Piece, number: int, *, stands: bool) -> str:
    """For reading aloud: "Mast 2, cannon of rank 3 and short range, standing"."""
    cannons = [each for each in piece.cannons if each.mast == number]
    guns = [
        tr("cannon of rank {rank} and short range", rank=each.rank)
        if each.reach is CannonRange.SHORT
        else tr("cannon of rank {rank} and long range", rank=each.rank)
        for each in cannons
    ]
    state = tr("standing") if stands else tr("gone")
    return ", ".join((upright_words(piece, number), *guns, state))


def crew_words(card: CrewCard, *, able: bool) -> str:
    """One line for a list."""
    line = tr(
        "{name}  ·  {nation}  ·  {points}  ·  {key}",
        name=card.name,
        nation=card.nation.words,
        points=Message.plural("1 point", "{count} points", count=card.points),
        key=card.key,
    )
    return line if able else tr("{crew}  ·  of another nation: does nothing aboard", crew=line)


def crew_effect_words(card: CrewCard, *, able: bool) -> str:
    """What it does to measuring and shooting."""
    if not able:
        return tr("{name} is of a different nation from the ship and does nothing aboard.", name=card.name)
    if not card.effects:
        return tr("{name} does not affect measuring.", name=card.name)
    return f"{card.name}: {' '.join(say(effect.meaning) for effect in card.effects)}"


def owner_note(state: GameState, piece: str) -> str:
    unit = state.units.get(piece)
    if unit is None or unit.card.owner in ("", unit.owner):
        return ""
    return tr("captured from {player}", player=unit.card.owner)
