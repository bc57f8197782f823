"""Claiming, releasing and deciding; words for a table."""

from threading import Lock

from sqlalchemy import Connection

from tableassist.errors import BadRequestError
from tableassist.formats.league.commands import Tell
from tableassist.league.desk.commands import Claim, DecideDispute, Judging, Release, TellTable
from tableassist.league.desk.hub_view import HubView
from tableassist.league.desk.obeying.asking import DeskAsking
from tableassist.league.storage.engine import reading
from tableassist.league.storage.judging.decided import WORDS, keep_decision, note_command, unsent_decisions
from tableassist.league.storage.judging.queue import QueueItem, claim, close, item_of, release, ruling_of
from tableassist.league.storage.table_list import has_table

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
