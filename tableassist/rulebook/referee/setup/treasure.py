"""Treasure before the game, what the set-up still lacks, and the beginning of play."""

from collections.abc import Iterator

import msgspec.structs

from tableassist.messages import Message, template
from tableassist.rulebook.play.game import Need
from tableassist.rulebook.play.log import Judgement, Opinion, Reason
from tableassist.rulebook.referee.acts.act import ADVICE, ROLL, Offer, SetUpAct, advice, fine_with
from tableassist.rulebook.referee.acts.table import begin_turn
from tableassist.rulebook.referee.foul import Foul, foul
from tableassist.rulebook.referee.setup.fleet import different_totals, fleet_problems, total_of
from tableassist.rulebook.referee.setup.homes import (
    AssignCrew,
    ChooseHome,
    PlaceShip,
    crew_to_assign,
    homes_to_choose,
    ships_to_place,
)
from tableassist.rulebook.referee.setup.layout import (
    PlaceIsland,
    PlaceTerrain,
    RollForFirst,
    is_placed,
    islands_to_place,
    islands_wanted,
    list_placed_islands,
    next_to_place,
    next_to_place_terrain,
    number_is_must,
    still_to_roll,
    terrain_to_place,
)
from tableassist.rulebook.state.game import GameState, Phase
from tableassist.rulebook.state.start import CoinStart
from tableassist.rulebook.state.things import GONE, Coin
from tableassist.text_line import fold_name as folded


class Contribute(SetUpAct, frozen=True, tag="contribute"):
    """Treasure that a player brings. Its coins get the ids c1, c2 and so on."""

    player: str
    values: tuple[int, ...] = ()
    unique: tuple[str, ...] = ()
    """Names of unique treasures."""

    title = Message("Contributing treasure")
    text = template("{player} contributes treasure: {values} {unique}")

    def assess(self, game: GameState) -> Judgement:
        terms = game.edition.treasure
        if self.player in game.set_up.contributed:
            words = Message("{player} has contributed already", player=self.player)
            return foul(Foul.ALREADY_PLACED, words, terms.treasure_section)
        if any(not 0 <= value <= MOST_GOLD for value in self.values):
            return foul(Foul.UNKNOWN, Message("no coin has that value"), terms.treasure_section)
        names = [folded(name) for name in self.unique]
        if terms.one_unique_of_a_name and len(set(names)) < len(names):
            words = Message("a player contributes only one unique treasure of a name")
            return foul(Foul.DUPLICATE, words, terms.unique_section)
        number, gold = _number(game, self), _gold(game, self)
        if number is not None and (game.multiplayer or _is_must(game)):
            return foul(Foul.TREASURE_COUNT, number, terms.treasure_section)
        if gold is not None and (_is_must(game) or (terms.unique_beside_gold and self.unique)):
            return foul(Foul.TREASURE_GOLD, gold, terms.unique_section if self.unique else terms.treasure_section)
        return fine_with(
            *(None if words is None else advice(words, terms.treasure_section) for words in (number, gold))
        )

    def fold(self, game: GameState) -> GameState:
        ids = _new_ids(game, len(self.values) + len(self.unique))
        coins = [CoinStart(key, value=value, by=self.player) for key, value in zip(ids, self.values, strict=False)]
        names = zip(ids[len(self.values) :], self.unique, strict=True)
        coins += [CoinStart(key, value=0, unique=name, by=self.player) for key, name in names]
        after = game.with_coins(tuple(Coin(coin, GONE, coin.value) for coin in coins))
        contributed = tuple(dict.fromkeys((*game.set_up.contributed, self.player)))
        total = (
            game.starting_gold if game.start.starting_gold is not None else (game.starting_gold or 0) + sum(self.values)
        )
        return after.replace(starting_gold=total, set_up=msgspec.structs.replace(game.set_up, contributed=contributed))


class DealTreasure(SetUpAct, frozen=True, tag="deal-treasure"):
    """Coins are put face down on a wild island, without looking."""

    island: str
    coins: tuple[str, ...]

    title = Message("Dealing treasure")
    text = template("{island} gets the coins {coins}")

    def assess(self, game: GameState) -> Judgement:
        terms, island = game.edition.treasure, game.islands[self.island]
        if homes_to_choose(game):
            words = Message("not all homes are chosen: treasure goes to the wild islands")
            return foul(Foul.NOT_READY, words, terms.treasure_section)
        if late := players_to_contribute(game):
            words = Message("{player} has not contributed yet", player=late[0])
            return foul(Foul.NOT_READY, words, terms.treasure_section)
        if self.island not in wild_islands(game):
            words = Message("{island} is not a wild island", island=island.name)
            return foul(Foul.NOT_WILD, words, terms.treasure_section)
        undealt = set(coins_to_deal(game))
        if len(set(self.coins)) < len(self.coins) or not set(self.coins) <= undealt:
            return foul(Foul.NOT_THERE, Message("a coin is dealt once"), terms.treasure_section)
        return _share(game, self)

    def fold(self, game: GameState) -> GameState:
        """Shuffled face down, so that a table may say that nobody knows which coin is which."""
        unseen = game.reading("coins-dealt") == "unseen"
        dealt = []
        for key in self.coins:
            coin = game.coins[key]
            value = None if unseen and not coin.is_unique else coin.value
            dealt.append(msgspec.structs.replace(coin, at=self.island, value=value))
        return game.with_coins(tuple(dealt))


class BeginPlay(SetUpAct, frozen=True, tag="begin-play"):
    """The set-up is done, and this player takes the first turn."""

    player: str

    title = Message("Beginning of play")
    text = template("play begins, {player} first")

    def assess(self, game: GameState) -> Judgement:
        section = game.edition.setup.home_section
        lacking = tuple(Reason(Foul.NOT_READY.value, offer.words, section) for offer in missing(game))
        if lacking:
            return Judgement(Opinion.FOUL, lacking)
        if self.player != game.order[0]:
            words = Message("{player} is first, not {other}", player=game.order[0], other=self.player)
            return foul(Foul.NOT_YOUR_TURN, words, game.edition.setup.first_section)
        if (bad := different_totals(game)) is not None:
            return bad
        problems = [
            problem.reason
            for player in game.order
            for problem in fleet_problems(game, player, limit=total_of(game, player))
        ]
        against = tuple(problem for problem in problems if problem.code != ADVICE)
        return Judgement(Opinion.FOUL, against) if against else fine_with(*problems)

    def fold(self, game: GameState) -> GameState:
        """What nobody placed is not in the game."""
        islands, terrain = game.islands, game.terrain
        if game.set_up.islands:
            islands = {key: island for key, island in islands.items() if is_placed(game, island) or island.home}
        if game.set_up.terrain:
            terrain = {key: piece for key, piece in terrain.items() if key in game.set_up.terrain}
        after = game.replace(phase=Phase.PLAYING, islands=islands, terrain=terrain)
        return begin_turn(after, self.player, turn=1)


MOST_GOLD = 1000
"""That one coin may be worth."""
USUAL_COINS, USUAL_GOLD = 8, 15


def _is_must(game: GameState) -> bool:
    """The texts say "should"; a table may take that for a must."""
    return game.reading("treasure-contribution") == "must"


def _number(game: GameState, act: Contribute) -> Message | None:
    """What is wrong with the number of coins. Unique treasure may count among them or come on top; in a multiplayer
    game it is one of the six."""
    counts = {len(act.values) + len(act.unique)}
    if not game.multiplayer:
        counts.add(len(act.values))
    wanted = _coins_wanted(game)
    if wanted is None or wanted in counts:
        return None
    return Message(
        "{player} brings {count} coins instead of {wanted}", **_contribution_details(act, max(counts), wanted)
    )


def _gold(game: GameState, act: Contribute) -> Message | None:
    wanted, brought = game.edition.treasure.gold_a_player, sum(act.values)
    if wanted is None or brought == wanted or not _has_own_total(game):
        return None
    return Message("{player} brings {count} gold instead of {wanted}", **_contribution_details(act, brought, wanted))


def _contribution_details(act: Contribute, count: int, wanted: int) -> dict[str, object]:
    return {"player": act.player, "count": count, "wanted": wanted}


def _coins_wanted(game: GameState) -> int | None:
    """By the edition for a game of its own build total; else as many as the first player brought."""
    wanted = game.edition.treasure.coins_a_player
    if wanted is not None and (game.multiplayer or _has_own_total(game)):
        return wanted
    if not game.set_up.contributed:
        return None
    first = game.set_up.contributed[0]
    return sum(coin.card.by == first for coin in game.coins.values())


def _has_own_total(game: GameState) -> bool:
    return game.start.build_total in (0, game.edition.setup.build_total)


def usual_contribution(game: GameState) -> tuple[int, ...]:
    """As many coins as are wanted, and together as much gold; else 8 coins of 15 gold (complete, Placing Treasure)."""
    count = _coins_wanted(game)
    count = USUAL_COINS if count is None else count
    gold = game.edition.treasure.gold_a_player or (USUAL_GOLD if count == USUAL_COINS else 2 * count)
    return (*(1,) * (count - 1), max(1, gold - count + 1)) if count else ()


def _new_ids(game: GameState, count: int) -> tuple[str, ...]:
    """c1, c2 and so on, but for those that the set-up has used."""
    free = (f"c{number}" for number in range(1, len(game.coins) + count + 1))
    return tuple(key for key in free if key not in game.coins)[:count]


def _share(game: GameState, act: DealTreasure) -> Judgement:
    """The same number to each wild island; where that cannot be, as near as it goes."""
    terms, there = game.edition.treasure, len(game.coins_at(act.island)) + len(act.coins)
    least, most = coins_an_island(game)
    details = {"island": game.islands[act.island].name, "there": there, "least": least, "most": most}
    if not least <= there <= most:
        words = Message("{island} would have {there} coins, and each wild island gets {least}", **details)
        if least != most:
            words = Message("{island} would have {there} coins, and each wild island gets {least} or {most}", **details)
        return foul(Foul.TREASURE_COUNT, words, terms.treasure_section)
    return fine_with(_not_as_printed(game, there))


def _not_as_printed(game: GameState, there: int) -> Reason | None:
    wanted = game.edition.treasure.coins_an_island
    if wanted is None or wanted == there:
        return None
    words = Message("{wanted} coins an island is the rule, which these coins and islands do not allow", wanted=wanted)
    return advice(words, game.edition.treasure.treasure_section)


def coins_an_island(game: GameState) -> tuple[int, int]:
    """At least and at most, so that all coins are dealt evenly."""
    islands = max(1, len(wild_islands(game)))
    coins = len(coins_to_deal(game)) + sum(len(game.coins_at(island)) for island in wild_islands(game))
    return coins // islands, -(-coins // islands)


def wild_islands(game: GameState) -> tuple[str, ...]:
    return tuple(island for island in list_placed_islands(game) if game.islands[island].is_wild)


def coins_to_deal(game: GameState) -> tuple[str, ...]:
    return tuple(coin.card.id for coin in game.coins.values() if coin.at == GONE)


def players_to_contribute(game: GameState) -> tuple[str, ...]:
    """None where the set-up has the treasure already."""
    if any(island.coins for island in game.start.islands):
        return ()
    return tuple(player for player in game.order if player not in game.set_up.contributed)


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
    placed, wanted = len(list_placed_islands(game)), islands_wanted(game)
    if left:
        words = Message("{player} places an island", player=player)
        if number_is_must(game):
            words = Message("{player} places an island, {placed} of {wanted} are placed", player=player, placed=placed,
                            wanted=wanted)  # fmt: skip
        yield Offer(player, PlaceIsland(player, left[0]), words, (Need("island", left), Need("spacing")))


def _terrain(game: GameState) -> Iterator[Offer]:
    left, player = terrain_to_place(game), next_to_place_terrain(game)
    if left:
        words = Message("{player} places terrain", player=player)
        yield Offer(player, PlaceTerrain(player, left[0]), words, (Need("terrain", left), Need("spacing")))


def _homes(game: GameState) -> Iterator[Offer]:
    free = tuple(island for island in list_placed_islands(game) if game.islands[island].is_wild)
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
        ships = tuple(unit.card.id for unit in game.fleet(member.owner) if unit.is_ship)
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
    there = {island: len(game.coins_at(island)) for island in wild_islands(game)}
    short = [island for island in there if there[island] < least] or [
        island for island in there if there[island] < most
    ]
    for island in short if coins else ():
        share = max(1, least - there[island])
        words = Message.plural(
            "1 coin is dealt to {island}", "{count} coins are dealt to {island}", count=share,
            island=game.islands[island].name,
        )  # fmt: skip
        needs = (Need("coins", coins, most=most - there[island], least=share),)
        yield Offer(game.player, DealTreasure(island, coins[:share]), words, needs)


def set_up_offers(game: GameState) -> tuple[Offer, ...]:
    """All that can be done now, and to begin once nothing is missing."""
    if game.phase is not Phase.SETTING_UP:
        return ()
    left = missing(game)
    if left:
        return tuple(offer for offer in left if _can_be_done(game, offer))
    return (Offer(game.order[0], BeginPlay(game.order[0]), Message("{player} begins", player=game.order[0])),)


def _can_be_done(game: GameState, offer: Offer) -> bool:
    """What names nothing yet waits for something else: no island is free, no home chosen."""
    named = msgspec.structs.asdict(offer.act).values()
    return "" not in named and not offer.act.assess(game).is_foul
