"""The room of a line of fire is within its own plus-minus of the true one, on crowded waters measured to 0.3 mm."""

from dataclasses import replace

import numpy as np

from tableassist.rulebook.ruling import Verdict
from tests.rulebook.line_scenes import crowd, rule_all, scene_of

SIGMA_MM = 0.3
PLUS_MINUS = 1.96


def measured(lying, rng):
    return [
        replace(
            one,
            x=one.x + rng.normal(0.0, SIGMA_MM),
            y=one.y + rng.normal(0.0, SIGMA_MM),
            heading=one.heading + rng.normal(0.0, SIGMA_MM / 40.0),
        )
        for one in lying
    ]


def rooms(scene):
    return {ask.cannon.mast: line for ask, line in rule_all(scene) if line is not None and line.measured_mm is not None}


def test_the_room_of_a_line_is_within_its_plus_minus():
    inside = []
    for seed in range(220):
        rng = np.random.default_rng((seed, 7))
        lying = crowd(rng, 2)
        true, seen = rooms(scene_of(lying, 1e-4)), rooms(scene_of(measured(lying, rng), SIGMA_MM))
        for mast in true.keys() & seen.keys():
            off_mm = seen[mast].measured_mm - true[mast].measured_mm
            inside.append(abs(off_mm) <= PLUS_MINUS * seen[mast].sigma_mm)
    assert len(inside) > 200
    assert np.mean(inside) > 0.93


def test_a_call_is_never_made_against_the_room_that_stands_beside_it():
    for seed in range(60):
        rng = np.random.default_rng((seed, 8))
        for line in rooms(scene_of(measured(crowd(rng, 3), rng), SIGMA_MM)).values():
            if line.verdict is Verdict.YES:
                assert line.measured_mm > 0.0
            if line.verdict is Verdict.NO:
                assert line.measured_mm < 0.0
