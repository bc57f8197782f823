"""The short form of the trust figure: a few pictures of close questions through the whole chain."""

from dataclasses import replace

import numpy as np
import pytest
import shapely

from bench.trust import Answer, judge_one, misses, session, summary, words
from bench.trust_tables import GROUPS, Question, Shipyard, line_group, ram_group

PICTURES = 3


@pytest.fixture(scope="module")
def answers():
    at = session(0, 11)
    return [answer for number in range(PICTURES) for answer in judge_one(number, 11, at)]


def test_no_call_is_wrong_and_beyond_2_mm_hardly_one_is_left_open(answers):
    figures = summary(answers)
    assert figures["questions"] == PICTURES * len(GROUPS)
    assert figures["wrong"] == 0, [each for each in answers if each.is_wrong]
    assert figures["too_close_beyond_2_mm"] <= 0.05
    assert figures["not_answered"] <= 0.05 * figures["questions"]


def test_every_sort_of_question_is_called_both_ways(answers):
    for rule in ("range", "line_of_fire", "docking"):
        assert {each.verdict for each in answers if each.question.rule == rule} >= {"yes", "no"}


def test_margins_are_true_to_the_poses():
    rng = np.random.default_rng(3)
    made = None
    while made is None:
        made = ram_group(Shipyard(rng), rng)
    (rammer, enemy), question = made
    assert question.margin_mm == pytest.approx(1.0 - shapely.distance(rammer.bow, enemy.hull), abs=1e-6)
    made = None
    while made is None or made[1].margin_mm > 0:
        made = line_group(Shipyard(rng), rng)
    (shooter, target, rock), _ = made
    nearest = shapely.shortest_line(shapely.Point(shooter.gun(1)), target.parts)
    assert nearest.intersects(rock.hull)


def answer(margin_mm, verdict):
    return Answer(Question("range", "a", "b", 1, margin_mm), verdict, None, None, 0)


def test_a_call_against_the_truth_is_wrong_and_none_is_not():
    assert answer(0.2, "no").is_wrong
    assert answer(-0.2, "yes").is_wrong
    assert not answer(0.2, "yes").is_wrong
    assert not answer(-3.0, "too_close").is_wrong


def test_too_many_wrong_calls_or_open_ones_fall_short():
    good = [answer(2.0, "yes")] * 1000
    assert misses(summary(good)) == []
    assert "wrong   0 (0.000%)" in "\n".join(words(summary(good)))
    assert len(misses(summary([*good, answer(2.0, "no"), answer(-2.0, "yes")]))) == 1
    assert len(misses(summary([*good, *[answer(2.1, "too_close")] * 100]))) == 1


def test_questions_about_a_ship_that_lies_are_counted_apart():
    lied = replace(answer(2.0, "no"), lie="held 8 mm")
    figures = summary([answer(2.0, "yes"), lied, replace(lied, warned=True), lied])
    assert (figures["questions"], figures["wrong"]) == (1, 0)
    assert figures["lies"] == {"questions": 3, "wrong": 3, "silent": 2}
    assert "in silence" in misses(figures)[0]
