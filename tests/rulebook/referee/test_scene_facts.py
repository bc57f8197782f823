"""What lies on a table becomes the facts that the referee reads."""

import pytest

from tableassist.judging.cases.rulings import rulings_of
from tableassist.rulebook.referee.scene_facts import facts_of, find_dock
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.state.game import FactKind
from tableassist.rulebook.state.new_game import new_game
from tableassist.store.case import read_case

CASE = """
format = 2
why = "Three ships and an island."
edition = "spanish-main"
outline_sigma_mm = 0.0
before = ["a fact within-s b"]
expected = []
pieces = [
    {{ id = "a", model = "one-mast", owner = "A", cannons = "3L", x_mm = 0.0, y_mm = 0.0, heading_deg = 0.0 }},
    {{ id = "b", model = "one-mast", owner = "B", cannons = "3S", x_mm = {x}, y_mm = {y}, heading_deg = {turn} }},
    {{ id = "i", model = "island-round", x_mm = 600.0, y_mm = 0.0 }},
]
"""


@pytest.fixture
def facts(tmp_path):
    def of(x, turn, y=0.0):
        path = tmp_path / "case.toml"
        path.write_text(CASE.format(x=x, turn=turn, y=y), encoding="utf-8")
        case = read_case(path)
        rulings = rulings_of(case)
        assert find_dock(rulings, "a") == ""
        found = facts_of(new_game(case.game.start), case.scene, rulings, case.rules)
        return {(each.kind, each.subject, each.target, each.cannon): each.answer for each in found}

    return of


def test_a_bow_on_a_side(facts):
    """The hull is 35.4 mm long and 15 wide (models/one-mast.toml): her bow lies on the other's side, 10 mm abaft the
    middle, and the other's bow points away."""
    seen = facts(25.3, 90.0, 10.0)
    assert seen[FactKind.BOW_ON, "a", "b", 0] is Verdict.YES
    assert seen[FactKind.BOW_ON, "b", "a", 0] is Verdict.NO
    assert seen[FactKind.BOW_TO_BOW, "a", "b", 0] is Verdict.NO
    assert seen[FactKind.TOUCHES_BOW_OF, "b", "a", 0] is Verdict.YES
    assert seen[FactKind.WITHIN_S, "a", "b", 0] is Verdict.YES


def test_bow_to_bow(facts):
    seen = facts(35.7, 180.0)
    assert seen[FactKind.BOW_ON, "a", "b", 0] is Verdict.YES
    assert seen[FactKind.BOW_ON, "b", "a", 0] is Verdict.YES
    assert seen[FactKind.BOW_TO_BOW, "a", "b", 0] is Verdict.YES


def test_an_l_cannon_reaches_farther_than_an_s_cannon(facts):
    """S is 57.5 mm and L 83.8 mm; the middles of the ships, and with them the masts, are 95 mm apart."""
    seen = facts(95.0, 180.0)
    assert seen[FactKind.SHOT, "a", "b", 1] is Verdict.YES
    assert seen[FactKind.SHOT, "b", "a", 1] is Verdict.NO
    assert seen[FactKind.BOW_ON, "a", "b", 0] is Verdict.NO


@pytest.mark.parametrize(("state", "answer"), [("", Verdict.YES), (', state = ["ghostly"]', None)])
def test_weeds_that_do_nothing_to_a_ghost_are_no_weeds_she_is_clear_of(tmp_path, state, answer):
    path = tmp_path / "case.toml"
    path.write_text(
        f"""
format = 2
why = "A ship in the weeds."
edition = "revolution"
outline_sigma_mm = 0.0
before = ["a fact within-s w"]
expected = []
pieces = [
    {{ id = "a", model = "one-mast", owner = "A", cannons = "3L", x_mm = 0.0, y_mm = 0.0, heading_deg = 0.0{state} }},
    {{ id = "w", model = "sargasso-sea", x_mm = 0.0, y_mm = 0.0, heading_deg = 0.0 }},
]
""",
        encoding="utf-8",
    )
    case = read_case(path)
    facts = facts_of(new_game(case.game.start), case.scene, rulings_of(case), case.rules)
    answers = {each.target: each.answer for each in facts if each.kind is FactKind.IN_TERRAIN}
    assert answers.get("w") is answer
