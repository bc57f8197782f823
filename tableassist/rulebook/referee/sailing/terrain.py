"""What terrain does to a ship that comes upon it."""

import msgspec.structs

from tableassist.messages import Message
from tableassist.pieces.effects import Effect
from tableassist.pieces.model import PieceKind
from tableassist.pieces.piece_state import PieceState
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.acts.sailing import Move, RollTerrain
from tableassist.rulebook.referee.changes.damage import lose_masts, owe_masts
from tableassist.rulebook.referee.changes.tow_lines import let_go
from tableassist.rulebook.referee.foul import Foul, foul
from tableassist.rulebook.referee.sailing.arrival import arrive
from tableassist.rulebook.state.game import GameState, changed, in_turn, with_duty, with_unit, without_duty
from tableassist.rulebook.state.questions import effects_of
from tableassist.rulebook.state.things import NOBODY, Duty, DutyKind, TerrainPiece, Unit
from tableassist.rulebook.terrain.terrain import is_tangled, reef_damage

ROLLED = frozenset({PieceKind.REEF, PieceKind.SARGASSO_SEA})


def known_terrain(game: GameState, act: Move) -> Judgement | None:
    kinds = game.edition.terrain.kinds
    for each in act.terrain:
        piece = game.terrain[each]
        if piece.kind not in kinds:
            words = Message("this edition has no {kind}", kind=piece.kind.value)
            return foul(Foul.NOT_IN_EDITION, words, game.edition.terrain.trigger_section)
    return None


def come_upon(game: GameState, act: Move) -> GameState:
    """In the order of touching, each once a move action; the first that ends her move ends it."""
    unit, after = game.units[act.ship], game
    on = frozenset(act.terrain)
    after = with_unit(after, unit, terrain=on)
    if PieceState.GHOSTLY in unit.states or Effect.IGNORES_TERRAIN in effects_of(game, unit):
        return after
    for each in dict.fromkeys(act.terrain):
        after = _upon(after, act.ship, each)
        now = after.units[act.ship]
        for towed in now.towing:
            after = _tow_over(after, towed, each)
        if now.lost_in or now.tangled_in or now.gone or PieceState.WRECKED in now.states:
            break
    return after


def _tow_over(game: GameState, towed: str, terrain: str) -> GameState:
    """A ship in tow comes upon each reef with her tower, and owes her own roll (revolution, complete: Reef)."""
    unit = game.units[towed]
    spared = PieceState.GHOSTLY in unit.states or Effect.IGNORES_TERRAIN in effects_of(game, unit)
    if game.terrain[terrain].kind is not PieceKind.REEF or unit.lost_in or spared:
        return game
    return _upon(with_unit(game, unit, terrain=unit.terrain | {terrain}), towed, terrain)


def _upon(game: GameState, ship: str, terrain: str) -> GameState:
    unit, piece = game.units[ship], game.terrain[terrain]
    if piece.kind is PieceKind.FOG_BANK:
        return _into_fog(game, unit, piece)
    if piece.kind not in ROLLED or (piece.kind is PieceKind.REEF and terrain in unit.began_on):
        return game  # a reef spares whom it held when the turn began: where her last move ended
    if piece.rating and game.reading("terrain-die") == "one-a-turn":
        return _apply_rating(game, unit, piece, piece.rating)
    return with_duty(game, Duty(DutyKind.TERRAIN, unit.owner, ship, terrain))


def _into_fog(game: GameState, unit: Unit, fog: TerrainPiece) -> GameState:
    """She is put inside, ships in tow with her, and her turn ends."""
    after = game
    for each in (unit.card.id, *unit.towing):
        now = after.units[each]
        after = with_unit(
            after, now, lost_in=fog.card.id, docked_at="", turn=in_turn(now, turn_over=True, shooting=False)
        )
    return after


def _apply_rating(game: GameState, unit: Unit, piece: TerrainPiece, rating: int) -> GameState:
    """Against the masts she was built with."""
    built = unit.card.masts
    if piece.kind is PieceKind.SARGASSO_SEA:
        return with_unit(game, unit, tangled_in=piece.card.id) if is_tangled(built, rating) else game
    damage = reef_damage(built, unit.masts, rating)
    if damage.wrecked:
        return _wreck(game, unit, piece)
    return owe_masts(game, unit, damage.masts, by="") if damage.masts else game


def _wreck(game: GameState, unit: Unit, reef: TerrainPiece) -> GameState:
    """More damage than she has masts: a wreck on the reef; a sea creature is eliminated."""
    if unit.masts > 0:
        game = lose_masts(game, unit, frozenset(unit.masts_standing), by="")
    now = game.units[unit.card.id]
    if now.gone or not now.is_ship:
        return game
    after = with_unit(
        game,
        now,
        states=now.states | {PieceState.WRECKED},
        terrain=frozenset({reef.card.id}),
        turn=in_turn(now, turn_over=True),
    )
    return let_go(after, unit.card.id)


def judge_roll_terrain(game: GameState, act: RollTerrain) -> Judgement:
    if _owed(game, act) is None:
        words = Message("{name} owes no roll there", name=game.units[act.ship].name)
        return foul(Foul.NOT_OWED, words, game.edition.terrain.trigger_section)
    return FINE


def fold_roll_terrain(game: GameState, act: RollTerrain) -> GameState:
    """The die stays on the terrain until the turn ends."""
    duty, piece = _owed(game, act), game.terrain[act.terrain]
    after = without_duty(game, duty) if duty else game
    rated = msgspec.structs.replace(piece, rating=act.roll)
    after = changed(after, terrain={**after.terrain, act.terrain: rated})
    after = _apply_rating(after, after.units[act.ship], rated, act.roll)
    now = after.units[act.ship]
    if now.gone or now.tangled_in or PieceState.WRECKED in now.states:
        after = _without_more(after, act.ship)
    return arrive(after, game.units[act.ship].towed_by or act.ship)


def _without_more(game: GameState, ship: str) -> GameState:
    """Her move ended there: what lay beyond is not come upon."""
    kept = tuple(each for each in game.duties if each.kind is not DutyKind.TERRAIN or each.piece != ship)
    return changed(game, duties=kept)


def _owed(game: GameState, act: RollTerrain) -> Duty | None:
    wanted = (DutyKind.TERRAIN, act.ship, act.terrain)
    return next((each for each in game.duties if (each.kind, each.piece, each.other) == wanted), None)


def out_of_terrain(game: GameState, ship: str) -> GameState:
    return with_unit(game, game.units[ship], terrain=NOBODY, tangled_in="", lost_in="")
