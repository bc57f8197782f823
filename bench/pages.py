"""The pages with many readers: from the table's post to the reader's receipt, and what they cost the chain."""

import json
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle

import msgspec.structs
import numpy as np
import psutil

from bench.window_speed import film
from tableassist.pipeline.game.seen_start import where_seen
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.step import first_state, step
from tableassist.rulebook.referee.acts.table import EndTurn
from tableassist.rulebook.state.start import PlayerStart
from tableassist.store.table import game_start_of
from tableassist.table import SPECTATOR
from tableassist.vision.tags.reader import TagReader
from tests.web.served_table import served

SPECTATORS, PLAYERS = 50, 6
SECONDS, PER_SECOND = 60.0, 10
BLOCK = 30
"""Changes in a row with pages; then as many pairs of steps without."""
FRAMES = 24
TURN = 10
"""Changes from one act of the game to the next."""
ASKED = {"median_ms": 50.0, "p95_ms": 250.0, "step_ratio": 1.05, "growth": 1.05}


@dataclass
class Chain:
    """The chain on a ship that slides to and fro."""

    films: list
    state: object = None
    times_ms: dict = field(default_factory=lambda: {True: [], False: []})
    cpu_ms: dict = field(default_factory=lambda: {True: [], False: []})
    """Of the measuring thread alone: on a busy machine the clock measures the neighbours too."""
    is_stepping: bool = False
    """As `LiveTable` says it: the pages give way."""

    def __post_init__(self):
        settings = self.films[0].settings
        self._frames = cycle([each.frame for each in (*self.films, *self.films[-2:0:-1])])
        self._reader, self.state = TagReader(settings.tag_families), first_state(settings)

    def step(self, *, pages):
        """One moment; its time is noted under whether pages are served meanwhile."""
        frame, settings = next(self._frames), self.films[0].settings
        began, cpu_began = time.perf_counter(), time.thread_time()
        self.is_stepping = True
        self.state = step(self.state, frame, settings, self._reader.read)
        self.is_stepping = False
        self.times_ms[pages].append(1e3 * (time.perf_counter() - began))
        self.cpu_ms[pages].append(1e3 * (time.thread_time() - cpu_began))
        return Moment(frame, self.state, settings)


def run(seconds=SECONDS, spectators=SPECTATORS, players=PLAYERS, frames=FRAMES, *, to_network=False):
    """`to_network`: as others in the local network are served, with compression."""
    films = list(film(frames, moving=True, warm_up=3))
    chain = Chain(films)
    for _ in range(frames):
        chain.step(pages=False)
    chain.times_ms[False].clear()
    chain.cpu_ms[False].clear()
    start = _start(films[0], players)
    with served(start, to_network=to_network) as table:
        table.board.is_measuring = lambda: chain.is_stepping
        table.board.post(moment=films[0])
        tokens = [table.seats.invite(SPECTATOR) for _ in range(spectators)]
        tokens += [table.player(each.name) for each in start.players]
        with _readers(table.server.port, tokens) as told:
            memory, cpu_s = _play(table, chain, round(seconds * PER_SECOND))
        noted = told()
    changes = round(seconds * PER_SECOND)
    cpu = {"pages_cpu_ms": round(1e3 * cpu_s / changes, 2)}
    cpu_ms = [float(np.median(chain.cpu_ms[pages])) for pages in (True, False)]
    cpu["step_cpu_ratio"] = round(cpu_ms[0] / cpu_ms[1], 3)
    return _figures(noted, chain.times_ms, memory, changes, len(tokens)) | cpu


def _start(moment, players):
    """The demo's ships, dealt to so many players."""
    settings = moment.settings
    start = game_start_of(settings.state, settings.rules, name=settings.name)
    names = [f"Player {number}" for number in range(1, players + 1)]
    ships = tuple(msgspec.structs.replace(each, owner=names[place % players]) for place, each in enumerate(start.ships))
    islands = tuple(msgspec.structs.replace(each, home="") for each in start.islands)
    start = msgspec.structs.replace(
        start, players=tuple(map(PlayerStart, names)), ships=ships, islands=islands, crew=()
    )
    return where_seen(start, {each.id for each in moment.state.scene.pieces}, moment.state.rulings)


def _play(table, chain, changes):
    """Two steps a change: one while the pages are busy with it, one after. Memory in MB, at a sixth and at the end; the
    pages' own seconds of a processor."""
    process, memory, began_s = psutil.Process(), [], table.server.cpu_s
    block = min(BLOCK, changes // 2)
    for number in range(changes):
        if number and number % block == 0:
            time.sleep(0.5)
            for _ in range(block):
                _paced(lambda: (chain.step(pages=False), chain.step(pages=False)))
        _paced(lambda number=number: _change(table, chain, number))
        if number in (changes // 6, changes - 1):
            memory.append(process.memory_info().rss / 1e6)
    time.sleep(1.0)
    return memory, table.server.cpu_s - began_s


def _change(table, chain, number):
    moment = chain.step(pages=True)
    if number % TURN == TURN - 1:
        table.say(EndTurn(table.host.desk.game.player))
    table.board.post(moment=moment, name=f"posted {time.monotonic_ns()}")
    chain.step(pages=True)


def _paced(call):
    """Takes a tenth of a second, or as long as it takes."""
    until = time.monotonic() + 1.0 / PER_SECOND
    call()
    time.sleep(max(0.0, until - time.monotonic()))


@contextmanager
def _readers(port, tokens):
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.pages_readers"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        process.stdin.write(json.dumps({"port": port, "tokens": tokens}) + "\n")
        process.stdin.flush()
        if process.stdout.readline() != "ready\n":
            raise RuntimeError("the readers did not come up")
        noted = {}
        yield lambda: noted
        process.stdin.close()
        noted.update(json.loads(process.stdout.readline()))
    finally:
        process.kill()
        process.wait(20)
        process.stdout.close()


def _figures(noted, times_ms, memory, changes, readers):
    latencies = np.array(noted["latencies_ms"])
    with_ms, without_ms = (float(np.median(times_ms[pages])) for pages in (True, False))
    return {
        "readers": readers,
        "changes": changes,
        "received": round(len(latencies) / (changes * readers), 4),
        "lost": noted["lost"],
        "median_ms": round(float(np.median(latencies)), 1),
        "p95_ms": round(float(np.percentile(latencies, 95)), 1),
        "worst_ms": round(float(latencies.max()), 1),
        "bytes": round(float(np.mean(noted["sizes"]))),
        "step_ms": round(with_ms, 2),
        "step_ms_without": round(without_ms, 2),
        "step_ratio": round(with_ms / without_ms, 3),
        "rss_mb": [round(each, 1) for each in memory],
        "growth": round(memory[-1] / memory[0], 3),
    }


def misses(figures):
    out = [
        f"pages, {name}: {figures[name]}, asked under {most}" for name, most in ASKED.items() if figures[name] >= most
    ]
    if figures["lost"]:
        out.append(f"pages: {figures['lost']} readers lost")
    return out
