"""Each difference between the editions that a camera can see, and each dispute that is one of geometry, has cases.

The numbers are those of the project's list of differences (40 rows) and of its list of disputes (D1 to D26).
"""

import tomllib
from functools import cache

import pytest

from tests.rulebook.test_cases import CASES, FILES

LETTERS = {"spanish-main": "A", "revolution": "B", "complete": "C"}
SEEN = {
    1: "ABC", 2: "ABC", 3: "ABC", 4: "ABC", 5: "ABC", 6: "C", 8: "ABC", 10: "C", 11: "ABC", 12: "ABC", 13: "ABC",
    14: "ABC", 15: "ABC", 16: "ABC", 17: "ABC", 19: "ABC", 20: "ABC", 21: "ABC", 22: "ABC", 23: "ABC", 24: "ABC",
    27: "BC", 28: "BC", 29: "BC", 30: "BC", 31: "BC", 32: "BC", 33: "C", 34: "C", 35: "B",
}  # fmt: skip
"""Row to the editions that say something about it: the others are silent, or have no such piece."""
NOT_SEEN = {
    7: "who picks a home island is talk between players; which it is stands in the table file",
    9: "coins lie face down, in holds and under ships",
    18: "boarding is dice and crew; the contact that allows it is the ram's, row 15",
    25: "what a hit does is for the ledger",
    26: "gold of a sunken ship is for the ledger",
    36: "who may measure when is manners",
    37: "actions are counted by the ledger",
    38: "scuttling is a die",
    39: "a repair is an action; being docked where it is allowed is row 14",
    40: "who has won is counted in gold",
}
DISPUTES_SEEN = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26)
DISPUTES_NOT_SEEN = {
    16: "what a scorpion's blade ignores is no distance",
    22: "actions are counted by the ledger",
}


@cache
def cited():
    """(edition's letter, what is cited) of every case."""
    found = set()
    for file in FILES:
        raw = tomllib.loads(file.read_text(encoding="utf-8"))
        found |= {(LETTERS[raw.get("edition", "complete")], each) for each in raw.get("cites", ())}
    return found


def test_every_row_is_seen_or_says_why_not():
    assert SEEN.keys() | NOT_SEEN.keys() == set(range(1, 41))
    assert not SEEN.keys() & NOT_SEEN.keys()


@pytest.mark.parametrize("row", SEEN)
def test_a_row_that_a_camera_sees_has_a_case_in_each_edition_that_has_it(row):
    has = {letter for letter, each in cited() if each == f"row {row}"}
    assert has >= set(SEEN[row])


def test_every_dispute_has_a_case_or_says_why_not():
    has = {each for _, each in cited() if each.startswith("D")}
    assert {f"D{number}" for number in DISPUTES_SEEN} <= has
    assert set(DISPUTES_SEEN) | DISPUTES_NOT_SEEN.keys() == set(range(1, 27))


def test_a_case_cites_only_what_there_is():
    known = {f"row {row}" for row in range(1, 41)} | {f"D{number}" for number in range(1, 27)}
    assert {each for _, each in cited()} <= known


def test_cases_of_a_rule_lie_in_its_folder():
    for file in FILES:
        rules = {each["rule"] for each in tomllib.loads(file.read_text(encoding="utf-8"))["expected"]}
        assert file.parent.name in rules or rules == {"shot"}, file.relative_to(CASES)
