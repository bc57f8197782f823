"""Fog banks and trade currents that a card lets a ship lay during the game."""

from tableassist.messages import Message
from tableassist.pieces.effects import Effect
from tableassist.pieces.model import PieceKind
from tableassist.rulebook.play.log import Judgement
from tableassist.rulebook.referee.actions import not_hers
from tableassist.rulebook.referee.acts.sailing import LayTerrain
from tableassist.rulebook.referee.changes.showing import show_crew
from tableassist.rulebook.referee.foul import Foul, foul, measured
from tableassist.rulebook.state.game import GameState, changed, with_crew, with_turn
from tableassist.rulebook.state.questions import effects_of, has, keyword_carrier
from tableassist.rulebook.state.start import TerrainStart
from tableassist.rulebook.state.things import TerrainPiece, Unit

NAVIGATOR = "Navigator"


def judge_lay_terrain(game: GameState, act: LayTerrain) -> Judgement:
    unit, section = game.units[act.ship], game.edition.terrain.trigger_section
    if (bad := not_hers(game, unit)) is not None:
        return bad
    if act.terrain in game.terrain:
        words = Message("{terrain} lies on the table already", terrain=act.terrain)
        return foul(Foul.NOT_THERE, words, section)
    if act.kind not in game.edition.terrain.kinds:
        words = Message("this edition has no {kind}", kind=act.kind.value)
        return foul(Foul.NOT_IN_EDITION, words, section)
    if not _able(game, unit, act.kind):
        words = Message("{name} has no card that lays a {kind}", name=unit.name, kind=act.kind.value)
        return foul(Foul.NOT_ABLE, words, section)
    if act.kind in unit.turn.laid:
        words = Message("{name} has laid a {kind} in this turn", name=unit.name, kind=act.kind.value)
        return foul(Foul.ALREADY_TRIED, words, game.edition.turn.stacking_section)
    return measured(
        act.within,
        Foul.NO_CONTACT,
        Message("it is too far from {name}", name=unit.name),
        section,
        unknown=Message("whether it is near enough to {name} is not settled", name=unit.name),
    )


def _able(game: GameState, unit: Unit, kind: PieceKind) -> bool:
    if kind is PieceKind.FOG_BANK:
        return Effect.PLACES_FOG_WITHIN_S in effects_of(game, unit)
    navigator = has(unit, NAVIGATOR) or keyword_carrier(game, unit, NAVIGATOR) is not None
    return kind is PieceKind.TRADE_CURRENT and navigator


def fold_lay_terrain(game: GameState, act: LayTerrain) -> GameState:
    unit = game.units[act.ship]
    piece = TerrainPiece(TerrainStart(act.terrain, act.kind, by=unit.owner), placed_by=unit.owner)
    after = with_turn(game, unit, laid=unit.turn.laid | {act.kind})
    after = changed(after, terrain={**game.terrain, act.terrain: piece})
    if act.kind is PieceKind.FOG_BANK:
        return show_crew(after, unit, Effect.PLACES_FOG_WITHIN_S)
    member = None if has(unit, NAVIGATOR) else keyword_carrier(game, unit, NAVIGATOR)
    return after if member is None else with_crew(after, member, face_up=True)
