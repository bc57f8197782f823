"""The gold of each player, every condition that ends a game, and what is about to end it."""

from collections.abc import Iterator

import msgspec.structs

from tableassist.messages import Message
from tableassist.pieces import Effect, PieceKind, PieceState
from tableassist.rulebook.editions.terms import EndsBy
from tableassist.rulebook.state.game import Ending, GameState, Phase
from tableassist.rulebook.state.questions import (
    can_sail,
    effects_of,
    is_at_home,
    is_at_own_fort,
    is_derelict,
    is_marine,
    repairable_masts,
)
from tableassist.rulebook.state.things import Duty, DutyKind, Unit


def scoring_places(game: GameState) -> dict[str, str]:
    """Where gold counts, and for whom."""
    places = {key: island.home for key, island in game.islands.items() if island.home}
    aboard = game.edition.ending.gold_on_ships_counts
    for key, unit in game.units.items():
        kind = unit.card.kind
        if (kind is PieceKind.FORT or (aboard and kind is PieceKind.SHIP)) and unit.in_play:
            places[key] = unit.owner
    return places


def gold_known_aboard(game: GameState, player: str, viewer: str | None) -> int:
    """Gold on a player's ships, as far as the viewer knows it: a player knows the own cargo, everybody what lies open.
    None: a viewer who is no player."""
    ships = {unit.card.id for unit in game.fleet(player) if unit.is_ship}
    coins = (coin for coin in game.coins.values() if coin.at in ships)
    return sum(coin.worth for coin in coins if coin.face_up or viewer == player)


def gold_aboard(game: GameState, player: str) -> int:
    """On ships that are neither wrecked nor lost (complete, Winning the Game)."""
    ships = {
        unit.card.id
        for unit in game.fleet(player)
        if unit.is_ship and not unit.lost_in and PieceState.WRECKED not in unit.states
    }
    return sum(coin.worth for coin in game.coins.values() if coin.at in ships)


def unknown_coins(game: GameState) -> tuple[str, ...]:
    """Coins in players' hands that nobody has turned over."""
    places = scoring_places(game)
    return tuple(coin.card.id for coin in game.coins.values() if coin.at in places and coin.value is None)


def is_revealed(game: GameState) -> bool:
    """Say whether all treasure that counts lies open: where it is turned over at home, or once the game is over
    (multiplayer, Treasure and Victory)."""
    return game.edition.treasure.revealed_at_home or game.phase is Phase.OVER


def score(game: GameState, *, revealed: bool | None = None) -> dict[str, int]:
    """What each player has, as far as everybody may know it. `revealed`: as if all coins were turned over."""
    places, total = scoring_places(game), dict.fromkeys(game.order, 0)
    counts_all = is_revealed(game) if revealed is None else revealed
    for coin in game.coins.values():
        player = places.get(coin.at)
        if player in total and (counts_all or coin.face_up):
            total[player] += coin.value or 0
    for place, amount in game.gold.items():
        player = places.get(place)
        if player in total:
            total[player] += amount
    return total


HALF_SUNK_FROM = 4
"""multiplayer, Treasure and Victory: with so many players and more, the game ends when half have lost all ships."""


def ending(game: GameState, before: GameState | None = None) -> Ending | None:
    """How the game has ended; None while it goes on. `before`: as it was before the last act."""
    match game.edition.ending.ends_by:
        case EndsBy.MORE_THAN_HALF:
            return _more_than_half(game)
        case EndsBy.ALL_UNLOADED:
            why = _complete(game, before)
        case EndsBy.END_TOKEN:
            why = _multiplayer(game)
    return make_ending(game, why) if why else None


def make_ending(game: GameState, why: str) -> Ending:
    """With the winners, once every coin that counts has been turned over."""
    return Ending(why, () if unknown_coins(game) else winners(game), score(game, revealed=True))


def _more_than_half(game: GameState) -> Ending | None:
    """The first to bring home more than half wins, whatever the others have. While a coin is still to be turned over,
    nobody is called the winner."""
    if not game.starting_gold or any(duty.kind is DutyKind.COIN for duty in game.duties):
        return None
    gold = score(game, revealed=True)
    for player in (game.player, *game.order):
        if 2 * gold[player] > game.starting_gold:
            return Ending("more-than-half", (player,), gold)
    return None


def _complete(game: GameState, before: GameState | None) -> str:
    is_done = next(coins_under_way(game), None) is None and not _gold_waits_in_forts(game)
    if game.coins and is_done and _last_was_unloaded(game, before):
        return "all-unloaded"
    if len(game.order) < 2:
        return ""
    stuck = sum(not able_to_move(game, player) for player in game.order)
    if stuck >= len(game.order) - 1:
        return "one-can-move"
    if game.reading("end-when") == "half-stuck" and 2 * stuck >= len(game.order):
        return "half-cannot-move"
    return ""


def _gold_waits_in_forts(game: GameState) -> bool:
    """Say whether gold that is no coin lies in a fort and does not count as unloaded there."""
    if game.reading("fort-gold-unloaded") == "yes":
        return False
    return any(gold and place in game.units for place, gold in game.gold.items())


def _last_was_unloaded(game: GameState, before: GameState | None) -> bool:
    """Say whether no gold under way counts as "all available gold has been unloaded": where the last of it sank, that
    is the table's reading."""
    if before is None or game.reading("last-gold-sunk") == "ends":
        return True
    ashore = scoring_places(game)
    return any(game.coins[coin].at in ashore for coin in coins_under_way(before))


def coins_under_way(game: GameState) -> Iterator[str]:
    """Gold that could still be brought home: on wild islands, on ships, perhaps on wrecks and in forts."""
    wrecks, forts = game.reading("gold-on-wrecks") == "available", game.reading("fort-gold-unloaded") == "no"
    for coin in game.coins.values():
        if not coin.at or (coin.card.unique and not coin.value):
            continue
        island, unit = game.islands.get(coin.at), game.units.get(coin.at)
        if (island is not None and not island.home) or (
            unit is not None
            and unit.in_play
            and (forts if unit.is_fort else unit.is_ship and (wrecks or not unit.is_wrecked))
        ):
            yield coin.card.id


def able_to_move(game: GameState, player: str) -> bool:
    """Whether the player could ever give a move action again; a derelict at a yard could be repaired."""
    return any(can_sail(game, unit) or _repairable(game, unit) for unit in game.fleet(player))


def _repairable(game: GameState, unit: Unit) -> bool:
    if game.reading("able-to-move") == "now" or not unit.is_ship or unit.is_wrecked or not unit.is_bare:
        return False
    if not repairable_masts(game, unit):
        return False
    anywhere = Effect.REPAIRS_ANYWHERE in effects_of(game, unit)
    return anywhere or is_at_home(game, unit) or (game.edition.turn.repair_at_forts and is_at_own_fort(game, unit))


def _multiplayer(game: GameState) -> str:
    token = next((unit for unit in game.units.values() if unit.end_token), None)
    if token is not None and token.gone:
        return "end-token-sunk"
    if token is not None and is_at_home(game, token):
        return "end-token-home"
    if len(game.order) < 2:
        return ""
    sailing = sum(any(_sails(game, unit) for unit in game.fleet(player)) for player in game.order)
    if sailing <= 1:
        return "one-can-move"
    sunk = sum(_has_all_ships_sunk(game, player) for player in game.order)
    if len(game.order) >= HALF_SUNK_FROM and 2 * sunk >= len(game.order):
        return "half-sunk"
    return ""


def _has_all_ships_sunk(game: GameState, player: str) -> bool:
    """Every ship that the player brought or took is at the bottom; one that was captured from him is not."""
    theirs = (unit for unit in game.units.values() if player in (unit.owner, unit.card.owner) and not unit.is_fort)
    return all(unit.gone for unit in theirs)


def _sails(game: GameState, unit: Unit) -> bool:
    """A ship that is neither derelict nor a wreck; a sea creature is considered a ship (complete, Sea Creatures)."""
    return not unit.is_fort and not is_derelict(game, unit) and not unit.is_wrecked


def winners(game: GameState) -> tuple[str, ...]:
    """The most gold; between equals the table's tie-break."""
    best = _most(score(game, revealed=True))
    if len(best) < 2:
        return best
    by = game.reading("tie-break")
    measure = {
        "gold-on-ships": gold_aboard,
        "masts": _masts,
        "points": _points,
        "units": _units,
    }.get(by)
    return best if measure is None else _most({player: measure(game, player) for player in best})


def _most(values: dict[str, int]) -> tuple[str, ...]:
    top = max(values.values(), default=0)
    return tuple(player for player, value in values.items() if value == top)


def _masts(game: GameState, player: str) -> int:
    return sum(unit.masts for unit in game.fleet(player) if not unit.is_fort)


def _points(game: GameState, player: str) -> int:
    crew = sum(member.card.points for member in game.crew.values() if member.owner == player and member.at)
    return crew + sum(unit.card.points for unit in game.fleet(player))


def _units(game: GameState, player: str) -> int:
    """Pieces that can be given an action: ships, creatures, forts, marines (complete, Winning the Game)."""
    able = sum(
        1 for unit in game.fleet(player) if not unit.is_wrecked and not (unit.kind is PieceKind.FORT and unit.is_bare)
    )
    return able + sum(1 for member in game.crew.values() if member.owner == player and member.at and is_marine(member))


def reveal_all(game: GameState) -> GameState:
    """Turn over all coins that count (multiplayer, Treasure and Victory); ask for the value of those nobody knows."""
    places = scoring_places(game)
    face_down = (coin for coin in game.coins.values() if coin.at in places and not coin.face_up)
    known_coins = tuple(msgspec.structs.replace(coin, face_up=True) for coin in face_down if coin.value is not None)
    after = game.with_coins(known_coins) if known_coins and not game.edition.treasure.revealed_at_home else game
    owed_coins = {duty.piece for duty in after.duties if duty.kind is DutyKind.COIN}
    for coin in unknown_coins(after):
        if coin not in owed_coins:
            owner = places[after.coins[coin].at]
            after = after.with_duty(Duty(DutyKind.COIN, owner, coin))
    return after


FEW_COINS = 2


def outlook(game: GameState, viewer: str | None = None) -> tuple[Message, ...]:
    """`viewer`: the player who reads it; None: everybody. Only what the viewer may know is used."""
    if game.phase is not Phase.PLAYING:
        return ()
    match game.edition.ending.ends_by:
        case EndsBy.MORE_THAN_HALF:
            return tuple(_half(game, viewer))
        case EndsBy.ALL_UNLOADED:
            return tuple(_unloading(game))
    return tuple(_token(game))


def _half(game: GameState, viewer: str | None) -> Iterator[Message]:
    """Half of the gold and one more wins. Gold that is split or lost may leave too little for anybody."""
    total = game.starting_gold
    if not total:
        yield Message("the total gold is unknown, so there is no winner yet")
        return
    needed, gold = total // 2 + 1, score(game)
    for player in game.order:
        aboard = gold_known_aboard(game, player, viewer)
        if aboard and gold[player] + aboard >= needed:
            yield Message("{player} wins by bringing home what is aboard ({aboard} gold)", player=player, aboard=aboard)
    lost = sum(coin.worth for coin in game.coins.values() if not coin.at and coin.face_up)
    left = total - lost - sum(gold.values())
    if all(gold[player] + left < needed for player in game.order):
        yield Message(
            "no player can get more than half of {total} gold any more: agree on how the game ends", total=total
        )


def _unloading(game: GameState) -> Iterator[Message]:
    left = tuple(coins_under_way(game))
    if 0 < len(left) <= FEW_COINS:
        yield Message.plural(
            "the game ends when one more coin is brought home",
            "the game ends when {count} more coins are brought home",
            count=len(left),
        )
    able = [player for player in game.order if able_to_move(game, player)]
    if len(able) == 2:
        for player in able:
            ships = [unit for unit in game.fleet(player) if unit.is_ship and not is_derelict(game, unit)]
            if len(ships) == 1 and ships[0].masts == 1:
                details = {"player": player, "ship": ships[0].name}
                yield Message("the game ends if {ship}, the last of {player}, loses her mast", **details)


def _token(game: GameState) -> Iterator[Message]:
    ship = next((unit for unit in game.units.values() if unit.end_token), None)
    if ship is not None:
        yield Message("the game ends when {ship}, who took the last coin, reaches home or sinks", ship=ship.name)
