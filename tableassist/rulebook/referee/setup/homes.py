"""Home islands, and the ships and crew that begin there."""

import msgspec.structs

from tableassist.messages import Message, template
from tableassist.rulebook.editions.terms import HomeChoice
from tableassist.rulebook.play.log import FINE, Judgement, Reason
from tableassist.rulebook.referee.acts.act import Answer, SetUpAct, advice, fine_with
from tableassist.rulebook.referee.acts.cargo import no_room
from tableassist.rulebook.referee.foul import Foul, foul, judge_answer
from tableassist.rulebook.referee.setup.layout import (
    is_placed,
    islands_not_ready,
    islands_wanted,
    list_placed_islands,
    not_decided,
    seats,
)
from tableassist.rulebook.state.game import GameState
from tableassist.rulebook.state.refusals import NOT_AT_HOME
from tableassist.rulebook.state.things import CrewMember, Unit


class ChooseHome(SetUpAct, frozen=True, tag="choose-home"):
    player: str
    """Who chooses."""
    island: str
    owner: str
    """Whose home it becomes."""

    title = Message("Choosing a home island")
    text = template("{player} chooses {island} as {owner}'s home island")

    def assess(self, game: GameState) -> Judgement:
        return (
            not_decided(game)
            or islands_not_ready(game)
            or _wrong_chooser(game, self)
            or _wrong_island(game, self)
            or fine_with(_fewer_than_advised(game), _mysterious(game, self), _ships_first(game))
        )

    def fold(self, game: GameState) -> GameState:
        homes = tuple(dict.fromkeys((*game.set_up.homes, self.owner)))
        after = game.with_island(game.islands[self.island], home=self.owner)
        return after.replace(set_up=msgspec.structs.replace(after.set_up, homes=homes))


class PlaceShip(SetUpAct, frozen=True, tag="place-ship"):
    """A ship is put at her home island, her bow touching it."""

    player: str
    ship: str
    island: str
    touches: Answer = None

    title = Message("Placing a ship")
    text = template("{player} puts {ship} at {island}")

    def assess(self, game: GameState) -> Judgement:
        unit = game.units[self.ship]
        return _not_hers(game, unit, self) or _not_at_home(game, unit, self) or _touching(game, unit, self)

    def fold(self, game: GameState) -> GameState:
        unit, set_up = game.units[self.ship], game.set_up
        place = "" if begins_away(unit) else self.island
        after = game.with_unit(unit, docked_at=place, began_docked_at=place)
        return after.replace(set_up=msgspec.structs.replace(set_up, ships=set_up.ships | {self.ship}))


class AssignCrew(SetUpAct, frozen=True, tag="assign-crew"):
    """Crew or equipment is put aboard a ship, or on the home island."""

    player: str
    crew: str
    to: str

    title = Message("Assigning crew")
    text = template("{player} assigns {crew} to {to}")

    def assess(self, game: GameState) -> Judgement:
        member, section = game.crew[self.crew], game.edition.treasure.crew_section
        if member.owner != self.player:
            words = Message("{crew} is not {player}'s", crew=member.name, player=self.player)
            return foul(Foul.NOT_YOURS, words, section)
        ship = game.units.get(self.to)
        return _not_home(game, self) if ship is None else _not_aboard(game, member, ship, self)

    def fold(self, game: GameState) -> GameState:
        return game.with_crew(game.crew[self.crew], at=self.to)


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
    wanted, placed = islands_wanted(game), len(list_placed_islands(game))
    if placed >= wanted or game.set_up.homes:
        return None
    words = Message("{wanted} islands are recommended, but there are {placed}", wanted=wanted, placed=placed)
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
    late = next((ship for ship in ships_to_place(game) if game.home_of(game.units[ship].owner)), "")
    if not late:
        return None
    unit = game.units[late]
    words = Message("{player} places ships first, and {name} is not placed yet", player=unit.owner, name=unit.name)
    return advice(words, game.edition.setup.home_section)


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
        return tuple((player, player) for player in reversed(game.order))
    last = game.set_up.placed_by.get(game.set_up.islands[-1]) if game.set_up.islands else None
    round_table = tuple(reversed(seats(game)))
    at = round_table.index(last or game.order[-1])
    return tuple((player, player) for player in (*round_table[at:], *round_table[:at]))


def _not_hers(game: GameState, unit: Unit, act: PlaceShip) -> Judgement | None:
    terms, details = game.edition.setup, {"name": unit.name, "player": act.player}
    if unit.owner != act.player:
        return foul(Foul.NOT_YOURS, Message("{name} is not {player}'s", **details), terms.home_section)
    if unit.is_fort:
        words = Message("{name} is a fort: forts are built during the game", **details)
        return foul(Foul.WRONG_KIND, words, terms.fort_section)
    if is_at_start(game, unit):
        return foul(Foul.ALREADY_PLACED, Message("{name} is placed already", **details), terms.home_section)
    return None


def _not_at_home(game: GameState, unit: Unit, act: PlaceShip) -> Judgement | None:
    terms, home = game.edition.setup, game.home_of(act.player)
    if not home:
        words = Message("the home island of {player} is not chosen yet", player=act.player)
        return foul(Foul.NOT_READY, words, terms.home_section)
    if act.island != home:
        details = {"name": unit.name, "home": game.islands[home].name}
        return foul(Foul.NOT_AT_HOME, Message("{name} begins at her home island {home}", **details), terms.home_section)
    return None


def _touching(game: GameState, unit: Unit, act: PlaceShip) -> Judgement:
    terms, details = game.edition.setup, {"name": unit.name, "home": game.islands[act.island].name}
    if act.touches is None:
        return fine_with(_flag(game, unit))
    words = Message("{name}'s bow does not touch {home}", **details)
    if unit.is_creature:
        words = Message("no part of {name} touches {home}", **details)
    if begins_away(unit):
        words = Message("{name} is not S from {home}, where a mercenary begins", **details)
    section = terms.creature_section if unit.is_creature else terms.home_section
    unknown = Message("whether {name} lies at {home} as she must is not settled", **details)
    call = judge_answer(act.touches, Foul.NOT_AT_HOME, words, section, unknown=unknown)
    return call if call.reasons else fine_with(_flag(game, unit))


def _flag(game: GameState, unit: Unit) -> Reason | None:
    """No camera tells a flag."""
    if not unit.is_ship:
        return None
    words = Message("{name} flies her nation's flag from her stern, if she has one", name=unit.name)
    return advice(words, game.edition.setup.fleet_section)


def begins_away(unit: Unit) -> bool:
    """A mercenary begins S from home (the master keyword list)."""
    return any(unit.has(keyword) for keyword in NOT_AT_HOME)


def is_at_start(game: GameState, unit: Unit) -> bool:
    return unit.card.id in game.set_up.ships or unit.card.at is not None


def ships_to_place(game: GameState) -> tuple[str, ...]:
    return tuple(
        unit.card.id
        for unit in game.units.values()
        if not unit.is_fort and not unit.gone and not is_at_start(game, unit)
    )


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
        return foul(Foul.NO_CARGO, Message("{name} has no crew", name=ship.name), section)
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


def crew_to_assign(game: GameState) -> tuple[str, ...]:
    return tuple(member.card.id for member in game.crew.values() if not member.at)
