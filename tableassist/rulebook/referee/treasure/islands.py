"""Mysterious islands, marked islands, coins turned over, events."""

from tableassist.messages import Message
from tableassist.pieces.effects import Effect
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.actions import not_hers
from tableassist.rulebook.referee.acts.cargo import MarkIsland, MysteriousRoll, PlayEvent, Reveal
from tableassist.rulebook.referee.changes.cargo import revealed
from tableassist.rulebook.referee.changes.showing import show_crew
from tableassist.rulebook.referee.foul import Foul, foul, measured
from tableassist.rulebook.state.game import FactKind, GameState, changed, with_crew, with_island, without_duty
from tableassist.rulebook.state.questions import effects_of
from tableassist.rulebook.state.things import Duty, DutyKind


def judge_mysterious(game: GameState, act: MysteriousRoll) -> Judgement:
    if _owed(game, act) is None:
        words = Message("{name} owes no roll there", name=game.units[act.ship].name)
        return foul(Foul.NOT_OWED, words, game.edition.treasure.mysterious_section)
    return FINE


def fold_mysterious(game: GameState, act: MysteriousRoll) -> GameState:
    """What it brings is printed on the island, and is said as further acts by card."""
    duty = _owed(game, act)
    return without_duty(game, duty) if duty else game


def _owed(game: GameState, act: MysteriousRoll) -> Duty | None:
    wanted = (DutyKind.MYSTERIOUS, act.ship, act.island)
    return next((each for each in game.duties if (each.kind, each.piece, each.other) == wanted), None)


def judge_mark(game: GameState, act: MarkIsland) -> Judgement:
    unit, island, section = game.units[act.ship], game.islands[act.island], game.edition.turn.keyword_section
    said = {"name": unit.name, "island": island.name}
    if (bad := not_hers(game, unit)) is not None:
        return bad
    if Effect.MARKS_ISLAND_WITHIN_S not in effects_of(game, unit):
        return foul(Foul.NOT_ABLE, Message("{name} has no card that marks islands", **said), section)
    answer = act.within if act.within is not None else game.answer(FactKind.WITHIN_S, act.ship, act.island)
    return measured(
        answer,
        Foul.NO_CONTACT,
        Message("{island} is not within S of {name}", **said),
        section,
        unknown=Message("whether {island} is within S of {name} is not settled", **said),
    )


def fold_mark(game: GameState, act: MarkIsland) -> GameState:
    """Her player's token lies there from now on."""
    unit, island = game.units[act.ship], game.islands[act.island]
    after = show_crew(game, unit, Effect.MARKS_ISLAND_WITHIN_S)
    return with_island(after, after.islands[act.island], tokens=island.tokens | {unit.owner})


def judge_reveal(game: GameState, act: Reveal) -> Judgement:
    section = game.edition.treasure.treasure_section
    if act.thing in game.crew:
        return FINE
    coin = game.coins[act.thing]
    if act.value is None and coin.value is None:
        return foul(Foul.UNKNOWN, Message("what is the coin worth?"), section)
    known = coin.value is not None and not coin.is_unique
    if known and act.value not in (None, coin.value):
        words = Message("the set-up has another value for that coin")  # without the value: it may lie face down
        return foul(Foul.NOT_THERE, words, section)
    return FINE


def fold_reveal(game: GameState, act: Reveal) -> GameState:
    if act.thing in game.crew:
        return with_crew(game, game.crew[act.thing], face_up=True)
    value = act.value if act.value is not None else game.coins[act.thing].worth
    return revealed(game, act.thing, value)


def judge_event(game: GameState, act: PlayEvent) -> Judgement:
    if act.event not in game.events.get(act.player, ()):
        words = Message("{player} holds no event {event}", player=act.player, event=act.event)
        return foul(Foul.NOT_YOURS, words, game.edition.setup.fleet_section)
    return FINE


def fold_event(game: GameState, act: PlayEvent) -> GameState:
    """Played by its text, which is on the card; it is played once."""
    held = list(game.events.get(act.player, ()))
    if act.event in held:
        held.remove(act.event)
    return changed(game, events={**game.events, act.player: tuple(held)})
