"""The table at the beginning, as one dictionary, and the piles on it."""

from tests.rulebook.cardgame.oracle.decks import ADVENTURES, MOVEMENTS, READINGS, SHIPS

UNKNOWN = "?"
"""A card that lies face down and that nobody has told us of."""
PAPER = "paper"
"""Fame that is counted though there was no card left for it."""


def set_up(start):
    players = list(start["players"])
    if not 2 <= len(players) <= 4:
        raise ValueError("2 to 4 players")
    each = 3 if len(players) == 2 else 2
    pirates = start.get("pirates") or {}
    w = {
        "players": players,
        "at": players.index(start.get("first") or players[0]),
        "upcoming": start.get("upcoming", False),
        "hand": start.get("hand", False),
        "extended": start.get("extended", False),
        "readings": {key: start.get("readings", {}).get(key, values[0]) for key, values in READINGS.items()},
        "gate_open": False,
        "row": list(start["row"]),
        "damaged": set(start.get("damaged", [])),
        "fame": {ship: [] for ship in SHIPS},
        "taken": {player: [] for player in players},
        "pirates": {player: (list(pirates[player]) if player in pirates else None) for player in players},
        "dealt": each,
        "revealed": {player: [] for player in players},
        "denied": {player: [] for player in players},
        "lane": [],
        "pile": whole(start.get("adventures", []), ADVENTURES),
        "discards": [],
        "open": [],
        "hands": {},
        "sizes": {},
        "draw": [],
        "thrown": [],
        "shuffles": [list(each) for each in start.get("shuffles", [])],
        "todo": [],
        "owed": [],
        "over": False,
        "winners": [],
        "score": {},
        "fog": False,
    }
    check(w)
    for _ in range(len(players) if w["upcoming"] else 1):
        w["lane"].append(w["pile"].pop(0))
    deal(w, start)
    return w


def whole(known, deck):
    """The known cards on top, and as many unknown ones below as the deck still has."""
    if len(set(known)) != len(known) or not set(known) <= set(deck):
        raise ValueError("a card twice, or one that is not in the box")
    return list(known) + [UNKNOWN] * (len(deck) - len(known))


def check(w):
    if len(set(w["players"])) != len(w["players"]):
        raise ValueError("two players of one name")
    if sorted(w["row"]) != sorted(SHIPS):
        raise ValueError("nine ships, each once")
    if not w["damaged"] <= set(SHIPS):
        raise ValueError("no such ship is damaged")
    dealt = [pirate for own in w["pirates"].values() if own is not None for pirate in own]
    if len(set(dealt)) != len(dealt) or not set(dealt) <= set(SHIPS):
        raise ValueError("each pirate is dealt once")
    if any(own is not None and len(own) != w["dealt"] for own in w["pirates"].values()):
        raise ValueError("two pirates each, three with two players")


def deal(w, start):
    known = list(start.get("movements", []))
    if not w["hand"]:
        w["draw"] = whole(known, MOVEMENTS)
        w["open"] = [w["draw"].pop(0) for _ in range(3)]
        return
    size = 4 if len(w["players"]) == 2 else 3
    order = w["players"][w["at"] :] + w["players"][: w["at"]]
    w["sizes"] = dict.fromkeys(w["players"], size)
    w["hands"] = {player: [] for player in w["players"]}
    if start.get("hands"):
        w["hands"] = {player: list(start["hands"][player]) for player in w["players"]}
        held = [card for hand in w["hands"].values() for card in hand]
        if any(len(hand) != size for hand in w["hands"].values()) or len(set(held)) != len(held):
            raise ValueError("three cards in hand, four with two players")
        w["draw"] = whole(held + known, MOVEMENTS)[len(held) :]
        return
    w["draw"] = whole(known, MOVEMENTS)
    for _ in range(size):
        for player in order:
            w["hands"][player].append(w["draw"].pop(0))


def draw_movement(w):
    """The next movement card. The discards are shuffled when there is none to draw, or as soon as the last is drawn."""
    if not w["draw"]:
        reshuffle(w)
    card = w["draw"].pop(0)
    if not w["draw"] and w["readings"]["shuffle"] == "when-empty":
        reshuffle(w)
    return card


def reshuffle(w):
    """In the order that the set-up gives to the discards; those that it leaves out lie below, unknown."""
    order = w["shuffles"].pop(0) if w["shuffles"] else []
    told = [card for card in order if card in w["thrown"]]
    w["draw"] = told + [UNKNOWN] * (len(w["thrown"]) - len(told))
    w["thrown"] = []
