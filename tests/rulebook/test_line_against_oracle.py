"""The engine's lines of fire against brute force on random crowded waters. All 5,000 scenes: `make bench`."""

from collections import Counter

import pytest

from tests.rulebook.line_contest import contest


@pytest.mark.parametrize("first", range(0, 150, 50))
def test_no_verdict_differs_from_dense_sampling(first):
    tally = contest(range(first, first + 50))
    assert tally.wrong == []
    assert tally.by_verdict["yes"] > 50
    assert tally.by_verdict["no"] > 5


def test_the_contest_itself_notices_a_wrong_engine():
    """With the blockers taken away from the engine's scene only, it must lose."""
    tally = contest(range(40), blind=True)
    assert isinstance(tally.by_verdict, Counter)
    assert len(tally.wrong) > 5
