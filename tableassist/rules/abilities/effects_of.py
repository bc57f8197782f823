"""Which effects a piece has now: those of its card, and those of the crew aboard, but what an enemy has cancelled."""

from tableassist.ledger.ledger import PieceState
from tableassist.pieces.effects import Effect
from tableassist.pieces.piece import Piece
from tableassist.rules.editions.settings import RuleSettings
from tableassist.scene.scene import Scene

NO_EFFECTS: frozenset[Effect] = frozenset()


def effects_of(piece_id: str, scene: Scene, settings: RuleSettings) -> frozenset[Effect]:
    """Crew of another nation than the ship's do nothing aboard (all editions, Placing Crew), but where a card lets
    them. Two of the same effect are one (all editions, Rules of the High Seas), so that one is left where the other is
    cancelled."""
    piece = _piece(piece_id, scene)
    if piece is None or (not piece.effects and piece_id not in scene.ledger.crews):
        return NO_EFFECTS
    able = able_crew(piece_id, scene, settings)
    return _own(piece, scene).union(*(settings.crew_effects.get(key, ()) for key in able))


def able_crew(piece_id: str, scene: Scene, settings: RuleSettings) -> tuple[str, ...]:
    """The crew aboard whose abilities work now, by their keys; two of a kind are two."""
    piece, crew = _piece(piece_id, scene), scene.ledger.crews.get(piece_id, ())
    if piece is None or not crew:
        return ()
    awake = tuple(key for key in crew if not scene.ledger.is_in(key, PieceState.CANCELLED))
    able = tuple(key for key in awake if _is_of_her_nation(key, piece.nation, settings))
    everybody = Effect.FOREIGN_CREW_ACTS in _own(piece, scene) or any(
        Effect.FOREIGN_CREW_ACTS in settings.crew_effects.get(key, ()) for key in able
    )
    return awake if everybody else able


def _piece(piece_id: str, scene: Scene) -> Piece | None:
    placed = scene.find(piece_id)
    return placed.piece if placed is not None else next((each for each in scene.unseen if each.id == piece_id), None)


def _own(piece: Piece, scene: Scene) -> frozenset[Effect]:
    """Of her card, and of the table file."""
    return NO_EFFECTS if scene.ledger.is_in(piece.id, PieceState.CANCELLED) else frozenset(piece.effects)


def _is_of_her_nation(crew: str, nation: str | None, settings: RuleSettings) -> bool:
    """Where either nation is not known, the table is believed."""
    own = settings.crew_nations.get(crew)
    return own is None or nation is None or own == nation
