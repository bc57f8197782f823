"""What a ship is, for those who touch her: derelict, adrift, of which keyword; and what keeps her out of contact."""

from tableassist.ledger.ledger import PieceState
from tableassist.pieces.hull_choice import HULLS
from tableassist.pieces.model import PieceKind
from tableassist.pieces.piece import Piece
from tableassist.rules.editions.terms.contact import ContactTerms
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.scene import Scene

_KEYWORDS = {model: keyword for keyword, models in HULLS.items() for model in models.values()}

NEVER_PINNED = {
    "Galley": "a galley that rams is not pinned",
    "Longship": "a longship cannot be pinned",
    "Submarine": "a submarine cannot be pinned",
}
"""revolution, Keywords (Galley); the master keyword list for the other two."""
NOT_AT_HOME = {
    "Mercenary": "a mercenary never docks at her own home island",
    "Ex-Patriot": "an ex-patriot never docks at her own home island",
}
"""The master keyword list; such a ship starts S away from home."""
NEVER_PINS = {"Longship": "a longship pins nobody", "Submarine": "a submarine pins nobody"}


def has_keyword(piece: Piece, keyword: str) -> bool:
    """On her card; for a piece without a card, by her model."""
    return keyword in piece.keywords or _KEYWORDS.get(piece.model.name) == keyword


def first_that_holds(piece: Piece, reasons: dict[str, str]) -> str | None:
    """The reason of the first keyword that she has."""
    return next((words for keyword, words in reasons.items() if has_keyword(piece, keyword)), None)


def is_derelict(ship: PlacedPiece, scene: Scene) -> bool:
    """No mast left. A galley never is (revolution, Keywords)."""
    if scene.ledger.is_in(ship.id, PieceState.DERELICT):
        return True
    model = ship.piece.model
    bare = model.upright_count > 0 and not ship.masts_standing
    return model.kind is PieceKind.SHIP and bare and not has_keyword(ship.piece, "Galley")


def is_own_flotilla(tower: PlacedPiece, towed: PlacedPiece, scene: Scene) -> bool:
    """A flotilla moves only when towed (her base move is T): a ship of her fleet tows her as she is, masts and all."""
    owners = scene.ledger.owners
    mine = owners.get(tower.id)
    return has_keyword(towed.piece, "Flotilla") and mine is not None and mine == owners.get(towed.id)


def why_not_rammed(ship: PlacedPiece, scene: Scene, terms: ContactTerms) -> str | None:
    """What keeps her from being rammed, pinned or boarded by contact; None if nothing does."""
    ledger = scene.ledger
    if ledger.is_in(ship.id, PieceState.GHOSTLY):
        return f"{ship.name} is ghostly"
    if ledger.is_in(ship.id, PieceState.SUBMERGED):
        return f"{ship.name} is submerged"
    if terms.lost_cannot_be_met and ledger.is_in(ship.id, PieceState.LOST):
        return f"{ship.name} is lost"
    return None


def why_not_ramming(ship: PlacedPiece, scene: Scene) -> str | None:
    """What keeps her from ramming and boarding; None if nothing does."""
    if scene.ledger.is_in(ship.id, PieceState.LOST):
        return "she is lost"
    if scene.ledger.is_in(ship.id, PieceState.WRECKED):
        return "she is a wreck"
    return None
