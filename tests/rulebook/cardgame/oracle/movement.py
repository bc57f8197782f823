"""What each movement card does to the row. The front of the row is place 0 of the list."""

from tests.rulebook.cardgame.oracle.decks import NATIONS, kind_of, nation_of

STEPS = {"full-speed-ahead": -6, "lost-at-sea": 6}
GROUPS = {"temporary-alliance": -3, "caught-in-a-rip": 3}


def play(w, card, ships):
    kind = kind_of(card)
    if kind in STEPS:
        shift(w["row"], [ships[0]], STEPS[kind])
    elif kind in GROUPS:
        shift(w["row"], [ship for ship in w["row"] if ship in ships], GROUPS[kind])
    elif kind == "sabotage":
        w["damaged"].update(ships)
    elif kind == "fog":
        w["fog"] = True
    elif kind.endswith("-advance"):
        advance(w, NATIONS[kind.split("-")[0]])
    else:
        retreat(w, NATIONS[kind.split("-")[0]])


def shift(row, group, spaces):
    """The group, in its order, is taken out and put back so many spaces on, or at the end of the row."""
    first = row.index(group[0]) + spaces
    rest = [ship for ship in row if ship not in group]
    first = min(max(first, 0), len(rest))
    row[:] = rest[:first] + group + rest[first:]


def advance(w, nation):
    """Foremost first, two forward each."""
    row, before = w["row"], None
    for ship in [ship for ship in row if nation_of(ship) == nation]:
        spaces = 2
        if before is not None and w["readings"]["nation-passes"] == "no":
            spaces = min(2, row.index(ship) - row.index(before) - 1)
        shift(row, [ship], -spaces)
        before = ship


def retreat(w, nation):
    """Rearmost first, two back each."""
    row, before = w["row"], None
    for ship in [ship for ship in reversed(row) if nation_of(ship) == nation]:
        spaces = 2
        if before is not None and w["readings"]["nation-passes"] == "no":
            spaces = min(2, row.index(before) - row.index(ship) - 1)
        shift(row, [ship], spaces)
        before = ship
