"""What each adventure card does, and where the fame comes from and goes to."""

from tests.rulebook.cardgame.oracle.box import PAPER
from tests.rulebook.cardgame.oracle.decks import NATIONS, kind_of, nation_of

GAIN_BY_SPACE = {
    "ancient-relics": [1, 2, 3],
    "native-alliance": [1, 2, 3],
    "island-discovery": [1, 2, 3, 4],
    "parley": [1, 2, 3, 4],
    "neptunes-favor": [1, 3, 5],
    "mermaids": [2, 4, 6],
}
GAIN_BY_ORDER = {
    "treasure-map": (3, 1),
    "legendary-treasure": (2, 2),
    "secret-charts": (2, 1),
    "cursed-treasure": (1, 2),
}
"""How many of the first undamaged ships gain how much."""
DAMAGE_BY_SPACE = {"kraken": [8, 6, 4], "cursed-waters": [9, 7, 5]}
DAMAGE_LAST = {"storm-ahead": 2, "maelstrom": 1}
LOSE_BY_SPACE = {"ghost-ship": [9, 8, 7], "cursed-ship": [2, 1]}


def execute(w, card):
    """The card has been taken from the lane; it ends under a ship or on the discards. A ship for which somebody has to
    say who owns her is returned, and the rest of Mutiny waits."""
    kind = kind_of(card)
    unhurt = [ship for ship in w["row"] if ship not in w["damaged"]]
    gains = []
    if kind in GAIN_BY_SPACE:
        at = [w["row"][space - 1] for space in GAIN_BY_SPACE[kind]]
        gains = [ship for ship in at if ship not in w["damaged"]]
    elif kind in GAIN_BY_ORDER:
        ships, much = GAIN_BY_ORDER[kind]
        gains = [ship for ship in unhurt[:ships] for _ in range(much)]
    if gains:
        award(w, gains, card)
    else:
        w["discards"].append(card)

    if kind in ("cursed-treasure", "volcano"):
        w["damaged"].update(unhurt[:1])
    elif kind in DAMAGE_LAST:
        w["damaged"].update(unhurt[::-1][: DAMAGE_LAST[kind]])
    elif kind in DAMAGE_BY_SPACE:
        w["damaged"].update(w["row"][space - 1] for space in DAMAGE_BY_SPACE[kind])
    elif kind in LOSE_BY_SPACE:
        for space in LOSE_BY_SPACE[kind]:
            lose(w, w["row"][space - 1], 1)
    elif kind.endswith("-attack"):
        attack(w, NATIONS[kind.split("-")[0]])
    elif kind.endswith("-loot"):
        loot(w, NATIONS[kind.split("-")[0]])
    elif kind == "mutiny":
        return mutiny(w)
    return None


def attack(w, nation):
    for place in range(1, 9):
        ahead, ship = w["row"][place - 1], w["row"][place]
        if nation_of(ship) == nation and ship not in w["damaged"] and nation_of(ahead) != nation:
            w["damaged"].add(ahead)


def loot(w, nation):
    for place in range(1, 9):
        ahead, ship = w["row"][place - 1], w["row"][place]
        if nation_of(ahead) == nation and nation_of(ship) != nation and ship not in w["damaged"]:
            w["fame"][ship] += taken_from(w, ahead, 1)


def mutiny(w):
    """The ship that it is about, where nobody but the players can tell whose she is."""
    unhurt = [ship for ship in w["row"] if ship not in w["damaged"]]
    if w["readings"]["mutiny"] == "literal" and not w["gate_open"]:
        somebody = owned(w, unhurt[0]) if unhurt else False
        if somebody is False:
            return None
        if somebody is None and unhurt[0] != first_hidden(w):
            return unhurt[0]
    w["gate_open"] = False
    return mutiny_strikes(w)


def first_hidden(w):
    face_up = [pirate for own in w["revealed"].values() for pirate in own]
    return next((ship for ship in w["row"] if ship not in face_up), None)


def owned(w, ship):
    """Whether somebody owns her; None where only the players can tell."""
    known = [*w["revealed"].values(), *(own for own in w["pirates"].values() if own is not None)]
    if any(ship in own for own in known):
        return True
    secret = [who for who in w["players"] if w["pirates"][who] is None and len(w["revealed"][who]) < w["dealt"]]
    return None if secret else False


def mutiny_strikes(w):
    face_up = [pirate for own in w["revealed"].values() for pirate in own]
    if w["readings"]["mutiny"] != "undamaged":
        found = [ship for ship in w["row"] if ship not in face_up]
    else:
        found = [ship for ship in w["row"] if ship not in w["damaged"]]
    if not found:
        return None
    ship = found[0]
    if ship in face_up:
        if w["readings"]["mutiny-again"] == "discards":
            lose_half(w, ship)
        return None
    for player in w["players"]:
        if w["pirates"][player] is not None and ship in w["pirates"][player]:
            mutiny_of(w, player, ship)
            return None
    return ship if None in w["pirates"].values() else None


def mutiny_of(w, player, ship):
    w["revealed"][player].append(ship)
    lose_half(w, ship)


def lose_half(w, ship):
    fame = len(under(w, ship))
    lose(w, ship, (fame + 1) // 2 if w["readings"]["mutiny-half"] == "up" else fame // 2)


def award(w, gains, active):
    """One card for each fame, the active card for the last."""
    early = bool(w["lane"])  # not the final adventure
    for ship in gains[:-1]:
        card = fame_card(w)
        if card != PAPER or not early or w["readings"]["short-pile"] != "lost":
            w["fame"][ship].append(card)
    w["fame"][gains[-1]].append(active)


def fame_card(w):
    piles = ["pile"]
    if w["extended"]:
        piles = ["pile", "discards"] if w["readings"]["extended-order"] == "pile-first" else ["discards", "pile"]
    for name in piles:
        if w[name]:
            return w[name].pop(0)
    if w["lane"] and w["readings"]["short-pile"] == "from-row":
        return w["lane"].pop()
    return PAPER


def taken_from(w, ship, count):
    """So much of her fame, as far as she has it: cards before what is only counted."""
    hers = w["fame"][ship]
    hers.sort(key=lambda card: card == PAPER)
    count = min(count, len(under(w, ship)))
    taken, w["fame"][ship] = hers[:count], hers[count:]
    return taken


def under(w, ship):
    """What can be lost or taken: not what is only counted, where the table keeps that apart."""
    apart = w["readings"]["fame-without-card"] == "apart"
    return [card for card in w["fame"][ship] if card != PAPER or not apart]


def lose(w, ship, count):
    w["discards"] += [card for card in taken_from(w, ship, count) if card != PAPER]
