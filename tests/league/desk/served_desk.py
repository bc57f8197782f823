"""A desk with a league of tables that are only said to be there: what they tell goes into the database as the hub puts
it, without a bus."""

import http.client
import json
import time
from contextlib import contextmanager

import msgspec
from sqlalchemy import select
from websockets.sync.client import connect

from tableassist.errors import TableAssistError
from tableassist.league.desk.app import DeskServer
from tableassist.league.hub.bus import Delivery
from tableassist.league.hub.ingest import ingest_deliveries
from tableassist.league.hub.live_tables import EventKind, HubEvent, Listeners, LiveTables
from tableassist.league.storage.accounts import UserRole, add_table, add_user, ensure_league
from tableassist.league.storage.command_queue import list_waiting_commands, store_command
from tableassist.league.storage.database import migrate, open_engine, parse_database_url
from tableassist.league.storage.schema import audit
from tableassist.store.league import LeagueTableState, PlayerShown, TableStatus
from tableassist.store.league_records import (
    EVIDENCE_PART_BYTES,
    CommandAnswered,
    EvidencePart,
    MatchBegun,
    Record,
    RecordBatch,
    ResultSaid,
)
from tests.league.talking import wall_ms

LEAGUE = "night"


class SaidHub:
    """As the desk sees the hub; its tables do nothing by themselves."""

    def __init__(self, database, tables=("table-1", "table-2", "table-3", "table-4")):
        self.league, self.title, self.warnings = LEAGUE, "Friday night", ()
        self.engine = open_engine(parse_database_url(database))
        migrate(self.engine)
        self._live, self._listeners, self._numbers = LiveTables(), Listeners(), {}
        self.ordered = []
        self.deaf = frozenset()
        with self.engine.begin() as connection:
            ensure_league(connection, LEAGUE, self.title, now_ms=wall_ms())
            for number, table in enumerate(tables, start=1):
                add_table(connection, LEAGUE, table, f"Table {number}", now_ms=wall_ms())
        self.known = frozenset(tables)

    @property
    def tables(self):
        return self._live.now

    def listen(self, listener):
        return self._listeners.listen(listener)

    def order(self, table, order, by):
        if table in self.deaf:
            raise TableAssistError("the database is down; try again")
        command = f"command-{len(self.ordered) + 1}"
        self.ordered.append((table, order, by))
        kind, body = str(msgspec.to_builtins(order)["do"]), msgspec.json.encode(order).decode()
        with self.engine.begin() as connection:
            told = {"command": command, "table": table, "kind": kind, "body": body, "signed": "", "by": by}
            store_command(connection, issued_ms=wall_ms(), **told)
        return command

    def user(self, name, role=UserRole.JUDGE, *, expires_ms=None):
        with self.engine.begin() as connection:
            return add_user(connection, LEAGUE, name, role, now_ms=wall_ms(), expires_ms=expires_ms)[1]

    # What the tables say

    def show(self, table, state=None, *, ahead_ms=0, is_old=False, **status):
        said = TableStatus(**{"online": True, "wall_ms": wall_ms() + ahead_ms, **status})
        self._live.take_status(table, said, at_ms=wall_ms(), is_old=is_old)
        if state is not None:
            self._live.take_state(table, state, at_ms=wall_ms(), is_old=False)
        self._listeners.tell(HubEvent(EventKind.LIVE, table))

    def say(self, table, match, *bodies):
        records = []
        for body in bodies:
            number = self._numbers[match] = self._numbers.get(match, 0) + 1
            records.append(Record(match, number, wall_ms(), body))
        data = msgspec.json.encode(RecordBatch(tuple(records)))
        with self.engine.begin() as connection:
            taken = ingest_deliveries(connection, [delivery(table, "records", data)], self.known, now_ms=wall_ms())
        assert not taken.bad, taken.bad
        self._listeners.tell(HubEvent(EventKind.RECORDS, table, match))

    def send_evidence(self, table, match, sha256, bundle):
        parts = -(-len(bundle) // EVIDENCE_PART_BYTES)
        for part in range(parts):
            data = bundle[part * EVIDENCE_PART_BYTES : (part + 1) * EVIDENCE_PART_BYTES]
            sent = msgspec.msgpack.encode(EvidencePart(match, sha256, part, parts, data))
            with self.engine.begin() as connection:
                ingest_deliveries(connection, [delivery(table, "evidence", sent)], self.known, now_ms=wall_ms())
        self._listeners.tell(HubEvent(EventKind.EVIDENCE, table, match))

    def answer(self, table, match, *, done=True, words=""):
        """Whatever waits for the table is done."""
        with self.engine.begin() as connection:
            waiting = [each.id for each in list_waiting_commands(connection, table)]
        self.say(table, match, *(CommandAnswered(each, done, words) for each in waiting))

    def play(self, assigned, table, points, *, confirmed=True):
        """A whole match of a pairing: begun, decided by the referee, confirmed by both."""
        match, players = f"match-{assigned.pairing}", assigned.players
        winner = "" if points[0] == points[1] else players[points[1] > points[0]]
        self.say(table, match, MatchBegun("Night", players, pairing=assigned.pairing))
        said = ResultSaid(dict(zip(players, points, strict=True)), winner)
        self.say(table, match, said, *([msgspec.structs.replace(said, confirmed_by=players)] if confirmed else ()))

    def audited(self):
        with self.engine.connect() as connection:
            return [tuple(row) for row in connection.execute(select(audit.c.who, audit.c.what, audit.c.details))]


def delivery(table, word, data):
    return Delivery(table, word, data, is_old=False, number=0, connection=0)


def small_state(players=("Anne", "Mary"), *, plan=(), **more):
    lines = tuple(PlayerShown(name, score, 3, score) for score, name in enumerate(players, start=3))
    square = '<path class="i-mat-edge" d="M0,0H900V900H0Z"/>'
    ship = '<path class="f-fleet-1" d="M200,200L260,170L330,200L260,230Z"/><text x="200" y="160">Harbinger</text>'
    return LeagueTableState(
        match="m",
        wall_ms=wall_ms(),
        name="Night",
        players=lines,
        turn=players[0],
        last="Harbinger moves",
        mat_mm=(900.0, 900.0),
        plan=plan or (square, ship),
        **more,
    )


class SaidJoining:
    def answer(self, name, *, origin):
        return b"sealed" if name == "ABCD" and origin else None


class ServedDesk:
    def __init__(self, database, **options):
        self.hub = SaidHub(database, **options)
        self.invited = []
        self.server = DeskServer(self.hub, SaidJoining(), self._invite, to_network=False, port=0, tick_s=0.1)
        self.admin = self.hub.user("Ada", UserRole.ADMIN)
        self.judge = self.hub.user("Jo")

    def _invite(self, table, title, who):
        self.invited.append((table, title, who))
        return "ABCD-EFGH-JKMN"

    def request(self, method, path, body=None, *, token="", headers=(), host=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        sent = {"host": host or f"127.0.0.1:{self.server.port}", **dict(headers)}
        if token:
            sent["authorization"] = f"Bearer {token}"
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        connection.request(method, path, data, sent)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, data, dict(answer.getheaders())

    def get(self, path, token=""):
        status, data, _ = self.request("GET", path, token=token)
        return status, json.loads(data)

    def ask(self, token, **command):
        status, data, _ = self.request("POST", "/api/commands", command, token=token)
        return status, json.loads(data)

    def done(self, token, **command):
        status, told = self.ask(token, **command)
        assert status == 200, told
        return told

    @contextmanager
    def live(self, token="", language="en"):
        with connect(f"ws://127.0.0.1:{self.server.port}/live", max_size=None) as socket:
            socket.send(json.dumps({"token": token, "language": language}))
            yield socket

    def state(self, token="", wanted=lambda _state: True):
        """The whole state, as soon as it is as wanted."""
        until = time.monotonic() + 60.0
        while not wanted(now := self.get("/api/state", token)[1]):
            assert time.monotonic() < until, now
            time.sleep(0.15)  # there is a limit to how often one address may ask
        return now

    def close(self):
        self.server.close()
        self.hub.engine.dispose()


@contextmanager
def served_desk(folder, **options):
    desk = ServedDesk(f"sqlite:///{folder / 'league.db'}", **options)
    desk.server.start()
    try:
        yield desk
    finally:
        desk.close()
