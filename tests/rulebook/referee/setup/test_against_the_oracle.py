"""Random set-ups, half of whose acts are nonsense, judged by the referee and by an oracle that was written apart."""

import random
from collections import Counter

import msgspec.structs
import pytest

from tableassist.pieces import Effect, PieceKind
from tableassist.rulebook.referee.referee import fold, judge_act
from tableassist.rulebook.referee.setup.homes import AssignCrew, ChooseHome, PlaceShip
from tableassist.rulebook.referee.setup.layout import PlaceIsland, PlaceTerrain, RollForFirst
from tableassist.rulebook.referee.setup.treasure import BeginPlay, Contribute, DealTreasure, set_up_offers
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.state.game import Phase
from tableassist.rulebook.state.start import TerrainStart
from tests.rulebook.referee.setup.plain_oracle import Oracle
from tests.rulebook.referee.setup.tables import crew, ship, table

SEATS = ("Anne", "Mary", "Jack", "Calico")
VERDICTS = (None, None, None, *Verdict)
NATIONS = ("English", "Spanish")


def random_table(dice, edition):
    players = SEATS[: dice.randint(2, 4)]
    multiplayer = len(players) > 2 and dice.random() < 0.5
    house = {"treasure-contribution": dice.choice(("advice", "must"))}
    house |= {
        "order-of-others": dice.choice(("by-roll", "to-the-left")),
        "homes-chosen": dice.choice(("for-another", "own")),
    }
    return table(
        edition,
        players,
        islands=6 if edition == "revolution" and not multiplayer else 3 * len(players),
        multiplayer=multiplayer,
        house=house,
        build_total=dice.choice((0, 0, 1000)),
        ships=tuple(each for name in players for each in fleet(dice, name)),
        crew=tuple(each for name in players for each in hands(dice, name)),
        terrain=(TerrainStart("reef", PieceKind.REEF), TerrainStart("ice", PieceKind.ICEBERG)),
    )


def fleet(dice, name):
    kinds = [PieceKind.SHIP, dice.choice((PieceKind.SHIP, PieceKind.SEA_CREATURE, PieceKind.FORT))]
    for number, kind in enumerate(kinds):
        links = tuple(f"{name}-c{each}" for each in range(4) if dice.random() < 0.2)
        card = {"cargo": dice.randint(0, 2), "points": dice.randint(3, 9), "nation": dice.choice(NATIONS)}
        yield ship(f"{name}-s{number}", name, name=f"{name} {number}", kind=kind, links=links, **card)


def hands(dice, name):
    for number in range(dice.randint(0, 4)):
        links = tuple(f"{name}-c{each}" for each in range(4) if each != number and dice.random() < 0.2)
        card = {"points": dice.choice((0, 1, 2, 5)), "nation": dice.choice(NATIONS), "equipment": dice.random() < 0.2}
        effects = (Effect.DERELICT_MOVES_S,) if dice.random() < 0.2 else ()
        yield crew(f"{name}-c{number}", name, name=f"{name} {number}", links=links, effects=effects, **card)


def drawn_values(dice):
    """Sometimes what the texts ask for."""
    values = [dice.randint(1, 4) for _ in range(dice.choice((0, 3, 5, 6, 6, 7, 8, 8, 9)))]
    if values and dice.random() < 0.5:
        values[0] = max(0, dice.choice((12, 15)) - sum(values[1:]))
    return (*values, -1) if dice.random() < 0.05 else tuple(values)


def nonsense(dice, game):
    """An act with its fields drawn at random: mostly a foul."""

    def one(names):
        return dice.choice([*names, "nobody"] if dice.random() < 0.03 else [*names]) if names else "nobody"

    player, island = one(SEATS[: len(game.order)]), one(list(game.islands))
    coins, values = list(game.coins), drawn_values(dice)
    drawn = (
        RollForFirst(player, dice.randint(1, 6 + (dice.random() < 0.05))),
        PlaceIsland(player, island, dice.choice(VERDICTS)),
        PlaceTerrain(player, one(list(game.terrain)), dice.choice(VERDICTS)),
        ChooseHome(player, island, one(game.order)),
        PlaceShip(player, one(list(game.units)), island, dice.choice(VERDICTS)),
        AssignCrew(player, one(list(game.crew)), one([*game.units, *game.islands])),
        Contribute(player, values, ("Maps",) * dice.randint(0, 2)),
        DealTreasure(island, tuple(dice.choices(coins, k=dice.randint(1, 5))) if coins else ("c1",)),
        BeginPlay(player),
    )
    return dice.choice(drawn)


def drawn_act(dice, game):
    """What is offered, the same with one field changed, or nonsense."""
    offered = set_up_offers(game)
    if not offered or dice.random() < 0.2:
        return nonsense(dice, game)
    act = dice.choice(offered).act
    if isinstance(act, RollForFirst):
        act = RollForFirst(act.player, dice.randint(1, 6))
    if dice.random() < 0.4:
        return act
    other = next(each for each in (nonsense(dice, game) for _ in range(1000)) if type(each) is type(act))
    field = dice.choice(act.__struct_fields__)
    return msgspec.structs.replace(act, **{field: getattr(other, field)})


def told(judged):
    return judged.reasons[0].code if judged.opinion != "fine" else "fine"


def played(seed, edition, counted):
    dice = random.Random(seed)
    game = random_table(dice, edition)
    oracle = Oracle(game.start)
    for _ in range(400):
        act = drawn_act(dice, game)
        judged, expected = judge_act(game, act), oracle.judge(act)
        assert told(judged) == expected, (seed, edition, act, judged)
        counted[expected] += 1
        if not judged.is_foul:
            game = fold(game, act)
            oracle.fold(act)
            assert list(game.order) == oracle.order
        if game.phase is Phase.PLAYING and dice.random() < 0.2:
            break
    return game


@pytest.mark.parametrize("edition", ["spanish-main", "revolution", "complete"])
def test_they_agree(edition):
    counted = Counter()
    ended = [played(seed, edition, counted).phase for seed in range(25)]
    assert ended.count(Phase.PLAYING) > 10
    assert sum(counted.values()) - counted["fine"] > 500
