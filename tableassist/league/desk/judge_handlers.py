"""Claiming, releasing and deciding; words for a table."""

from threading import Lock

from sqlalchemy import Connection

from tableassist.errors import BadRequestError
from tableassist.formats.league.commands import Tell
from tableassist.league.desk.commands import (
    AddJudge,
    Administering,
    Claim,
    DecideDispute,
    DeskAsking,
    InviteTable,
    Judging,
    Release,
    RevokeJudge,
    TellTable,
)
from tableassist.league.desk.snapshot import HubView
from tableassist.league.storage.accounts import UserRole, add_user, has_table, revoke_user
from tableassist.league.storage.database import reading
from tableassist.league.storage.disputes import (
    WORDS,
    QueueItem,
    claim,
    close,
    item_of,
    keep_decision,
    note_command,
    release,
    ruling_of,
    unsent_decisions,
)

_SENDING = Lock()
"""The judge who decides and the desk that looks after forgotten ones would else send the same twice."""


def obey_judging(asking: DeskAsking, asked: Judging) -> dict[str, object]:
    match asked:
        case TellTable():
            _tell(asking, asked)
        case Claim() | Release():
            with asking.hub.engine.begin() as connection:
                item = _found(connection, asking, asked)
                if isinstance(asked, Claim):
                    claim(connection, item, asking.user.id, asked.version, asking.now_ms)
                else:
                    release(connection, item, asking.user.id, asked.version)
        case DecideDispute():
            _decide(asking, asked)
    return {}


def send_decisions(hub: HubView) -> int:
    """Those that are kept and not yet ordered: also after a hub was killed between the two. How many there were."""
    with _SENDING:
        with reading(hub.engine) as connection:
            unsent = unsent_decisions(connection, hub.league)
        for each in unsent:
            command = hub.order(each.table, each.order, each.by)
            with hub.engine.begin() as connection:
                note_command(connection, each.id, command)
        return len(unsent)


def _found(connection: Connection, asking: DeskAsking, asked: Claim | Release | DecideDispute) -> QueueItem:
    item = item_of(connection, asking.hub.league, asked.match, asked.dispute)
    if item is None:
        raise BadRequestError("dispute: got one that is not in the queue: look at it again")
    return item


def _decide(asking: DeskAsking, asked: DecideDispute) -> None:
    if asked.verdict not in WORDS:
        raise BadRequestError("verdict: got '{verdict}', expected yes, no, stand or other", verdict=asked.verdict[:20])
    with asking.hub.engine.begin() as connection:
        item = _found(connection, asking, asked)
        close(connection, item, asking.user.id, asked.version, asking.now_ms)
        ruling = ruling_of(connection, item.match, item.dispute)
        keep_decision(
            connection,
            item,
            ruling,
            verdict=asked.verdict,
            reason=asked.reason,
            judge=asking.user.id,
            judge_name=asking.user.name,
            now_ms=asking.now_ms,
        )
        details = f"{asked.verdict}: {asked.reason}"
        asking.note(connection, "decide", f"{item.table} {item.match} {item.dispute}", details)
    send_decisions(asking.hub)


def _tell(asking: DeskAsking, asked: TellTable) -> None:
    with asking.hub.engine.begin() as connection:
        if not has_table(connection, asked.table):
            raise BadRequestError("table: got '{table}', expected one of the league", table=asked.table)
        asking.note(connection, "tell", asked.table, asked.words)
    asking.hub.order(asked.table, Tell(asked.words, asking.user.name), asking.user.name)


HOUR_MS = 3_600_000


def obey_admin(asking: DeskAsking, asked: Administering) -> dict[str, object]:
    if not asking.is_admin:
        raise BadRequestError("only an admin does this")
    hub = asking.hub
    match asked:
        case InviteTable():
            return {"code": asking.invite(asked.table, asked.title, asking.user.name)}
        case AddJudge():
            role = UserRole.ADMIN if asked.role == UserRole.ADMIN.value else UserRole.JUDGE
            expires_ms = asking.now_ms + asked.hours * HOUR_MS
            with hub.engine.begin() as connection:
                user, token = add_user(
                    connection, hub.league, asked.name, role, now_ms=asking.now_ms, expires_ms=expires_ms
                )
                asking.note(connection, "add user", user.name, role.value)
            return {"token": token, "name": user.name, "role": role.value}
        case RevokeJudge():
            if asked.name == asking.user.name:  # the last admin would be locked out
                raise BadRequestError("this is your own link: another admin revokes it, or the command line")
            with hub.engine.begin() as connection:
                revoke_user(connection, hub.league, asked.name, now_ms=asking.now_ms)
                asking.note(connection, "revoke user", asked.name)
            return {}
