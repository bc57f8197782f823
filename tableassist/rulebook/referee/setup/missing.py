"""What the set-up still lacks: who has to do what, each with an act that would do it."""

from collections.abc import Iterator

from tableassist.messages import Message
from tableassist.rulebook.play.game import Need
from tableassist.rulebook.referee.acts.setup import (
    AssignCrew,
    ChooseHome,
    Contribute,
    DealTreasure,
    PlaceIsland,
    PlaceShip,
    PlaceTerrain,
    RollForFirst,
)
from tableassist.rulebook.referee.offering.offer import ROLL, Offer
from tableassist.rulebook.referee.setup.crew import crew_to_assign
from tableassist.rulebook.referee.setup.first_player import still_to_roll
from tableassist.rulebook.referee.setup.homes import homes_to_choose
from tableassist.rulebook.referee.setup.islands import (
    islands_to_place,
    islands_wanted,
    next_to_place,
    number_is_must,
    placed_islands,
)
from tableassist.rulebook.referee.setup.ships import ships_to_place
from tableassist.rulebook.referee.setup.terrain import next_to_place_terrain, terrain_to_place
from tableassist.rulebook.referee.setup.treasure import (
    coins_an_island,
    coins_to_deal,
    players_to_contribute,
    usual_contribution,
    wild_islands,
)
from tableassist.rulebook.state.game import GameState


def missing(game: GameState) -> tuple[Offer, ...]:
    """All of it, in the order of the set-up, also what cannot be done yet."""
    return (*_rolls(game), *_islands(game), *_terrain(game), *_homes(game), *_ships(game), *_crew(game), *_coins(game))


def _rolls(game: GameState) -> Iterator[Offer]:
    for player in still_to_roll(game):
        yield Offer(
            player, RollForFirst(player, 1), Message("{player} rolls for the first turn", player=player), (ROLL,)
        )


def _islands(game: GameState) -> Iterator[Offer]:
    left, player = islands_to_place(game), next_to_place(game)
    placed, wanted = len(placed_islands(game)), islands_wanted(game)
    if left:
        words = Message("{player} places an island", player=player)
        if number_is_must(game):
            words = Message("{player} places an island, {placed} of {wanted} lie there", player=player, placed=placed,
                            wanted=wanted)  # fmt: skip
        yield Offer(player, PlaceIsland(player, left[0]), words, (Need("island", left), Need("spacing")))


def _terrain(game: GameState) -> Iterator[Offer]:
    left, player = terrain_to_place(game), next_to_place_terrain(game)
    if left:
        words = Message("{player} places terrain", player=player)
        yield Offer(player, PlaceTerrain(player, left[0]), words, (Need("terrain", left), Need("spacing")))


def _homes(game: GameState) -> Iterator[Offer]:
    free = tuple(each for each in placed_islands(game) if game.islands[each].is_wild)
    for chooser, owner in homes_to_choose(game):
        words = Message("{player} chooses the home island of {owner}", player=chooser, owner=owner)
        if chooser == owner:
            words = Message("{player} chooses a home island", player=chooser)
        act = ChooseHome(chooser, free[0] if free else "", owner)
        yield Offer(chooser, act, words, (Need("island", free),))


def _ships(game: GameState) -> Iterator[Offer]:
    for key in ships_to_place(game):
        unit = game.units[key]
        words = Message("{player} places {name} at the home island", player=unit.owner, name=unit.name)
        act = PlaceShip(unit.owner, key, game.home_of(unit.owner))
        yield Offer(unit.owner, act, words, (Need("touches"),))


def _crew(game: GameState) -> Iterator[Offer]:
    for key in crew_to_assign(game):
        member = game.crew[key]
        words = Message("{player} puts {crew} on a ship or the home island", player=member.owner, crew=member.name)
        home = game.home_of(member.owner)
        ships = tuple(each.card.id for each in game.fleet(member.owner) if each.is_ship)
        places = (*((home,) if home else ()), *ships)
        act = AssignCrew(member.owner, key, places[0] if places else "")
        yield Offer(member.owner, act, words, (Need("to", places),))


def _coins(game: GameState) -> Iterator[Offer]:
    for player in players_to_contribute(game):
        words = Message("{player} contributes treasure", player=player)
        brought = Contribute(player, usual_contribution(game))
        yield Offer(player, brought, words, (Need("values"), Need("unique")))
    yield from _deals(game)


def _deals(game: GameState) -> Iterator[Offer]:
    """First the same number to each; what is left over, one at a time."""
    coins, (least, most) = coins_to_deal(game), coins_an_island(game)
    there = {each: len(game.coins_at(each)) for each in wild_islands(game)}
    short = [each for each in there if there[each] < least] or [each for each in there if there[each] < most]
    for island in short if coins else ():
        share = max(1, least - there[island])
        words = Message.plural(
            "1 coin is dealt to {island}", "{count} coins are dealt to {island}", count=share,
            island=game.islands[island].name,
        )  # fmt: skip
        needs = (Need("coins", coins, most=most - there[island], least=share),)
        yield Offer(game.player, DealTreasure(island, coins[:share]), words, needs)
