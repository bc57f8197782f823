"""The card game's engine against an oracle written apart from it, on random games: `python -m bench cards --games 20000
--seed 1`. In every fourth game the engine does not know the cards, as at a real table, and is told what turns up."""

import multiprocessing
import os

from bench import PROCESSES
from tests.rulebook.cardgame.blind import play_blind
from tests.rulebook.cardgame.contest import new_tally, play_game
from tests.rulebook.cardgame.players import EngineTable

GAMES = 20_000
QUICK = 400
SEED = 1
BATCH = 100
ASKED_ILLEGAL = 5
"""Illegal acts a game, on average."""
COUNTED = {
    "games": "games ended",
    "acts": "acts",
    "offers": "offers",
    "illegal_acts": "illegal acts",
    "blind_games": "games with unknown cards",
    "told": "answers in them",
}


def run(games, seed, tell=print):
    """The figures. What differs is told, and the games go on."""
    starts = [(seed, first, min(BATCH, games - first)) for first in range(0, games, BATCH)]
    tally, differ = new_tally(), []
    with multiprocessing.Pool(min(PROCESSES, os.cpu_count() or 1)) as pool:
        for part, wrong in pool.imap_unordered(one_batch, starts):
            for name, counts in part.items():
                tally[name].update(counts)
            differ += wrong
            if tally["counts"]["games"] % 2000 < BATCH:
                tell(f"{tally['counts']['games']} games, {len(differ)} differ")
    figures = {name: dict(sorted(counts.items())) for name, counts in tally.items()}
    return {"seed": seed, "asked": games, **figures, "differ": sorted(differ)[:20], "differ_count": len(differ)}


def one_batch(asked):
    seed, first, count = asked
    tally, differ = new_tally(), []
    for number in range(first, first + count):
        try:
            play_game(f"{seed} {number}", tally, EngineTable)
            if number % 4 == 0:
                play_blind(f"{seed} {number}", tally, EngineTable)
        except Exception as error:
            differ.append(f"{type(error).__name__}: {error}")
    return tally, differ


def lines(figures):
    counts = figures["counts"]
    yield f"cards, seed {figures['seed']}: {figures['asked']} games, {figures['differ_count']} differ"
    yield ", ".join(f"{counts.get(key, 0)} {words}" for key, words in COUNTED.items())
    for name in ("seen", "fouls", "verbs", "movements", "adventures"):
        yield f"{name}: " + ", ".join(f"{key} {count}" for key, count in figures[name].items())
    yield from figures["differ"][:5]


def misses(figures):
    if figures["differ_count"]:
        yield f"cards: {figures['differ_count']} games differ from the oracle, first {figures['differ'][0]}"
    games, illegal = (figures["counts"].get(key, 0) for key in ("games", "illegal_acts"))
    if games < figures["asked"]:
        yield f"cards: {games} games ended of {figures['asked']}"
    if illegal < ASKED_ILLEGAL * games:
        yield f"cards: {illegal} illegal acts in {games} games, asked {ASKED_ILLEGAL * games}"
