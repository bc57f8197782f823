"""One record of a log as a line's object: an act with who said it and how, or an amendment of an earlier one."""

from typing import Annotated, Any, TypeVar, get_args

import msgspec

from tableassist.messages import Text
from tableassist.rulebook import AnyAct, Entry, Source
from tableassist.rulebook.play import Amendment, AmendmentKind, Judgement, Opinion, Reason
from tableassist.rulebook.ruling import message_of_words
from tableassist.rulebook.state import Words

A = TypeVar("A", bound=msgspec.Struct)
Seconds = Annotated[float, msgspec.Meta(ge=0.0, le=1e6)]
"""Eleven days: a number of seconds is exact to the nanosecond up to there."""
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
AMENDMENTS = {
    "strike": AmendmentKind.STRIKE,
    "restore": AmendmentKind.RESTORE,
    "let-stand": AmendmentKind.STANDS,
    "let-fall": AmendmentKind.FALLS,
}
"""By the key of the line: `{"strike": 7}`."""
CHANGE_KEYS = {change: key for key, change in AMENDMENTS.items()}


class WrittenReason(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    code: Words
    words: Annotated[str, msgspec.Meta(max_length=1000)] = ""
    section: Annotated[str, msgspec.Meta(max_length=1000)] = ""


class WrittenView(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    opinion: Opinion
    reasons: tuple[WrittenReason, ...] = ()


class SaidAmendment(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who amended, and when."""

    by: Words = ""
    source: Source = Source.PERSON
    t_s: Seconds | None = None


class SaidWords(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What may stand behind an act in its line of text."""

    by: Words = ""
    source: Source = Source.PERSON
    certainty: Annotated[float, msgspec.Meta(ge=0.0, le=1.0)] = 1.0
    card: Words = ""
    """The card that allows it: card text overrules the rules."""
    stands: bool = False
    """People let it stand though it is a foul."""
    after: Number | None = None
    """It follows the act of this number; 0: before all others."""


class SaidAct(SaidWords, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What may stand beside the fields of an act."""

    t_s: Seconds | None = None
    view: WrittenView | None = None
    """What the referee thought of it when it was said."""
    version: Words = ""
    """Of the program that judged it then."""
    rolled_by: Words = ""
    """Who said what the die shows."""


def record_of(raw: dict[str, Any], number: int) -> Entry[AnyAct] | Amendment:
    """msgspec.ValidationError says what is wrong, and in which field."""
    return record_with(raw, number, AnyAct)


def record_with(raw: dict[str, Any], number: int, acts: Any) -> Entry[Any] | Amendment:
    """The same for a game that has these acts, a union of structs."""
    key = next((each for each in AMENDMENTS if each in raw), None)
    if key is not None and "act" not in raw:
        about = msgspec.convert(raw[key], Annotated[int, msgspec.Meta(ge=1, le=1_000_000)])
        said = msgspec.convert({name: each for name, each in raw.items() if name != key}, SaidAmendment)
        return Amendment(AMENDMENTS[key], about, said.source, said.by, _ns(said.t_s))
    own = _fields_of(acts, raw.get("act"))
    beside = {name: raw[name] for name in SaidAct.__struct_fields__ if name in raw and name not in own}
    act = msgspec.convert({name: each for name, each in raw.items() if name not in beside}, acts)
    return said_entry(act, msgspec.convert(beside, SaidAct), number)


def _fields_of(acts: Any, verb: object) -> tuple[str, ...]:
    """Those of the act of this verb: a card that is turned up is no card that allows it."""
    kind = next((each for each in get_args(acts) if each.__struct_config__.tag == verb), None)
    return () if kind is None else kind.__struct_fields__


def said_entry(act: A, said: SaidAct, number: int) -> Entry[A]:
    return Entry(
        number,
        act,
        source=said.source,
        by=said.by,
        t_ns=_ns(said.t_s),
        certainty=said.certainty,
        card=said.card,
        stands=said.stands,
        view=_view(said.view),
        version=said.version,
        after=said.after,
        rolled_by=said.rolled_by,
    )


def said_of(entry: Entry[A]) -> SaidAct:
    return SaidAct(
        by=entry.by,
        source=entry.source,
        t_s=_seconds(entry.t_ns),
        certainty=entry.certainty,
        card=entry.card,
        stands=entry.stands,
        after=entry.after,
        view=written_view(entry.view),
        version=entry.version,
        rolled_by=entry.rolled_by,
    )


def object_of(record: Entry[A] | Amendment) -> dict[str, Any]:
    """The way back from `record_of`."""
    if isinstance(record, Amendment):
        said = SaidAmendment(by=record.by, source=record.source, t_s=_seconds(record.t_ns))
        return {CHANGE_KEYS[record.change]: record.entry, **_plain(said)}
    fields = {**_plain(said_of(record)), **_plain(record.act)}
    fields = {**_plain(record.act), **fields}  # the act first
    if record.certainty == 1.0:  # msgspec leaves out only the very number that is the default
        fields.pop("certainty", None)
    return fields


def written_view(view: Judgement | None) -> WrittenView | None:
    if view is None:
        return None
    reasons = tuple(WrittenReason(each.code, _short(each.words), _short(each.section)) for each in view.reasons)
    return WrittenView(view.opinion, reasons)


def _view(view: WrittenView | None) -> Judgement | None:
    if view is None:
        return None
    return Judgement(
        view.opinion, tuple(Reason(each.code, message_of_words(each.words), each.section) for each in view.reasons)
    )


def _short(words: Text) -> str:
    return str(words)[:1000]


def _plain(struct: msgspec.Struct) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(struct)
    return plain


def _ns(t_s: float | None) -> int | None:
    return None if t_s is None else round(t_s * 1e9)


def _seconds(t_ns: int | None) -> float | None:
    return None if t_ns is None else t_ns / 1e9
