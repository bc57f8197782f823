"""The referee against the oracle on random games and illegal acts; how fast a game is folded and offers are made."""

import multiprocessing
import random
import time

import msgspec

from bench import PROCESSES
from tableassist.rulebook.play.game import play_log
from tableassist.rulebook.play.log import Entry, Log
from tableassist.rulebook.referee.offers import offers
from tableassist.rulebook.referee.referee import fold
from tableassist.rulebook.referee.refereed import PIRATES
from tableassist.rulebook.state.new_game import new_game
from tableassist.rulebook.state.start import CoinStart, GameStart, IslandStart, PlayerStart, ShipStart
from tests.rulebook.referee.contest.bots import Bot
from tests.rulebook.referee.contest.play import Tally, play_game
from tests.rulebook.referee.contest.starts import Table

EDITIONS = ("spanish-main", "revolution", "complete")
GAMES = {2: 2000, 3: 200, 4: 200, 6: 200}
"""By number of players; from three on with the multiplayer add-on."""
QUICK = {2: 12, 3: 3, 4: 3, 6: 2}
ILLEGAL = 0.1
"""Chance of one more illegal act before each act."""
ASKED = {"illegal_acts": 20_000, "fold_400_ms": 10.0, "offers_24_ms": 5.0}
BATCH = 25
ACTS = 400
SHIPS = 24


def run(games, tell=print):
    """The figures of so many games by number of players; each row is told as soon as it is done."""
    asked = [(edition, players, count) for edition in EDITIONS for players, count in games.items()]
    rows = {}
    with multiprocessing.Pool(PROCESSES) as pool:
        for edition, players, count in asked:
            starts = [(edition, players, first, min(BATCH, count - first)) for first in range(0, count, BATCH)]
            name = f"{edition}, {players} players"
            rows[name] = _row(pool.map(_batch, starts, chunksize=1))
            tell(line(name, rows[name]))
    return {"games": rows, "illegal_acts": sum(row["illegal_acts"] for row in rows.values()), **speed()}


def _batch(asked):
    """Whole games from this seed on. What differs is told, and the games go on."""
    edition, players, first, count = asked
    tally, differ = Tally(), []
    for seed in range(first, first + count):
        try:
            play_game(edition, players, seed, tally, multiplayer=players > 2, illegal=ILLEGAL)
        except Exception as error:
            differ.append(str(error))
    return tally, differ


def _row(batches):
    tallies = [tally for tally, _ in batches]
    ends = _summed(each.by_why for each in tallies)
    return {
        "games": sum(each.games for each in tallies),
        "acts": sum(each.acts for each in tallies),
        "turns": sum(each.turns for each in tallies),
        "offers": sum(each.offers for each in tallies),
        "ends": ends,
        "without_an_end": ends.get("agreed", 0),
        "illegal_acts": sum(each.fouls for each in tallies),
        "reasons": _summed(each.by_code for each in tallies),
        "verbs": _summed(each.by_verb for each in tallies),
        "differ": [each for _, differ in batches for each in differ],
    }


def _summed(counts):
    out = {}
    for each in counts:
        for key, count in each.items():
            out[key] = out.get(key, 0) + count
    return dict(sorted(out.items()))


def speed():
    return {"fold_400_ms": fold_ms(), "judge_and_fold_400_ms": judge_ms(), "offers_24_ms": offers_ms()}


def long_game():
    """The first game of the bots with so many acts, and its acts."""
    for seed in range(10_000):
        contest = play_game("revolution", 2, seed, Tally())
        if len(contest.log) >= ACTS:
            return contest.table.start, contest.log[:ACTS]
    raise AssertionError("no game is long enough")


def fold_ms():
    start, acts = long_game()

    def folded():
        game = new_game(start)
        for act in acts:
            game = fold(game, act)

    return best_ms(folded)


def judge_ms():
    start, acts = long_game()
    log = Log(tuple(Entry(number, act) for number, act in enumerate(acts, 1)))
    return best_ms(lambda: play_log(new_game(start), log, PIRATES))


def offers_ms():
    game = full_table()
    return best_ms(lambda: offers(game))


def full_table():
    """24 ships of two players in the middle of a turn, half of them docked, with shots that were measured."""
    rng = random.Random(24)
    coins = tuple(CoinStart(f"c{number}", 2) for number in range(24))
    wild = [IslandStart(f"i{number}", coins=coins[number::6]) for number in range(6)]
    ships = []
    for number in range(SHIPS):
        owner, at = ("Anne", "Mary")[number % 2], f"i{number % 6}" if number % 4 < 2 else ""
        ships.append(
            ShipStart(f"s{number}", owner, masts=3, cannons="2S-3L-4S", base_move="L", cargo=3, points=10, at=at)
        )
    start = GameStart(
        edition="revolution",
        players=(PlayerStart("Anne"), PlayerStart("Mary")),
        ships=tuple(ships),
        islands=(IslandStart("ha", home="Anne"), IslandStart("hm", home="Mary"), *wild),
    )
    game = new_game(msgspec.convert(msgspec.to_builtins(start), GameStart))
    bot = Bot(rng, Table(start, {}))
    while sum(1 for each in game.facts if each[0] == "shot") < SHIPS:
        for fact in bot.facts(game):
            game = fold(game, fact)
    return game


def best_ms(call, times=15):
    """Of the processor's time: what else runs on the machine does not count."""
    took = []
    for _ in range(times):
        began = time.process_time()
        call()
        took.append(time.process_time() - began)
    return round(1000 * min(took), 2)


def line(name, row):
    ends = ", ".join(f"{key} {count}" for key, count in row["ends"].items())
    counts = f"{row['games']} games, {row['acts']} acts, {row['offers']} offers, {row['illegal_acts']} illegal acts"
    return "\n".join((f"{name}: {counts}, {len(row['differ'])} differ; {ends}", *row["differ"][:5]))


def lines(figures):
    yield ", ".join(f"{key}: {figures[key]} (asked {asked})" for key, asked in ASKED.items())
    yield f"judge_and_fold_400_ms: {figures['judge_and_fold_400_ms']}"


def misses(figures):
    """What falls short of what the project promises. A quick run tries fewer illegal acts."""
    for name, row in figures["games"].items():
        if row["differ"]:
            yield f"referee, {name}: {len(row['differ'])} games differ from the oracle, first {row['differ'][0]}"
    whole = sum(row["games"] for row in figures["games"].values()) >= sum(GAMES.values())
    if whole and figures["illegal_acts"] < ASKED["illegal_acts"]:
        yield f"referee: {figures['illegal_acts']} illegal acts, asked {ASKED['illegal_acts']}"
    for key in ("fold_400_ms", "offers_24_ms"):
        if figures[key] > ASKED[key]:
            yield f"referee: {key} {figures[key]}, asked {ASKED[key]}"
