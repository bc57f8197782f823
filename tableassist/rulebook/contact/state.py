"""What a ship is, for those who touch her: derelict, adrift, of which keyword; and what keeps her out of contact."""

from tableassist.messages import Message
from tableassist.pieces.piece import Piece
from tableassist.pieces.piece_state import PieceState
from tableassist.rulebook.contact.fog import why_lost, why_perhaps_lost
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.scene.scene import Scene
from tableassist.rulebook.state import questions
from tableassist.rulebook.state.piece_card import keywords_of
from tableassist.rulebook.state.questions import is_in
from tableassist.scene.placed_piece import PlacedPiece

NEVER_PINNED = {
    "Galley": Message("a galley that rams is not pinned"),
    "Longship": Message("a longship cannot be pinned"),
    "Submarine": Message("a submarine cannot be pinned"),
}
NEVER_PINS = {"Longship": Message("a longship pins nobody"), "Submarine": Message("a submarine pins nobody")}


def has_keyword(piece: Piece, keyword: str) -> bool:
    """On her card; for a piece without a card, by her model."""
    return keyword in keywords_of(piece)


def first_that_holds(piece: Piece, reasons: dict[str, Message]) -> Message | None:
    """The reason of the first keyword that she has."""
    return next((words for keyword, words in reasons.items() if has_keyword(piece, keyword)), None)


def is_derelict(ship: PlacedPiece, scene: Scene) -> bool:
    unit = scene.unit_of(ship.id)
    return unit is not None and questions.is_derelict(scene.state, unit)


def may_be_derelict(ship: PlacedPiece, scene: Scene) -> bool:
    """Say whether she looks derelict, before abilities are asked: for choosing the pairs that are judged."""
    return not ship.masts_standing or is_in(scene.state, ship.id, PieceState.DERELICT)


def can_be_moved_by_her_player(ship: PlacedPiece, scene: Scene) -> bool:
    """Say whether she could be given a move action: what follows from one, a ram or a tow, needs that."""
    unit = scene.unit_of(ship.id)
    return unit is not None and questions.can_sail(scene.state, unit)


def is_own_flotilla(tower: PlacedPiece, towed: PlacedPiece, scene: Scene) -> bool:
    """A flotilla moves only when towed (her base move is T): a ship of her fleet tows her as she is, masts and all."""
    owners = scene.state.owners
    mine = owners.get(tower.id)
    return has_keyword(towed.piece, "Flotilla") and mine is not None and mine == owners.get(towed.id)


def why_not_rammed(ship: PlacedPiece, scene: Scene, settings: RuleSettings) -> Message | None:
    """What keeps her from being rammed or pinned; None if nothing does."""
    if is_in(scene.state, ship.id, PieceState.GHOSTLY):
        return Message("{name} is ghostly", name=ship.name)
    if is_in(scene.state, ship.id, PieceState.WRECKED):
        return Message("{name} is a wreck", name=ship.name)
    return why_not_met(ship, scene, settings)


def why_not_met(ship: PlacedPiece, scene: Scene, settings: RuleSettings) -> Message | None:
    """What keeps her from being rammed, pinned and boarded; None if nothing does. A ghostly ship may be boarded: her
    keyword takes only ramming, pinning and docking from her (revolution, Keywords)."""
    if is_in(scene.state, ship.id, PieceState.SUBMERGED):
        return Message("{name} is submerged", name=ship.name)
    return why_lost(ship, scene, settings) if settings.edition.contact.lost_cannot_be_met else None


def why_not_ramming(ship: PlacedPiece, scene: Scene, settings: RuleSettings) -> Message | None:
    """What keeps her from ramming, pinning and boarding; None if nothing does."""
    if is_in(scene.state, ship.id, PieceState.WRECKED):
        return Message("she is a wreck")
    return why_lost(ship, scene, settings)


def why_in_doubt(one: PlacedPiece, other: PlacedPiece, scene: Scene, settings: RuleSettings) -> Message | None:
    """What may keep the one from meeting the other, where that is not sure; None if nothing does."""
    own = why_perhaps_lost(one, scene, settings)
    if own is not None or not settings.edition.contact.lost_cannot_be_met:
        return own
    return why_perhaps_lost(other, scene, settings)


def why_in_tow(ship: PlacedPiece, enemy: PlacedPiece, scene: Scene, settings: RuleSettings) -> Message | None:
    """What keeps a ship in tow from ramming and boarding the one that tows her (spanish-main, Tow)."""
    towed = scene.state.towed_by.get(ship.id) == enemy.id
    if not towed or not settings.edition.contact.towed_spares_tower:
        return None
    return Message("{name} has her in tow", name=enemy.name)
