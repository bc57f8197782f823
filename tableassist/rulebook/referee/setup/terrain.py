"""Terrain that is placed before the game: which, how many, how far from the rest."""

import msgspec.structs

from tableassist.messages import Message
from tableassist.rulebook.play.log import Judgement, Reason
from tableassist.rulebook.referee.acts.setup import PlaceTerrain
from tableassist.rulebook.referee.foul import Foul, foul, measured
from tableassist.rulebook.referee.setup.advice import advice, fine_with
from tableassist.rulebook.referee.setup.first_player import not_decided
from tableassist.rulebook.referee.setup.islands import islands_to_place
from tableassist.rulebook.state.game import GameState, changed


def judge_place_terrain(game: GameState, act: PlaceTerrain) -> Judgement:
    return not_decided(game) or _not_allowed(game, act) or _spaced(game, act)


def _not_allowed(game: GameState, act: PlaceTerrain) -> Judgement | None:
    terms, piece = game.edition.setup, game.terrain[act.terrain]
    if piece.kind not in terms.terrain_kinds:
        words = Message("no {kind} is placed before the game in this edition", kind=piece.kind.value)
        return foul(Foul.NOT_IN_EDITION, words, terms.terrain_section)
    if act.terrain in game.set_up.terrain:
        words = Message("{terrain} lies there already", terrain=piece.name)
        return foul(Foul.ALREADY_PLACED, words, terms.terrain_section)
    if terms.terrain_count is not None and len(game.set_up.terrain) >= terms.terrain_count:
        words = Message("{count} pieces of terrain were agreed on", count=terms.terrain_count)
        return foul(Foul.TERRAIN_COUNT, words, terms.terrain_section)
    return None


def _spaced(game: GameState, act: PlaceTerrain) -> Judgement:
    terms = game.edition.setup
    told = (_in_turn(game, act), _islands_first(game))
    if act.spacing is None or not terms.terrain_gap_short:
        return fine_with(*told)
    said = {"terrain": game.terrain[act.terrain].name, "least": terms.terrain_gap_short}
    call = measured(
        act.spacing,
        Foul.SPACING,
        Message("{terrain} lies nearer than {least:g} S to an island or other terrain", **said),
        terms.terrain_section,
        unknown=Message("whether {terrain} lies {least:g} S from islands and other terrain is not settled", **said),
    )
    return call if call.reasons else fine_with(*told)


def _in_turn(game: GameState, act: PlaceTerrain) -> Reason | None:
    """The same number each, in the order of the islands, is only recommended."""
    turn = next_to_place_terrain(game)
    if act.player == turn:
        return None
    words = Message("it would be {player}'s turn to place terrain", player=turn)
    return advice(words, game.edition.setup.terrain_section)


def _islands_first(game: GameState) -> Reason | None:
    if not islands_to_place(game):
        return None
    return advice(Message("islands are placed before terrain"), game.edition.setup.terrain_section)


def fold_place_terrain(game: GameState, act: PlaceTerrain) -> GameState:
    if act.terrain in game.set_up.terrain:
        return game
    set_up = game.set_up
    placed = msgspec.structs.replace(
        set_up, terrain=(*set_up.terrain, act.terrain), placed_by={**set_up.placed_by, act.terrain: act.player}
    )
    piece = msgspec.structs.replace(game.terrain[act.terrain], placed_by=act.player)
    return changed(game, terrain={**game.terrain, act.terrain: piece}, set_up=placed)


def next_to_place_terrain(game: GameState) -> str:
    return game.order[len(game.set_up.terrain) % len(game.order)] if game.order else ""


def terrain_to_place(game: GameState) -> tuple[str, ...]:
    """What the table has agreed on is what stands in its set-up."""
    terms = game.edition.setup
    if terms.terrain_count is not None and len(game.set_up.terrain) >= terms.terrain_count:
        return ()
    return tuple(
        each.card.id
        for each in game.terrain.values()
        if each.kind in terms.terrain_kinds and each.card.id not in game.set_up.terrain
    )
