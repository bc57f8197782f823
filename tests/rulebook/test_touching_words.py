"""A contact is told by what touching means; everything else by its limit."""

import pytest

from tableassist.judging.words import measured_short, measured_words
from tableassist.messages import Message
from tableassist.rulebook.engine.rules import touching_words
from tableassist.rulebook.ruling import Ruling, Verdict
from tableassist.store.score.chronicle_words import distance_words


def ruled(rule, limit_mm):
    return Ruling(rule, "titan", "oxley", None, Verdict.NO, 333.2, limit_mm, 0.2, 0.0, Message(""), None, Message(""))


@pytest.mark.parametrize("rule", ["contact", "docking", "ram", "pin", "board", "tow", "explore", "terrain", "exit"])
def test_a_contact_is_told_by_what_touching_means(rule):
    assert str(touching_words(ruled(rule, 1.0))) == "touching means within 1.0 mm"
    assert measured_words(ruled(rule, 1.0)) == "333.2 ± 0.4 mm; touching means within 1.0 mm"
    assert measured_short(ruled(rule, 1.0)) == "333.2 ± 0.4 mm"
    assert str(distance_words(ruled(rule, 2.5))) == "333.20 mm ± 0.39 (95 %); touching means within 2.5 mm"


@pytest.mark.parametrize(
    ("rule", "limit_mm"), [("range", 83.8), ("terrain", 57.5), ("line_of_fire", 0.0), ("ram", None)]
)
def test_a_limit_of_another_kind_stays_one(rule, limit_mm):
    assert touching_words(ruled(rule, limit_mm)) is None
    assert "touching" not in measured_words(ruled(rule, limit_mm))
