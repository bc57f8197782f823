"""What a person ticked against what the camera sees: by default the tick counts, a table may trust the camera.

Each kind has its reading (`ticked-derelict` and so on). Where the camera counts, a tick that the scene contradicts is
left out before anything is judged; where a piece is not seen, the contact is too close to call, or there is no such
terrain to see, the tick stays.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from tableassist.pieces.model import PieceKind
from tableassist.pieces.piece_state import PieceState
from tableassist.rulebook.contact.fog import in_fog
from tableassist.rulebook.contact.pairs import SHIPS, both_ways
from tableassist.rulebook.contact.ram import bow_contacts
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.editions.terms.readings import reading
from tableassist.rulebook.ruling.ruling import Verdict, margin_call
from tableassist.rulebook.scene.scene import Scene
from tableassist.rulebook.state.game import with_unit
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import Parts, between_all


def without_contradicted_ticks(scene: Scene, settings: RuleSettings) -> Scene:
    """Return the scene with a state that has only the ticks that count; the same scene where all do."""
    state = scene.state
    for piece, tick in contradicted_ticks(scene, settings):
        unit = state.units[piece]
        state = with_unit(state, unit, states=unit.states - {tick})
    return scene if state is scene.state else replace(scene, state=state)


def contradicted_ticks(scene: Scene, settings: RuleSettings) -> Iterator[tuple[str, PieceState]]:
    """List pieces and ticks that the camera surely sees otherwise, of the kinds for which this table trusts it."""
    if not settings.house:
        return
    for tick, is_contradicted in CONTRADICTED.items():
        if reading(f"ticked-{tick.value}", settings.house) == "tick":
            continue
        for unit in scene.state.units.values():
            placed = scene.find(unit.id) if tick in unit.states else None
            if placed is not None and is_contradicted(placed, scene, settings):
                yield unit.id, tick


def _has_masts(placed: PlacedPiece, _scene: Scene, _settings: RuleSettings) -> bool:
    return bool(placed.masts_standing)


def _is_clear_of_fog(placed: PlacedPiece, scene: Scene, settings: RuleSettings) -> bool:
    fog = any(each.piece.model.kind is PieceKind.FOG_BANK for each in scene.pieces)
    return fog and in_fog(placed, scene, settings) is None


def _touches_no_enemy(placed: PlacedPiece, scene: Scene, settings: RuleSettings) -> bool:
    """Her bow touches none, surely."""
    pairs = both_ways(scene, frozenset({placed.id}), SHIPS, SHIPS)
    enemies = [(one, other) for one, other in pairs if one is placed and scene.state.are_enemies(one.id, other.id)]
    return all(touch.verdict is Verdict.NO for touch in bow_contacts(enemies, settings))


def _is_clear_of(kind: PieceKind) -> Callable[[PlacedPiece, Scene, RuleSettings], bool]:
    def is_clear(placed: PlacedPiece, scene: Scene, settings: RuleSettings) -> bool:
        terrain = [each for each in scene.pieces if each.piece.model.kind is kind]
        apart = between_all([Parts(placed, placed.footprint, each, each.footprint) for each in terrain])
        tolerance = settings.contact_tolerance_mm
        return bool(terrain) and all(margin_call(tolerance - each.mm, each.sigma_mm)[0] is Verdict.NO for each in apart)

    return is_clear


CONTRADICTED: Mapping[PieceState, Callable[[PlacedPiece, Scene, RuleSettings], bool]] = {
    PieceState.DERELICT: _has_masts,
    PieceState.LOST: _is_clear_of_fog,
    PieceState.PINNED: _touches_no_enemy,
    PieceState.TANGLED: _is_clear_of(PieceKind.SARGASSO_SEA),
    PieceState.WRECKED: _is_clear_of(PieceKind.REEF),
}
"""By tick: whether what is seen surely says otherwise."""
