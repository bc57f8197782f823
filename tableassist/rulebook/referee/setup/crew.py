"""Crew and equipment are assigned before the game: to a ship, or to the home island."""

from tableassist.messages import Message
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.acts.setup import AssignCrew
from tableassist.rulebook.referee.foul import Foul, foul
from tableassist.rulebook.referee.treasure.room import no_room
from tableassist.rulebook.state.game import GameState, with_crew
from tableassist.rulebook.state.things import CrewMember, Unit


def judge_assign_crew(game: GameState, act: AssignCrew) -> Judgement:
    member, section = game.crew[act.crew], game.edition.treasure.crew_section
    if member.owner != act.player:
        words = Message("{crew} is not {player}'s", crew=member.name, player=act.player)
        return foul(Foul.NOT_YOURS, words, section)
    ship = game.units.get(act.to)
    return _not_home(game, act) if ship is None else _not_aboard(game, member, ship, act)


def _not_home(game: GameState, act: AssignCrew) -> Judgement:
    section = game.edition.treasure.crew_section
    if not game.home_of(act.player):
        words = Message("the home island of {player} is not chosen yet", player=act.player)
        return foul(Foul.NOT_READY, words, section)
    if act.to != game.home_of(act.player):
        words = Message("crew begins on a ship or on the home island of {player}", player=act.player)
        return foul(Foul.NOT_AT_HOME, words, section)
    return FINE


def _not_aboard(game: GameState, member: CrewMember, ship: Unit, act: AssignCrew) -> Judgement:
    section = game.edition.treasure.crew_section
    if ship.owner != act.player:
        words = Message("{name} is not {player}'s", name=ship.name, player=act.player)
        return foul(Foul.NOT_YOURS, words, section)
    if not ship.is_ship:
        return foul(Foul.NO_CARGO, Message("{name} carries no crew", name=ship.name), section)
    if is_foreign_zero(game, member, ship):
        words = Message(
            "{crew} costs nothing, and serves only on a ship of {nation}", crew=member.name, nation=member.card.nation
        )
        return foul(Foul.WRONG_NATION, words, section)
    already = member.at == act.to
    return (None if already else no_room(game, ship, coins=(act.crew,))) or FINE


def is_foreign_zero(game: GameState, member: CrewMember, ship: Unit) -> bool:
    """Crew of 0 points on a ship of another nation. Where a nation is not known, the table is believed."""
    card = member.card
    if card.equipment or card.points or not game.edition.treasure.zero_point_crew_at_home_only:
        return False
    return bool(card.nation) and bool(ship.card.nation) and card.nation != ship.card.nation


def fold_assign_crew(game: GameState, act: AssignCrew) -> GameState:
    return with_crew(game, game.crew[act.crew], at=act.to)


def crew_to_assign(game: GameState) -> tuple[str, ...]:
    return tuple(each.card.id for each in game.crew.values() if not each.at)
