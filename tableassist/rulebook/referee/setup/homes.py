"""Home islands: who chooses whose, in which order."""

import msgspec.structs

from tableassist.messages import Message
from tableassist.rulebook.editions.terms import HomeChoice
from tableassist.rulebook.play.log import Judgement, Reason
from tableassist.rulebook.referee.acts.setup import ChooseHome
from tableassist.rulebook.referee.foul import Foul, foul
from tableassist.rulebook.referee.setup.advice import advice, fine_with
from tableassist.rulebook.referee.setup.first_player import not_decided, seats
from tableassist.rulebook.referee.setup.islands import is_placed, islands_not_ready, islands_wanted, placed_islands
from tableassist.rulebook.referee.setup.ships import ships_to_place
from tableassist.rulebook.state.game import GameState, changed, with_island


def judge_choose_home(game: GameState, act: ChooseHome) -> Judgement:
    return (
        not_decided(game)
        or islands_not_ready(game)
        or _wrong_chooser(game, act)
        or _wrong_island(game, act)
        or fine_with(_fewer_than_advised(game), _mysterious(game, act), _ships_first(game))
    )


def _wrong_chooser(game: GameState, act: ChooseHome) -> Judgement | None:
    section, due = game.edition.setup.home_section, homes_to_choose(game)
    if not due:
        return foul(Foul.NOT_THE_CHOOSER, Message("every player has a home island"), section)
    chooser, owner = due[0]
    if (act.player, act.owner) == (chooser, owner):
        return None
    words = Message("now {player} chooses the home island of {owner}", player=chooser, owner=owner)
    return foul(Foul.NOT_THE_CHOOSER, words, section)


def _wrong_island(game: GameState, act: ChooseHome) -> Judgement | None:
    island, section = game.islands[act.island], game.edition.setup.home_section
    if island.home:
        words = Message("{island} is {player}'s home island", island=island.name, player=island.home)
        return foul(Foul.HOME_TAKEN, words, section)
    if not is_placed(game, island):
        return foul(Foul.NOT_READY, Message("{island} is not on the table", island=island.name), section)
    return None


def _fewer_than_advised(game: GameState) -> Reason | None:
    wanted, placed = islands_wanted(game), len(placed_islands(game))
    if placed >= wanted or game.set_up.homes:
        return None
    words = Message("{wanted} islands are recommended, and there are {placed}", wanted=wanted, placed=placed)
    return advice(words, game.edition.setup.islands_section)


def _mysterious(game: GameState, act: ChooseHome) -> Reason | None:
    if not game.islands[act.island].card.mysterious or not game.edition.treasure.mysterious:
        return None
    words = Message("a mysterious home island has no effects, unless the players have chosen so (mysterious-homes)")
    return advice(words, game.edition.setup.home_section)


def _ships_first(game: GameState) -> Reason | None:
    """Where players choose for each other, ships are placed before the next home is chosen. Nobody gains by it."""
    if home_choice(game) is HomeChoice.OWN:
        return None
    late = next((each for each in ships_to_place(game) if game.home_of(game.units[each].owner)), "")
    if not late:
        return None
    unit = game.units[late]
    words = Message("{player} places ships first, and {name} is not placed yet", player=unit.owner, name=unit.name)
    return advice(words, game.edition.setup.home_section)


def fold_choose_home(game: GameState, act: ChooseHome) -> GameState:
    homes = tuple(dict.fromkeys((*game.set_up.homes, act.owner)))
    after = with_island(game, game.islands[act.island], home=act.owner)
    return changed(after, set_up=msgspec.structs.replace(after.set_up, homes=homes))


def home_choice(game: GameState) -> HomeChoice:
    terms = game.edition.setup
    return HomeChoice(game.reading("homes-chosen")) if terms.home_is_open else terms.homes


def homes_to_choose(game: GameState) -> tuple[tuple[str, str], ...]:
    """Who chooses, and whose home; the next one first. Players with a home are done."""
    pairs = _own(game) if home_choice(game) is HomeChoice.OWN else _for_another(game)
    return tuple((chooser, owner) for chooser, owner in pairs if not game.home_of(owner))


def _for_another(game: GameState) -> tuple[tuple[str, str], ...]:
    """The last chooses the first's, the first the second's, and so on."""
    return tuple((game.order[at - 1], owner) for at, owner in enumerate(game.order))


def _own(game: GameState) -> tuple[tuple[str, str], ...]:
    """The last first. In a multiplayer game that is who placed the last island, and then on to the right."""
    if not game.multiplayer:
        return tuple((each, each) for each in reversed(game.order))
    last = game.set_up.placed_by.get(game.set_up.islands[-1]) if game.set_up.islands else None
    round_table = tuple(reversed(seats(game)))
    at = round_table.index(last or game.order[-1])
    return tuple((each, each) for each in (*round_table[at:], *round_table[:at]))
