"""Random beginnings: fleets, islands, treasure, terrain, and now and then another reading of a rule."""

from dataclasses import dataclass

import msgspec

from tableassist.rulebook.state.start import (
    CoinStart,
    CrewStart,
    GameStart,
    IslandStart,
    PlayerStart,
    ShipStart,
    TerrainStart,
)
from tests.rulebook.referee.oracle.world import READINGS

NAMES = ("Anne", "Mary", "Bart", "Jack", "Cheng", "Grace")
NATIONS = ("Pirate", "Spain")
CHOICES = {
    "ram-derelict": ("sinks",),
    "galley-hit": ("nothing",),
    "boarding-parties": ("one-a-player",),
    "boarding-tie": ("attacker",),
    "boards-back-ghost": ("no",),
    "explore-enemy-derelict": ("no",),
    "captain-after-ram": ("no",),
    "several-targets": ("no",),
    "own-fleet-shot": ("yes",),
    "play-on-before-mast": ("yes",),
    "scuttle-tries": ("any",),
    "terrain-die": ("one-a-ship",),
    "token-without-exploring": ("yes",),
    "fort-load": ("action",),
    "fort-goes-on": ("yes",),
    "prize-repairs-home": ("no",),
    "repair-ends-tow": ("no",),
    "tow-out-of-weeds": (False,),
    "tow-from-tower": ("no",),
    "tows-at-once": ("any",),
    "split-with": ("first-owner",),
    "multiplayer-split": ("yes",),
    "end-token-follows": ("coin",),
    "fleetless-turn": ("skipped",),
    "able-to-move": ("now",),
    "end-when": ("half-stuck",),
    "gold-on-wrecks": ("gone",),
    "tie-break": ("gold-on-ships", "masts", "points", "units"),
    "iceberg-on-derelict": ("sinks",),
    "mysterious-homes": ("yes",),
    "boarding-later": ("next-turn",),
    "boarding-crew-picked-by": ("loser",),
    "prize-treasure": ("owners",),
    "helmsman-tows": ("no",),
    "tow-wreck": ("yes",),
    "unload-when-built": ("yes",),
    "rammed-mast-repair": ("no",),
    "musketeer-derelict": ("yes",),
    "last-gold-sunk": ("goes-on",),
    "fort-gold-unloaded": ("no",),
    "prize-sheltered": ("no",),
    "ransom-by-tow": ("yes",),
    "shoot-split": ("no",),
    "drop-treasure": ("yes",),
}
assert set(CHOICES) == set(READINGS)
KEYWORDS = ("Galley", "Schooner", "Ghost Ship", "Broadsides Attack")
SHIP_EFFECTS = (
    "derelict_moves_S",
    "move_and_shoot",
    "not_hit_by_L_cannons",
    "not_hit_by_forts",
    "not_shot_while_docked",
    "cannon_rerolls_miss",
    "docks_at_enemy_home",
    "dock_and_explore",
    "cannot_be_pinned",
    "ram_takes_no_mast",
    "boarding_plus_1",
    "boards_within_S",
    "ignores_terrain",
    "places_fog_within_S",
    "repairs_anywhere",
    "foreign_crew_acts",
    "extra_action",
    "cannons_stay_without_masts",
)
CREW_EFFECTS = (
    "move_and_shoot",
    "cannon_rerolls_miss",
    "dock_and_explore",
    "extra_3S_cannon_any_mast",
    "repairs_anywhere",
    "boarding_plus_1",
    "boards_within_S",
    "extra_action",
    "derelict_moves_S",
    "base_move_plus_S",
)
CREW_KEYWORDS = {
    "spanish-main": (),
    "revolution": ("Marine", "Ransom", "Ghost Ship"),
    "complete": ("Marine", "Ransom", "Ghost Ship", "Navigator"),
}
TERRAIN = {
    "spanish-main": (),
    "revolution": ("fog-bank", "reef", "sargasso-sea"),
    "complete": ("fog-bank", "reef", "sargasso-sea", "iceberg", "whirlpool"),
}


@dataclass
class Table:
    """A beginning, and what nobody at the table knows yet."""

    start: GameStart
    values: dict[str, int]
    """What each coin is worth."""


def random_table(rng, edition, players, *, multiplayer=False):
    names = NAMES[:players]
    values = {}
    coins = random_coins(rng, players, values)
    islands = [IslandStart(f"home-{name}", home=name) for name in names]
    wild = rng.randint(3, 5) + players - 2
    for number in range(wild):
        here = tuple(coins[number::wild])
        mysterious = edition == "complete" and rng.random() < 0.1
        islands.append(IslandStart(f"i{number + 1}", coins=here, mysterious=mysterious))
    ships = [ship for name in names for ship in random_fleet(rng, edition, name, 2 if players > 3 else 3)]
    crew = random_crew(rng, edition, ships)
    start = GameStart(
        edition=edition,
        multiplayer=multiplayer,
        house=random_house(rng),
        players=tuple(PlayerStart(name) for name in names),
        ships=tuple(ships),
        crew=tuple(crew),
        islands=tuple(islands),
        terrain=tuple(random_terrain(rng, edition)),
        starting_gold=sum(values.values()),
    )
    return Table(msgspec.convert(msgspec.to_builtins(start), GameStart), values)


def random_coins(rng, players, values):
    """Some with the value that a helper knows, some that nobody has looked at; now and then a unique one."""
    coins = []
    told = rng.random() < 0.5
    for number in range(1, rng.randint(3, 6) * players + 1):
        name = f"c{number}"
        if rng.random() < 0.05:
            coins.append(CoinStart(name, unique=f"Curse {number}"))
            continue
        values[name] = rng.randint(1, 5)
        coins.append(CoinStart(name, values[name] if told or rng.random() < 0.5 else None))
    return coins


def random_fleet(rng, edition, player, most):
    ships = [random_ship(rng, edition, player, number) for number in range(1, rng.randint(1, most) + 1)]
    if edition == "complete" and rng.random() < 0.2:
        masts = rng.randint(1, 3)
        ships.append(
            ShipStart(
                f"{player[0].lower()}-kraken",
                player,
                kind="sea-creature",
                masts=masts,
                cannons=random_cannons(rng, masts),
                base_move="L",
                points=8,
            )
        )
    if edition != "spanish-main" and rng.random() < 0.5:
        flags = rng.randint(1, 3)
        ships.append(
            ShipStart(
                f"{player[0].lower()}-fort",
                player,
                kind="fort",
                masts=flags,
                cannons=random_cannons(rng, flags),
                gold_cost=rng.randint(1, 4),
            )
        )
    return ships


def random_ship(rng, edition, player, number):
    masts = rng.randint(1, 5)
    keywords = [each for each in KEYWORDS if edition != "spanish-main" and rng.random() < 0.08]
    effects = [each for each in SHIP_EFFECTS if rng.random() < 0.04]
    lost = [mast for mast in range(1, masts + 1) if rng.random() < 0.1]
    return ShipStart(
        f"{player[0].lower()}{number}",
        player,
        masts=masts,
        cannons=random_cannons(rng, masts),
        base_move="L+S",
        cargo=rng.randint(1, 5),
        points=rng.randint(6, 15),
        nation=rng.choice(NATIONS),
        keywords=tuple(keywords),
        effects=tuple(effects),
        masts_lost=tuple(lost),
    )


def random_cannons(rng, count):
    return "-".join(f"{rng.randint(1, 5)}{rng.choice('SSL')}" for _ in range(count))


def random_crew(rng, edition, ships):
    crew = []
    for ship in ships:
        if ship.kind != "ship":
            continue
        for _ in range(rng.choice((0, 0, 1, 1, 2))):
            keywords = [each for each in CREW_KEYWORDS[edition] if rng.random() < 0.1]
            crew.append(
                CrewStart(
                    f"x{len(crew) + 1}",
                    ship.owner,
                    at=ship.id if rng.random() < 0.9 else f"home-{ship.owner}",
                    points=rng.randint(0, 4),
                    nation=ship.nation if rng.random() < 0.8 else "France",
                    keywords=tuple(keywords),
                    effects=tuple(rng.sample(CREW_EFFECTS, 1)),
                    equipment=edition == "complete" and rng.random() < 0.15,
                    links=(crew[-1].id,) if crew and rng.random() < 0.15 else (),
                )
            )
    return crew


def random_terrain(rng, edition):
    for number, kind in enumerate(TERRAIN[edition], 1):
        for again in range(2 if kind == "whirlpool" else 1):
            if rng.random() < 0.6 or again:
                yield TerrainStart(f"t{number}{'ab'[again]}", kind, number=rng.randint(1, 6))


def random_house(rng):
    if rng.random() < 0.6:
        return {}
    names = rng.sample(sorted(CHOICES), rng.randint(1, 3))
    return {name: rng.choice(CHOICES[name]) for name in names}
