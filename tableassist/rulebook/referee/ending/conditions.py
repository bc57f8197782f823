"""When a game ends: every condition of every edition."""

from collections.abc import Iterator

from tableassist.pieces.effects import Effect
from tableassist.pieces.model import PieceKind
from tableassist.rulebook.editions.terms import EndsBy
from tableassist.rulebook.referee.ending.gold import gold_aboard, score, scoring_places, unknown_coins
from tableassist.rulebook.referee.treasure.repair import repairable_masts
from tableassist.rulebook.state.game import Ending, GameState, in_play
from tableassist.rulebook.state.questions import (
    can_sail,
    effects_of,
    is_at_home,
    is_at_own_fort,
    is_bare,
    is_derelict,
    is_marine,
    is_wrecked,
)
from tableassist.rulebook.state.things import DutyKind, Unit

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
    return ended(game, why) if why else None


def ended(game: GameState, why: str) -> Ending:
    """With the winners, once every coin that counts has been turned over."""
    return Ending(why, () if unknown_coins(game) else winners(game), score(game, revealed=True))


def _more_than_half(game: GameState) -> Ending | None:
    """The first to bring home more than half wins, whatever the others have. While a coin is still to be turned over,
    nobody is called the winner."""
    if not game.starting_gold or any(each.kind is DutyKind.COIN for each in game.duties):
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
            unit is not None and in_play(unit) and (forts if unit.is_fort else unit.is_ship and _counts(unit, wrecks))
        ):
            yield coin.card.id


def _counts(ship: Unit, wrecks: bool) -> bool:
    return wrecks or not is_wrecked(ship)


def able_to_move(game: GameState, player: str) -> bool:
    """Whether the player could ever give a move action again; a derelict at a yard could be repaired."""
    return any(can_sail(game, each) or _repairable(game, each) for each in game.fleet(player))


def _repairable(game: GameState, unit: Unit) -> bool:
    if game.reading("able-to-move") == "now" or not unit.is_ship or is_wrecked(unit) or not is_bare(unit):
        return False
    if not repairable_masts(game, unit):
        return False
    anywhere = Effect.REPAIRS_ANYWHERE in effects_of(game, unit)
    return anywhere or is_at_home(game, unit) or (game.edition.turn.repair_at_forts and is_at_own_fort(game, unit))


def _multiplayer(game: GameState) -> str:
    token = next((each for each in game.units.values() if each.end_token), None)
    if token is not None and token.gone:
        return "end-token-sunk"
    if token is not None and is_at_home(game, token):
        return "end-token-home"
    if len(game.order) < 2:
        return ""
    sailing = sum(any(_sails(game, each) for each in game.fleet(player)) for player in game.order)
    if sailing <= 1:
        return "one-can-move"
    sunk = sum(_has_all_ships_sunk(game, player) for player in game.order)
    if len(game.order) >= HALF_SUNK_FROM and 2 * sunk >= len(game.order):
        return "half-sunk"
    return ""


def _has_all_ships_sunk(game: GameState, player: str) -> bool:
    """Every ship that the player brought or took is at the bottom; one that was captured from him is not."""
    theirs = (each for each in game.units.values() if player in (each.owner, each.card.owner) and not each.is_fort)
    return all(each.gone for each in theirs)


def _sails(game: GameState, unit: Unit) -> bool:
    """A ship that is neither derelict nor a wreck; a sea creature is considered a ship (complete, Sea Creatures)."""
    return not unit.is_fort and not is_derelict(game, unit) and not is_wrecked(unit)


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
    return sum(each.masts for each in game.fleet(player) if not each.is_fort)


def _points(game: GameState, player: str) -> int:
    crew = sum(each.card.points for each in game.crew.values() if each.owner == player and each.at)
    return crew + sum(each.card.points for each in game.fleet(player))


def _units(game: GameState, player: str) -> int:
    """Pieces that can be given an action: ships, creatures, forts, marines (complete, Winning the Game)."""
    able = sum(
        1 for each in game.fleet(player) if not is_wrecked(each) and not (each.kind is PieceKind.FORT and is_bare(each))
    )
    return able + sum(1 for each in game.crew.values() if each.owner == player and each.at and is_marine(each))
