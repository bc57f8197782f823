"""What the hub asks of a table: signed, named, and done once."""

import base64
from typing import Annotated

import msgspec

from tableassist.rulebook import Verdict
from tableassist.store.keys.signature import TableKey, verify
from tableassist.store.league_records import Id, Milliseconds, Words

PURPOSE = b"tableassist league command 1\n"
"""Goes before what is signed."""
MOST_BYTES = 64_000


class LeagueOrder(msgspec.Struct, frozen=True, tag_field="do", omit_defaults=True):
    """JSON tells them apart by `do`."""


class Decide(LeagueOrder, frozen=True, tag="decide"):
    """A judge has ruled on a dispute or on a question that was too close."""

    decision: Id
    match: Id
    judge: Words
    reason: Words
    dispute: Words = ""
    ruling: Words = ""
    """The ruling that is overruled, or confirmed; empty where the dispute was about something else."""
    verdict: Verdict | None = None
    t_ms: Milliseconds = 0
    """The moment of the match that was judged."""


class Assign(LeagueOrder, frozen=True, tag="assign"):
    """Who plays at this table in this round."""

    pairing: Id
    round: int
    players: Annotated[tuple[Words, ...], msgspec.Meta(max_length=12)]
    edition: Words = ""
    fleets: dict[Words, Words] = {}
    """By player, as players share fleets."""


class RoundClock(LeagueOrder, frozen=True, tag="clock"):
    """How long the round still lasts; the table counts down by itself."""

    round: int
    left_s: int
    running: bool = True


class Tell(LeagueOrder, frozen=True, tag="tell"):
    """Words of the judge for the people at the table."""

    words: Words
    judge: Words = ""


AnyOrder = Decide | Assign | RoundClock | Tell


class LeagueCommand(msgspec.Struct, frozen=True):
    id: Id
    league: Id
    table: Id
    """For no other table."""
    issued_ms: Milliseconds
    order: AnyOrder


class SignedCommand(msgspec.Struct, frozen=True):
    command: str
    """The command as JSON, base64."""
    signature: str


def signed_command(command: LeagueCommand, key: TableKey) -> bytes:
    plain = msgspec.json.encode(command)
    return msgspec.json.encode(SignedCommand(_text(plain), _text(key.sign(PURPOSE + plain))))


def opened_command(data: bytes, public_key: bytes) -> LeagueCommand | None:
    """None where it is not signed by this key, or is no command at all."""
    if len(data) > MOST_BYTES:
        return None
    try:
        sent = msgspec.json.decode(data, type=SignedCommand)
        plain, signature = (base64.b64decode(each, validate=True) for each in (sent.command, sent.signature))
        if not verify(public_key, signature, PURPOSE + plain):
            return None
        return msgspec.json.decode(plain, type=LeagueCommand)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
