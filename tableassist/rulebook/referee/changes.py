"""What acts change and what follows by itself: cargo carried, hits, sinking, docking, tow lines, boarding parties."""

import msgspec.structs

from tableassist.pieces import Effect, PieceState
from tableassist.rulebook.editions.terms import SunkGold
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.state.game import (
    GameState,
    RamMade,
    Sunk,
)
from tableassist.rulebook.state.questions import bow_touches, can_hold, carrier_of, fort_at, island_of
from tableassist.rulebook.state.start import CoinStart
from tableassist.rulebook.state.things import GONE, NOBODY, Coin, CrewMember, Duty, DutyKind, Unit


def let_go(game: GameState, ship: str) -> GameState:
    """The ship tows nobody and is towed by nobody."""
    unit, after = game.units[ship], game
    for towed in unit.towing:
        after = after.with_unit(after.units[towed], towed_by="")
    if unit.towed_by:
        tower = after.units[unit.towed_by]
        after = after.with_unit(tower, towing=tuple(towed for towed in tower.towing if towed != ship))
    if unit.towing or unit.towed_by:
        after = after.with_unit(after.units[ship], towing=(), towed_by="")
    return after


def show_crew(game: GameState, unit: Unit, effect: Effect) -> GameState:
    """Crew whose ability is used is turned face up (all editions, Placing Crew)."""
    member = carrier_of(game, unit, effect)
    return game if member is None or member.face_up else game.with_crew(member, face_up=True)


RANSOM = "Ransom"
RANSOM_DEAD, RANSOM_TAKEN = 1, 5
"""revolution, Keywords (Ransom)."""


def sink(game: GameState, unit: Unit, *, by: str) -> GameState:
    """`by`: the player who sank her; empty where nobody did."""
    after = let_go(forget_facts_about(game, unit.card.id), unit.card.id)
    after = after.replace(
        rams=tuple(ram for ram in after.rams if unit.card.id not in (ram.ship, ram.target)),
        duties=tuple(duty for duty in after.duties if unit.card.id not in (duty.piece, duty.other)),
        just_moved="" if after.just_moved == unit.card.id else after.just_moved,
    )
    after = _treasure_lost(after, unit, by)
    for member in after.crew_at(unit.card.id):
        after = eliminate_crew(after, member.card.id, by=by)
    now = after.units[unit.card.id]
    return after.with_unit(
        now,
        states=frozenset({PieceState.SUNK}),
        docked_at="",
        lost_in="",
        tangled_in="",
        terrain=NOBODY,
        scuttling=False,
    )


def forget_facts_about(game: GameState, piece: str) -> GameState:
    """Nothing that was seen of this piece holds any more."""
    if game.overrulings:
        kept = {key: decision for key, decision in game.overrulings.items() if piece not in (key[1], key[2])}
        game = game.replace(overrulings=kept)
    if not game.facts:
        return game
    return game.replace(facts={key: answer for key, answer in game.facts.items() if key[1] != piece != key[2]})


def _treasure_lost(game: GameState, unit: Unit, by: str) -> GameState:
    coins = game.coins_at(unit.card.id)
    if not coins:
        return game
    gold = tuple(coin for coin in coins if not coin.is_unique)
    after = game.with_coins(tuple(Coin(coin.card, GONE, coin.value, coin.face_up) for coin in coins))
    owner = unit.card.owner if game.reading("split-with") == "first-owner" else unit.owner
    if not gold or not by or not _is_split(game):
        return after
    after = after.replace(sunk=(*after.sunk, Sunk(tuple(coin.card.id for coin in gold), by, owner)))
    for lost_coin in gold:
        if lost_coin.value is None:
            after = after.with_duty(Duty(DutyKind.COIN, by, lost_coin.card.id))
    return settle(after)


def _is_split(game: GameState) -> bool:
    if game.multiplayer and game.reading("multiplayer-split") == "no":
        return False  # multiplayer, Treasure and Victory (Note)
    return game.edition.combat.sunk_gold is SunkGold.SPLIT


def settle(game: GameState) -> GameState:
    """Gold of sunk ships whose coins are all known is split, the odd piece to the player who sank her."""
    waiting, gold = [], dict(game.gold)
    for sinking in game.sunk:
        values = [game.coins[coin].value for coin in sinking.coins]
        if any(value is None for value in values):
            waiting.append(sinking)
            continue
        total = sum(value or 0 for value in values)
        for player, share in ((sinking.sinker, total - total // 2), (sinking.owner, total // 2)):
            home = game.home_of(player)
            gold[home] = gold.get(home, 0) + share
    if len(waiting) == len(game.sunk):
        return game
    return game.replace(sunk=tuple(waiting), gold={key: amount for key, amount in gold.items() if amount})


def eliminate_crew(game: GameState, crew: str, *, by: str) -> GameState:
    """A crew with Ransom leaves a piece of gold to the opponent who eliminated it."""
    member = game.crew[crew]
    after = game.with_crew(member, at=GONE)
    if by and by != member.owner and RANSOM in member.card.keywords:
        home = game.home_of(by)
        after = after.replace(gold={**after.gold, home: after.gold.get(home, 0) + RANSOM_DEAD})
    return after


def destroy_fort(game: GameState, fort: Unit) -> GameState:
    """Its gold goes back on the island, which is wild and unexplored again. One that was never built stays unbuilt."""
    if not fort.docked_at:
        return game
    island = game.islands[fort.docked_at]
    coins = [Coin(coin.card, island.card.id, coin.value) for coin in game.coins_at(fort.card.id)]
    loose = game.gold.get(fort.card.id, 0)
    if loose:
        made = CoinStart(f"{fort.card.id}-gold", loose)
        coins.append(Coin(made, island.card.id, loose))
    after = game.with_coins(tuple(coins))
    after = after.replace(gold={key: amount for key, amount in after.gold.items() if key != fort.card.id})
    after = after.with_island(island, fort="", explored_by=NOBODY, tokens=NOBODY, ever_explored=False)
    return sink(after, after.units[fort.card.id], by="")


def carry_coins(game: GameState, coins: tuple[str, ...], *, to: str) -> GameState:
    """They lie face down where they are put, but for unique treasure."""
    if not coins:
        return game
    after = game.with_coins(tuple(msgspec.structs.replace(game.coins[coin], at=to) for coin in coins))
    if to in game.units and game.reading("end-token-follows") == "coin" and set(coins) & set(game.end_coins):
        return _token_to(after, to)
    return after


def unload(game: GameState, ship: Unit, *, to: str) -> GameState:
    """All treasure that is worth gold goes ashore or into the fort, but for what she keeps or does not own; unique
    treasure stays aboard unless it is worth something."""
    coins = tuple(
        coin
        for coin in game.coins_at(ship.card.id)
        if (not coin.is_unique or coin.worth) and coin.id not in ship.withheld | ship.keeping
    )
    return put_ashore(game, coins, ship.owner, to=to)


def put_ashore(game: GameState, coins: tuple[Coin, ...], player: str, *, to: str) -> GameState:
    """Coins come to the player's home or fort. Where the edition turns them over, those that nobody knows are owed."""
    if not coins:
        return game
    shown = game.edition.treasure.revealed_at_home
    ashore = (
        msgspec.structs.replace(coin, at=to, face_up=coin.face_up or (shown and coin.value is not None))
        for coin in coins
    )
    after = game.with_coins(tuple(ashore))
    if shown:
        for coin in coins:
            if coin.value is None:
                after = after.with_duty(Duty(DutyKind.COIN, player, coin.card.id))
    return after


def reveal_coin(game: GameState, coin: str, value: int) -> GameState:
    """A coin is turned over. Splits that waited for it are made."""
    old = game.coins[coin]
    after = game.with_coins((msgspec.structs.replace(old, value=value, face_up=True),))
    duties = tuple(duty for duty in after.duties if duty.kind is not DutyKind.COIN or duty.piece != coin)
    return settle(after.replace(duties=duties))


def last_coin_loaded(game: GameState, ship: str, coins: tuple[str, ...]) -> GameState:
    """Multiplayer: the ship that takes the last coin from the wild islands carries the end token."""
    if not game.multiplayer or not coins or game.end_coins:
        return game
    wild = {island.card.id for island in game.islands.values() if island.is_wild}
    if any(coin.at in wild for coin in game.coins.values()):
        return game
    return _token_to(game.replace(end_coins=coins), ship)


def _token_to(game: GameState, ship: str) -> GameState:
    after = game
    for unit in game.units.values():
        if unit.end_token != (unit.card.id == ship):
            after = after.with_unit(after.units[unit.card.id], end_token=unit.card.id == ship)
    return after


def take_crew(game: GameState, crew: str, *, to: str) -> GameState:
    """Aboard, crew serve whom they sail with. One with Ransom who comes aboard an enemy is treasure there (revolution,
    Keywords)."""
    member, ship = game.crew[crew], game.units.get(to)
    if ship is None:
        return game.with_crew(member, at=to)
    if ship.owner != member.owner and RANSOM in member.card.keywords:
        return as_ransom(game, member, to=to)
    return game.with_crew(member, at=to, owner=ship.owner)


def as_ransom(game: GameState, member: CrewMember, *, to: str) -> GameState:
    """Turn a crew with Ransom into treasure aboard the ship that took it."""
    ransom = Coin(CoinStart(f"{member.id}-ransom", RANSOM_TAKEN), to, RANSOM_TAKEN)
    return game.with_crew(member, at=GONE).with_coins((ransom,))


def apply_hit(game: GameState, target: str, *, by: str) -> GameState:
    """One hit by this player. A piece without masts sinks or is destroyed; else its owner picks what goes, unless
    there is only one way."""
    unit = game.units[target]
    if unit.gone:
        return game
    if unit.masts > 0:
        return owe_masts(game, unit, 1, by=by)
    if unit.is_fort:
        return destroy_fort(game, unit)
    if unit.has("Galley") and game.reading("galley-hit") == "nothing":
        return game
    return sink(game, unit, by=by)


def apply_hits(game: GameState, target: str, count: int, *, by: str) -> GameState:
    """Several at once: what is left after the last mast sinks her."""
    unit = game.units[target]
    masts = min(count, unit.masts)
    after = owe_masts(game, unit, masts, by=by) if masts else game
    if count > masts and not after.units[target].gone:
        after = apply_hit(after, target, by=by)
    return after


def owe_masts(game: GameState, unit: Unit, count: int, *, by: str, rammed: int = 0) -> GameState:
    """`count` more masts of hers go, `rammed` of them by a ram; the owner picks, where there is a choice."""
    old = next((duty for duty in game.duties if duty.kind is DutyKind.MAST and duty.piece == unit.card.id), None)
    owed = count + (old.count if old else 0)
    after = game.without_duty(old) if old else game
    rammed += old.rammed if old else 0
    if owed >= unit.masts:
        return lose_masts(after, unit, frozenset(unit.masts_standing), by=by, rammed=rammed)
    return after.with_duty(Duty(DutyKind.MAST, unit.owner, unit.card.id, by, owed, rammed))


def lose_masts(game: GameState, unit: Unit, masts: frozenset[int], *, by: str, rammed: int = 0) -> GameState:
    """Masts go, the first `rammed` of them by a ram. A sea creature without segments is eliminated (complete, Sea
    Creatures)."""
    by_ram = unit.masts_rammed.union(sorted(masts)[:rammed]) if rammed else unit.masts_rammed
    bare = game.with_unit(unit, masts_lost=unit.masts_lost | masts, masts_rammed=by_ram)
    after = let_rammers_go(bare, unit.card.id)
    now = after.units[unit.card.id]
    return sink(after, now, by=by) if now.is_creature and now.masts <= 0 else after


def let_rammers_go(game: GameState, ship: str) -> GameState:
    """Pins on a ship that can hold nobody any more end for good: after a repair it takes a new ram (complete, Pin)."""
    if can_hold(game, game.units[ship]):
        return game
    after = game
    for rammer in find_pinned_against(game, ship):
        unit = after.units[rammer]
        after = after.with_unit(unit, rammed=unit.rammed - {ship}, states=unit.states - {PieceState.PINNED})
    return after


def find_pinned_against(game: GameState, ship: str) -> tuple[str, ...]:
    """Who rammed this ship and has touched her since, or is ticked as pinned with the bow against her."""
    return tuple(
        key
        for key, unit in game.units.items()
        if ship in unit.rammed or (PieceState.PINNED in unit.states and bow_touches(game, key, ship) is Verdict.YES)
    )


def dock(game: GameState, ship: str, place: str) -> GameState:
    """She is docked, the ships she tows with her; treasure goes ashore at home and in own forts, and a mysterious
    island asks for its roll."""
    unit = game.units[ship]
    after = game.with_unit(unit, docked_at=island_of(game, place), explored_here=False)
    after = _unload_cargo(after, ship)
    for towed in unit.towing:
        after = after.with_unit(after.units[towed], docked_at=island_of(game, place), explored_here=False)
        after = _unload_cargo(after, towed)
    for docked in (ship, *unit.towing):
        after = _ask_mysterious_roll(after, after.units[docked])
    return after.with_unit(after.units[ship], keeping=NOBODY) if unit.keeping else after


def _unload_cargo(game: GameState, ship: str) -> GameState:
    unit = game.units[ship]
    place = place_to_unload(game, unit, unit.docked_at)
    return unload(game, unit, to=place) if place else game


def place_to_unload(game: GameState, unit: Unit, place: str) -> str:
    """The home island or own fort at which she would unload her treasure there; empty: none."""
    if not unit.is_ship:
        return ""
    island, fort = game.islands.get(island_of(game, place)), fort_at(game, place)
    prize = unit.owner != unit.card.owner and game.reading("prize-repairs-home") == "no"
    if island is not None and island.home == unit.owner and not prize:
        return island.card.id
    return fort.card.id if fort is not None and fort.owner == unit.owner else ""


def _ask_mysterious_roll(game: GameState, unit: Unit) -> GameState:
    """Each ship or sea creature that docks owes her own roll (complete, Docking (Mysterious islands)): not while a fort
    stands there, and at a home only where the table says so."""
    place = game.units[unit.card.id].docked_at
    island = game.islands.get(place)
    if island is None or not island.card.mysterious or island.fort or not game.edition.treasure.mysterious:
        return game
    if island.home and game.reading("mysterious-homes") == "no":
        return game
    after = game.with_island(island, flipped=True)
    return after.with_duty(Duty(DutyKind.MYSTERIOUS, unit.owner, unit.card.id, place))


def go_on(game: GameState) -> GameState:
    """The player whose turn it is does something else.

    After a ram either player may start a boarding party, and the player whose turn it is decides first (every edition,
    Board). Going on is a decision: from now on the other player is asked, until the turn ends.
    """
    game = _without_begun_shots(game)
    if not game.rams:
        return game.replace(just_moved="", acted=True, duties=_musts(game))
    rams = tuple(_with_pass(ram, game.player) for ram in game.rams)
    questions = tuple(duty for ram in rams if (duty := question_after(game, ram)) is not None)
    return game.replace(just_moved="", acted=True, rams=rams, duties=(*_musts(game), *questions))


def _without_begun_shots(game: GameState) -> GameState:
    """Where a shoot action is not split, what another piece does ends it."""
    if game.reading("shoot-split") == "yes" or not any(unit.turn.shooting for unit in game.units.values()):
        return game
    for unit in game.units.values():
        if unit.turn.shooting:
            game = game.with_turn(unit, shooting=False)
    return game


def without_rams_of(game: GameState, ships: tuple[str, ...]) -> GameState:
    """The rams of ships that are somewhere else now, and what could be asked about them, are over."""
    if not any(ram.ship in ships or ram.target in ships for ram in game.rams):
        return game
    rams = tuple(ram for ram in game.rams if ram.ship not in ships and ram.target not in ships)
    duties = tuple(
        duty
        for duty in game.duties
        if duty.kind is not DutyKind.BOARDING or (duty.piece not in ships and duty.other not in ships)
    )
    return game.replace(rams=rams, duties=duties)


def rams_of_last_turn(game: GameState) -> tuple[RamMade, ...]:
    """List the rams that a boarding party may still follow in the turn that begins, by the table's reading.

    Only where the text does not say "immediately". Who went on without deciding may decide again; who declined may
    not.
    """
    if game.edition.contact.boarding_at_once or game.reading("boarding-later") == "no":
        return ()
    open_rams = (ram for ram in game.rams if ram.turn == game.turn and question_after(game, _without_passes(ram)))
    return tuple(_without_passes(ram) for ram in open_rams)


def _without_passes(ram: RamMade) -> RamMade:
    return msgspec.structs.replace(ram, passed=frozenset())


def _with_pass(ram: RamMade, player: str) -> RamMade:
    if player in ram.declined | ram.boarded | ram.passed:
        return ram
    return msgspec.structs.replace(ram, passed=ram.passed | {player})


def question_after(game: GameState, ram: RamMade) -> Duty | None:
    """Whom a boarding party after this ram is offered to next; None where nobody may start one any more."""
    if ram.boarded and game.reading("boarding-parties") == "one-a-ram":
        return None
    both = ((ram.ship, ram.target), (ram.target, ram.ship))
    # Whose turn it is decides first: in a later turn that may be the player who was rammed.
    for mine, theirs in sorted(both, key=lambda pair: game.units[pair[0]].owner != game.player):
        owner = game.units[mine].owner
        if owner not in ram.declined | ram.boarded | ram.passed:
            return Duty(DutyKind.BOARDING, owner, mine, theirs)
    return None


def _musts(game: GameState) -> tuple[Duty, ...]:
    return tuple(duty for duty in game.duties if duty.must)
