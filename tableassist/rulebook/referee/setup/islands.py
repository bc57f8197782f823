"""Islands: whose turn it is to place one, how many, and how far apart."""

import msgspec.structs

from tableassist.messages import Message
from tableassist.rulebook.play.log import Judgement, Reason
from tableassist.rulebook.referee.acts.setup import PlaceIsland
from tableassist.rulebook.referee.foul import Foul, foul, measured
from tableassist.rulebook.referee.setup.advice import advice, fine_with
from tableassist.rulebook.referee.setup.first_player import not_decided
from tableassist.rulebook.ruling.ruling import Verdict
from tableassist.rulebook.state.game import GameState, changed, with_island
from tableassist.rulebook.state.things import Island


def judge_place_island(game: GameState, act: PlaceIsland) -> Judgement:
    return not_decided(game) or _not_now(game, act) or _too_many(game) or _spaced(game, act)


def _not_now(game: GameState, act: PlaceIsland) -> Judgement | None:
    terms, island = game.edition.setup, game.islands[act.island]
    if any(each.home for each in game.islands.values()):
        words = Message("homes are being chosen: all islands have been placed")
        return foul(Foul.TOO_LATE, words, terms.home_section)
    turn = next_to_place(game)
    if act.player != turn:
        words = Message("it is {player}'s turn to place an island, not {other}'s", player=turn, other=act.player)
        return foul(Foul.NOT_FIRST_TO_PLACE, words, terms.islands_section)
    if is_placed(game, island):
        words = Message("{island} lies there already", island=island.name)
        return foul(Foul.ALREADY_PLACED, words, terms.islands_section)
    return None


def _too_many(game: GameState) -> Judgement | None:
    wanted = islands_wanted(game)
    if not number_is_must(game) or len(placed_islands(game)) < wanted:
        return None
    words = Message("there are {wanted} islands already, and no more are played with", wanted=wanted)
    return foul(Foul.ISLAND_COUNT, words, game.edition.setup.islands_section)


def _spaced(game: GameState, act: PlaceIsland) -> Judgement:
    terms, island = game.edition.setup, game.islands[act.island]
    said = {"island": island.name, "least": terms.island_gap_long, "most": terms.island_reach_long}
    if act.spacing is None or not placed_islands(game):
        return fine_with(_symbol_up(game, island), _more_than_advised(game))
    words = Message("{island} lies nearer than {least:g} L or farther than {most:g} L from the others", **said)
    if terms.spacing_must:
        unknown = Message("whether {island} lies {least:g} to {most:g} L from the others is not settled", **said)
        call = measured(act.spacing, Foul.SPACING, words, terms.spacing_section, unknown=unknown)
        return call if call.reasons else fine_with(_symbol_up(game, island), _more_than_advised(game))
    badly = advice(words, terms.spacing_section) if act.spacing is Verdict.NO else None
    return fine_with(badly, _symbol_up(game, island), _more_than_advised(game))


def _symbol_up(game: GameState, island: Island) -> Reason | None:
    if not island.card.mysterious or not game.edition.treasure.mysterious:
        return None
    words = Message("{island} is mysterious: it lies with its symbol up", island=island.name)
    return advice(words, game.edition.setup.islands_section)


def _more_than_advised(game: GameState) -> Reason | None:
    wanted = islands_wanted(game)
    if len(placed_islands(game)) < wanted:
        return None
    words = Message("{wanted} islands are recommended, and there are more", wanted=wanted)
    return advice(words, game.edition.setup.islands_section)


def fold_place_island(game: GameState, act: PlaceIsland) -> GameState:
    if act.island in game.set_up.islands:
        return game
    set_up = game.set_up
    placed = msgspec.structs.replace(
        set_up, islands=(*set_up.islands, act.island), placed_by={**set_up.placed_by, act.island: act.player}
    )
    return changed(with_island(game, game.islands[act.island], placed_by=act.player), set_up=placed)


def next_to_place(game: GameState) -> str:
    """The first player, then the others in turn, until all islands are placed."""
    return game.order[len(game.set_up.islands) % len(game.order)] if game.order else ""


def islands_wanted(game: GameState) -> int:
    terms = game.edition.setup
    return terms.islands if terms.islands is not None else terms.islands_a_player * len(game.start.players)


def number_is_must(game: GameState) -> bool:
    """The texts speak of a game of their own build total; for another the number is only a guide."""
    terms = game.edition.setup
    own_total = game.multiplayer or "islands" in game.start.house
    return terms.islands_must and (own_total or game.start.build_total in (0, terms.build_total))


def is_placed(game: GameState, island: Island) -> bool:
    """By an act, or before the log began: a home, or an island with treasure."""
    card = island.card
    return card.id in game.set_up.islands or bool(card.home) or bool(card.coins)


def placed_islands(game: GameState) -> tuple[str, ...]:
    return tuple(each.card.id for each in game.islands.values() if is_placed(game, each))


def islands_to_place(game: GameState) -> tuple[str, ...]:
    """Those that are still to be placed; none once there are as many as there must be."""
    if number_is_must(game) and len(placed_islands(game)) >= islands_wanted(game):
        return ()
    return tuple(each.card.id for each in game.islands.values() if not is_placed(game, each))


def islands_not_ready(game: GameState) -> Judgement | None:
    """Homes are chosen once all islands have been placed."""
    terms, placed, wanted = game.edition.setup, len(placed_islands(game)), islands_wanted(game)
    if left := islands_to_place(game):
        words = Message("{island} is not placed yet", island=game.islands[left[0]].name)
        return foul(Foul.NOT_READY, words, terms.islands_section)
    if number_is_must(game) and placed < wanted:
        words = Message("{placed} islands are placed, and {wanted} must be", placed=placed, wanted=wanted)
        return foul(Foul.ISLAND_COUNT, words, terms.islands_section)
    return None
