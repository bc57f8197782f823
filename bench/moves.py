"""Moves: how fast they are judged, and how often the call is against a search on a grid that shares no code with it."""

import time
from dataclasses import replace

import numpy as np

from tableassist.pieces import Cannon, CannonRange
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.reach import reach_now, shots_from_reach
from tableassist.rulebook.ruling import Verdict
from tests.rulebook.move_scenes import allowed, judged, oracle, random_move, scene, ship

MOVES = {"one or two segments": ("S", "L", "S+S", "S+L", "L+L"), "three segments": ("L+S+S", "S+S+S", "L+L+S")}
SEED = 9117
MEDIAN_MS = 50.0
"""What a move may take, in the median, past one to four islands and ships."""


def run(count, three):
    """Figures for each group of moves."""
    return {
        name: _group(moves, count if name != "three segments" else three, np.random.default_rng((SEED, number)))
        for number, (name, moves) in enumerate(MOVES.items())
    }


def _group(moves, count, rng):
    taken, calls, wrong = [], {each.value: 0 for each in Verdict}, 0
    for _ in range(count):
        made = random_move(rng, moves)
        began = time.perf_counter()
        call = judged(made).ruling.verdict
        taken.append(1e3 * (time.perf_counter() - began))
        calls[call.value] += 1
        wrong += _against(made, call)
    return {
        "moves": count,
        "median_ms": round(float(np.median(taken)), 2),
        "p90_ms": round(float(np.percentile(taken, 90)), 2),
        "max_ms": round(max(taken), 1),
        "calls": calls,
        "against_the_grid": wrong,
    }


def _against(made, call):
    grain = 3.0 if made.move.count("+") < 2 else 6.0
    if call is Verdict.YES:
        return oracle(made, spare_mm=3.0, spare_deg=7.0, grain=grain) < -grain
    return call is Verdict.NO and oracle(made, spare_mm=0.0, spare_deg=4.5, grain=grain) > 2.5


def run_reach(count=10):
    """Milliseconds for the water a bow can reach, and for the shots from there, by the move."""
    rows = {}
    for move in ("L", "S+L", "L+S+S"):
        rng, reached, shot = np.random.default_rng(SEED), [], []
        for _ in range(count):
            made = random_move(rng, (move,))
            table = scene(_gunner(*made.start), *made.others)
            began = time.perf_counter()
            found = reach_now(table, "me", RuleSettings(), allowed(move)[0])
            between = time.perf_counter()
            shots_from_reach(table.find("me"), found, table, RuleSettings())
            reached.append(1e3 * (between - began))
            shot.append(1e3 * (time.perf_counter() - between))
        rows[move] = {"reach_ms": round(float(np.median(reached)), 1), "shots_ms": round(float(np.median(shot)), 1)}
    return rows


def _gunner(x, y, heading_deg):
    piece, at = ship("me", "A", x, y, heading_deg)
    return replace(piece, cannons=(Cannon(1, 3, CannonRange.LONG),)), at


def misses(figures):
    """What falls short."""
    for name, row in figures.items():
        if row["against_the_grid"]:
            yield f"moves, {name}: {row['against_the_grid']} calls of {row['moves']} against the grid, asked none"
        if row["median_ms"] > MEDIAN_MS:
            yield f"moves, {name}: {row['median_ms']} ms in the median, asked {MEDIAN_MS}"


if __name__ == "__main__":
    found = run(2000, 200)
    print(found, run_reach(), *misses(found), sep="\n")
