"""The table of a whole game: two fleets at home, four wild islands with treasure; as a table file and a set-up."""

import math
from dataclasses import dataclass

import msgspec.structs

from bench.game_waters import GAP_MM, Pose, outline, with_bow_at
from tableassist.rulebook.state.start import CoinStart, CrewStart
from tableassist.store.models import find_model
from tableassist.store.table import read_whole_table, start_of_table

MAT_MM = 915.0
PLAYERS = ("English", "Pirates")
HOMES = {"English": "home-english", "Pirates": "home-pirates"}
WILD = ("wild-1", "wild-2", "wild-3", "wild-4")
RIG = {
    1: ("one-mast", -15.0),
    2: ("two-mast", -18.0),
    3: ("three-mast", -20.5),
    4: ("four-mast", -22.5),
    5: ("five-mast", -24.0),
}
"""Model and place of the flag's staff, by masts."""
DIE_MM = 14.0
PLATE_MM = 24.0
"""How far astern of the staff a ship's plate lies."""
ISLANDS = ("island-round", "island-cove", "island-long")
EDGE_TAGS = [(x, y) for x in (30.0, 315.0, 600.0, 885.0) for y in (30.0, 315.0, 600.0, 885.0)
             if x in (30.0, 885.0) or y in (30.0, 885.0)]  # fmt: skip
PLACES = ((170.0, 185.0), (745.0, 730.0), (265.0, 440.0), (450.0, 220.0), (650.0, 480.0), (455.0, 690.0))
"""Of the homes and the wild islands, give or take; the first two wild ones are nearer to the English."""
SLOTS = {"English": (40.0, 85.0, -5.0, 130.0, -50.0), "Pirates": (220.0, 265.0, 175.0, 310.0, 130.0)}
"""Where ships lie round their home: degrees, those that face the sea first."""


@dataclass(frozen=True, slots=True)
class Ship:
    id: str
    owner: str
    name: str
    masts: int
    cannons: tuple[tuple[int, str], ...]
    move: str
    fights: bool
    """A ship of war looks for the enemy's; the others bring gold home."""

    @property
    def model(self):
        return find_model(RIG[self.masts][0], asked_in="bench", field="model")


@dataclass(frozen=True)
class GameTable:
    text: str
    """The table file."""
    ships: dict[str, Ship]
    models: dict
    """Of all pieces, by id."""
    start: dict[str, Pose]
    coins: dict[str, tuple[tuple[str, int], ...]]
    """By wild island: id and value."""
    crew: dict[str, str]
    """By ship: the one crew aboard."""


def game_table(rng):
    ships = {each.id: each for each in _ships(rng)}
    while True:
        models, start = _islands(rng)
        hulls = [outline(models[name], at) for name, at in start.items()]
        if all(one.distance(other) > 90.0 for i, one in enumerate(hulls) for other in hulls[:i]):
            break
    for player in PLAYERS:
        fleet = [each for each in ships.values() if each.owner == player]
        for ship, slot in zip(sorted(fleet, key=lambda each: not each.fights), SLOTS[player], strict=False):
            models[ship.id] = ship.model
            home = HOMES[player]
            start[ship.id] = _at_home(ship.model, start[home], outline(models[home], start[home]), slot)
    coins = _coins(rng)
    crew = {each.id: f"{each.id}-mate" for each in ships.values() if each.fights}
    return GameTable(_text(ships, models), ships, models, start, coins, crew)


def game_start(table, path):
    """The set-up for the referee: the table's file with the treasure and crew that it does not know."""
    start = start_of_table(read_whole_table(path))
    islands = tuple(
        msgspec.structs.replace(
            each, coins=tuple(CoinStart(name, value) for name, value in table.coins.get(each.id, ()))
        )
        for each in start.islands
    )
    crew = tuple(
        CrewStart(name, table.ships[ship].owner, name="Mate", at=ship, generic=True)
        for ship, name in table.crew.items()
    )
    return msgspec.structs.replace(start, islands=islands, crew=crew)


def _ships(rng):
    names = iter(rng.permutation([
        "Arrow", "Bellona", "Cutlass", "Dauntless", "Endeavour", "Fury", "Gull", "Hydra", "Intrepid", "Juno"
    ]).tolist())  # fmt: skip
    for player in PLAYERS:
        letter = player[0].lower()
        war = int(rng.integers(1, 3))
        for number in range(war):
            masts = int(rng.integers(3, 5))
            ranks = tuple((int(rng.integers(2, 4)), "L" if rng.random() < 0.7 else "S") for _ in range(masts))
            yield Ship(f"{letter}{number + 1}", player, next(names), masts, ranks, "S+L", fights=True)
        for number in range(2):
            masts = int(rng.integers(1, 4))
            ranks = tuple((4, "S") for _ in range(masts))
            yield Ship(f"{letter}{war + number + 1}", player, next(names), masts, ranks, "S+L", fights=False)


def _islands(rng):
    models, start = {}, {}
    for name, (x, y) in zip((*HOMES.values(), *WILD), PLACES, strict=True):
        shift = rng.uniform(-22.0, 22.0, 2)
        models[name] = find_model(
            ISLANDS[int(rng.integers(3))] if name in WILD else "island-round", asked_in="bench", field="model"
        )
        start[name] = Pose(x + shift[0], y + shift[1], rng.uniform(-math.pi, math.pi))
    return models, start


def _at_home(model, home, shore, slot_deg):
    """Her bow against the shore, her keel towards the island's middle."""
    out = math.radians(slot_deg)
    heading, low, high = out + math.pi, 0.0, 200.0
    for _ in range(60):
        middle = (low + high) / 2.0
        at = with_bow_at(model, (home.x + middle * math.cos(out), home.y + middle * math.sin(out)), heading)
        low, high = (low, middle) if outline(model, at).distance(shore) > GAP_MM else (middle, high)
    return with_bow_at(model, (home.x + high * math.cos(out), home.y + high * math.sin(out)), heading)


def _coins(rng):
    """Two or three a wild island; the two sides of the table differ, so that somebody wins."""
    while True:
        counts = [int(rng.integers(2, 4)) for _ in WILD]
        values = [[int(rng.integers(1, 7)) for _ in range(count)] for count in counts]
        if abs(sum(values[0] + values[1]) - sum(values[2] + values[3])) > 2:
            numbers = iter(range(1, 20))
            return {
                name: tuple((f"c{next(numbers)}", each) for each in some)
                for name, some in zip(WILD, values, strict=True)
            }


def _text(ships, models):
    tags = ", ".join(f"{{ tag = {n}, x_mm = {x}, y_mm = {y}, size_mm = 44.0 }}" for n, (x, y) in enumerate(EDGE_TAGS))
    players = "".join(f'\n[[players]]\nname = "{each}"\nhomes = ["{HOMES[each]}"]\n' for each in PLAYERS)
    head = (
        f'format = 1\nname = "A whole game"\ncamera = "studio-1080p"\nedition = "complete"\nruler = "bars"\n{players}'
        f"\n[mat]\nwidth_mm = {MAT_MM}\nheight_mm = {MAT_MM}\nplacement_sigma_mm = 0.1\n"
        f'print_scale = {{ proven_by = "line", scale = 1.0, sigma = 0.0 }}\ntags = [{tags}]\n'
        f"\n[dice]\nedge_mm = {DIE_MM}\n"
    )
    pieces = [_ship_text(each, 20 + 2 * number) for number, each in enumerate(ships.values())]
    islands = [name for name in models if name not in ships]
    pieces += [_island_text(name, models[name].name, 60 + 2 * number) for number, name in enumerate(islands)]
    return head + "".join(pieces)


def _ship_text(ship, tag):
    """With a second tag, lower: two tags at different heights show a lean, and so contact can be called."""
    model, staff = RIG[ship.masts]
    cannons = "-".join(f"{rank}{reach}" for rank, reach in ship.cannons)
    measured = "sigma_xy_mm = 0.1, sigma_z_mm = 0.2, sigma_yaw_deg = 0.1, sigma_slope_deg = 0.2, sigma_lean_deg = 0.3"
    tags = ", ".join(
        f'{{ tag = {number}, size_mm = 18.0, mount = "{kind}", x_mm = {x}, y_mm = 0.0, z_mm = {z}, {measured} }}'
        for number, kind, x, z in ((tag, "flag", staff, 60.0), (tag + 1, "plate", staff - PLATE_MM, 12.0))
    )
    return (
        f'\n[[pieces]]\nid = "{ship.id}"\nname = "{ship.name}"\nmodel = "{model}"\nowner = "{ship.owner}"\n'
        f'cannons = "{cannons}"\nbase_move = "{ship.move}"\noutline_sigma_mm = 0.1\ntags = [{tags}]\n'
    )


def _island_text(name, model, tag):
    measured = "z_mm = 1.0, sigma_xy_mm = 0.1, sigma_z_mm = 0.1, sigma_yaw_deg = 0.1"
    tags = ", ".join(
        f'{{ tag = {tag + side}, size_mm = 20.0, mount = "plate", x_mm = {x}, y_mm = 0.0, {measured} }}'
        for side, x in enumerate((-15.0, 15.0))
    )
    return f'\n[[pieces]]\nid = "{name}"\nname = "{name}"\nmodel = "{model}"\noutline_sigma_mm = 0.1\ntags = [{tags}]\n'
