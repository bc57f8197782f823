"""The camera's rules and the referee answer every question that both can answer alike.

`python -m tests.rulebook.compare 20000` asks them about many more random states; docs/rule-contradictions.md lists what
it found and how each contradiction was decided.
"""

import pytest

from tests.rulebook.case_states import games_of_case, scene_of_case
from tests.rulebook.compare import disagreements, guns
from tests.rulebook.random_states import random_state
from tests.rulebook.test_cases import CASES

SCENES = [path for path in sorted(CASES.glob("*/*.toml")) if "x_mm = " in path.read_text("utf-8")]
"""Cases with placed pieces. Reading them as cases takes seconds, in every process that collects the tests."""
GAMES = sorted((CASES / "referee").rglob("*.toml"))
STATES = 250


def told(found):
    said = "{0.question} [{0.detail}]: rules {0.rules_say}, referee {0.referee_says}: {0.example}"
    return "\n".join(said.format(each) for each in found)


def test_both_agree_on_random_tables():
    found = [each for number in range(STATES) for each in disagreements(random_state(f"short {number}"))]
    assert not found, told(found)


@pytest.mark.parametrize("rule", sorted({path.parent.name for path in SCENES}))
def test_both_agree_on_the_scenes_of_all_cases(rule):
    found = [each for path in SCENES if path.parent.name == rule for each in disagreements(scene_of_case(path))]
    assert not found, told(found)


@pytest.mark.parametrize("edition", sorted({path.parent.name for path in GAMES}))
def test_both_agree_on_cannons_in_the_games_of_all_cases(edition):
    paths = [path for path in GAMES if path.parent.name == edition]
    states = [state for path in paths for state in games_of_case(path)]
    found = [each for state in states for each in guns(state)]
    assert len(states) > len(paths)
    assert not found, told(found)


def test_a_disagreement_is_found(monkeypatch):
    from tableassist.rulebook.state import questions

    monkeypatch.setattr(questions, "is_pinned", lambda _game, _unit: False)
    found = {each.question for number in range(40) for each in disagreements(random_state(f"short {number}"))}
    assert "pinned" in found
