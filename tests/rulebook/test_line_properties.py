"""What holds for every line of fire, whatever the scene."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tableassist.rulebook.ruling import Verdict
from tests.rulebook.line_oracle import Lying
from tests.rulebook.line_scenes import crowd, rule_all, scene_of

SEEDS = st.integers(0, 100_000)
ORDER = {Verdict.NO: 0, Verdict.TOO_CLOSE: 1, Verdict.YES: 2}


def forbidden(seed, others=4):
    lying = crowd(np.random.default_rng(seed), others)
    assume(len(lying) > 2)
    return lying


def verdicts(lying, sigma_mm):
    return {ask.cannon.number: line.verdict for ask, line in rule_all(scene_of(lying, sigma_mm))}


@settings(max_examples=40, deadline=None, derandomize=True)
@given(SEEDS, st.floats(0.0, 1.0))
def test_a_new_blocker_never_opens_a_line(seed, sigma_mm):
    lying = forbidden(seed)
    before, after = verdicts(lying[:-1], sigma_mm), verdicts(lying, sigma_mm)
    assert before.keys() == after.keys()
    assert all(ORDER[after[cannon]] <= ORDER[before[cannon]] for cannon in before)


def moved(lying, turn, dx=0.0, dy=0.0):
    c, s = math.cos(turn), math.sin(turn)
    return [
        Lying(each.piece, dx + c * each.x - s * each.y, dy + s * each.x + c * each.y, each.heading + turn)
        for each in lying
    ]


@settings(max_examples=10, deadline=None, derandomize=True)
@given(SEEDS, st.floats(0.3, 1.0), st.floats(0.2, math.pi - 0.2))
def test_what_is_known_better_one_way_turns_with_the_scene(seed, sigma_mm, turn):
    """The worst direction is found wherever it points."""
    lying = forbidden(seed)
    here = rule_all(scene_of(lying, sigma_mm, across=0.1))
    there = rule_all(scene_of(moved(lying, turn), sigma_mm, across=0.1, turn=turn))
    for (_, line), (_, turned) in zip(here, there, strict=True):
        assert line.verdict is turned.verdict
        if line.sigma_mm is not None:
            assert turned.sigma_mm == pytest.approx(line.sigma_mm, rel=0.02)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(SEEDS, st.floats(0, 900), st.floats(0, 900), st.floats(0, math.tau), st.floats(0.05, 1.0))
def test_the_whole_scene_turned_and_shifted_gives_the_same_verdicts(seed, dx, dy, turn, sigma_mm):
    lying = forbidden(seed)
    here, there = rule_all(scene_of(lying, sigma_mm)), rule_all(scene_of(moved(lying, turn, dx, dy), sigma_mm))
    assert [ask.cannon.number for ask, _ in here] == [ask.cannon.number for ask, _ in there]
    assert [line.verdict for _, line in here] == [line.verdict for _, line in there]


@settings(max_examples=40, deadline=None, derandomize=True)
@given(SEEDS, st.floats(0.0, 1.0), st.floats(1.0, 20.0))
def test_more_doubt_turns_calls_only_into_too_close(seed, sigma_mm, times):
    lying = forbidden(seed)
    sure, unsure = verdicts(lying, sigma_mm), verdicts(lying, sigma_mm * times)
    for cannon, verdict in sure.items():
        assert unsure[cannon] in (verdict, Verdict.TOO_CLOSE)


@settings(max_examples=20, deadline=None, derandomize=True)
@given(SEEDS)
def test_the_line_that_is_shown_bears_out_the_verdict(seed):
    """A yes has more room than its doubt beside every blocker, a no goes through one by more than its doubt."""
    for _, line in rule_all(scene_of(forbidden(seed), 0.3)):
        if line.measured_mm is None:
            assert line.verdict is Verdict.YES
        elif line.verdict is not Verdict.TOO_CLOSE:
            beyond_doubt = line.measured_mm if line.verdict is Verdict.YES else -line.measured_mm
            assert beyond_doubt >= 2.5 * line.sigma_mm - 1e-6


@settings(max_examples=20, deadline=None, derandomize=True)
@given(SEEDS)
def test_an_outline_known_worse_never_makes_a_call_of_too_close(seed):
    lying = forbidden(seed)
    blurred = [Lying(replace(e.piece, model=replace(e.piece.model, sigma_mm=1.0)), e.x, e.y, e.heading) for e in lying]
    sure, unsure = verdicts(lying, 0.1), verdicts(blurred, 0.1)
    assert all(unsure[cannon] in (verdict, Verdict.TOO_CLOSE) for cannon, verdict in sure.items())
