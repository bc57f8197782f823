"""What the desk's pages ask for; JSON tells them apart by `do`."""

from dataclasses import dataclass
from typing import Annotated

import msgspec
from sqlalchemy import Connection

from tableassist.league.desk.snapshot import HubView, Inviting
from tableassist.league.evening.round import HowEnded
from tableassist.league.evening.standings import TieBreak
from tableassist.league.storage.accounts import User, UserRole, note_audit
from tableassist.store.league_records import Id, Words

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Some = Annotated[str, msgspec.Meta(max_length=60)]
Reason = Annotated[str, msgspec.Meta(max_length=500)]
Version = Annotated[int, msgspec.Meta(ge=0)]
Gold = Annotated[int, msgspec.Meta(ge=-10_000, le=10_000)]


class DeskAsked(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """By a judge or an admin."""


class Claim(DeskAsked, frozen=True, tag="claim"):
    match: Id
    dispute: Id
    version: Version


class Release(DeskAsked, frozen=True, tag="release"):
    match: Id
    dispute: Id
    version: Version


class DecideDispute(DeskAsked, frozen=True, tag="decide"):
    match: Id
    dispute: Id
    version: Version
    verdict: Words
    """yes, no, stand or other."""
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class TellTable(DeskAsked, frozen=True, tag="tell"):
    table: Id
    words: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class SetClock(DeskAsked, frozen=True, tag="clock"):
    round: Id
    version: Version
    change: Words
    """start, stop or longer."""
    by_s: Annotated[int, msgspec.Meta(ge=-7_200, le=7_200)] = 0


class AddPlayer(DeskAsked, frozen=True, tag="add-player"):
    name: Name
    club: Some = ""


class RemovePlayer(DeskAsked, frozen=True, tag="remove-player"):
    player: Id


class EnterFleet(DeskAsked, frozen=True, tag="fleet"):
    player: Id
    contents: Annotated[str, msgspec.Meta(min_length=1, max_length=12_000)]


class BeginEvening(DeskAsked, frozen=True, tag="begin-evening"):
    title: Name
    players: Annotated[tuple[Id, ...], msgspec.Meta(max_length=500)]
    system: Words = "swiss"
    rounds: Annotated[int, msgspec.Meta(ge=1, le=30)] = 3
    round_min: Annotated[int, msgspec.Meta(ge=0, le=600)] = 50
    edition: Words = ""
    build_total: Annotated[int, msgspec.Meta(ge=0, le=1_000)] = 0
    keep_clubs_apart: bool = False
    tie_breaks: Annotated[tuple[TieBreak, ...], msgspec.Meta(max_length=6)] = ()


class Enter(DeskAsked, frozen=True, tag="enter"):
    """Late, or again."""

    player: Id


class Leave(DeskAsked, frozen=True, tag="leave"):
    player: Id


class PairRound(DeskAsked, frozen=True, tag="pair"):
    """Drawn, and shown before it is fixed; what was drawn before is drawn anew."""


class PairByHand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    first: Id
    second: Id | None = None
    table: Id | None = None


class ChangePairings(DeskAsked, frozen=True, tag="change-pairings"):
    round: Id
    version: Version
    pairings: Annotated[tuple[PairByHand, ...], msgspec.Meta(max_length=300)]


class FixRound(DeskAsked, frozen=True, tag="fix-round"):
    """The tables are told who plays, and the clock can be started."""

    round: Id
    version: Version


class EndRound(DeskAsked, frozen=True, tag="end-round"):
    round: Id
    version: Version


class MoveToTable(DeskAsked, frozen=True, tag="table"):
    pairing: Id
    version: Version
    table: Id


class EnterResult(DeskAsked, frozen=True, tag="result"):
    pairing: Id
    version: Version
    outcome: Words
    """first, second, draw or both-lost."""
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
    ended: HowEnded = HowEnded.PLAYED
    first_gold: Gold = 0
    second_gold: Gold = 0


class EndEvening(DeskAsked, frozen=True, tag="end-evening"):
    pass


class BeginSeason(DeskAsked, frozen=True, tag="begin-season"):
    title: Some = ""
    best: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    """Of how many evenings the best count; 0: of all."""
    for_places: Annotated[tuple[Annotated[int, msgspec.Meta(ge=0, le=1_000)], ...], msgspec.Meta(max_length=100)] = ()
    """Points for the first place, the second ...; none: match points count."""


class InviteTable(DeskAsked, frozen=True, tag="invite-table"):
    table: Id
    title: Some = ""


class AddJudge(DeskAsked, frozen=True, tag="add-judge"):
    name: Name
    role: Words = "judge"
    hours: Annotated[int, msgspec.Meta(ge=1, le=24 * 400)] = 12


class RevokeJudge(DeskAsked, frozen=True, tag="revoke-judge"):
    name: Name


Judging = Claim | Release | DecideDispute | TellTable
Running = (
    SetClock
    | AddPlayer
    | RemovePlayer
    | EnterFleet
    | BeginEvening
    | Enter
    | Leave
    | PairRound
    | ChangePairings
    | FixRound
    | EndRound
    | MoveToTable
    | EnterResult
    | EndEvening
    | BeginSeason
)
Administering = InviteTable | AddJudge | RevokeJudge
AnyAsked = Judging | Running | Administering


@dataclass(frozen=True, slots=True)
class DeskAsking:
    hub: HubView
    user: User
    now_ms: int
    invite: Inviting
    origin: str = ""
    """The address that asks."""

    @property
    def is_admin(self) -> bool:
        return self.user.role is UserRole.ADMIN

    def note(self, connection: Connection, what: str, about: str = "", details: str = "") -> None:
        note_audit(
            connection,
            at_ms=self.now_ms,
            who=self.user.name,
            what=what,
            about=about,
            origin=self.origin,
            details=details,
        )
