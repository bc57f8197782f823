"""The log of a game: everything that was said, in the order it was said, and what the referee thought of it.

Nothing is ever removed from it. An act that was struck stays in the log and no longer counts; a restored one counts
again. An act may be put in between two earlier ones. `acts_that_count` puts all that together.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Generic, TypeVar

from tableassist.messages import Message, Text


class Opinion(StrEnum):
    FINE = "fine"
    FOUL = "foul"
    TOO_CLOSE = "too-close"
    """What was measured does not decide it."""
    NOT_KNOWN = "not-known"
    """Nobody measured or said what would decide it."""


@dataclass(frozen=True, slots=True)
class Reason:
    code: str
    """The same in every language and version: `already-acted`."""
    words: Message
    section: Text
    """Edition and section, or the house rule that decided."""


@dataclass(frozen=True, slots=True)
class Judgement:
    opinion: Opinion
    reasons: tuple[Reason, ...] = ()

    @property
    def is_foul(self) -> bool:
        return self.opinion is Opinion.FOUL


FINE = Judgement(Opinion.FINE)


def foul(code: str, words: Message, section: Text) -> Judgement:
    return Judgement(Opinion.FOUL, (Reason(code, words, section),))


A = TypeVar("A")


class Source(StrEnum):
    CAMERA = "camera"
    PERSON = "person"
    PHONE = "phone"
    RULE = "rule"
    """It follows from a rule, and nobody had to say it."""


@dataclass(frozen=True, slots=True)
class Entry(Generic[A]):
    """One act, and who said it."""

    number: int
    """From 1, in the order of saying; never used twice."""
    act: A
    source: Source = Source.PERSON
    by: str = ""
    """The player or judge who said it; empty where nobody in particular did."""
    t_ns: int | None = None
    """Since the match began."""
    certainty: float = 1.0
    """Of what the camera proposed."""
    card: str = ""
    """The card whose text allows it, where one does: card text overrules the rules."""
    stands: bool = False
    """Whether people let it stand though it is a foul."""
    view: Judgement | None = None
    """What the referee thought of it when it was said."""
    version: str = ""
    """Of the program that judged it then."""
    after: int | None = None
    """Put in between later: it follows the entry of this number (0: before all others)."""
    rolled_by: str = ""
    """Who said what the die shows, where somebody did; `source` tells how it was read."""


class AmendmentKind(StrEnum):
    STRIKE = "strike"
    RESTORE = "restore"
    STANDS = "stands"
    FALLS = "falls"
    """Takes `stands` back."""


@dataclass(frozen=True, slots=True)
class Amendment:
    """Somebody changed what an earlier entry is worth."""

    change: AmendmentKind
    entry: int
    source: Source = Source.PERSON
    by: str = ""
    t_ns: int | None = None


@dataclass(frozen=True, slots=True)
class Log(Generic[A]):
    records: tuple[Entry[A] | Amendment, ...] = ()

    @property
    def entries(self) -> tuple[Entry[A], ...]:
        return tuple(each for each in self.records if isinstance(each, Entry))

    @property
    def next_number(self) -> int:
        return sum(1 for each in self.records if isinstance(each, Entry)) + 1

    def entry(self, number: int) -> Entry[A] | None:
        return next((each for each in self.entries if each.number == number), None)


def append(log: Log[A], entry: Entry[A]) -> Log[A]:
    """The log with one more entry, which gets the next number."""
    return Log((*log.records, replace(entry, number=log.next_number)))


def amend(log: Log[A], amendment: Amendment) -> Log[A]:
    """ValueError where there is no such entry."""
    if log.entry(amendment.entry) is None:
        raise ValueError(f"no entry {amendment.entry} in a log of {log.next_number - 1}")
    return Log((*log.records, amendment))


def strike(log: Log[A], number: int, *, by: str = "", t_ns: int | None = None) -> Log[A]:
    return amend(log, Amendment(AmendmentKind.STRIKE, number, by=by, t_ns=t_ns))


def restore(log: Log[A], number: int, *, by: str = "", t_ns: int | None = None) -> Log[A]:
    return amend(log, Amendment(AmendmentKind.RESTORE, number, by=by, t_ns=t_ns))


def let_stand(log: Log[A], number: int, *, by: str = "", t_ns: int | None = None) -> Log[A]:
    return amend(log, Amendment(AmendmentKind.STANDS, number, by=by, t_ns=t_ns))


def struck(log: Log[A]) -> frozenset[int]:
    """The numbers of the entries that do not count."""
    out: set[int] = set()
    for each in log.records:
        if isinstance(each, Amendment):
            if each.change is AmendmentKind.STRIKE:
                out.add(each.entry)
            elif each.change is AmendmentKind.RESTORE:
                out.discard(each.entry)
    return frozenset(out)


def acts_that_count(log: Log[A]) -> tuple[Entry[A], ...]:
    """In the order of play, with the `stands` that people gave them later."""
    out = struck(log)
    standing = _standing(log)
    return tuple(
        each if each.stands == standing.get(each.number, each.stands) else replace(each, stands=not each.stands)
        for each in in_order(log)
        if each.number not in out
    )


def undo(log: Log[A], *, by: str = "", t_ns: int | None = None) -> Log[A]:
    """Strikes the last entry said that still counts; the same log where there is none."""
    out = struck(log)
    last = next((each.number for each in reversed(log.entries) if each.number not in out), None)
    return log if last is None else strike(log, last, by=by, t_ns=t_ns)


def redo(log: Log[A], *, by: str = "", t_ns: int | None = None) -> Log[A]:
    """Restores what was struck last, as long as nothing new was said since; else the same log."""
    out = struck(log)
    for each in reversed(log.records):
        if isinstance(each, Entry):
            return log
        if each.change is AmendmentKind.STRIKE and each.entry in out:
            return restore(log, each.entry, by=by, t_ns=t_ns)
    return log


def _standing(log: Log[A]) -> dict[int, bool]:
    said: dict[int, bool] = {}
    for each in log.records:
        if isinstance(each, Amendment) and each.change in (AmendmentKind.STANDS, AmendmentKind.FALLS):
            said[each.entry] = each.change is AmendmentKind.STANDS
    return said


def in_order(log: Log[A]) -> Iterator[Entry[A]]:
    """Entries put in between follow the one they name; of two at one place, the later said comes first there."""
    order: list[Entry[A]] = []
    if all(each.after is None for each in log.entries):
        yield from log.entries
        return
    for each in log.entries:
        if each.after is None:
            order.append(each)
        else:
            place = next((i + 1 for i, other in enumerate(order) if other.number == each.after), 0)
            order.insert(place, each)
    yield from order
