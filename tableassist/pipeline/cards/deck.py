"""The cards of *Pirates of the Spanish Main: The Card Game*: which there are, and what they are called.

A ship is `e1` to `e3`, `s1` to `s3`, `d1` to `d3`; a movement or adventure card is its kind and which copy of it:
`sabotage-2`. The rules print no list of the ships' names, so a table gives its own.
"""

from tableassist.messages import Message

MOVEMENT_COUNTS: dict[str, int] = {
    "full-speed-ahead": 2,
    "lost-at-sea": 3,
    "temporary-alliance": 4,
    "caught-in-a-rip": 3,
    "english-advance": 1,
    "spanish-advance": 1,
    "dutch-advance": 1,
    "english-retreat": 1,
    "spanish-retreat": 1,
    "dutch-retreat": 1,
    "sabotage": 5,
    "fog": 1,
}
ADVENTURE_COUNTS: dict[str, int] = {
    "ancient-relics": 2,
    "native-alliance": 2,
    "island-discovery": 2,
    "parley": 2,
    "neptunes-favor": 4,
    "treasure-map": 6,
    "legendary-treasure": 2,
    "mermaids": 4,
    "secret-charts": 3,
    "cursed-treasure": 2,
    "storm-ahead": 2,
    "maelstrom": 5,
    "ghost-ship": 2,
    "volcano": 2,
    "kraken": 2,
    "cursed-waters": 2,
    "cursed-ship": 1,
    "mutiny": 1,
    "english-attack": 2,
    "spanish-attack": 2,
    "dutch-attack": 2,
    "english-loot": 2,
    "spanish-loot": 2,
    "dutch-loot": 2,
}
SHIP_CARDS = tuple(f"{nation}{number}" for nation in "esd" for number in (1, 2, 3))


def _copies(counts: dict[str, int]) -> tuple[str, ...]:
    return tuple(f"{kind}-{copy}" for kind, count in counts.items() for copy in range(1, count + 1))


MOVEMENT_CARDS = _copies(MOVEMENT_COUNTS)
ADVENTURE_CARDS = _copies(ADVENTURE_COUNTS)

KIND_NAMES: dict[str, Message] = {
    "full-speed-ahead": Message("Full Speed Ahead"),
    "lost-at-sea": Message("Lost at Sea"),
    "temporary-alliance": Message("Temporary Alliance"),
    "caught-in-a-rip": Message("Caught in a Rip"),
    "english-advance": Message("English Advance"),
    "spanish-advance": Message("Spanish Advance"),
    "dutch-advance": Message("Dutch Advance"),
    "english-retreat": Message("English Retreat"),
    "spanish-retreat": Message("Spanish Retreat"),
    "dutch-retreat": Message("Dutch Retreat"),
    "sabotage": Message("Sabotage"),
    "fog": Message("There Be Fog Ahead"),
    "ancient-relics": Message("Ancient Relics"),
    "native-alliance": Message("Native Alliance"),
    "island-discovery": Message("Island Discovery"),
    "parley": Message("Parley"),
    "neptunes-favor": Message("Neptune's Favor"),
    "treasure-map": Message("Treasure Map"),
    "legendary-treasure": Message("Legendary Treasure"),
    "mermaids": Message("Mermaids"),
    "secret-charts": Message("Secret Charts"),
    "cursed-treasure": Message("Cursed Treasure"),
    "storm-ahead": Message("Storm Ahead"),
    "maelstrom": Message("Maelstrom"),
    "ghost-ship": Message("Ghost Ship"),
    "volcano": Message("Volcano"),
    "kraken": Message("Kraken"),
    "cursed-waters": Message("Cursed Waters"),
    "cursed-ship": Message("Cursed Ship"),
    "mutiny": Message("Mutiny"),
    "english-attack": Message("English Attack"),
    "spanish-attack": Message("Spanish Attack"),
    "dutch-attack": Message("Dutch Attack"),
    "english-loot": Message("English Loot"),
    "spanish-loot": Message("Spanish Loot"),
    "dutch-loot": Message("Dutch Loot"),
}


def card_kind(card: str) -> str:
    """`sabotage` of `sabotage-2`."""
    return card.rpartition("-")[0]


def card_name(card: str) -> Message:
    """What a movement or adventure card is called; its copy is not told."""
    return KIND_NAMES[card_kind(card)]


def ship_name(ship: str) -> Message:
    """Of a ship that the table has given no name."""
    match ship[0]:
        case "e":
            return Message("English ship {number}", number=int(ship[1]))
        case "s":
            return Message("Spanish ship {number}", number=int(ship[1]))
        case _:
            return Message("Dutch ship {number}", number=int(ship[1]))
