"""What is in the box."""

SHIPS = ["e1", "e2", "e3", "s1", "s2", "s3", "d1", "d2", "d3"]
NATIONS = {"english": "e", "spanish": "s", "dutch": "d"}

MOVEMENT_COUNTS = {
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
ADVENTURE_COUNTS = {
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


def cards(counts):
    return [f"{kind}-{copy}" for kind, count in counts.items() for copy in range(1, count + 1)]


MOVEMENTS = cards(MOVEMENT_COUNTS)
ADVENTURES = cards(ADVENTURE_COUNTS)

READINGS = {
    "mutiny": ["unrevealed", "undamaged", "literal"],
    "mutiny-half": ["up", "down"],
    "mutiny-again": ["nothing", "discards"],
    "nation-passes": ["yes", "no"],
    "sabotage-none": ["void", "foul"],
    "repair-none": ["fine", "foul"],
    "shuffle": ["when-needed", "when-empty"],
    "extended-order": ["pile-first", "discards-first"],
    "short-pile": ["owed", "from-row", "lost"],
    "fame-without-card": ["under-ship", "apart"],
}
"""The first of each is the one that is played where nobody has said otherwise."""


def kind_of(card):
    return card.rsplit("-", 1)[0]


def nation_of(ship):
    return ship[0]
