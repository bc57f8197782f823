"""Matches that were cut, flipped or made up: the short form of bench/match_mutations.py."""

import pytest

from bench import match_mutations
from tableassist.errors import BadFileError
from tableassist.matches.replay import Replay
from tests.matches.demo_match import mutation_matches

pytestmark = pytest.mark.slow


@pytest.mark.long
def test_sixty_mutated_matches_are_refused_in_one_line_or_opened(tmp_path):
    closed, unclosed = mutation_matches(tmp_path)
    figures = match_mutations.run(60, closed=closed, unclosed=unclosed, seed=77)
    assert figures["problems"] == []
    assert figures["opened"] > 5
    assert figures["refused"] > 10


def test_what_sqlite_says_of_a_damaged_schema_does_not_speak_to_the_terminal(tmp_path):
    closed, _ = mutation_matches(tmp_path)
    path = closed / "match.sqlite"
    content = path.read_bytes()
    assert b"CREATE TABLE parts (sha256" in content
    path.write_bytes(content.replace(b"CREATE TABLE parts (sha256", b"CREATE TABLE parts (sha2\x08\x1b"))
    with pytest.raises(BadFileError) as refused:
        Replay(closed)
    assert str(refused.value).isprintable()
