"""The inventory of the rules is true: what it calls judged has a test or a case, and no rule is left without a word."""

import csv
import re
import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
with (ROOT / "docs" / "rules-inventory.csv").open(encoding="utf-8", newline="") as file:
    ROWS = list(csv.DictReader(file))


def test_all_rules_of_the_five_texts_are_in_it_once():
    texts = Counter(row["id"].split("-")[0] for row in ROWS)
    assert texts == {"000": 217, "001": 76, "002": 17, "003": 139, "004": 79}
    assert len({row["id"] for row in ROWS}) == len(ROWS)


def test_what_is_judged_names_a_test_or_a_case_that_is_there():
    missing = [
        (row["id"], path)
        for row in ROWS
        if row["status"] == "a"
        for path in row["proof"].split()
        if not (ROOT / path).is_file()  # a folder proves no rule of its own
    ]
    assert missing == []
    assert all(row["proof"] for row in ROWS)


def test_a_case_that_is_named_cites_the_rule():
    """Those of the two games; cases of what is measured cite rows and disputes."""
    for row in ROWS:
        for path in row["proof"].split():
            if path.startswith(("tests/cases/referee/", "tests/cases/card/")) and row["status"] == "a":
                cites = re.search(r"^cites = (.*)$", (ROOT / path).read_text("utf-8"), re.MULTILINE)
                assert cites is not None
                assert row["id"] in cites[1], (row["id"], path)


EDITIONS = {"000": "complete", "001": "spanish-main", "003": "revolution"}


def test_a_rule_is_proven_in_its_own_edition():
    """A case proves what its edition's terms say; another edition's terms may be changed without it."""
    for row in ROWS:
        edition = EDITIONS.get(row["id"].split("-")[0])
        files = [ROOT / path for path in row["proof"].split()]
        if edition is None or row["status"] != "a" or not all(file.suffix == ".toml" for file in files):
            continue
        editions = {tomllib.loads(file.read_text("utf-8"))["edition"] for file in files}
        assert edition in editions, row["id"]


def test_a_test_of_the_card_game_that_is_named_cites_the_rule():
    for row in ROWS:
        for path in row["proof"].split() if row["id"].startswith("004-") else ():
            assert re.search(rf"\b{row['id']}\b", (ROOT / path).read_text("utf-8")), (row["id"], path)


def test_at_least_95_of_100_are_judged_in_full():
    judged = [row for row in ROWS if row["status"] != "n"]
    assert {row["status"] for row in ROWS} <= {"a", "b", "n"}
    assert sum(row["status"] == "a" for row in judged) >= 0.95 * len(judged)
