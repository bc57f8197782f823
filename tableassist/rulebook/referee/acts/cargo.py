"""Exploring islands and ships, treasure put ashore, and crew that change places at a dock."""

from collections.abc import Iterator

import msgspec.structs

from tableassist.messages import Message, template
from tableassist.pieces import Effect
from tableassist.rulebook.play.game import Need
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.acts.act import Act, Offer
from tableassist.rulebook.referee.changes import (
    carry_coins,
    last_coin_loaded,
    place_to_unload,
    put_ashore,
    show_crew,
    take_crew,
)
from tableassist.rulebook.referee.foul import (
    Action,
    Foul,
    foul,
    foul_of_refusal,
    give_action,
    judge_answer,
    no_action,
    not_hers,
)
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.state.game import (
    Call,
    FactKind,
    GameState,
)
from tableassist.rulebook.state.questions import cargo_space, cargo_used, crew_points, effects_of, fort_at, is_marine
from tableassist.rulebook.state.refusals import refuse_exploring
from tableassist.rulebook.state.things import GONE, CrewMember, Unit


class Explore(Act, frozen=True, tag="explore"):
    """A docked ship explores her island and takes coins."""

    ship: str
    island: str
    take: tuple[str, ...] = ()

    title = Message("Exploring an island")
    text = template("{ship} explores {island} and takes {take}")

    def assess(self, game: GameState) -> Judgement:
        unit, island, terms = game.units[self.ship], game.islands[self.island], game.edition.treasure
        details = {"name": unit.name, "island": island.name}
        bad = not_hers(game, unit) if free_explore(game, unit) else no_action(game, unit, Action.EXPLORE)
        if bad is not None:
            return bad
        if unit.docked_at != self.island:
            return foul(Foul.NOT_DOCKED, Message("{name} is not docked at {island}", **details), terms.explore_section)
        if not island.is_wild:
            return foul(Foul.NOT_WILD, Message("{island} is a home island", **details), terms.explore_section)
        if terms.begins_docked and unit.began_docked_at != self.island and not free_explore(game, unit):
            words = Message("{name} was not docked at {island} when the turn began", **details)
            return foul(Foul.NOT_DOCKED_AT_START, words, terms.explore_section)
        return _taking(game, unit, self)

    def fold(self, game: GameState) -> GameState:
        unit, island = game.units[self.ship], game.islands[self.island]
        after = game
        if not free_explore(game, unit):
            after = give_action(game, unit, Action.EXPLORE)
        elif unit.owner not in island.tokens or not game.edition.treasure.tokens:
            after = show_crew(game, unit, Effect.DOCK_AND_EXPLORE)
        after = after.with_island(
            after.islands[self.island], explored_by=island.explored_by | {unit.owner}, ever_explored=True
        )
        after = after.with_unit(after.units[self.ship], explored_here=True)
        after = carry_coins(after, self.take, to=self.ship)
        unique = tuple(
            msgspec.structs.replace(after.coins[coin], face_up=True)
            for coin in self.take
            if after.coins[coin].is_unique
        )
        if unique:
            after = after.with_coins(unique)
        return last_coin_loaded(after, self.ship, self.take)


class ExploreShip(Act, frozen=True, tag="explore-ship"):
    """A ship explores an allied ship, a derelict or a wreck that she touches: cargo and crew change places."""

    ship: str
    other: str
    take: tuple[str, ...] = ()
    """Coins and crew from the other."""
    give: tuple[str, ...] = ()
    """Coins and crew to the other."""

    title = Message("Exploring a ship")
    text = template("{ship} explores {other}, takes {take} and gives {give}")

    def assess(self, game: GameState) -> Judgement:
        unit, other_ship = game.units[self.ship], game.units[self.other]
        terms, details = game.edition.treasure, {"name": unit.name, "other": other_ship.name}
        if by_touch(game, unit, other_ship, self):
            bad = not_hers(game, unit)
        else:
            bad = no_action(game, unit, Action.EXPLORE) or foul_of_refusal(
                refuse_exploring(game, unit, other_ship, game.edition, game.start.house)
            )
        if bad is not None:
            return bad
        if not set(self.take) <= _aboard(game, self.other) or not set(self.give) <= _aboard(game, self.ship):
            words = Message("not all of that is aboard {name} and {other}", **details)
            return foul(Foul.NOT_THERE, words, terms.explore_section)
        full = no_room(game, unit, coins=self.take, gone=self.give) or no_room(
            game, other_ship, coins=self.give, gone=self.take
        )
        if full is not None:
            return full
        return judge_answer(
            _touch(game, self.ship, self.other),
            Foul.NO_CONTACT,
            Message("{name} does not touch {other}", **details),
            terms.explore_section,
            unknown=Message("whether {name} touches {other} is not settled", **details),
        )

    def fold(self, game: GameState) -> GameState:
        unit, other_ship = game.units[self.ship], game.units[self.other]
        if by_touch(game, unit, other_ship, self):
            after = game.with_turn(unit, boarded_afar=True)
        else:
            after = give_action(game, unit, Action.EXPLORE)
        for things, to in ((self.take, self.ship), (self.give, self.other)):
            after = carry_coins(after, tuple(thing for thing in things if thing in after.coins), to=to)
            for thing in things:
                if thing in after.crew:
                    after = take_crew(after, thing, to=to)
        return after

    def calls(self) -> tuple[Call, ...]:
        return (("explore", self.ship, self.other, 0),)


class Unload(Act, frozen=True, tag="unload"):
    """A docked ship puts treasure ashore: at home or in an own fort what she kept aboard, or on a wild island."""

    ship: str
    coins: tuple[str, ...]

    title = Message("Putting treasure ashore")
    text = template("{ship} puts {coins} ashore")

    def assess(self, game: GameState) -> Judgement:
        unit, section = game.units[self.ship], game.edition.treasure.unload_section
        details = {"name": unit.name}
        if (bad := not_hers(game, unit)) is not None:
            return bad
        if not unit.docked_at or not unit.is_ship:
            return foul(Foul.NOT_DOCKED, Message("{name} is not docked", **details), section)
        aboard = {coin.id for coin in game.coins_at(unit.id)}
        if not self.coins or not set(self.coins) <= aboard or set(self.coins) & unit.withheld:
            return foul(Foul.NOT_THERE, Message("not all of these coins are aboard {name}", **details), section)
        if not place_for_treasure(game, unit):
            words = Message("{name} cannot put treasure ashore there", **details)
            return foul(Foul.MAY_NOT_UNLOAD, words, section)
        return FINE

    def fold(self, game: GameState) -> GameState:
        """On a wild island coins lie face down again; at home and in forts they are turned over as ever. By a card they
        are left wherever she is docked."""
        unit = game.units[self.ship]
        coins = tuple(game.coins[coin] for coin in self.coins if game.coins[coin].at == self.ship)
        if place := place_to_unload(game, unit, unit.docked_at):
            return put_ashore(game, coins, unit.owner, to=place)
        return carry_coins(game, tuple(coin.id for coin in coins), to=unit.docked_at) if unit.docked_at else game


class MoveCrew(Act, frozen=True, tag="move-crew"):
    """A docked ship drops off crew or equipment, takes some aboard, or transfers some to a ship docked beside her."""

    ship: str
    crew: str
    to: str
    """A ship or an island."""

    title = Message("Crew changes places")
    text = template("{ship}: {crew} goes to {to}")

    def assess(self, game: GameState) -> Judgement:
        unit, member, terms = game.units[self.ship], game.crew[self.crew], game.edition.treasure
        if (bad := not_hers(game, unit)) is not None:
            return bad
        if not unit.is_ship:
            return foul(Foul.NO_CARGO, Message("{name} has no crew", name=unit.name), terms.crew_section)
        if not unit.docked_at:
            words = Message("{name} is not docked", name=unit.name)
            return foul(Foul.NOT_DOCKED, words, terms.crew_transfer_section)
        return _wrong_place(game, unit, member, self) or _into(game, self) or FINE

    def fold(self, game: GameState) -> GameState:
        return take_crew(game, self.crew, to=self.to)


def no_room(game: GameState, unit: Unit, *, coins: tuple[str, ...], gone: tuple[str, ...] = ()) -> Judgement | None:
    """Things that come (`coins`: coins and crew) and go; None where there is room for all. What a ship costs is not
    known where it is 0: every card has its points."""
    come = set(coins)
    moved = {thing: msgspec.structs.replace(game.crew[thing], at=unit.card.id) for thing in come if thing in game.crew}
    moved |= {thing: msgspec.structs.replace(game.crew[thing], at=GONE) for thing in gone if thing in game.crew}
    paid = {thing: msgspec.structs.replace(game.coins[thing], at=unit.card.id) for thing in come if thing in game.coins}
    paid |= {thing: msgspec.structs.replace(game.coins[thing], at=GONE) for thing in gone if thing in game.coins}
    if not moved and not paid:
        return None
    after = game.replace(crew={**game.crew, **moved}, coins={**game.coins, **paid})
    terms = game.edition.treasure
    grows = any(thing in come for thing in (*moved, *paid))
    if grows and cargo_used(after, unit) > cargo_space(after, unit):
        details = {"name": unit.name, "space": cargo_space(after, unit)}
        return foul(Foul.NO_ROOM, Message("{name} holds no more than {space}", **details), terms.cargo_section)
    new_crew = any(member in come for member in moved)
    if new_crew and 0 < unit.card.points < crew_points(after, unit):
        details = {"name": unit.name, "points": unit.card.points}
        words = Message("{name} carries crew of at most {points} points", **details)
        return foul(Foul.TOO_EXPENSIVE, words, terms.crew_section)
    return None


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
    terms, there = game.edition.treasure, {coin.card.id: coin for coin in game.coins_at(act.island)}
    if len(set(act.take)) != len(act.take) or not set(act.take) <= there.keys():
        words = Message("not all of these coins are on {island}", island=game.islands[act.island].name)
        return foul(Foul.NOT_THERE, words, terms.explore_section)
    fort = fort_at(game, act.island)
    if fort is not None and act.take:
        return foul(Foul.FORT_THERE, Message("what was there is in the fort"), game.edition.setup.fort_section)
    left = [coin for coin in there.values() if coin.is_unique and coin.card.id not in act.take]
    if left:
        words = Message("{coin} is unique and must be taken by the first who explores", coin=left[0].card.unique)
        return foul(Foul.MUST_TAKE_UNIQUE, words, terms.unique_section)
    return no_room(game, unit, coins=act.take) or FINE


def _aboard(game: GameState, ship: str) -> set[str]:
    return {coin.card.id for coin in game.coins_at(ship)} | {member.card.id for member in game.crew_at(ship)}


def by_touch(game: GameState, unit: Unit, other: Unit, act: ExploreShip) -> bool:
    """Some cards take one coin from an enemy whom she touches, as a free action once a turn."""
    able = Effect.TAKES_TREASURE_BY_TOUCH in effects_of(game, unit) and unit.owner != other.owner
    return able and len(act.take) == 1 and not act.give and act.take[0] in game.coins and not unit.turn.boarded_afar


def _touch(game: GameState, one: str, other: str) -> Verdict | None:
    kinds = (FactKind.TOUCHES, FactKind.BOW_ON, FactKind.BOW_TO_BOW, FactKind.TOUCHES_BOW_OF)
    answers = [game.answer(kind, *pair) for kind in kinds for pair in ((one, other), (other, one))]
    if game.units[one].towed_by == other or game.units[other].towed_by == one:
        return Verdict.YES
    stated = [answer for answer in answers if answer is not None]
    return next((verdict for verdict in (Verdict.YES, Verdict.TOO_CLOSE, Verdict.NO) if verdict in stated), None)


def place_for_treasure(game: GameState, unit: Unit) -> str:
    """Where she may put treasure ashore as she is docked now: at home, in an own fort, or by the table's reading on a
    wild island; empty: nowhere."""
    if place := place_to_unload(game, unit, unit.docked_at):
        return place
    island = game.islands.get(unit.docked_at)
    is_free = island is not None and island.is_wild and fort_at(game, unit.docked_at) is None
    return unit.docked_at if is_free and game.reading("drop-treasure") == "yes" else ""


def _wrong_place(game: GameState, unit: Unit, member: CrewMember, act: MoveCrew) -> Judgement | None:
    """From her to the island or a ship docked there, or to her from one of them."""
    section, details = game.edition.treasure.crew_transfer_section, {"crew": member.name, "name": unit.name}
    ends = {member.at, act.to}
    others = {
        ship.card.id
        for ship in game.units.values()
        if ship.docked_at == unit.docked_at and ship.is_ship and ship.in_play
    }
    if unit.card.id not in ends or len(ends) != 2 or not (ends - {unit.card.id}) <= {unit.docked_at, *others}:
        words = Message("{crew} can only change places between {name}, her island and ships docked there", **details)
        return foul(Foul.NOT_THERE, words, section)
    island = game.islands.get(act.to)
    if island is not None and island.home not in ("", member.owner) and is_marine(member):
        # revolution, Keywords (Marine); he is ashore there only where a card lets his ship dock.
        words = Message("a marine is not dropped off on an opponent's home island")
        return foul(Foul.NOT_THERE, words, game.edition.turn.keyword_section)
    if member.owner == unit.owner:
        return None
    wild = member.at in game.islands and game.islands[member.at].is_wild
    if wild and game.edition.treasure.island_crew_for_all:
        return None
    return foul(Foul.NOT_YOURS, Message("{crew} is another player's", **details), section)


def _into(game: GameState, act: MoveCrew) -> Judgement | None:
    ship = game.units.get(act.to)
    return None if ship is None else no_room(game, ship, coins=(act.crew,))


TOUCHING = frozenset({FactKind.TOUCHES, FactKind.BOW_ON, FactKind.BOW_TO_BOW, FactKind.TOUCHES_BOW_OF})


def explorations(game: GameState, unit: Unit) -> Iterator[Offer]:
    island, details = game.islands.get(unit.docked_at), {"name": unit.name}
    if island is not None and island.is_wild:
        coins = game.coins_at(island.card.id)
        unique = tuple(coin.card.id for coin in coins if coin.is_unique)
        common = tuple(coin.card.id for coin in coins if not coin.is_unique)
        room = max(0, cargo_space(game, unit) - cargo_used(game, unit))
        most = len(unique) + min(room, len(common))
        taken = (Need("take", (*unique, *common), most=most, least=len(unique)),) if coins else ()
        words = Message("{name} explores {island}", island=island.name, **details)
        yield Offer(unit.owner, Explore(unit.card.id, island.card.id, unique), words, taken)
    for other_id in _touching(game, unit):
        other_ship = game.units.get(other_id)
        if other_ship is None:
            continue
        there = tuple(coin.card.id for coin in game.coins_at(other_id))
        there += tuple(member.card.id for member in game.crew_at(other_id))
        here = tuple(coin.card.id for coin in game.coins_at(unit.card.id))
        here += tuple(member.card.id for member in game.crew_at(unit.card.id))
        needs = (Need("take", there, most=len(there), least=0), Need("give", here, most=len(here), least=0))
        words = Message("{name} explores {other}", other=other_ship.name, **details)
        yield Offer(unit.owner, ExploreShip(unit.card.id, other_id), words, needs)


def _touching(game: GameState, unit: Unit) -> tuple[str, ...]:
    ship = unit.card.id
    pairs = [
        target if subject == ship else subject
        for (kind, subject, target, _), answer in game.facts_about(ship)
        if kind in TOUCHING and answer is Verdict.YES and ship in (subject, target)
    ]
    return tuple(dict.fromkeys((*pairs, *unit.towing, *((unit.towed_by,) if unit.towed_by else ()))))


def unloading(game: GameState, unit: Unit) -> Iterator[Offer]:
    """Treasure that she may put ashore by choice where she is docked."""
    coins = tuple(coin.id for coin in game.coins_at(unit.id) if coin.id not in unit.withheld) if unit.docked_at else ()
    if coins and place_for_treasure(game, unit):
        words = Message("{name} puts treasure ashore", name=unit.name)
        yield Offer(unit.owner, Unload(unit.id, coins[:1]), words, (Need("coins", coins, most=len(coins)),))


def crew_moves(game: GameState, unit: Unit) -> Iterator[Offer]:
    if not unit.docked_at or not unit.is_ship:
        return
    ship, island = unit.card.id, unit.docked_at
    beside = [
        piece.card.id
        for piece in game.units.values()
        if piece.docked_at == island and piece.is_ship and piece.card.id != ship and piece.owner == unit.owner
    ]
    for member in game.crew_at(ship):
        for to in (island, *beside):
            words = Message("{crew} leaves {name}", crew=member.name, name=unit.name)
            yield Offer(unit.owner, MoveCrew(ship, member.card.id, to), words)
    for member in game.crew_at(island):
        words = Message("{crew} comes aboard {name}", crew=member.name, name=unit.name)
        yield Offer(unit.owner, MoveCrew(ship, member.card.id, ship), words)
