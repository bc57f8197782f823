"""A game as everything above the rule book knows it, and a log of its acts played through."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from tableassist.messages import Message
from tableassist.rulebook.play.judgement import Judgement, Opinion
from tableassist.rulebook.play.log import Entry, Log, acts_that_count, struck
from tableassist.rulebook.play.offer import Offer

A = TypeVar("A", bound=msgspec.Struct)
D = TypeVar("D")
G = TypeVar("G")
R = TypeVar("R", bound="Refereed[Any, Any]")
S_contra = TypeVar("S_contra", contravariant=True)


class Game(Protocol[S_contra, G, A, D]):
    """What every game implements: from a set-up `S`, by acts `A`, through states `G` that owe duties `D`."""

    @property
    def acts(self) -> Mapping[str, type[A]]:
        """All acts of the game, by the verbs of their text form."""

    def start(self, set_up: S_contra) -> G:
        """Return the state before the first act."""

    def judge(self, game: G, entry: Entry[A]) -> Judgement:
        """Say what the rules think of an act, and of who says it."""

    def apply(self, game: G, act: A) -> G:
        """Return the state after the act, whatever the rules think of it."""

    def offers(self, game: G) -> tuple[Offer[A], ...]:
        """List what may be done now."""

    def duties(self, game: G) -> tuple[D, ...]:
        """List what must or may be answered now, the first to be answered first."""

    def question(self, game: G, duty: D) -> Message:
        """Put a duty into words."""

    def view(self, game: G, player: str | None) -> G:
        """Return the state as this player knows it; None: as everybody may."""


AnyGame = Game[Any, G, A, Any]


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
class RefereedAct(Generic[G, A]):
    judged: Judged[A]
    before: G
    game: G
    """After it."""

    @property
    def number(self) -> int:
        return self.judged.entry.number

    @property
    def is_unanswered(self) -> bool:
        """A foul that nobody let stand."""
        return not self.judged.took_effect


@dataclass(frozen=True, slots=True)
class Refereed(Generic[G, A]):
    """A game played through: each act with the referee's judgement and the game after it."""

    start: G
    acts: tuple[RefereedAct[G, A], ...]
    """In the order of play."""
    game: G
    struck: frozenset[int]

    @property
    def fouls(self) -> tuple[RefereedAct[G, A], ...]:
        return tuple(each for each in self.acts if each.is_unanswered)


def play_one(game: G, entry: Entry[A], rules: AnyGame[G, A]) -> tuple[G, Judged[A]]:
    judged = Judged(entry, rules.judge(game, entry))
    return (rules.apply(game, entry.act) if judged.took_effect else game), judged


def play_log(start: G, log: Log[A], rules: AnyGame[G, A], until: int | None = None) -> Refereed[G, A]:
    """The same log gives the same game, always. `until`: the number of the act that is the last."""
    acts = tuple(_play(start, log, rules, until))
    return Refereed(start, acts, acts[-1].game if acts else start, struck(log))


def _play(game: G, log: Log[A], rules: AnyGame[G, A], until: int | None) -> Iterator[RefereedAct[G, A]]:
    for entry in acts_that_count(log) if until != 0 else ():
        before = game
        game, judged = play_one(game, entry, rules)
        yield RefereedAct(judged, before, game)
        if entry.number == until:
            return


def play_on(refereed: R, entry: Entry[Any], rules: AnyGame[Any, Any]) -> R:
    """Return the same game with one more act at its end."""
    game, judged = play_one(refereed.game, entry, rules)
    return replace(refereed, acts=(*refereed.acts, RefereedAct(judged, refereed.game, game)), game=game)
