"""A piece leaves the game, and what becomes of all aboard."""

from tableassist.pieces.piece_state import PieceState
from tableassist.rulebook.editions.terms import SunkGold
from tableassist.rulebook.referee.changes.tow_lines import let_go
from tableassist.rulebook.state.game import (
    GameState,
    Sunk,
    changed,
    with_coins,
    with_crew,
    with_duty,
    with_island,
    with_unit,
)
from tableassist.rulebook.state.start import CoinStart
from tableassist.rulebook.state.things import GONE, NOBODY, Coin, Duty, DutyKind, Unit

RANSOM = "Ransom"
RANSOM_DEAD, RANSOM_TAKEN = 1, 5
"""revolution, Keywords (Ransom)."""


def sink(game: GameState, unit: Unit, *, by: str) -> GameState:
    """`by`: the player who sank her; empty where nobody did."""
    after = let_go(forget_facts_about(game, unit.card.id), unit.card.id)
    after = changed(
        after,
        rams=tuple(each for each in after.rams if unit.card.id not in (each.ship, each.target)),
        duties=tuple(each for each in after.duties if unit.card.id not in (each.piece, each.other)),
        just_moved="" if after.just_moved == unit.card.id else after.just_moved,
    )
    after = _treasure_lost(after, unit, by)
    for member in after.crew_at(unit.card.id):
        after = eliminate_crew(after, member.card.id, by=by)
    now = after.units[unit.card.id]
    return with_unit(
        after,
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
        kept = {key: each for key, each in game.overrulings.items() if piece not in (key[1], key[2])}
        game = changed(game, overrulings=kept)
    if not game.facts:
        return game
    return changed(game, facts={key: each for key, each in game.facts.items() if piece not in (key[1], key[2])})


def _treasure_lost(game: GameState, unit: Unit, by: str) -> GameState:
    coins = game.coins_at(unit.card.id)
    if not coins:
        return game
    gold = tuple(each for each in coins if not each.is_unique)
    after = with_coins(game, tuple(Coin(each.card, GONE, each.value, each.face_up) for each in coins))
    owner = unit.card.owner if game.reading("split-with") == "first-owner" else unit.owner
    if not gold or not by or not _is_split(game):
        return after
    after = changed(after, sunk=(*after.sunk, Sunk(tuple(each.card.id for each in gold), by, owner)))
    for each in gold:
        if each.value is None:
            after = with_duty(after, Duty(DutyKind.COIN, by, each.card.id))
    return settle(after)


def _is_split(game: GameState) -> bool:
    if game.multiplayer and game.reading("multiplayer-split") == "no":
        return False  # multiplayer, Treasure and Victory (Note)
    return game.edition.combat.sunk_gold is SunkGold.SPLIT


def settle(game: GameState) -> GameState:
    """Gold of sunk ships whose coins are all known is split, the odd piece to the player who sank her."""
    waiting, gold = [], dict(game.gold)
    for each in game.sunk:
        values = [game.coins[coin].value for coin in each.coins]
        if any(value is None for value in values):
            waiting.append(each)
            continue
        total = sum(value or 0 for value in values)
        for player, share in ((each.sinker, total - total // 2), (each.owner, total // 2)):
            home = game.home_of(player)
            gold[home] = gold.get(home, 0) + share
    if len(waiting) == len(game.sunk):
        return game
    return changed(game, sunk=tuple(waiting), gold={key: each for key, each in gold.items() if each})


def eliminate_crew(game: GameState, crew: str, *, by: str) -> GameState:
    """A crew with Ransom leaves a piece of gold to the opponent who eliminated it."""
    member = game.crew[crew]
    after = with_crew(game, member, at=GONE)
    if by and by != member.owner and RANSOM in member.card.keywords:
        home = game.home_of(by)
        after = changed(after, gold={**after.gold, home: after.gold.get(home, 0) + RANSOM_DEAD})
    return after


def destroy_fort(game: GameState, fort: Unit) -> GameState:
    """Its gold goes back on the island, which is wild and unexplored again. One that was never built stays unbuilt."""
    if not fort.docked_at:
        return game
    island = game.islands[fort.docked_at]
    coins = [Coin(each.card, island.card.id, each.value) for each in game.coins_at(fort.card.id)]
    loose = game.gold.get(fort.card.id, 0)
    if loose:
        made = CoinStart(f"{fort.card.id}-gold", loose)
        coins.append(Coin(made, island.card.id, loose))
    after = with_coins(game, tuple(coins))
    after = changed(after, gold={key: each for key, each in after.gold.items() if key != fort.card.id})
    after = with_island(after, island, fort="", explored_by=NOBODY, tokens=NOBODY, ever_explored=False)
    return sink(after, after.units[fort.card.id], by="")
