"""A log played through: each act judged in its turn, and folded into the game unless it is a foul that nobody let
stand."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from tableassist.rulebook.play.judgement import Judgement, Opinion
from tableassist.rulebook.play.log import Entry, Log, acts_that_count

A = TypeVar("A")
G = TypeVar("G")


@dataclass(frozen=True, slots=True)
class GameRules(Generic[G, A]):
    """All that a log needs to know of its game."""

    judge: Callable[[G, Entry[A]], Judgement]
    fold: Callable[[G, A], G]


@dataclass(frozen=True, slots=True)
class Judged(Generic[A]):
    """An entry that counts, as it is judged now."""

    entry: Entry[A]
    judgement: Judgement

    @property
    def took_effect(self) -> bool:
        """A foul changes nothing unless people let it stand."""
        return not self.judgement.is_foul or self.entry.stands

    @property
    def no_longer_holds(self) -> bool:
        """It was no foul when it was said, and is one now that something before it was struck or changed."""
        then = self.entry.view
        return self.judgement.is_foul and then is not None and then.opinion is not Opinion.FOUL


@dataclass(frozen=True, slots=True)
class Played(Generic[G, A]):
    game: G
    acts: tuple[Judged[A], ...]


def play_one(game: G, entry: Entry[A], rules: GameRules[G, A]) -> tuple[G, Judged[A]]:
    judged = Judged(entry, rules.judge(game, entry))
    return (rules.fold(game, entry.act) if judged.took_effect else game), judged


def play_log(start: G, log: Log[A], rules: GameRules[G, A]) -> Played[G, A]:
    """The same log gives the same game, always."""
    game, acts = start, []
    for entry in acts_that_count(log):
        game, judged = play_one(game, entry, rules)
        acts.append(judged)
    return Played(game, tuple(acts))
