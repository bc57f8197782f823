"""The short form of the honest evidence: a match cut off as by a kill, with stills and an edit."""

import numpy as np
import pytest

from bench import evidence
from tableassist.store.keys import load_or_make_table_key

BUNDLES = 3


@pytest.mark.long
def test_honest_evidence_of_a_killed_match_agrees(tmp_path):
    rng = np.random.default_rng(4)
    match = evidence._match(tmp_path / "evening", 2, 8, 6, rng)
    assert match.name == "evening-killed.match"
    key = load_or_make_table_key(tmp_path / "keys")
    rows = [evidence._honest(tmp_path, match, key, rng, number) for number in range(BUNDLES)]
    assert [(row["code"], row["told"]) for row in rows] == [(0, [])] * BUNDLES


def test_what_falls_short_is_told():
    held = {"bundles": 2, "agree": 2, "others": [], "forgeries_that_agree": [], "forgeries_with_another_code": []}
    assert evidence.misses(held) == []
    short = {
        "agree": 1,
        "others": [["differs: x"]],
        "forgeries_that_agree": ["y"],
        "forgeries_with_another_code": ["z"],
    }
    told = evidence.misses(held | short)
    assert len(told) == 3
    assert "1 of 2 honest bundles agree" in told[-1]
