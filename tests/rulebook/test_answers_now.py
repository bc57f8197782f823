"""What the screen says before an act is what the referee says of the act, in the same words."""

from dataclasses import replace

import msgspec.structs
import pytest

from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.engine.adjudicate import adjudicate, of_subject
from tableassist.rulebook.referee.acts.facts import Overrule
from tableassist.rulebook.referee.acts.shooting import Shoot
from tableassist.rulebook.referee.offers import AnswersNow, answer_now
from tableassist.rulebook.referee.referee import fold, judge_act
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.shooting.shot import rule_shots
from tests.rulebook.line_oracle import Lying
from tests.rulebook.line_scenes import exact_model, made, scene_of


@pytest.fixture
def scene():
    """A and B side by side on open water, 50 mm apart; it is A's turn."""
    lying = [
        Lying(made("a", exact_model("one-mast"), "A"), 100, 100, 0.0),
        Lying(made("b", exact_model("one-mast"), "B"), 100, 150, 0.0),
    ]
    found = scene_of(lying, 0.1)
    return replace(found, state=found.state.replace(player="A", order=("A", "B")))


def shot_of(scene, subject):
    one, other = sorted(scene.pieces, key=lambda placed: placed.id != subject)
    return rule_shots([(one, other)], scene, RuleSettings())[-1]


def referee_says(game, ruling):
    return str(judge_act(game, Shoot(ruling.subject, ruling.target, 1, 6, ruling.verdict)).reasons[0].words)


def test_the_player_in_turn_may_shoot(scene):
    ruling = shot_of(scene, "a")
    assert ruling.verdict is Verdict.YES
    assert answer_now(scene.state, ruling) is ruling


def test_the_other_player_is_in_range_but_must_wait(scene):
    ruling = shot_of(scene, "b")
    answer = answer_now(scene.state, ruling)
    assert (ruling.verdict, answer.verdict) == (Verdict.YES, Verdict.NO)
    assert str(answer.reason) == f"{ruling.reason}, but {referee_says(scene.state, ruling)}"
    assert "it is A's turn" in str(answer.reason)


def test_a_ship_that_has_had_her_action_may_not_shoot(scene):
    game = scene.state.with_turn(scene.state.units["a"], actions=("explore",))
    ruling = shot_of(scene, "a")
    answer = answer_now(game, ruling)
    assert answer.verdict is Verdict.NO
    assert str(answer.reason).endswith(f"but {referee_says(game, ruling)}")
    assert "has had her action of this turn (explore)" in str(answer.reason)


@pytest.mark.parametrize("said", [Verdict.NO, Verdict.YES])
def test_a_judges_word_is_the_answer(scene, said):
    machine = Verdict.YES if said is Verdict.NO else Verdict.NO
    ruling = msgspec.structs.replace(shot_of(scene, "a"), verdict=machine)
    game = fold(scene.state, Overrule("Jo", "shot", "a", "b", 1, said))
    answer = answer_now(game, ruling)
    assert answer.verdict is said
    assert "overruled by Jo" in str(answer.reason)


def test_a_list_leaves_what_a_judge_decided_to_the_judges_own_mark(scene):
    ruling = shot_of(scene, "a")
    game = fold(scene.state, Overrule("Jo", "shot", "a", "b", 1, Verdict.NO))
    assert AnswersNow().of((ruling,), game) == (ruling,)


def test_nothing_changes_where_turns_are_not_counted(scene):
    rulings = (shot_of(scene, "b"),)
    assert AnswersNow().of(rulings, scene.state.replace(player="")) is rulings


def test_answers_are_the_same_values_while_nothing_changes(scene):
    answers, rulings = AnswersNow(), (shot_of(scene, "b"),)
    assert answers.of(rulings, scene.state) is answers.of(rulings, scene.state)


@pytest.mark.parametrize(
    "fields",
    [
        {"cannon": 7},
        {"subject": "nobody"},
        {"rule": "broadsides", "cannon": None},
        {"rule": "ability", "cannon": None},
        {"rule": "ram", "cannon": None},
        {"rule": "docking", "cannon": None},
    ],
    ids=["no such cannon", "no such piece", "no keyword", "no ability", "rams are automatic", "no act"],
)
def test_what_the_table_knows_better_than_the_game_stays_what_was_measured(scene, fields):
    ruling = msgspec.structs.replace(shot_of(scene, "a"), **fields)
    assert answer_now(scene.state, ruling) is ruling


def test_a_measured_no_stays_as_it_is(scene):
    ruling = msgspec.structs.replace(shot_of(scene, "b"), verdict=Verdict.NO)
    assert answer_now(scene.state, ruling) is ruling


def test_the_rulings_of_one_piece_are_found_in_any_list(scene):
    rulings = adjudicate(scene, RuleSettings())
    hers = tuple(ruling for ruling in rulings if ruling.subject == "a")
    assert of_subject(rulings, "a") == hers
    assert of_subject(tuple(rulings), "a") == hers
    assert of_subject(tuple(rulings), "nobody") == ()
