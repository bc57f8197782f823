"""Desk, hub, broker and a table together: invited at the desk, disputed, decided, signed, done."""

import base64
import json
from contextlib import closing

import msgspec
import pytest

from tableassist.league.desk.app import DeskServer
from tableassist.league.hub.joining import JoinDesk, invite_table
from tableassist.league.storage.accounts import UserRole, add_user
from tableassist.store.league import Decide, opened_command, read_join_code, unsealed
from tableassist.store.league_records import CommandAnswered, DisputeRaised, MatchBegun
from tests.league.desk.served_desk import ServedDesk, small_state
from tests.league.servers import wait_until
from tests.league.talking import HOUR_MS, League, TalkingTable, records, ruling, wall_ms


class RealDesk(ServedDesk):
    """The same questions, to a desk with the hub behind it."""

    def __init__(self, league, hub):
        self.server = DeskServer(hub, JoinDesk(hub.engine), self._invite, to_network=False, port=0, tick_s=0.1)
        self._league, self._hub = league, hub
        with hub.engine.begin() as connection:
            told = {"now_ms": wall_ms(), "expires_ms": None}
            self.admin = self.judge = add_user(connection, hub.league, "Ada", UserRole.ADMIN, **told)[1]

    def _invite(self, table, title, who):
        with self._hub.engine.begin() as connection:
            told = {"title": title, "invitation_ms": HOUR_MS, "token_ms": None, "who": who, "origin": "desk"}
            return str(invite_table(connection, self._league.folder, self._league.settings, table, **told))

    def close(self):
        self.server.close()


@pytest.fixture
def desk(tmp_path):
    with (
        closing(League(tmp_path / "folder")) as league,
        closing(league.hub()) as hub,
        closing(RealDesk(league, hub)) as one,
    ):
        one.server.start()
        yield one


def joined(desk):
    code = read_join_code(desk.done(desk.admin, do="invite-table", table="table-1", title="By the door")["code"])
    status, sealed, _ = desk.request("GET", f"/join/{code.name}")
    assert status == 200
    return unsealed(sealed, code)


def test_a_table_is_invited_and_a_judges_decision_reaches_it_signed(desk):
    member = joined(desk)
    key = base64.b64decode(member.hub_key)
    with closing(TalkingTable(member)) as table:
        wait_until(lambda: table.is_connected)
        table.client.publish(table.topics.state, msgspec.json.encode(small_state()), qos=1, retain=True)
        asked = DisputeRaised("d1", "May she?", 5, msgspec.structs.replace(ruling(), verdict="too_close"), "Anne")
        table.send(records("m1", [MatchBegun("Night", ("Anne", "Mary")), asked]))
        now = desk.state(desk.judge, lambda now: now["queue"] and now["tables"]["table-1"].get("plan"))
        assert now["tables"]["table-1"]["online"]
        one = now["queue"][0]
        told = {"match": "m1", "dispute": "d1", "version": one["version"], "verdict": "no", "reason": "Blocked."}
        desk.done(desk.judge, do="decide", **told)
        sent = wait_until(lambda: [data for topic, data in [*table.heard] if topic == table.topics.commands])
        command = opened_command(sent[0], key)
        assert isinstance(command.order, Decide)
        assert (command.table, command.order.dispute, command.order.reason) == ("table-1", "d1", "Blocked.")
        forged = json.loads(sent[0])
        forged["signature"] = base64.b64encode(bytes(64)).decode()
        assert opened_command(json.dumps(forged).encode(), key) is None
        table.send(records("m1", [CommandAnswered(command.id, True)], 3))
        desk.state(desk.judge, lambda now: now["queue"][0]["is_done"])
