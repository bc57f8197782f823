"""Exploring islands, and ships that one touches."""

import msgspec.structs

from tableassist.messages import Message
from tableassist.pieces.effects import Effect
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.actions import Action, give_action, no_action, not_hers
from tableassist.rulebook.referee.acts.cargo import Explore, ExploreShip
from tableassist.rulebook.referee.changes.cargo import carry_coins, last_coin_loaded
from tableassist.rulebook.referee.changes.crew import take_crew
from tableassist.rulebook.referee.changes.showing import show_crew
from tableassist.rulebook.referee.foul import Foul, foul, measured, refused
from tableassist.rulebook.referee.treasure.room import no_room
from tableassist.rulebook.ruling.ruling import Verdict
from tableassist.rulebook.state.game import FactKind, GameState, with_coins, with_island, with_turn, with_unit
from tableassist.rulebook.state.questions import effects_of, fort_at
from tableassist.rulebook.state.refusals import refuse_exploring
from tableassist.rulebook.state.things import Unit


def judge_explore(game: GameState, act: Explore) -> Judgement:
    unit, island, terms = game.units[act.ship], game.islands[act.island], game.edition.treasure
    said = {"name": unit.name, "island": island.name}
    bad = not_hers(game, unit) if free_explore(game, unit) else no_action(game, unit, Action.EXPLORE)
    if bad is not None:
        return bad
    if unit.is_creature or unit.is_fort:
        return foul(Foul.NO_CARGO, Message("{name} loads no treasure", **said), terms.explore_section)
    if unit.docked_at != act.island:
        return foul(Foul.NOT_DOCKED, Message("{name} is not docked at {island}", **said), terms.explore_section)
    if not island.is_wild:
        return foul(Foul.NOT_WILD, Message("{island} is a home island", **said), terms.explore_section)
    if terms.begins_docked and unit.began_docked_at != act.island and not free_explore(game, unit):
        words = Message("{name} was not docked at {island} when the turn began", **said)
        return foul(Foul.NOT_DOCKED_AT_START, words, terms.explore_section)
    return _taking(game, unit, act)


def free_explore(game: GameState, unit: Unit) -> bool:
    """Her player's token lies there, and she has docked in this turn; or an explorer explores in the move that docked
    her."""
    island = game.islands.get(unit.docked_at)
    lay_there = unit.began_docked_at == unit.docked_at and Action.MOVE.value not in unit.turn.actions
    if island is None or not unit.is_ship or unit.explored_here or lay_there:
        return False
    if game.edition.treasure.tokens and unit.owner in island.tokens:
        return True
    return game.just_moved == unit.card.id and Effect.DOCK_AND_EXPLORE in effects_of(game, unit)


def _taking(game: GameState, unit: Unit, act: Explore) -> Judgement:
    terms, there = game.edition.treasure, {each.card.id: each for each in game.coins_at(act.island)}
    if len(set(act.take)) != len(act.take) or not set(act.take) <= there.keys():
        words = Message("not all of these coins lie on {island}", island=game.islands[act.island].name)
        return foul(Foul.NOT_THERE, words, terms.explore_section)
    fort = fort_at(game, act.island)
    if fort is not None and act.take:
        return foul(Foul.FORT_THERE, Message("what lay there is in the fort"), game.edition.setup.fort_section)
    left = [each for each in there.values() if each.is_unique and each.card.id not in act.take]
    if left:
        words = Message("{coin} is unique and must be taken by the first who explores", coin=left[0].card.unique)
        return foul(Foul.MUST_TAKE_UNIQUE, words, terms.unique_section)
    return no_room(game, unit, coins=act.take) or FINE


def fold_explore(game: GameState, act: Explore) -> GameState:
    unit, island = game.units[act.ship], game.islands[act.island]
    after = game
    if not free_explore(game, unit):
        after = give_action(game, unit, Action.EXPLORE)
    elif unit.owner not in island.tokens or not game.edition.treasure.tokens:
        after = show_crew(game, unit, Effect.DOCK_AND_EXPLORE)
    after = with_island(
        after, after.islands[act.island], explored_by=island.explored_by | {unit.owner}, ever_explored=True
    )
    after = with_unit(after, after.units[act.ship], explored_here=True)
    after = carry_coins(after, act.take, to=act.ship)
    unique = tuple(
        msgspec.structs.replace(after.coins[each], face_up=True) for each in act.take if after.coins[each].is_unique
    )
    if unique:
        after = with_coins(after, unique)
    return last_coin_loaded(after, act.ship, act.take)


def judge_explore_ship(game: GameState, act: ExploreShip) -> Judgement:
    unit, other = game.units[act.ship], game.units[act.other]
    terms, said = game.edition.treasure, {"name": unit.name, "other": other.name}
    if by_touch(game, unit, other, act):
        bad = not_hers(game, unit)
    else:
        bad = no_action(game, unit, Action.EXPLORE) or refused(
            refuse_exploring(game, unit, other, game.edition, game.start.house)
        )
    if bad is not None:
        return bad
    if not set(act.take) <= _aboard(game, act.other) or not set(act.give) <= _aboard(game, act.ship):
        words = Message("not all of that is aboard {name} and {other}", **said)
        return foul(Foul.NOT_THERE, words, terms.explore_section)
    full = no_room(game, unit, coins=act.take, gone=act.give) or no_room(game, other, coins=act.give, gone=act.take)
    if full is not None:
        return full
    return measured(
        _touch(game, act.ship, act.other),
        Foul.NO_CONTACT,
        Message("{name} does not touch {other}", **said),
        terms.explore_section,
        unknown=Message("whether {name} touches {other} is not settled", **said),
    )


def _aboard(game: GameState, ship: str) -> set[str]:
    return {each.card.id for each in game.coins_at(ship)} | {each.card.id for each in game.crew_at(ship)}


def by_touch(game: GameState, unit: Unit, other: Unit, act: ExploreShip) -> bool:
    """Some cards take one coin from an enemy whom she touches, as a free action once a turn."""
    able = Effect.TAKES_TREASURE_BY_TOUCH in effects_of(game, unit) and unit.owner != other.owner
    return able and len(act.take) == 1 and not act.give and act.take[0] in game.coins and not unit.turn.boarded_afar


def _touch(game: GameState, one: str, other: str) -> Verdict | None:
    kinds = (FactKind.TOUCHES, FactKind.BOW_ON, FactKind.BOW_TO_BOW, FactKind.TOUCHES_BOW_OF)
    said = [game.answer(kind, *pair) for kind in kinds for pair in ((one, other), (other, one))]
    if game.units[one].towed_by == other or game.units[other].towed_by == one:
        return Verdict.YES
    known = [each for each in said if each is not None]
    return next((each for each in (Verdict.YES, Verdict.TOO_CLOSE, Verdict.NO) if each in known), None)


def fold_explore_ship(game: GameState, act: ExploreShip) -> GameState:
    unit, other = game.units[act.ship], game.units[act.other]
    if by_touch(game, unit, other, act):
        after = with_turn(game, unit, boarded_afar=True)
    else:
        after = give_action(game, unit, Action.EXPLORE)
    for things, to in ((act.take, act.ship), (act.give, act.other)):
        after = carry_coins(after, tuple(each for each in things if each in after.coins), to=to)
        for each in things:
            if each in after.crew:
                after = take_crew(after, each, to=to)
    return after
