"""Rulings in a match: not all of them, for they can be made again; but every verdict that changed, and a digest of all
by which to tell whether they were made again alike."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from tableassist.rulebook import Ruling, Verdict
from tableassist.store.files.written_messages import in_words

DIGEST_BYTES = 16


@dataclass(frozen=True, slots=True)
class Question:
    rule: str
    subject: str
    target: str
    cannon: int | None


@dataclass(frozen=True, slots=True)
class RulingChange:
    t_ns: int
    question: Question
    before: Verdict | None
    """None: was not asked."""
    after: Verdict | None


def digest_of(rulings: Sequence[Ruling]) -> bytes:
    """The same only where every word and every digit is."""
    written = msgspec.msgpack.encode(list(rulings), enc_hook=in_words)
    return hashlib.blake2b(written, digest_size=DIGEST_BYTES).digest()


def ruling_changes(before: Sequence[Ruling], after: Sequence[Ruling], t_ns: int) -> Iterator[RulingChange]:
    """Only where a verdict is another; most rulings are the very same value as before."""
    if len(before) == len(after) and all(map(_asks_the_same, before, after)):
        pairs = ((asked_by(new), old.verdict, new.verdict) for old, new in zip(before, after, strict=True))
        yield from (RulingChange(t_ns, *pair) for pair in pairs if pair[1] is not pair[2])
        return
    then, now = ({asked_by(ruling): ruling.verdict for ruling in some} for some in (before, after))
    yield from verdict_changes(then, now, t_ns)


def verdict_changes(
    then: Mapping[Question, Verdict], now: Mapping[Question, Verdict], t_ns: int
) -> Iterator[RulingChange]:
    for question in {**then, **now}:
        if then.get(question) is not now.get(question):
            yield RulingChange(t_ns, question, then.get(question), now.get(question))


def _asks_the_same(one: Ruling, other: Ruling) -> bool:
    return one is other or asked_by(one) == asked_by(other)


def asked_by(ruling: Ruling) -> Question:
    return Question(ruling.rule, ruling.subject, ruling.target, ruling.cannon)
