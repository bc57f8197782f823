"""Every case of tests/cases/card, worked out by hand from the rules: the oracle and the engine both agree with it."""

import csv

import pytest

from tests.docs.test_rules_inventory import ROOT
from tests.rulebook.cardgame.cases import CARD_CASES, FILES, differences, read
from tests.rulebook.cardgame.players import EngineTable, OracleTable

NAMES = [path.relative_to(CARD_CASES).as_posix() for path in FILES]


@pytest.mark.parametrize("file", FILES, ids=NAMES)
def test_the_engine_agrees(file):
    assert differences(read(file), EngineTable) == [], read(file)["why"]


@pytest.mark.parametrize("file", FILES, ids=NAMES)
def test_the_oracle_agrees(file):
    assert differences(read(file), OracleTable) == [], read(file)["why"]


def test_every_rule_of_the_card_game_has_a_case():
    with (ROOT / "docs" / "rules-inventory.csv").open(encoding="utf-8", newline="") as file:
        rules = {row["id"] for row in csv.DictReader(file) if row["id"].startswith("004-")}
    cited = {rule for file in FILES for rule in read(file)["cites"]}
    assert len(rules) == 79
    assert cited == rules


def test_there_are_cases_enough_and_each_expects_something():
    assert len(FILES) >= 80
    for file in FILES:
        case = read(file)
        assert case["why"].endswith("."), file
        assert case.get("refused") or case["expected"], file


CASE = {
    "game": {
        "players": ["Anne", "Mary"],
        "row": ["e1", "s1", "d1", "e2", "s2", "d2", "e3", "s3", "d3"],
        "adventures": ["volcano-1"],
        "pirates": {"Anne": ["e1", "s2", "d3"], "Mary": ["s1", "d1", "e3"]},
    },
    "acts": [{"act": "pass", "player": "Anne"}],
}


@pytest.mark.parametrize("table", [EngineTable, OracleTable])
@pytest.mark.parametrize(
    ("expected", "told"),
    [
        ({"state": "damaged", "value": ["s1"]}, "got ['e1'], expected ['s1']"),
        ({"state": "fame", "of": "e1", "value": 1}, "fame e1: got 0, expected 1"),
        ({"act": 1, "opinion": "foul", "code": "not-your-turn"}, "got fine None"),
        ({"offers": "contains", "value": {"act": "pass", "player": "Anne"}}, "is not among them"),
        ({"offers": "lacks", "value": {"act": "pass", "player": "Mary"}}, "is among them"),
        ({"state": "turn", "value": "Mary", "after": 2}, "after an act that there is not"),
    ],
)
def test_a_case_that_expects_something_else_differs(table, expected, told):
    (line,) = differences({**CASE, "expected": [expected]}, table)
    assert told in line


@pytest.mark.parametrize("table", [EngineTable, OracleTable])
def test_a_foul_that_nobody_expects_differs(table):
    wrong = {**CASE, "acts": [{"act": "pass", "player": "Mary"}], "expected": [{"state": "turn", "value": "Anne"}]}
    assert differences(wrong, table) == ["act 1: a foul, not-your-turn"]


@pytest.mark.parametrize("table", [EngineTable, OracleTable])
def test_a_set_up_that_is_not_refused_differs(table):
    assert differences({**CASE, "refused": True}, table) == ["the set-up is taken, expected to be refused"]
