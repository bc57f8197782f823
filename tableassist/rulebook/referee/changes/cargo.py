"""Coins that are carried from one place to another."""

import msgspec.structs

from tableassist.rulebook.referee.changes.sinking import settle
from tableassist.rulebook.state.game import GameState, changed, with_coins, with_duty, with_unit
from tableassist.rulebook.state.things import Coin, Duty, DutyKind, Unit


def carry_coins(game: GameState, coins: tuple[str, ...], *, to: str) -> GameState:
    """They lie face down where they are put, but for unique treasure."""
    if not coins:
        return game
    after = with_coins(game, tuple(msgspec.structs.replace(game.coins[each], at=to) for each in coins))
    if to in game.units and game.reading("end-token-follows") == "coin" and set(coins) & set(game.end_coins):
        return _token_to(after, to)
    return after


def unload(game: GameState, ship: Unit, *, to: str) -> GameState:
    """All treasure that is worth gold goes ashore or into the fort, but for what she keeps or does not own; unique
    treasure stays aboard unless it is worth something."""
    coins = tuple(
        each
        for each in game.coins_at(ship.card.id)
        if (not each.is_unique or each.worth) and each.id not in ship.withheld | ship.keeping
    )
    return put_ashore(game, coins, ship.owner, to=to)


def put_ashore(game: GameState, coins: tuple[Coin, ...], player: str, *, to: str) -> GameState:
    """Coins come to the player's home or fort. Where the edition turns them over, those that nobody knows are owed."""
    if not coins:
        return game
    shown = game.edition.treasure.revealed_at_home
    ashore = (
        msgspec.structs.replace(each, at=to, face_up=each.face_up or (shown and each.value is not None))
        for each in coins
    )
    after = with_coins(game, tuple(ashore))
    if shown:
        for each in coins:
            if each.value is None:
                after = with_duty(after, Duty(DutyKind.COIN, player, each.card.id))
    return after


def revealed(game: GameState, coin: str, value: int) -> GameState:
    """A coin is turned over. Splits that waited for it are made."""
    old = game.coins[coin]
    after = with_coins(game, (msgspec.structs.replace(old, value=value, face_up=True),))
    duties = tuple(each for each in after.duties if each.kind is not DutyKind.COIN or each.piece != coin)
    return settle(changed(after, duties=duties))


def last_coin_loaded(game: GameState, ship: str, coins: tuple[str, ...]) -> GameState:
    """Multiplayer: the ship that takes the last coin from the wild islands carries the end token."""
    if not game.multiplayer or not coins or game.end_coins:
        return game
    wild = {each.card.id for each in game.islands.values() if each.is_wild}
    if any(each.at in wild for each in game.coins.values()):
        return game
    return _token_to(changed(game, end_coins=coins), ship)


def _token_to(game: GameState, ship: str) -> GameState:
    after = game
    for unit in game.units.values():
        if unit.end_token != (unit.card.id == ship):
            after = with_unit(after, after.units[unit.card.id], end_token=unit.card.id == ship)
    return after
