"""A ruling's first line is for people: the number, what it is held against, and what follows."""

import pytest

from tableassist.messages import Message, say, speaking
from tableassist.rulebook.ruling import Condition, Ruling, Verdict
from tableassist.store.score import first_line, question_of

NAMES = {"oxley": "HMS Oxley", "harbinger": "Harbinger"}


def ruled(rule, verdict, measured_mm=None, limit_mm=None, reason="blocked by Skull Island", **more):
    return Ruling(
        rule=rule, subject="oxley", target="harbinger", cannon=2 if rule in ("shot", "range", "line_of_fire") else None,
        verdict=verdict, measured_mm=measured_mm, limit_mm=limit_mm, sigma_mm=0.3, probability=None,
        citation=Message("complete, Shooting"), witness=None, reason=Message(reason), **more,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("ruling", "words"),
    [
        (ruled("shot", Verdict.YES, 62.3, 83.8), "62 mm; L reaches 84 mm: in range, nothing in the way"),
        (ruled("range", Verdict.YES, 40.0, 57.5), "40 mm; S reaches 58 mm: in range"),
        (ruled("range", Verdict.NO, 327.0, 57.5), "327 mm; S reaches 58 mm: out of range"),
        (ruled("shot", Verdict.NO, 84.4, 83.8), "84.4 mm; L reaches 83.8 mm: out of range"),
        (ruled("range", Verdict.TOO_CLOSE, 83.9, 83.8), "83.9 mm; L reaches 83.8 mm: too close to call"),
        (
            ruled("shot", Verdict.NO, 50.0, 70.0),
            "50 mm; her cannon reaches 70 mm: in range, but blocked by Skull Island",
        ),
        (ruled("shot", Verdict.NO, -19.0, 0.0), "in range, but blocked by Skull Island"),
        (ruled("line_of_fire", Verdict.YES, 13.2, 0.0), "nothing in the way, 13 mm to spare"),
        (ruled("line_of_fire", Verdict.NO, -19.0, 0.0), "blocked by Skull Island"),
        (ruled("shot", Verdict.NOT_SEEN, None, None, "Oxley is hidden"), "Oxley is hidden"),
    ],
)
def test_the_first_line_says_why_in_numbers_that_a_player_can_check(ruling, words):
    assert say(first_line(ruling)) == words


def test_what_it_hangs_on_comes_last():
    masts = Condition("oxley", (2,), Message("mast 2 of HMS Oxley stands"))
    line = first_line(ruled("shot", Verdict.YES, 62.3, 83.8, conditions=(masts,)))
    assert say(line) == "62 mm; L reaches 84 mm: in range, nothing in the way, if mast 2 of HMS Oxley stands"


def test_it_is_told_in_german():
    with speaking("de"):
        assert say(first_line(ruled("range", Verdict.NO, 327.0, 57.5))) == "327 mm; S reicht 58 mm: außer Reichweite"


def test_the_question_is_asked_as_a_player_would_ask_it():
    assert say(question_of(ruled("shot", Verdict.YES), NAMES)) == "Can HMS Oxley hit Harbinger with cannon 2?"
    assert say(question_of(ruled("of-a-later-version", Verdict.YES), NAMES)) == "HMS Oxley and Harbinger?"


def test_names_that_end_in_s_take_the_apostrophe_alone():
    with speaking("en"):
        assert say(Message("{player}'s turn", player="Pirates")) == "Pirates' turn"
        assert say(Message("{player}'s turn", player="Anne")) == "Anne's turn"
    assert str(Message("{player}'s turn", player="Pirates")) == "Pirates's turn", "records keep the template's form"
