"""Offers of exploring, crew, repairs, scuttling and forts."""

from collections.abc import Iterator

from tableassist.messages import Message
from tableassist.pieces.effects import Effect
from tableassist.rulebook.play.game import Need
from tableassist.rulebook.referee.acts.cargo import (
    BuildFort,
    Explore,
    ExploreShip,
    LoadFromFort,
    MarkIsland,
    MoveCrew,
    PlayEvent,
    Repair,
    Scuttle,
    Unload,
)
from tableassist.rulebook.referee.offering.offer import ROLL, Offer
from tableassist.rulebook.referee.treasure.repair import repairable_masts
from tableassist.rulebook.referee.treasure.unloading import place_for_treasure
from tableassist.rulebook.ruling.ruling import Verdict
from tableassist.rulebook.state.game import FactKind, GameState
from tableassist.rulebook.state.questions import cargo_space, cargo_used, effects_of, fort_at, is_derelict
from tableassist.rulebook.state.things import Unit

TOUCHING = frozenset({FactKind.TOUCHES, FactKind.BOW_ON, FactKind.BOW_TO_BOW, FactKind.TOUCHES_BOW_OF})


def explorations(game: GameState, unit: Unit) -> Iterator[Offer]:
    island, said = game.islands.get(unit.docked_at), {"name": unit.name}
    if island is not None and island.is_wild:
        coins = game.coins_at(island.card.id)
        unique = tuple(each.card.id for each in coins if each.is_unique)
        common = tuple(each.card.id for each in coins if not each.is_unique)
        room = max(0, cargo_space(game, unit) - cargo_used(game, unit))
        most = len(unique) + min(room, len(common))
        taken = (Need("take", (*unique, *common), most=most, least=len(unique)),) if coins else ()
        words = Message("{name} explores {island}", island=island.name, **said)
        yield Offer(unit.owner, Explore(unit.card.id, island.card.id, unique), words, taken)
    for other_id in _touching(game, unit):
        other = game.units.get(other_id)
        if other is None:
            continue
        there = tuple(each.card.id for each in game.coins_at(other_id))
        there += tuple(each.card.id for each in game.crew_at(other_id))
        here = tuple(each.card.id for each in game.coins_at(unit.card.id))
        here += tuple(each.card.id for each in game.crew_at(unit.card.id))
        needs = (Need("take", there, most=len(there), least=0), Need("give", here, most=len(here), least=0))
        words = Message("{name} explores {other}", other=other.name, **said)
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
    coins = tuple(each.id for each in game.coins_at(unit.id) if each.id not in unit.withheld) if unit.docked_at else ()
    if coins and place_for_treasure(game, unit):
        words = Message("{name} puts treasure ashore", name=unit.name)
        yield Offer(unit.owner, Unload(unit.id, coins[:1]), words, (Need("coins", coins, most=len(coins)),))


def crew_moves(game: GameState, unit: Unit) -> Iterator[Offer]:
    if not unit.docked_at or not unit.is_ship:
        return
    ship, island = unit.card.id, unit.docked_at
    beside = [
        each.card.id
        for each in game.units.values()
        if each.docked_at == island and each.is_ship and each.card.id != ship and each.owner == unit.owner
    ]
    for member in game.crew_at(ship):
        for to in (island, *beside):
            words = Message("{crew} leaves {name}", crew=member.name, name=unit.name)
            yield Offer(unit.owner, MoveCrew(ship, member.card.id, to), words)
    for member in game.crew_at(island):
        words = Message("{crew} comes aboard {name}", crew=member.name, name=unit.name)
        yield Offer(unit.owner, MoveCrew(ship, member.card.id, ship), words)


def repairs(game: GameState, unit: Unit) -> Iterator[Offer]:
    masts = tuple(sorted(repairable_masts(game, unit)))
    if masts and unit.is_ship:
        words = Message("{name} is repaired", name=unit.name)
        yield Offer(unit.owner, Repair(unit.card.id, masts[0]), words, (Need("mast", masts),))


def scuttling(game: GameState, unit: Unit) -> Iterator[Offer]:
    if is_derelict(game, unit):
        words = Message("{name} is scuttled: needs 5+", name=unit.name)
        yield Offer(unit.owner, Scuttle(unit.card.id, 1), words, (ROLL,))


def fort_cargo(game: GameState, unit: Unit) -> Iterator[Offer]:
    fort = fort_at(game, unit.docked_at) if unit.docked_at and unit.is_ship else None
    if fort is None:
        return
    coins = tuple(each.card.id for each in game.coins_at(fort.card.id))
    for coin in coins:
        words = Message("{name} loads a coin from {fort}", name=unit.name, fort=fort.name)
        yield Offer(unit.owner, LoadFromFort(unit.card.id, fort.card.id, (coin,)), words)


def marks(game: GameState, unit: Unit) -> Iterator[Offer]:
    if Effect.MARKS_ISLAND_WITHIN_S not in effects_of(game, unit):
        return
    for (kind, subject, target, _), answer in game.facts_about(unit.card.id):
        island = game.islands.get(target)
        if kind is FactKind.WITHIN_S and subject == unit.card.id and answer is Verdict.YES and island is not None:
            words = Message("{name} marks {island}", name=unit.name, island=island.name)
            yield Offer(unit.owner, MarkIsland(unit.card.id, target, answer), words)


def forts(game: GameState, player: str) -> Iterator[Offer]:
    """Paid with as few face-up coins as will do, the largest first. What else is owed is paid with all coins there are:
    any choice among face-down coins would tell their values."""
    if not game.edition.setup.forts:
        return
    home = game.home_of(player)
    coins = game.coins_at(home) if home else ()
    purse = sorted((coin for coin in coins if coin.face_up), key=lambda coin: -coin.worth)
    choices = tuple(coin.card.id for coin in coins)
    sites = dict.fromkeys(
        each.docked_at for each in game.fleet(player) if each.is_ship and each.docked_at in game.islands
    )
    for fort in game.units.values():
        if not fort.is_fort or fort.owner != player or fort.docked_at or fort.gone:
            continue
        short, pay = fort.card.gold_cost - game.gold.get(home, 0), []
        for coin in purse:
            if short > 0 and coin.worth:
                pay.append(coin.card.id)
                short -= coin.worth
        if short > 0:
            pay = list(choices)
        for site in sites:
            words = Message(
                "{player} builds {fort} on {island}", player=player, fort=fort.name, island=game.islands[site].name
            )
            need = (Need("pay", choices, most=len(choices), least=0),)
            yield Offer(player, BuildFort(player, fort.card.id, site, tuple(pay)), words, need)


def event_cards(game: GameState, player: str) -> Iterator[Offer]:
    for event in dict.fromkeys(game.events.get(player, ())):
        words = Message("{player} plays {event}", player=player, event=event)
        yield Offer(player, PlayEvent(player, event), words, (Need("effect"),))
