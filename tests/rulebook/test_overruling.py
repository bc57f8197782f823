"""A person's call stands as long as the machine's is the same."""

import pytest

from tableassist.rulebook.ruling import Overruling, Ruling, Verdict, Witness, find_overruling

CALL = Ruling("shot", "titan", "soleil", 2, Verdict.NO, -3.2, 0.0, 0.2, 0.0, "complete, Shooting",
              Witness((0.0, 0.0), (60.0, 0.0), "skull", (20.0, 0.0)), "blocked by Skull Cay")  # fmt: skip
OVERRULED = (Overruling(CALL, Verdict.YES, "looked along the deck", "Anne", 0),)


def test_the_last_word_on_a_call_stands():
    later = Overruling(CALL, Verdict.TOO_CLOSE, "looked again", "Mary", 1)
    assert find_overruling((*OVERRULED, later), CALL) is later


def test_trembling_digits_do_not_void_it():
    trembling = CALL.replace(measured_mm=-3.201, witness=Witness((0.0, 0.001), (60.0, 0.0), "skull", (20.0, 0.0)))
    assert find_overruling(OVERRULED, trembling) is OVERRULED[0]


@pytest.mark.parametrize(
    "fields",
    [
        {"verdict": Verdict.TOO_CLOSE},
        {"measured_mm": -4.2},
        {"measured_mm": None},
        {"limit_mm": 57.5},
        {"witness": Witness((0.0, 0.0), (60.0, 0.0), "oxley", (20.0, 0.0))},
    ],
)
def test_another_call_on_the_same_question_voids_it(fields):
    assert find_overruling(OVERRULED, CALL.replace(**fields)) is None


def test_it_says_nothing_of_another_question():
    assert find_overruling(OVERRULED, CALL.replace(cannon=3)) is None
