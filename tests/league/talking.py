"""A table as the bus sees it, and a league with a hub, for the tests: nothing of the table's own code is in it."""

import hashlib
import ssl
import time
from threading import Lock

import msgspec
import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from tableassist.league.hub.joining import JoinDesk, invite_table
from tableassist.league.hub.opening import open_database, open_hub
from tableassist.league.league_folder import LeagueFolder, LeagueSettings
from tableassist.store.judgement_json import RulingRow
from tableassist.store.league import LeagueTopics, TableStatus, unsealed
from tableassist.store.league_records import (
    EVIDENCE_PART_BYTES,
    ActSaid,
    EvidencePart,
    MatchBegun,
    Receipt,
    Record,
    RecordBatch,
    RulingMade,
)
from tests.league.servers import free_port, need_mosquitto, wait_until

HOUR_MS = 3_600_000


def wall_ms():
    return time.time_ns() // 1_000_000


def ruling(number=1, verdict="too close"):
    return RulingRow(
        id=f"range:{number}", rule="range", subject="Titan", target="Zephyr", cannon=1, verdict=verdict,
        measured_mm=80.1, limit_mm=80.0, sigma_mm=0.3, probability=0.4, citation="p. 8", reason="too near", house=(),
        readings=(), conditions=(),
    )  # fmt: skip


def match_bodies(acts, players=("Anne", "Mary")):
    """A beginning and then acts, every fifth a ruling."""
    yield MatchBegun(name="Night", players=players, edition="spanish main")
    for number in range(acts):
        if number % 5 == 4:
            yield RulingMade(ruling(number), question="in range?", t_ms=number * 1_000)
        else:
            yield ActSaid(line=f"act {number}", words=f"Act {number}", turn=players[0])


def records(match, bodies, first=1):
    return [Record(match, number, wall_ms(), body) for number, body in enumerate(bodies, first)]


class League:
    """A folder with a league; `hub()` runs it in this process."""

    def __init__(self, folder, database="", **settings):
        need_mosquitto()
        self.folder = LeagueFolder(folder)
        self.settings = LeagueSettings(
            league="night",
            title="League night",
            database=database,
            broker_port=free_port(),
            port=free_port(),
            **settings,
        )
        self.folder.keep(self.settings)
        self.engine = open_database(self.folder, self.settings)

    def hub(self, **options):
        hub = open_hub(self.folder, self.settings, **options)
        hub.start()
        assert hub.warnings == ()
        return hub

    def invite(self, table, *, again=False, token_ms=None, title=""):
        """Its membership, as the table gets it."""
        with self.engine.begin() as connection:
            code = invite_table(
                connection, self.folder, self.settings, table, title=title, again=again, invitation_ms=HOUR_MS,
                token_ms=token_ms, who="test", origin="test",
            )  # fmt: skip
        return unsealed(JoinDesk(self.engine).answer(code.name, origin="test"), code)

    def rows(self, table, *columns):
        from sqlalchemy import select

        with self.engine.connect() as connection:
            return [tuple(row) for row in connection.execute(select(*(table.c[name] for name in columns)))]

    def close(self):
        self.engine.dispose()


class TalkingTable:
    """Says what it is told to say, and remembers what it hears."""

    def __init__(self, membership, *, clock_ahead_ms=0, speaks=True):
        self.member, self._ahead = membership, clock_ahead_ms
        self.topics = LeagueTopics(membership.league).table(membership.table)
        self.heard, self._lock, self._receipts = [], Lock(), {}
        self.refused, self.is_connected, self.disconnects = "", False, 0
        client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=f"test-{membership.table}")
        client.username_pw_set(membership.table, membership.token)
        client.will_set(self.topics.status, msgspec.json.encode(TableStatus(online=False)), qos=1, retain=True)
        client.reconnect_delay_set(1, 1)
        if membership.broker.startswith("mqtts"):
            client.tls_set_context(ssl.create_default_context(cadata=membership.certificate))
        client.on_connect, client.on_disconnect, client.on_message = (
            self._on_connect,
            self._on_disconnect,
            self._on_message,
        )
        host, port = membership.broker.split("//")[1].split(":")
        client.connect_async(host, int(port), 10)
        self.client, self._speaks = client, speaks
        client.loop_start()

    def _on_connect(self, client, _data, _flags, code, _properties):
        if code.is_failure:
            self.refused = str(code)
            return
        self.is_connected = True
        client.subscribe([(self.topics.receipts, 1), (self.topics.commands, 1), (f"{self.member.league}/#", 1)])
        if self._speaks:
            self.tell_status()

    def _on_disconnect(self, *_):
        self.is_connected, self.disconnects = False, self.disconnects + 1

    def _on_message(self, _client, _data, message):
        with self._lock:
            self.heard.append((message.topic, message.payload))
            if message.topic == self.topics.receipts:
                receipt = msgspec.json.decode(message.payload, type=Receipt)
                self._receipts[receipt.match] = receipt

    def tell_status(self):
        status = TableStatus(online=True, wall_ms=wall_ms() + self._ahead, name=self.member.table)
        self.client.publish(self.topics.status, msgspec.json.encode(status), qos=1, retain=True)

    def send(self, some_records):
        self.client.publish(self.topics.records, msgspec.json.encode(RecordBatch(tuple(some_records))), qos=1)

    def send_evidence(self, match, bundle, only=None):
        sha256 = hashlib.sha256(bundle).hexdigest()
        parts = max(1, -(-len(bundle) // EVIDENCE_PART_BYTES))
        for part in range(parts) if only is None else only:
            data = bundle[part * EVIDENCE_PART_BYTES : (part + 1) * EVIDENCE_PART_BYTES]
            sent = EvidencePart(match, sha256, part, parts, data)
            self.client.publish(self.topics.evidence, msgspec.msgpack.encode(sent), qos=1)

    def receipt(self, match):
        with self._lock:
            return self._receipts.get(match)

    def await_receipt(self, match, up_to, limit_s=30.0, again=()):
        """`again`: records that are sent again until the receipt has come, as a table does."""
        since = time.monotonic()

        def has_come():
            nonlocal since
            if again and time.monotonic() - since > 1.5 and self.is_connected:
                since = time.monotonic()
                for at in range(0, len(again), 100):
                    self.send(again[at : at + 100])
            receipt = self.receipt(match)
            return receipt if receipt is not None and receipt.up_to >= up_to else None

        return wait_until(has_come, limit_s)

    def close(self):
        if self.is_connected:
            farewell = msgspec.json.encode(TableStatus(online=False))
            self.client.publish(self.topics.status, farewell, qos=1, retain=True).wait_for_publish(5)
        self.client.disconnect()
        self.client.loop_stop()
