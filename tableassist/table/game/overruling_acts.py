"""A judge's overrulings while a game runs, as acts of the game. No widgets."""

from collections.abc import Iterator

from tableassist.rulebook import GameState, Overruling, Verdict
from tableassist.rulebook.acts import Overrule
from tableassist.rulebook.referee import cannon_number

NO_NAME = "judge"
"""Who decided, where nobody said."""


def acts_of_overrulings(
    game: GameState, before: tuple[Overruling, ...], after: tuple[Overruling, ...]
) -> Iterator[tuple[Overrule, str]]:
    """The acts that lead from the decisions before to those after, each with who made it. Decisions about pieces that
    are not in the game are left out."""
    kept = [each for each in before if each in after]
    for each in (each for each in before if each not in after):
        yield from _act(game, each, None)
    standing = {each.ruling.id: each for each in kept}
    for each in standing.values() if len(kept) < len(before) else ():
        yield from _act(game, each, each.verdict)  # what was decided before counts again
    for each in (each for each in after if each not in before):
        yield from _act(game, each, each.verdict)


def _act(game: GameState, overruling: Overruling, answer: Verdict | None) -> Iterator[tuple[Overrule, str]]:
    ruling, judge = overruling.ruling, overruling.by or NO_NAME
    if ruling.subject not in game.units and ruling.subject not in game.crew:
        return
    target = "" if ruling.rule == "move" else ruling.target
    cannon = 0 if ruling.cannon is None else cannon_number(game, ruling.subject, ruling.cannon)
    reason = "" if answer is None else overruling.reason
    yield Overrule(judge, ruling.rule, ruling.subject, target, cannon, answer, reason), overruling.by
