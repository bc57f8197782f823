"""The short form of `python -m bench docking`: one picture, and what counts as a wrong call."""

import numpy as np
import pytest

from bench import docking
from bench.docking import Answer


def test_ships_stand_at_the_gaps_they_are_asked_about():
    known, staged, questions = docking.make_table(np.random.default_rng(3))
    true = {each.piece.id: docking.hull_at(each.piece.model.hull, each.pose) for each in staged}
    assert {question.kind for question in questions} == {"docking", "ram"}
    for question in questions:
        apart = true[question.subject].distance(true[question.target])
        assert apart == pytest.approx(question.gap_mm, abs=1e-5)
    assert all(piece.model.hull != real.piece.model.hull for piece, real in zip(known, staged, strict=True))


def test_one_picture_has_no_wrong_call():
    answers = docking.judge_picture(0, 20)
    assert len(answers) == 10
    assert not any(answer.is_wrong for answer in answers)
    far = [answer.verdict for answer in answers if answer.gap_mm == 3.0]
    assert far.count("no") >= len(far) - 1


@pytest.mark.parametrize(
    ("gap_mm", "verdict", "is_wrong"),
    [(0.0, "no", True), (0.5, "yes", False), (1.5, "yes", True), (3.0, "no", False), (1.5, "too_close", False)],
)
def test_a_call_is_wrong_on_the_other_side_of_the_tolerance_only(gap_mm, verdict, is_wrong):
    assert Answer("docking", gap_mm, verdict, gap_mm, 0.3, False).is_wrong is is_wrong
