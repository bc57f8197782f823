"""Engine against oracle on one random scene after the other, and what sampling can miss."""

import time
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from tableassist.rulebook.editions.settings import EDITIONS, RuleSettings
from tableassist.rulebook.ruling import Verdict
from tests.rulebook.line_oracle import STEP_MM, seen
from tests.rulebook.line_scenes import crowd, rule_all, scene_of


@dataclass
class Tally:
    by_verdict: Counter = field(default_factory=Counter)
    wrong: list = field(default_factory=list)
    """Scene, cannon and both answers, where they differ and sampling does not explain it."""
    explained: int = 0
    """Where the engine saw through a gap that is narrower than the samples stand apart."""
    engine_s: float = 0.0
    oracle_s: float = 0.0


def contest(seeds, *, blind=False):
    tally = Tally()
    for seed in seeds:
        rng = np.random.default_rng(seed)
        lying = crowd(rng, int(rng.integers(0, 6)))
        edition = list(EDITIONS.values())[seed % len(EDITIONS)]
        scene = scene_of(lying[:2] if blind else lying)
        begun = time.process_time()
        rulings = rule_all(scene, RuleSettings(edition=edition))
        tally.engine_s += time.process_time() - begun
        for ask, line in rulings:
            begun = time.process_time()
            reach = max(ask.in_range.limit_mm, ask.in_range.measured_mm + 1e-6)
            origin, mast = ask.in_range.witness.start, ask.cannon.mast
            points = seen(origin, mast, lying[0], lying[1], lying, reach, edition.name)
            tally.oracle_s += time.process_time() - begun
            judge(tally, (seed, ask.cannon.number), line, points)
    return tally


def judge(tally, where, line, points):
    """A point that is seen proves that there is a line. That none is seen proves nothing about gaps narrower than the
    step: a line in the middle of such a gap has less than a step of room."""
    if line is None or points is None:
        tally.wrong.append((*where, line, points))
        return
    tally.by_verdict[line.verdict.value] += 1
    is_seen, is_clear = bool(points.any()), line.witness.blocker is None
    if is_seen and (line.verdict is Verdict.NO or not is_clear):
        tally.wrong.append((*where, line, float(points.mean())))
    elif not is_seen and is_clear:
        if line.verdict is not Verdict.YES and line.measured_mm is not None and line.measured_mm < STEP_MM:
            tally.explained += 1
        else:
            tally.wrong.append((*where, line, 0.0))
