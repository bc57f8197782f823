"""Which effects a piece has now: those of its card, and those of the crew aboard, but what an enemy has cancelled."""

from tableassist.ledger.ledger import PieceState
from tableassist.pieces.effects import Effect
from tableassist.pieces.piece import Piece
from tableassist.rules.editions.settings import RuleSettings
from tableassist.rules.predicates.crew_abilities import NO_EFFECTS, CrewAboard, can_use_abilities, effects_aboard
from tableassist.scene.scene import Scene

__all__ = ["NO_EFFECTS", "able_crew", "effects_of"]


def effects_of(piece_id: str, scene: Scene, settings: RuleSettings) -> frozenset[Effect]:
    """Collect the effects that work on a piece, as the ledger has its crew and what is cancelled."""
    piece = _piece(piece_id, scene)
    if piece is None or (not piece.effects and piece_id not in scene.ledger.crews):
        return NO_EFFECTS
    return effects_aboard(_own(piece, scene), piece.nation, _crew(piece_id, scene, settings))


def able_crew(piece_id: str, scene: Scene, settings: RuleSettings) -> tuple[str, ...]:
    """The crew aboard whose abilities work now, by their keys; two of a kind are two."""
    piece, keys = _piece(piece_id, scene), scene.ledger.crews.get(piece_id, ())
    if piece is None or not keys:
        return ()
    able = can_use_abilities(_own(piece, scene), piece.nation, _crew(piece_id, scene, settings))
    return tuple(key for key, works in zip(keys, able, strict=True) if works)


def _crew(piece_id: str, scene: Scene, settings: RuleSettings) -> list[CrewAboard]:
    ledger = scene.ledger
    return [
        CrewAboard(
            settings.crew_effects.get(key, ()),
            settings.crew_nations.get(key),
            cancelled=ledger.is_in(key, PieceState.CANCELLED),
        )
        for key in ledger.crews.get(piece_id, ())
    ]


def _piece(piece_id: str, scene: Scene) -> Piece | None:
    placed = scene.find(piece_id)
    return placed.piece if placed is not None else next((each for each in scene.unseen if each.id == piece_id), None)


def _own(piece: Piece, scene: Scene) -> frozenset[Effect]:
    """Of her card, and of the table file."""
    return NO_EFFECTS if scene.ledger.is_in(piece.id, PieceState.CANCELLED) else frozenset(piece.effects)
