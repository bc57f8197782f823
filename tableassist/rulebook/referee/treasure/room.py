"""Whether a ship has room for what is to come aboard."""

import msgspec.structs

from tableassist.messages import Message
from tableassist.rulebook.play.log import Judgement
from tableassist.rulebook.referee.foul import Foul, foul
from tableassist.rulebook.state.game import GameState, changed
from tableassist.rulebook.state.questions import cargo_space, cargo_used, crew_points
from tableassist.rulebook.state.things import GONE, Unit


def no_room(game: GameState, unit: Unit, *, coins: tuple[str, ...], gone: tuple[str, ...] = ()) -> Judgement | None:
    """Things that come (`coins`: coins and crew) and go; None where there is room for all. What a ship costs is not
    known where it is 0: every card has its points."""
    come = set(coins)
    moved = {each: msgspec.structs.replace(game.crew[each], at=unit.card.id) for each in come if each in game.crew}
    moved |= {each: msgspec.structs.replace(game.crew[each], at=GONE) for each in gone if each in game.crew}
    paid = {each: msgspec.structs.replace(game.coins[each], at=unit.card.id) for each in come if each in game.coins}
    paid |= {each: msgspec.structs.replace(game.coins[each], at=GONE) for each in gone if each in game.coins}
    if not moved and not paid:
        return None
    after = changed(game, crew={**game.crew, **moved}, coins={**game.coins, **paid})
    terms = game.edition.treasure
    grows = any(each in come for each in (*moved, *paid))
    if grows and cargo_used(after, unit) > cargo_space(after, unit):
        said = {"name": unit.name, "space": cargo_space(after, unit)}
        return foul(Foul.NO_ROOM, Message("{name} holds no more than {space}", **said), terms.cargo_section)
    new_crew = any(each in come for each in moved)
    if new_crew and 0 < unit.card.points < crew_points(after, unit):
        said = {"name": unit.name, "points": unit.card.points}
        words = Message("{name} carries crew of at most {points} points", **said)
        return foul(Foul.TOO_EXPENSIVE, words, terms.crew_section)
    return None
