"""The link of a table to the hub of its league, over MQTT, in a thread of its own.

The table only puts what it says into the outbox, which takes microseconds, and goes on: nothing here is waited for, and
nothing here raises into the table. The broker's word that it has a message is not enough, for a broker may die with it:
what no receipt of the hub covers is sent again.
"""

import base64
import logging
import sqlite3
import ssl
import time
from collections.abc import Callable
from dataclasses import replace
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final

import msgspec
import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from tableassist import __version__
from tableassist.errors import BadRequestError, TableAssistError, fault_words
from tableassist.store.league import (
    HubStatus,
    LeagueCommand,
    LeagueTableState,
    LeagueTopics,
    Membership,
    TableStatus,
    opened_command,
)
from tableassist.store.league_records import AnyBody, CommandAnswered, DisputeRaised, Receipt
from tableassist.store.witness import is_signed_by
from tableassist.table.hub_link.link_state import Connection, HubClock, LinkState, TableHealth
from tableassist.table.hub_link.membership_file import broker_address
from tableassist.table.hub_link.outbox import Outbox
from tableassist.table.hub_link.sending import EvidenceSending, RecordSending

log: Final = logging.getLogger(__name__)
STATUS_S: Final = 15.0
PICTURE_S: Final = 1.0
LOOK_S: Final = 0.25
KEEPALIVE_S: Final = 20
FIRST_AGAIN_S, LAST_AGAIN_S = 1, 20
"""Between two tries to connect."""
CLOSE_S: Final = 2.0
PROBED_MS: Final = 7 * 86_400_000
"""A hub that was started anew is asked how much it has of the matches of so long."""
MOST_BYTES: Final = 300_000
HUB_ID: Final = "hub"
OnCommand = Callable[[LeagueCommand], None]


def _wall_ms() -> int:
    return time.time_ns() // 1_000_000


def _monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def _nothing(_: Any) -> None:
    pass


class HubLink:
    """`start` it, and `close` it in the end; everything else is for any thread and returns at once."""

    def __init__(
        self,
        membership: Membership,
        outbox: Outbox,
        *,
        on_command: OnCommand = _nothing,
        on_change: Callable[[LinkState], None] = _nothing,
        picture: Callable[[], LeagueTableState | None] = lambda: None,
        learned_key: Callable[[str], None] = _nothing,
        wall_ms: Callable[[], int] = _wall_ms,
    ) -> None:
        """All callbacks come from the link's thread. `on_command`: one that is signed by the hub, for this table, and
        not done before; it is answered with `answer`. `picture`: asked for once a second, None where nothing has
        changed. `learned_key`: the hub's, where the membership has none yet."""
        self.membership = membership
        self.outbox = outbox
        self.state = LinkState()
        self._topics = LeagueTopics(membership.league).table(membership.table)
        self._hub_topic = LeagueTopics(membership.league).hub
        self._hub_key = _decode_key(membership.hub_key)
        self._on_command, self._on_change, self._learned_key = on_command, on_change, learned_key
        self._picture, self._wall_ms = picture, wall_ms
        self.hub_clock = HubClock(_monotonic_ms)
        self._happened: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._health = TableHealth()
        self._told: tuple[TableHealth, int] | None = None
        """What the last status said: health, and whether anything waited."""
        self._status_at = self._picture_at = 0.0
        self._shown = b""
        """The last picture that was sent."""
        self._handed_over: set[str] = set()
        self._hub_id = outbox.fact(HUB_ID)
        self._hub_is_away = False
        """It has said so since the table was connected. Until then it is taken to be there."""
        self._probed: set[str] = set()
        self._is_over = False
        self._client = self._make_client()
        self._records = RecordSending(outbox, self._publish_records)
        self._evidence = EvidenceSending(outbox, self._publish_evidence)
        self._thread = Thread(target=self._run, name="league link", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self, wait_s: float = CLOSE_S) -> None:
        """Says that the table goes. The outbox stays open."""
        if self._is_over:
            return
        self._is_over = True
        self._happened.put(None)
        if self._thread.is_alive():
            self._thread.join(wait_s)

    # What the table tells

    def say(self, match: str, body: AnyBody) -> int | None:
        """The number of its record; None where the disk does not take it, which is logged and told in the state."""
        return self._store_record(lambda: self.outbox.say(match, body, self._wall_ms()))

    def dispute(self, match: str, raised: DisputeRaised, bundle: bytes | None) -> int | None:
        """Writes the bundle to the disk first: for a worker thread."""
        return self._store_record(lambda: self.outbox.dispute(match, raised, bundle, self._wall_ms()))

    def answer(self, match: str, command: str, *, done: bool, words: str = "") -> None:
        """Once; said again, nothing happens."""
        answered = CommandAnswered(command, done, words)
        self._store_record(lambda: int(self.outbox.answer(match, answered, self._wall_ms())))

    def tell_health(self, health: TableHealth) -> None:
        if health != self._health:
            self._health = health
            self._happened.put(None)

    def _store_record(self, call: Callable[[], int]) -> int | None:
        try:
            number = call()
        except (sqlite3.Error, OSError, msgspec.MsgspecError) as problem:
            log.warning("the outbox takes nothing", exc_info=True)
            words = fault_words(problem)
            self._happened.put(lambda: self._change(problem=words))
            return None
        is_well_again = self.state.problem and self.state.connection is Connection.CONNECTED
        self._happened.put((lambda: self._change(problem="")) if is_well_again else None)
        return number

    # The link's own thread

    def _run(self) -> None:
        try:
            address = broker_address(self.membership.broker)
            self._client.connect_async(address.host, address.port, KEEPALIVE_S)
            self._client.loop_start()
        except Exception as problem:  # told in the state; the table plays on
            log.warning("the league's broker cannot be asked", exc_info=True)
            self._change(connection=Connection.REFUSED, problem=fault_words(problem))
        while not self._is_over:
            try:
                self._hear()
                self._work()
            except Exception:  # the link goes on with the next message
                log.exception("in the link to the league")
                time.sleep(LOOK_S)
        self._leave()

    def _hear(self) -> None:
        """What has happened, or nothing for a while."""
        try:
            happened = self._happened.get(timeout=LOOK_S)
        except Empty:
            return
        while True:
            if happened is not None:
                happened()
            try:
                happened = self._happened.get_nowait()
            except Empty:
                return

    def _work(self) -> None:
        now = time.monotonic()
        waiting = self.outbox.waiting()
        if waiting != self.state.waiting:
            self._change(waiting=waiting)
        if self.state.connection is not Connection.CONNECTED:
            return
        self._tell_status(now)
        self._show_picture(now)
        if self._hub_is_away:
            return
        self._records.work(now)
        self._evidence.work(now)

    def _tell_status(self, now: float) -> None:
        told = self._health, bool(self.state.waiting)
        if told == self._told and now - self._status_at < STATUS_S:
            return
        self._told, self._status_at = told, now
        kept = self.outbox.match(self._health.match) if self._health.match else None
        status = TableStatus(
            online=True,
            wall_ms=self._wall_ms(),
            name=self._health.name,
            match=self._health.match,
            next_number=1 if kept is None else kept.next_number,
            waiting=self.state.waiting,
            health=self._health.health,
            camera=self._health.camera,
            program=__version__,
        )
        self._client.publish(self._topics.status, msgspec.json.encode(status), qos=1, retain=True)

    def _show_picture(self, now: float) -> None:
        if now - self._picture_at < PICTURE_S:
            return
        self._picture_at = now
        state = self._picture()
        if state is not None:
            self._shown = msgspec.json.encode(state)
            self._client.publish(self._topics.state, self._shown, qos=0, retain=True)

    def _publish_records(self, data: bytes) -> None:
        self.outbox.make_durable()
        self._client.publish(self._topics.records, data, qos=1)

    def _publish_evidence(self, data: bytes) -> Callable[[], bool]:
        sent = self._client.publish(self._topics.evidence, data, qos=1)
        return sent.is_published

    def _change(self, **changes: Any) -> None:
        state = replace(self.state, **changes)
        if state != self.state:
            self.state = state
            self._on_change(state)

    def _leave(self) -> None:
        client = self._client
        if self.state.connection is Connection.CONNECTED:
            sent = client.publish(self._topics.status, self._farewell(self._wall_ms()), qos=1, retain=True)
            until = time.monotonic() + CLOSE_S / 2
            while not sent.is_published() and time.monotonic() < until:
                time.sleep(0.01)
        client.disconnect()
        client.loop_stop()
        self._change(connection=Connection.CLOSED)

    # The broker. All of these are called in the client's thread and only note what has happened.

    def _make_client(self) -> mqtt.Client:
        member = self.membership
        client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=f"{member.league}.{member.table}")
        client.username_pw_set(member.table, member.token)
        client.will_set(self._topics.status, self._farewell(0), qos=1, retain=True)
        client.reconnect_delay_set(FIRST_AGAIN_S, LAST_AGAIN_S)
        if broker_address(member.broker).is_secure:
            client.tls_set_context(_trust(member.certificate))
        client.on_connect = lambda _client, _data, _flags, code, _properties: self._happened.put(
            lambda: self._on_connect(code)
        )
        client.on_connect_fail = lambda _client, _data: self._happened.put(self._not_connected)
        client.on_disconnect = lambda _client, _data, _flags, code, _properties: self._happened.put(
            lambda: self._on_disconnect(code)
        )
        client.on_message = lambda _client, _data, message: self._happened.put(
            lambda: self._take(message.topic, bytes(message.payload))
        )
        return client

    def _farewell(self, wall_ms: int) -> bytes:
        return msgspec.json.encode(TableStatus(online=False, wall_ms=wall_ms, program=__version__))

    def _on_connect(self, code: Any) -> None:
        if code.is_failure:
            self._change(connection=Connection.REFUSED, hub_online=False, problem=str(code))
            return
        for topic in (self._topics.receipts, self._topics.commands, self._hub_topic):
            self._client.subscribe(topic, qos=1)
        self._told, self._hub_is_away = None, False
        if self._shown:  # a broker may have forgotten it
            self._client.publish(self._topics.state, self._shown, qos=0, retain=True)
        self._change(connection=Connection.CONNECTED, problem="")

    def _not_connected(self) -> None:
        self._change(connection=Connection.CONNECTING, hub_online=False, problem="no answer")

    def _on_disconnect(self, code: Any) -> None:
        if self.state.connection is Connection.CONNECTED:
            self._change(connection=Connection.CONNECTING, hub_online=False, problem=str(code))

    # What the hub says

    def _take(self, topic: str, data: bytes) -> None:
        if len(data) > MOST_BYTES:
            return
        try:
            if topic == self._topics.receipts:
                self._take_receipt(msgspec.json.decode(data, type=Receipt))
            elif topic == self._topics.commands:
                self._take_command(data)
            elif topic == self._hub_topic:
                self._take_hub(msgspec.json.decode(data, type=HubStatus))
        except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
            log.warning("%s: a message that is none: %s", topic, fault_words(problem))

    def _take_hub(self, status: HubStatus) -> None:
        if not self._hub_key and status.public_key:
            self._hub_key = _decode_key(status.public_key)
            self._learned_key(status.public_key)
        if status.hub != self._hub_id:
            self.hub_clock.forget()
        if status.online:
            self.hub_clock.heard(status.wall_ms)
            if status.hub != self._hub_id:
                before, self._hub_id = self._hub_id, status.hub
                self.outbox.note_fact(HUB_ID, status.hub)
                if before:
                    self._meet_hub()
        self._hub_is_away = not status.online
        self._change(hub_online=status.online)

    def _meet_hub(self) -> None:
        """A hub that was started anew may have lost what it had confirmed: it is told the last record of each match
        again, and its receipt says how much it has."""
        self._records.begin_anew()
        self._evidence.begin_anew()
        for kept in self.outbox.recent(self._wall_ms() - PROBED_MS):
            self._probed.add(kept.match)
            self._records.probe(kept)

    def _take_receipt(self, receipt: Receipt) -> None:
        is_probed = receipt.match in self._probed
        kept = self.outbox.take_receipt(receipt, lowers=is_probed)
        if kept is None:
            return
        self._probed.discard(receipt.match)
        if is_probed:
            self._records.begin_anew(receipt.match)
        self._records.heard(kept)
        self._evidence.heard(receipt)
        self._keep_witnesses(receipt)
        refused = tuple(each for each in self.state.refused if each != kept.match)
        if receipt.refused or receipt.up_to >= kept.next_number:
            if not receipt.refused:  # a copy of this outbox has told more, or this one has lost some
                log.warning("the hub has records of %s that this table has not", kept.match)
            refused = (*refused, kept.match)
        self._change(refused=refused)

    def _keep_witnesses(self, receipt: Receipt) -> None:
        """Only what the hub itself has signed: the broker carries other people's words, too."""
        for witness in receipt.witnesses:
            if witness.sha256 in receipt.evidence and is_signed_by(witness, self._hub_key):
                try:
                    self.outbox.keep_witness(witness)
                except TableAssistError as problem:
                    log.warning("the hub's word on evidence %s was not kept: %s", witness.sha256, problem)

    def _take_command(self, data: bytes) -> None:
        command = opened_command(data, self._hub_key)
        member = self.membership
        if command is None:
            log.warning("a command that the hub has not signed")
        elif (command.league, command.table) != (member.league, member.table):
            log.warning("command %s is for %s in %s", command.id, command.table, command.league)
        elif command.id not in self._handed_over and not self.outbox.is_done(command.id):
            self._handed_over.add(command.id)
            self._on_command(command)


def _trust(certificate: str) -> ssl.SSLContext:
    """The authority of a league signs for its broker alone, wherever the broker's computer is this evening: then its
    name proves nothing more, and an address that has changed must not keep the table out."""
    if not certificate:
        return ssl.create_default_context()
    try:
        context = ssl.create_default_context(cadata=certificate)
    except (ssl.SSLError, ValueError):
        raise BadRequestError("league: the membership's certificate cannot be read; join again") from None
    context.check_hostname = False
    return context


def _decode_key(key: str) -> bytes:
    """Nothing is signed by what is no key."""
    try:
        return base64.b64decode(key, validate=True)
    except ValueError:
        return b""
