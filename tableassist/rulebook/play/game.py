"""A game as everything above the rule book knows it: its protocol, offers and proposals, and a log played through."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from tableassist.messages import Message, Text
from tableassist.rulebook.play.log import Amendment, Entry, Judgement, Log, Opinion

A = TypeVar("A", bound=msgspec.Struct)
D = TypeVar("D")
G = TypeVar("G")
R = TypeVar("R", bound="Refereed[Any, Any]")
S_contra = TypeVar("S_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Need:
    """A field of the act that the player fills in."""

    field: str
    choices: tuple[int | str, ...] = ()
    """What it may be; empty where the field is measured or seen: where a ship went, what she touches."""
    most: int = 1
    """How many of the choices, for a field that holds several."""
    least: int = 1


@dataclass(frozen=True)
class Offer(Generic[A]):
    """Without slots: Python 3.11 cannot make a frozen generic class with slots by its alias."""

    player: str
    act: A
    """Complete and allowed as it is; what `needs` names stands in it as an example."""
    words: Message
    needs: tuple[Need, ...] = ()


K = TypeVar("K", bound=StrEnum)


@dataclass(frozen=True)
class ProposedActs(Generic[A]):
    """One way in which what was seen may be meant."""

    acts: tuple[A, ...]
    """In order."""
    words: Text
    certainty: float


@dataclass(frozen=True)
class Proposal(Generic[K, A]):
    kind: K
    piece: str
    """The ship that it is about; empty for dice and cards."""
    t_ns: int
    options: tuple[ProposedActs[A], ...]
    """The likeliest first."""
    strikes: int | None = None
    """The entry of the log that it takes back."""
    after: int | None = None
    """Where the acts belong: after this entry of the log; None: now."""
    number: int = 0
    """Given by whoever keeps them."""

    @property
    def likeliest(self) -> ProposedActs[A]:
        return self.options[0]

    @property
    def acts(self) -> tuple[A, ...]:
        return self.likeliest.acts

    @property
    def certainty(self) -> float:
        return self.likeliest.certainty

    @property
    def words(self) -> Text:
        return self.likeliest.words


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

    def offers(self, game: G, rulings: Iterable[Any] = (), /) -> tuple[Offer[A], ...]:
        """List what may be done now. `rulings`: what is measured of the pieces at this moment."""

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
        view = self.entry.view
        return self.judgement.is_foul and view is not None and view.opinion is not Opinion.FOUL


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
        return tuple(act for act in self.acts if act.is_unanswered)


def play_one(game: G, entry: Entry[A], rules: AnyGame[G, A]) -> tuple[G, Judged[A]]:
    judged = Judged(entry, rules.judge(game, entry))
    return (rules.apply(game, entry.act) if judged.took_effect else game), judged


def play_log(start: G, log: Log[A], rules: AnyGame[G, A], until: int | None = None) -> Refereed[G, A]:
    """The same log gives the same game, always. `until`: the number of the act that is the last."""
    acts = tuple(_play(start, log, rules, until))
    return Refereed(start, acts, acts[-1].game if acts else start, log.struck)


def _play(game: G, log: Log[A], rules: AnyGame[G, A], until: int | None) -> Iterator[RefereedAct[G, A]]:
    for entry in log.entries_that_count if until != 0 else ():
        before = game
        game, judged = play_one(game, entry, rules)
        yield RefereedAct(judged, before, game)
        if entry.number == until:
            return


def play_on(refereed: R, entry: Entry[Any], rules: AnyGame[Any, Any]) -> R:
    """Return the same game with one more act at its end."""
    game, judged = play_one(refereed.game, entry, rules)
    return replace(refereed, acts=(*refereed.acts, RefereedAct(judged, refereed.game, game)), game=game)


def compare_log(start: G, log: Log[A], rules: AnyGame[G, A]) -> Iterator[tuple[Entry[A], Judgement]]:
    """Each act that is judged otherwise now, with how; acts with which no view was kept are passed over. An act is
    judged as the log was when it was said: what was struck later still counted then."""
    game, is_newest = start, True
    for place, record in enumerate(log.records):
        if isinstance(record, Amendment):
            is_newest = False
            continue
        if not is_newest:
            game = play_log(start, Log(log.records[:place]), rules).game
        is_newest = record.after is None
        if is_newest:
            game, judged = play_one(game, record, rules)
        else:
            acts = play_log(start, Log(log.records[: place + 1]), rules).acts
            judged = next(act.judged for act in acts if act.number == record.number)
        if record.view is not None and what_counts(record.view) != what_counts(judged.judgement):
            yield record, judged.judgement


def work_of(log: Log[A]) -> int:
    """How many acts are folded to compare a log: after each amendment all that were said before."""
    entries = work = 0
    for record in log.records:
        if isinstance(record, Amendment) or record.after is not None:
            work += entries
        entries += isinstance(record, Entry)
    return work + entries


def what_counts(judgement: Judgement) -> tuple[Opinion, tuple[str, ...]]:
    """Of a judgement: its words may be another language's, or a newer version's."""
    return judgement.opinion, tuple(reason.code for reason in judgement.reasons)
