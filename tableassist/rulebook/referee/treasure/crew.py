"""Crew and equipment at a dock: dropped off, taken aboard, transferred. Marines go ashore on any island but an enemy's
home."""

from tableassist.messages import Message
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.actions import not_hers
from tableassist.rulebook.referee.acts.cargo import MoveCrew
from tableassist.rulebook.referee.changes.crew import take_crew
from tableassist.rulebook.referee.foul import Foul, foul
from tableassist.rulebook.referee.treasure.room import no_room
from tableassist.rulebook.state.game import GameState, in_play
from tableassist.rulebook.state.things import CrewMember, Unit


def judge_move_crew(game: GameState, act: MoveCrew) -> Judgement:
    unit, member, terms = game.units[act.ship], game.crew[act.crew], game.edition.treasure
    if (bad := not_hers(game, unit)) is not None:
        return bad
    if not unit.is_ship:
        return foul(Foul.NO_CARGO, Message("{name} carries no crew", name=unit.name), terms.crew_section)
    if not unit.docked_at:
        words = Message("{name} is not docked", name=unit.name)
        return foul(Foul.NOT_DOCKED, words, terms.crew_transfer_section)
    return _wrong_place(game, unit, member, act) or _into(game, act) or FINE


def _wrong_place(game: GameState, unit: Unit, member: CrewMember, act: MoveCrew) -> Judgement | None:
    """From her to the island or a ship docked there, or to her from one of them."""
    section, said = game.edition.treasure.crew_transfer_section, {"crew": member.name, "name": unit.name}
    ends = {member.at, act.to}
    others = {
        each.card.id
        for each in game.units.values()
        if each.docked_at == unit.docked_at and each.is_ship and in_play(each)
    }
    if unit.card.id not in ends or len(ends) != 2 or not (ends - {unit.card.id}) <= {unit.docked_at, *others}:
        words = Message("{crew} can only change places between {name}, her island and ships docked there", **said)
        return foul(Foul.NOT_THERE, words, section)
    if member.owner == unit.owner:
        return None
    wild = member.at in game.islands and game.islands[member.at].is_wild
    if wild and game.edition.treasure.island_crew_for_all:
        return None
    return foul(Foul.NOT_YOURS, Message("{crew} is another player's", **said), section)


def _into(game: GameState, act: MoveCrew) -> Judgement | None:
    ship = game.units.get(act.to)
    return None if ship is None else no_room(game, ship, coins=(act.crew,))


def fold_move_crew(game: GameState, act: MoveCrew) -> GameState:
    return take_crew(game, act.crew, to=act.to)
