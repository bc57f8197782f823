"""Matches that were cut, flipped or made up: the short form of bench/match_mutations.py."""

from bench import match_mutations
from tests.live.demo_match import mutation_matches


def test_sixty_mutated_matches_are_refused_in_one_line_or_opened(tmp_path):
    closed, unclosed = mutation_matches(tmp_path)
    figures = match_mutations.run(60, closed=closed, unclosed=unclosed, seed=77)
    assert figures["problems"] == []
    assert figures["opened"] > 5
    assert figures["refused"] > 10
