"""A rule is one object: it has all its words and signs, and nobody keeps a table of rules beside the tuple."""

import ast
import string
import tomllib
from pathlib import Path

import pytest

import tableassist
from tableassist.overlay.drawing import Symbol
from tableassist.overlay.svg_drawing import SIGNS
from tableassist.rulebook.engine.rules import JUDGED, LASTING, RULES, RULES_BY_ID, contact_change, rule_named
from tableassist.rulebook.rule import RuleGroup
from tableassist.rulebook.ruling import Ruling, Verdict
from tableassist.ui.painting.symbols import disc_colour

CODE = Path(tableassist.__path__[0])
CASES = Path(__file__).parent.parent / "cases"
GAPS = {"subject", "target", "cannon"}

every_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)


def gaps(template):
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


@every_rule
def test_a_rule_has_all_its_words(rule):
    assert str(rule.title)[0].isupper()
    assert str(rule.name) == rule.id.replace("_", " ")
    assert rule.question.endswith("?")
    assert "subject" in gaps(rule.question) <= GAPS
    for words in (rule.yes, rule.no):
        assert words
        assert gaps(words) <= {"target"}
    assert rule.yes != rule.no


@every_rule
def test_a_rule_belongs_to_a_group_and_is_answered_or_asked_on_demand(rule):
    assert isinstance(rule.group, RuleGroup)
    assert rule.part_of is None or RULES_BY_ID[rule.part_of].judging is not None


@pytest.mark.parametrize("name", LASTING)
def test_a_lasting_contact_has_a_badge_that_page_and_window_can_draw(name):
    contact = LASTING[name]
    symbol = Symbol(contact.symbol)
    assert str(contact.badge)
    assert SIGNS[symbol]
    assert disc_colour(symbol).startswith("#")
    assert gaps(contact.ends) == {"target"}


@pytest.mark.parametrize("name", LASTING)
def test_a_lasting_contact_begins_with_a_yes(name):
    touching = Ruling(name, "a", "b", None, Verdict.YES, 0.3, 1.0, 0.1, 1.0, "", None, "")
    (event,) = contact_change(frozenset(), [touching]).events
    assert event.contact.rule == name


def test_no_two_rules_share_an_id_a_title_or_a_question():
    for words in ([rule.id for rule in RULES], [str(rule.title) for rule in RULES], [rule.question for rule in RULES]):
        assert len(set(words)) == len(words)
    assert len(JUDGED) == sum(rule.judging is not None for rule in RULES)


def test_every_rule_of_the_cases_is_registered():
    files = sorted(CASES.glob("*/*.toml"))
    asked = {each["rule"] for file in files for each in tomllib.loads(file.read_text("utf-8"))["expected"]}
    assert len(asked) > 10
    assert asked <= RULES_BY_ID.keys()


def test_a_rule_of_another_version_is_told_by_its_name():
    assert rule_named("line_of_sight").title == "Line of sight"
    assert str(rule_named("line_of_sight").question_about("Titan", "Reef")) == "Titan and Reef?"


WORDS_OF_ACTS = (
    "ui/game/act_fields.py",
    "ui/game/offers.py",
    "ui/game/words.py",
    "rulebook/referee/offers.py",
    "rulebook/referee/referee.py",
    "rulebook/referee/acts/facts.py",
)
"""Acts and their fields: some are called as rules are, and know nothing of them. Overrulings tie rules to acts and to
the fouls that a decision settles, which the rules themselves do not know."""


def test_nobody_else_keeps_a_table_of_rules():
    """Two or more ids in one dictionary, set or tuple: such a table would have to learn of every new rule."""
    names = RULES_BY_ID.keys()
    found = []
    for path in sorted(set(CODE.rglob("*.py")) - {CODE / each for each in WORDS_OF_ACTS}):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            kept = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", [])
            texts = {each.value for each in kept if isinstance(each, ast.Constant) and isinstance(each.value, str)}
            if len(texts & names) > 1:
                found.append(f"{path.relative_to(CODE)}:{node.lineno}: {sorted(texts & names)}")
    assert found == []
