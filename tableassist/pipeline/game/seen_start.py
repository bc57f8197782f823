"""A game that begins on a table: ships lie where they are seen to."""

from collections.abc import Collection, Sequence

import msgspec.structs

from tableassist.rulebook import GameStart, Ruling
from tableassist.rulebook.referee import find_dock


def where_seen(start: GameStart, seen: Collection[str], rulings: Sequence[Ruling]) -> GameStart:
    """`seen`: the ids of the pieces that are measured. Others lie where the set-up has them."""
    ships = tuple(
        msgspec.structs.replace(ship, at=find_dock(rulings, ship.id)) if ship.id in seen else ship
        for ship in start.ships
    )
    return msgspec.structs.replace(start, ships=ships)
