"""A ship in a hand is not called leaning; one that leans for good is, in words that do not tremble."""

from dataclasses import replace

import pytest
from demo_moment import demo_moment

from tableassist.messages import Message, template
from tableassist.pipeline.piece_fit import PieceFit
from tableassist.ui.session.table_health import SteadyNotices
from tableassist.vision.localisation.tracking import Tracks

S = 1_000_000_000
LEANS = template("{name} leans by {lean_deg:.1f}°")


@pytest.fixture
def state():
    return demo_moment().state


def leaning(state, t_s, lean_deg, *, moving=False):
    problem = Message(LEANS, name="Harbinger", lean_deg=lean_deg)
    fits = {**state.fits, "harbinger": PieceFit((), None, None, problem)}
    track = replace(state.tracks.tracks["harbinger"], moving=moving)
    tracks = Tracks({**state.tracks.tracks, "harbinger": track})
    return replace(state, t_ns=round(t_s * S), fits=fits, tracks=tracks, warnings=(problem,))


def test_a_lean_is_told_once_it_has_lasted(state):
    notices = SteadyNotices()
    told = [notices.of(leaning(state, 0.5 * step, 4.0)) for step in range(12)]
    assert told[:8] == [()] * 8
    assert told[8:] == [("Harbinger leans by 4.0°",)] * 4


def test_a_ship_that_is_moved_is_not_said_to_lean_however_long(state):
    notices = SteadyNotices()
    assert {notices.of(leaning(state, step, 4.0, moving=True)) for step in range(20)} == {()}


def test_the_number_does_not_tremble_but_follows(state):
    notices = SteadyNotices()
    told = [notices.of(leaning(state, 0.5 * step, 4.0 + 0.1 * step)) for step in range(40)]
    assert len(set(told[10:20])) == 1, "five seconds in the same words"
    assert told[-1] != told[10]


def test_a_passing_hand_begins_anew(state):
    notices = SteadyNotices()
    for step in range(7):
        notices.of(leaning(state, 0.5 * step, 4.0))
    assert notices.of(leaning(state, 6.0, 4.0)) == ()
    assert notices.of(leaning(state, 6.5, 4.0)) == ()


def test_other_warnings_are_told_at_once(state):
    warned = replace(state, warnings=(Message("the camera or the mat was moved"),))
    assert SteadyNotices().of(warned) == ("The camera or the mat was moved",)
