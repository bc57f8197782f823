"""Ships moved in the row (Card Game, General Rules for Movement Cards): the full number of spaces, or as far as the row
goes."""

from tableassist.rulebook.cardgame.state.ships import nation_of

CardRow = tuple[str, ...]
"""Front first."""


def move_ships(row: CardRow, ships: CardRow, spaces: int) -> CardRow:
    """One ship, or several neighbours as a group that keeps its order. Forward is more than 0."""
    places = sorted({row.index(each) for each in ships})
    group = tuple(row[each] for each in places)
    rest = tuple(each for each in row if each not in group)
    at = max(0, min(len(rest), places[0] - spaces))
    return (*rest[:at], *group, *rest[at:])


def move_nation(row: CardRow, nation: str, spaces: int, *, passes: bool) -> CardRow:
    """One at a time: the foremost first when they advance, the rearmost first when they retreat."""
    order = [each for each in row if nation_of(each) == nation]
    ahead = row if spaces > 0 else row[::-1]
    for number, ship in enumerate(order if spaces > 0 else order[::-1]):
        others = (order if spaces > 0 else order[::-1])[:number]
        ahead = _move_ahead(ahead, ship, abs(spaces), () if passes else tuple(others))
    return ahead if spaces > 0 else ahead[::-1]


def _move_ahead(row: CardRow, ship: str, spaces: int, not_past: CardRow) -> CardRow:
    """Towards the row's beginning, but not past those ships."""
    at = row.index(ship)
    limit = max((row.index(each) + 1 for each in not_past), default=0)
    return move_ships(row, (ship,), min(spaces, max(0, at - limit)))


def are_neighbours(row: CardRow, one: str, other: str) -> bool:
    return abs(row.index(one) - row.index(other)) == 1
