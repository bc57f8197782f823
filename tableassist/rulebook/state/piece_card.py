"""What a piece of the table is as a card of the game: printed values, keywords and abilities."""

from functools import lru_cache

from tableassist.pieces.hull_choice import HULLS
from tableassist.pieces.model import PieceKind
from tableassist.pieces.piece import Piece
from tableassist.rulebook.state.start import ShipStart
from tableassist.rulebook.state.unit import Unit

CARGO_NOT_KNOWN = 1000
"""Of a ship without a card: she is never called full."""
_KEYWORD_OF_MODEL = {model: keyword for keyword, models in HULLS.items() for model in models.values()}


def keywords_of(piece: Piece) -> tuple[str, ...]:
    """List the keywords on her card, and the one that her hull is named after."""
    by_hull = _KEYWORD_OF_MODEL.get(piece.model.name)
    return piece.keywords if by_hull is None or by_hull in piece.keywords else (*piece.keywords, by_hull)


def card_of_piece(piece: Piece, owner: str = "") -> ShipStart:
    """Describe a piece as far as the table says, at sea; a catalogue may know its cargo and points better."""
    masts = tuple(each.mast or 0 for each in piece.cannons)
    return ShipStart(
        id=piece.id,
        owner=owner,
        name=piece.name,
        kind=piece.model.kind,
        masts=piece.model.upright_count,
        cannons="-".join(f"{each.rank}{each.reach.value}" for each in piece.cannons),
        # Left out where each cannon is on the mast of its number.
        cannon_masts=() if masts == tuple(range(1, len(masts) + 1)) else masts,
        base_move="+".join(each.value for each in piece.base_move),
        cargo=CARGO_NOT_KNOWN if piece.model.kind is PieceKind.SHIP else 0,
        nation=piece.nation or "",
        keywords=keywords_of(piece),
        effects=piece.effects,
        card=piece.card or "",
        at="",
    )


@lru_cache(maxsize=512)
def unit_of_nobody(piece: Piece) -> Unit:
    """Return a piece that is not in the game as a unit: whole, and of no player."""
    return Unit(card_of_piece(piece), "")
