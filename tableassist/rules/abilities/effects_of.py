"""Which effects a piece has now: those of its card, and those of the crew aboard, but what an enemy has cancelled."""

from tableassist.ledger.ledger import PieceState
from tableassist.pieces.effects import Effect
from tableassist.rules.editions.settings import RuleSettings
from tableassist.scene.scene import Scene

NO_EFFECTS: frozenset[Effect] = frozenset()


def effects_of(piece_id: str, scene: Scene, settings: RuleSettings) -> frozenset[Effect]:
    """Crew of another nation than the ship's do nothing aboard (all editions, Placing Crew). Two of the same effect
    are one (all editions, Rules of the High Seas), so that one is left where the other is cancelled."""
    placed = scene.find(piece_id)
    piece = placed.piece if placed is not None else next((each for each in scene.unseen if each.id == piece_id), None)
    if piece is None:
        return NO_EFFECTS
    crew = scene.ledger.crews.get(piece_id, ())
    if not crew and not piece.effects:
        return NO_EFFECTS
    off = {each for each in (piece_id, *crew) if scene.ledger.is_in(each, PieceState.CANCELLED)}
    able = (key for key in crew if key not in off and _is_of_her_nation(key, piece.nation, settings))
    own = () if piece_id in off else piece.effects
    return frozenset(own).union(*(settings.crew_effects.get(key, ()) for key in able))


def _is_of_her_nation(crew: str, nation: str | None, settings: RuleSettings) -> bool:
    """Where either nation is not known, the table is believed."""
    own = settings.crew_nations.get(crew)
    return own is None or nation is None or own == nation
