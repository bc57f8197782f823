"""Handle claims, decisions, words to a table, and the admin's commands."""

from threading import Lock

from sqlalchemy import Connection

from tableassist.errors import BadRequestError
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
from tableassist.league.storage.database import read_only
from tableassist.league.storage.disputes import (
    WORDS,
    QueueItem,
    claim_dispute,
    close_dispute,
    keep_decision,
    list_unsent_decisions,
    note_decision_sent,
    read_disputed_ruling,
    read_queue_item,
    release_dispute,
)
from tableassist.store.league import Tell

_SENDING = Lock()
"""The judge who decides and the desk that looks after forgotten ones would else send the same twice."""


def handle_judging(asking: DeskAsking, command: Judging) -> dict[str, object]:
    match command:
        case TellTable():
            _tell_table(asking, command)
        case Claim() | Release():
            with asking.hub.engine.begin() as connection:
                item = _find_item(connection, asking, command)
                if isinstance(command, Claim):
                    claim_dispute(connection, item, asking.user.id, command.version, asking.now_ms)
                else:
                    release_dispute(connection, item, asking.user.id, command.version)
        case DecideDispute():
            _decide_dispute(asking, command)
    return {}


def send_decisions(hub: HubView) -> int:
    """Those that are kept and not yet ordered: also after a hub was killed between the two. How many there were."""
    with _SENDING:
        with read_only(hub.engine) as connection:
            unsent = list_unsent_decisions(connection, hub.league)
        for decision in unsent:
            command = hub.order(decision.table, decision.order, decision.by)
            with hub.engine.begin() as connection:
                note_decision_sent(connection, decision.id, command)
        return len(unsent)


def _find_item(connection: Connection, asking: DeskAsking, command: Claim | Release | DecideDispute) -> QueueItem:
    item = read_queue_item(connection, asking.hub.league, command.match, command.dispute)
    if item is None:
        raise BadRequestError("dispute: got one that is no longer in the queue: reload and look again")
    return item


def _decide_dispute(asking: DeskAsking, command: DecideDispute) -> None:
    if command.verdict not in WORDS:
        raise BadRequestError(
            "verdict: got '{verdict}', expected yes, no, stand or other", verdict=command.verdict[:20]
        )
    with asking.hub.engine.begin() as connection:
        item = _find_item(connection, asking, command)
        close_dispute(connection, item, asking.user.id, command.version, asking.now_ms)
        ruling = read_disputed_ruling(connection, item.match, item.dispute)
        keep_decision(
            connection,
            item,
            ruling,
            verdict=command.verdict,
            reason=command.reason,
            judge=asking.user.id,
            judge_name=asking.user.name,
            now_ms=asking.now_ms,
        )
        details = f"{command.verdict}: {command.reason}"
        asking.note(connection, "decide", f"{item.table} {item.match} {item.dispute}", details)
    send_decisions(asking.hub)


def _tell_table(asking: DeskAsking, command: TellTable) -> None:
    with asking.hub.engine.begin() as connection:
        if not has_table(connection, command.table):
            raise BadRequestError("table: got '{table}', expected one of the league", table=command.table)
        asking.note(connection, "tell", command.table, command.words)
    asking.hub.order(command.table, Tell(command.words, asking.user.name), asking.user.name)


HOUR_MS = 3_600_000


def handle_admin(asking: DeskAsking, command: Administering) -> dict[str, object]:
    if not asking.is_admin:
        raise BadRequestError("only an admin can do this")
    hub = asking.hub
    match command:
        case InviteTable():
            return {"code": asking.invite(command.table, command.title, asking.user.name)}
        case AddJudge():
            role = UserRole.ADMIN if command.role == UserRole.ADMIN.value else UserRole.JUDGE
            expires_ms = asking.now_ms + command.hours * HOUR_MS
            with hub.engine.begin() as connection:
                user, token = add_user(
                    connection, hub.league, command.name, role, now_ms=asking.now_ms, expires_ms=expires_ms
                )
                asking.note(connection, "add user", user.name, role.value)
            return {"token": token, "name": user.name, "role": role.value}
        case RevokeJudge():
            if command.name == asking.user.name:  # the last admin would be locked out
                raise BadRequestError("this is your own link: only another admin or the command line can revoke it")
            with hub.engine.begin() as connection:
                revoke_user(connection, hub.league, command.name, now_ms=asking.now_ms)
                asking.note(connection, "revoke user", command.name)
            return {}
