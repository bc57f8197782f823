"""The log of a game: everything that was said, in the order it was said, and what the referee thought of it.

Nothing is ever removed from it. An act that was struck stays in the log and no longer counts; a restored one counts
again. An act may be put in between two earlier ones. `Log.entries_that_count` puts all that together.
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
        return tuple(record for record in self.records if isinstance(record, Entry))

    @property
    def next_number(self) -> int:
        return sum(1 for record in self.records if isinstance(record, Entry)) + 1

    def entry(self, number: int) -> Entry[A] | None:
        return next((entry for entry in self.entries if entry.number == number), None)

    @property
    def struck(self) -> frozenset[int]:
        """The numbers of the entries that do not count."""
        out: set[int] = set()
        for record in self.records:
            if isinstance(record, Amendment) and record.change is AmendmentKind.STRIKE:
                out.add(record.entry)
            elif isinstance(record, Amendment) and record.change is AmendmentKind.RESTORE:
                out.discard(record.entry)
        return frozenset(out)

    @property
    def entries_that_count(self) -> tuple[Entry[A], ...]:
        """In the order of play, with the `stands` that people gave them later."""
        struck = self.struck
        allowed = {
            record.entry: record.change is AmendmentKind.STANDS
            for record in self.records
            if isinstance(record, Amendment) and record.change in (AmendmentKind.STANDS, AmendmentKind.FALLS)
        }
        return tuple(
            entry
            if entry.stands == allowed.get(entry.number, entry.stands)
            else replace(entry, stands=not entry.stands)
            for entry in self.iter_in_order()
            if entry.number not in struck
        )

    def iter_in_order(self) -> Iterator[Entry[A]]:
        """Entries put in between follow the one they name; of two at one place, the later said comes first there."""
        order: list[Entry[A]] = []
        for entry in self.entries:
            if entry.after is None:
                order.append(entry)
            else:
                place = next((i + 1 for i, earlier in enumerate(order) if earlier.number == entry.after), 0)
                order.insert(place, entry)
        yield from order

    def append(self, entry: Entry[A]) -> "Log[A]":
        """Return the log with one more entry, which gets the next number."""
        return Log((*self.records, replace(entry, number=self.next_number)))

    def amend(self, amendment: Amendment) -> "Log[A]":
        """Return the log with one more amendment; ValueError where there is no such entry."""
        if self.entry(amendment.entry) is None:
            raise ValueError(f"no entry {amendment.entry} in a log of {self.next_number - 1}")
        return Log((*self.records, amendment))

    def strike(self, number: int, *, by: str = "", t_ns: int | None = None) -> "Log[A]":
        return self.amend(Amendment(AmendmentKind.STRIKE, number, by=by, t_ns=t_ns))

    def restore(self, number: int, *, by: str = "", t_ns: int | None = None) -> "Log[A]":
        return self.amend(Amendment(AmendmentKind.RESTORE, number, by=by, t_ns=t_ns))

    def let_stand(self, number: int, *, by: str = "", t_ns: int | None = None) -> "Log[A]":
        return self.amend(Amendment(AmendmentKind.STANDS, number, by=by, t_ns=t_ns))

    def undo(self, *, by: str = "", t_ns: int | None = None) -> "Log[A]":
        """Strike the last entry said that still counts; return the same log where there is none."""
        struck = self.struck
        last = next((entry.number for entry in reversed(self.entries) if entry.number not in struck), None)
        return self if last is None else self.strike(last, by=by, t_ns=t_ns)

    def redo(self, *, by: str = "", t_ns: int | None = None) -> "Log[A]":
        """Restore what was struck last, as long as nothing new was said since; else return the same log."""
        struck = self.struck
        for record in reversed(self.records):
            if isinstance(record, Entry):
                return self
            if record.change is AmendmentKind.STRIKE and record.entry in struck:
                return self.restore(record.entry, by=by, t_ns=t_ns)
        return self
