"""A real mosquitto in a temporary folder, which can be killed and started again; and a hub that only answers."""

import base64
import shutil
import signal
import socket
import subprocess
import threading
import time
import uuid

import msgspec
import paho.mqtt.client as mqtt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from paho.mqtt.enums import CallbackAPIVersion

from tableassist.store.keys import TableKey
from tableassist.store.league import (
    HubStatus,
    LeagueCommand,
    LeagueTableState,
    LeagueTopics,
    Membership,
    TableStatus,
    signed_command,
)
from tableassist.store.league_records import EvidencePart, Receipt, RecordBatch

MOSQUITTO = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
PATIENCE_S = 60.0
LEAGUE, TABLE, TOKEN = "friday", "table-3", "the table's token"


def wait_until(holds, what="", patience_s=PATIENCE_S):
    until = time.monotonic() + patience_s
    while not holds():
        assert time.monotonic() < until, what or "it never came"
        time.sleep(0.02)


class Broker:
    """Users and rights as the hub sets them up."""

    def __init__(self, folder):
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._configure()
        self._process = None
        self.start()

    def start(self):
        self._process = subprocess.Popen(
            [MOSQUITTO, "-c", str(self.folder / "mosquitto.conf")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        wait_until(self._answers, "mosquitto does not answer")

    def kill(self):
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def forget(self):
        """What it kept for others is gone."""
        (self.folder / "mosquitto.db").unlink(missing_ok=True)

    @property
    def address(self):
        return f"mqtt://127.0.0.1:{self.port}"

    def _answers(self):
        with socket.socket() as asking:
            return asking.connect_ex(("127.0.0.1", self.port)) == 0

    def _configure(self):
        passwords = self.folder / "passwords"
        passwords.touch(mode=0o600)
        for user, password in ((TABLE, TOKEN), ("table-4", "another"), ("hub", "hub")):
            subprocess.run(["mosquitto_passwd", "-b", str(passwords), user, password], check=True, capture_output=True)
        own = f"{LEAGUE}/tables/%u"
        lines = [f"pattern write {own}/{word}" for word in ("status", "state", "records", "evidence")]
        lines += [f"pattern read {own}/{word}" for word in ("receipts", "commands")]
        lines += [f"pattern read {LEAGUE}/hub", "user hub", f"topic readwrite {LEAGUE}/#"]
        (self.folder / "acl").write_text("\n".join(lines) + "\n")
        (self.folder / "mosquitto.conf").write_text(
            f"listener {self.port} 127.0.0.1\nallow_anonymous false\npassword_file {passwords}\n"
            f"acl_file {self.folder / 'acl'}\npersistence true\npersistence_location {self.folder}/\n"
            "autosave_interval 1\nautosave_on_changes true\nuser root\n"
        )


class FakeHub:
    """Takes everything down by (match, number), and answers as it is told to."""

    def __init__(self, broker, key=None):
        self.key = key or TableKey(Ed25519PrivateKey.generate())
        self.id = uuid.uuid4().hex
        self.topics = LeagueTopics(LEAGUE)
        self.stored = {}
        """By (match, number)."""
        self.batches = []
        self.parts = {}
        self.statuses, self.states = [], []
        self.is_silent = False
        """Receipts are lost."""
        self.wanted = ()
        self._lock = threading.Lock()
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=f"hub-{self.id}")
        self._client.username_pw_set("hub", "hub")
        self._client.reconnect_delay_set(1, 2)
        self._client.on_connect = self._connected
        self._client.on_message = self._take
        self._client.connect("127.0.0.1", broker.port, 20)
        self._client.loop_start()

    @property
    def member_key(self):
        return base64.b64encode(self.key.public).decode()

    def say_status(self, online=True, wall_ms=None):
        status = HubStatus(self.id, online, wall_ms or time.time_ns() // 1_000_000, public_key=self.member_key)
        self._client.publish(self.topics.hub, msgspec.json.encode(status), qos=1, retain=True)

    def close(self):
        self._client.disconnect()
        self._client.loop_stop()

    def up_to(self, match):
        number = 0
        while (match, number + 1) in self.stored:
            number += 1
        return number

    def send(self, order, **changes):
        """The id of the command."""
        about = {"id": uuid.uuid4().hex, "league": LEAGUE, "table": TABLE, "issued_ms": time.time_ns() // 1_000_000}
        command = LeagueCommand(
            **{**about, **{name: each for name, each in changes.items() if name != "key"}}, order=order
        )
        self.send_bytes(signed_command(command, changes.get("key", self.key)))
        return command.id

    def send_bytes(self, data, table=TABLE):
        self._client.publish(self.topics.table(table).commands, data, qos=1)

    def receipt(self, receipt, table=TABLE):
        self._client.publish(self.topics.table(table).receipts, msgspec.json.encode(receipt), qos=1)

    def bodies(self, match):
        with self._lock:
            return [self.stored[key].body for key in sorted(self.stored) if key[0] == match]

    def _connected(self, client, *_):
        client.subscribe(self.topics.all_tables, qos=1)
        self.say_status()

    def _take(self, _client, _data, message):
        table, word = self.topics.table_of(message.topic)
        if word == "status":
            self.statuses.append(msgspec.json.decode(message.payload, type=TableStatus))
        elif word == "state":
            self.states.append(msgspec.json.decode(message.payload, type=LeagueTableState))
        elif word == "records":
            self._take_batch(table, msgspec.json.decode(message.payload, type=RecordBatch))
        elif word == "evidence":
            part = msgspec.msgpack.decode(message.payload, type=EvidencePart)
            self.parts.setdefault(part.sha256, {})[part.part] = part
            self._answer(table, part.match)

    def _take_batch(self, table, batch):
        with self._lock:
            self.batches.append(batch)
            for record in batch.records:
                known = self.stored.setdefault((record.match, record.number), record)
                assert known == record, "another record under the same number"
        for match in {record.match for record in batch.records}:
            self._answer(table, match)

    def _answer(self, table, match):
        if not self.is_silent:
            whole = tuple(sha for sha, parts in self.parts.items() if len(parts) == next(iter(parts.values())).parts)
            wanted = tuple(each for each in self.wanted if each not in whole)
            self.receipt(Receipt(match, self.up_to(match), whole, wanted), table)


def membership(broker, hub, **changes):
    about = {"league": LEAGUE, "table": TABLE, "broker": broker.address, "token": TOKEN, "hub_key": hub.member_key}
    return Membership(**{**about, **changes})
