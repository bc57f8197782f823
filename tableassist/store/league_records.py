"""What a table tells the hub for good. Each record has a number in its match: told twice, it counts once."""

from typing import Annotated

import msgspec

from tableassist.store.judgement_json import RulingRow
from tableassist.store.witness import Witness

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Words = Annotated[str, msgspec.Meta(max_length=1_000)]
Line = Annotated[str, msgspec.Meta(max_length=100_000)]
Number = Annotated[int, msgspec.Meta(ge=1, le=10_000_000)]
Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=1 << 53)]
Sha256 = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
MOST_IN_A_BATCH = 200
MOST_BATCH_BYTES = 1_000_000
EVIDENCE_PART_BYTES = 256_000
MOST_EVIDENCE_BYTES = 64_000_000
TAKEN_BACK = "taken-back"
"""The `verdict` of an overruling that somebody at the table has undone."""
TABLE_LOG = "table"
"""The `game` of what a table says while no match is played: it has records and no acts, players or result."""


class Body(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """What happened; JSON tells them apart by `kind`. Unknown fields are passed over: tables and hubs are of different
    versions."""


class MatchBegun(Body, frozen=True, tag="match-begun"):
    """The first record of a match."""

    name: Words
    players: Annotated[tuple[Words, ...], msgspec.Meta(max_length=12)]
    edition: Words = ""
    game: Words = "ships"
    """`ships`, `cards` for the card game, or `TABLE_LOG`."""
    start: Line = ""
    """The first line of the game's file: its set-up."""
    pairing: Words = ""
    """Of the round, where the hub assigned one."""
    program: Words = ""
    public_key: Words = ""
    """Of the table, in base64: evidence is signed with it."""


class ActSaid(Body, frozen=True, tag="act"):
    line: Line
    """A line of the game's file: an act, or an amendment of one."""
    words: Words = ""
    turn: Words = ""
    """Whose turn it is after it."""
    is_foul: bool = False


class RulingMade(Body, frozen=True, tag="ruling"):
    """A ruling that somebody asked for, or that was too close to call when it mattered."""

    ruling: RulingRow
    question: Words
    t_ms: Milliseconds
    """Of the match."""
    asked_by: Words = ""


class OverruledHere(Body, frozen=True, tag="overruling"):
    ruling: Words
    question: Words
    verdict: Words
    """Or `TAKEN_BACK`: the machine's call holds again."""
    reason: Words = ""
    by: Words = ""
    decision: Words = ""
    """The judge's decision that it carries out; empty where somebody at the table overruled."""


class DisputeRaised(Body, frozen=True, tag="dispute"):
    dispute: Id
    question: Words
    """What the judge is asked, in words."""
    t_ms: Milliseconds
    ruling: RulingRow | None = None
    """None: the judge was called for something else."""
    by: Words = ""
    evidence: Sha256 | None = None
    """Of the bundle, which follows in parts."""
    evidence_bytes: Annotated[int, msgspec.Meta(ge=0, le=MOST_EVIDENCE_BYTES)] = 0


class DisputeWithdrawn(Body, frozen=True, tag="dispute-withdrawn"):
    dispute: Id
    by: Words = ""


class CommandAnswered(Body, frozen=True, tag="answered"):
    command: Id
    done: bool
    words: Words = ""


class ResultSaid(Body, frozen=True, tag="result"):
    """By the referee when the game has ended, and then by each player who confirms it."""

    points: dict[Words, int]
    winner: Words = ""
    """Empty for a draw."""
    confirmed_by: Annotated[tuple[Words, ...], msgspec.Meta(max_length=12)] = ()
    why: Words = ""


class MatchEnded(Body, frozen=True, tag="match-ended"):
    why: Words = ""


AnyBody = (
    MatchBegun
    | ActSaid
    | RulingMade
    | OverruledHere
    | DisputeRaised
    | DisputeWithdrawn
    | CommandAnswered
    | ResultSaid
    | MatchEnded
)


class Record(msgspec.Struct, frozen=True):
    match: Id
    number: Number
    """From 1, without a gap, in the order of saying."""
    wall_ms: Milliseconds
    """By the table's clock, which may be wrong."""
    body: AnyBody


class RecordBatch(msgspec.Struct, frozen=True):
    records: Annotated[tuple[Record, ...], msgspec.Meta(max_length=MOST_IN_A_BATCH)]


class EvidencePart(msgspec.Struct, frozen=True):
    match: Id
    sha256: Sha256
    """Of the whole."""
    part: Annotated[int, msgspec.Meta(ge=0, le=1_000)]
    parts: Annotated[int, msgspec.Meta(ge=1, le=1_000)]
    data: Annotated[bytes, msgspec.Meta(max_length=EVIDENCE_PART_BYTES)]


class Receipt(msgspec.Struct, frozen=True):
    """From the hub, when what it names is safe in its database. The table forgets nothing before that."""

    match: Id
    up_to: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]
    """All records up to this one are there."""
    evidence: tuple[Sha256, ...] = ()
    """Bundles that are there whole."""
    wanted: tuple[Sha256, ...] = ()
    """Bundles that were announced and are not."""
    refused: Words = ""
    """Why the hub takes nothing of this match; empty where it does."""
    witnesses: tuple[Witness, ...] = ()
    """When it had each bundle whole, signed by the hub. Hubs of earlier versions send none."""
