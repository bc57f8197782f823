"""What happens at the table in a long run, beat by beat, from a seed: play, waiting, and faults thrown in.

The camera's process and the judge of the run both go through the same script; a beat's number is written into the
picture's corner, so that each picture can be held against what truly stood there.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

from tableassist.studio.staging.staged_table import StagedTable
from tests.sources.fault_films import FRAME_NS, GAME, Shot, well
from tests.sources.fault_table import FAULTS

RESTS_S = (0.1, 5.7, 10.2, 14.9, 21.3, 25.85, 33.1, 41.4)
"""Of the demo's game: the table between two moves, the hands gone."""
WELL_REST = 6
"""The rest that the faults' films begin with."""
WELL_PICTURES = 14
"""Before a fault: a second in which every piece is found where it was put."""
MOVE_PICTURES = 10
WAIT_NS = 15_000_000_000
"""Players think: of such a wait one picture in so long is shown. This is how eight hours are thinned."""
MOST_COUNTED_NS = 20_000_000_000
"""A longer gap, such as a night asleep, is not counted as table time."""
CAPTURE_FAULTS = ("crash", "block", "unplugged", "bug", "frozen", "black")
STAMP_BITS = 24


@dataclass(frozen=True)
class Still:
    """A picture of the library: the game at a time."""

    number: int
    rest: bool


@dataclass(frozen=True)
class Beat:
    number: int
    t_ns: int
    still: Still | None = None
    fault: int | None = None
    """Row of the table of faults, and which picture of its film."""
    picture: int = 0
    tag_source: str = ""
    """What befalls the source, before this beat's picture is sent."""


@dataclass(frozen=True)
class Plan:
    """How long a library, how often something goes wrong; small in the tests."""

    moves: int = 7
    fault_every: int = 60
    """Beats, on average."""
    eye_fault_every: int = 700
    eye_faults: tuple[str, ...] = CAPTURE_FAULTS


def still_times(plan: Plan) -> list[float]:
    """Of the library: the rests first, then the pictures of each move."""
    times = list(RESTS_S)
    for begin, end in list(pairwise(RESTS_S))[: plan.moves]:
        times += list(np.linspace(begin, end, MOVE_PICTURES + 2)[1:-1])
    return times


def beats(seed: int, plan: Plan) -> Iterator[Beat]:
    rng = np.random.default_rng(seed)
    number, t_ns = 0, 0

    def beat(after_ns: int, **what: object) -> Beat:
        nonlocal number, t_ns
        t_ns += after_ns
        number += 1
        tag_source = str(rng.choice(plan.eye_faults)) if rng.random() * plan.eye_fault_every < 1.0 else ""
        return Beat(number - 1, t_ns, tag_source=tag_source, **what)  # type: ignore[arg-type]

    while True:
        move = int(rng.integers(plan.moves))
        for picture in range(MOVE_PICTURES):
            yield beat(3 * FRAME_NS, still=Still(len(RESTS_S) + move * MOVE_PICTURES + picture, rest=False))
        for _ in range(int(rng.integers(4, 14))):
            yield beat(WAIT_NS, still=Still(move + 1, rest=True))
        if rng.random() < 20.0 / plan.fault_every:
            yield from _faulty(int(rng.integers(len(FAULTS))), beat)


def _faulty(row: int, beat) -> Iterator[Beat]:  # type: ignore[no-untyped-def]
    for _ in range(WELL_PICTURES):
        yield beat(FRAME_NS, still=Still(WELL_REST, rest=True))
    for picture, shot in enumerate(film(row)):
        yield beat(shot.after_ns, fault=row, picture=picture)
    for _ in range(3):
        yield beat(FRAME_NS, still=Still(WELL_REST, rest=True))


@lru_cache(maxsize=len(FAULTS))
def film(row: int) -> tuple[Shot, ...]:
    return tuple(FAULTS[row].film(well()))


def shot_of(beat: Beat, times: list[float]) -> Shot:
    """What truly stood there."""
    if beat.fault is not None:
        return film(beat.fault)[beat.picture]
    assert beat.still is not None
    return _still(times[beat.still.number])


@lru_cache(maxsize=200)
def _still(t_s: float) -> Shot:
    table: StagedTable = GAME.table_at(t_s)
    return Shot(table)


def stamp(image: np.ndarray, number: int) -> np.ndarray:
    """Into the first row, where no mat is."""
    out = image.copy()
    out[0, :STAMP_BITS] = [[255 * (number >> bit & 1)] * 3 for bit in range(STAMP_BITS)]
    return out


def stamped(image: np.ndarray) -> int:
    return sum(int(image[0, bit, 0] > 127) << bit for bit in range(STAMP_BITS))
