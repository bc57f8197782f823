"""Hits: masts, segments and flags that go, and what has none left to lose."""

from tableassist.pieces.piece_state import PieceState
from tableassist.rulebook.referee.changes.sinking import destroy_fort, sink
from tableassist.rulebook.ruling.ruling import Verdict
from tableassist.rulebook.state.game import GameState, with_duty, with_unit, without_duty
from tableassist.rulebook.state.questions import bow_touches, can_hold, has
from tableassist.rulebook.state.things import Duty, DutyKind, Unit


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
    if has(unit, "Galley") and game.reading("galley-hit") == "nothing":
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
    old = next((each for each in game.duties if each.kind is DutyKind.MAST and each.piece == unit.card.id), None)
    owed = count + (old.count if old else 0)
    after = without_duty(game, old) if old else game
    rammed += old.rammed if old else 0
    if owed >= unit.masts:
        return lose_masts(after, unit, frozenset(unit.masts_standing), by=by, rammed=rammed)
    return with_duty(after, Duty(DutyKind.MAST, unit.owner, unit.card.id, by, owed, rammed))


def lose_masts(game: GameState, unit: Unit, masts: frozenset[int], *, by: str, rammed: int = 0) -> GameState:
    """Masts go, the first `rammed` of them by a ram. A sea creature without segments is eliminated (complete, Sea
    Creatures)."""
    by_ram = unit.masts_rammed.union(sorted(masts)[:rammed]) if rammed else unit.masts_rammed
    bare = with_unit(game, unit, masts_lost=unit.masts_lost | masts, masts_rammed=by_ram)
    after = let_rammers_go(bare, unit.card.id)
    now = after.units[unit.card.id]
    return sink(after, now, by=by) if now.is_creature and now.masts <= 0 else after


def let_rammers_go(game: GameState, ship: str) -> GameState:
    """Pins on a ship that can hold nobody any more end for good: after a repair it takes a new ram (complete, Pin)."""
    if can_hold(game, game.units[ship]):
        return game
    after = game
    for each in pinned_against(game, ship):
        unit = after.units[each]
        after = with_unit(after, unit, rammed=unit.rammed - {ship}, states=unit.states - {PieceState.PINNED})
    return after


def pinned_against(game: GameState, ship: str) -> tuple[str, ...]:
    """Who rammed this ship and has touched her since, or is ticked as pinned with the bow against her."""
    return tuple(
        key
        for key, unit in game.units.items()
        if ship in unit.rammed or (PieceState.PINNED in unit.states and bow_touches(game, key, ship) is Verdict.YES)
    )
