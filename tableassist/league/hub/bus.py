"""The hub's connection to the broker: one MQTT client that reconnects, takes each message once, and confirms by hand.

A message is confirmed to the broker only when it is safe in the database. Until then the broker keeps it and holds back
more than a hundred, so that memory stays flat while the database is away.
"""

import datetime
import logging
import secrets
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event, Lock
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from tableassist.league.broker.accounts import (
    HUB_USER,
    Account,
    AccountRole,
    BrokerAddress,
    hash_password,
)
from tableassist.league.broker.certificates import own_host_names, renew_certificates
from tableassist.league.broker.mosquitto import OwnBroker, find_mosquitto
from tableassist.league.league_folder import LeagueFolder
from tableassist.store.league import LeagueTopics

UNCONFIRMED = 100
SESSION_S = 86_400
KEEPALIVE_S = 20
FIRST_WAIT_S, LONGEST_WAIT_S = 1, 10
STOP_S = 2.0
WORDS = {"records": 1, "evidence": 1, "status": 0, "state": 0}
"""The topics of a table that the hub listens to, with their quality of service."""
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Delivery:
    table: str
    word: str
    """The last of its topic: records, evidence, status, state."""
    data: bytes
    is_old: bool
    """Kept by the broker from before."""
    number: int
    connection: int
    """To confirm it on another connection would confirm another message."""


class Bus:
    """Callbacks come from the client's thread and return at once. Everything else is safe from any thread."""

    def __init__(
        self,
        address: BrokerAddress,
        topics: LeagueTopics,
        *,
        authority: Path | None,
        will: bytes,
        on_delivery: Callable[[Delivery], None],
        on_change: Callable[[], None],
    ) -> None:
        """`authority`: who signed the broker's certificate; None for those that the system trusts."""
        self._address, self._topics = address, topics
        self._on_delivery, self._on_change = on_delivery, on_change
        self._lock = Lock()
        self._connections = 0
        self._is_connected = Event()
        self.problem = "not yet"
        """Why there is no connection; empty where there is one."""
        client = mqtt.Client(
            CallbackAPIVersion.VERSION2,
            client_id=f"{topics.league}-hub",
            protocol=mqtt.MQTTv5,
            manual_ack=True,
        )
        client.username_pw_set(address.user, address.password)
        client.will_set(topics.hub, will, qos=1, retain=True)
        client.reconnect_delay_set(FIRST_WAIT_S, LONGEST_WAIT_S)
        client.max_queued_messages_set(2_000)
        if address.tls:
            client.tls_set_context(ssl.create_default_context(cafile=None if authority is None else str(authority)))
        client.on_connect, client.on_disconnect = self._connected, self._disconnected
        client.on_connect_fail, client.on_message = self._not_connected, self._taken
        self._client = client

    @property
    def is_connected(self) -> bool:
        return self._is_connected.is_set()

    def start(self) -> None:
        properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        properties.SessionExpiryInterval = SESSION_S
        properties.ReceiveMaximum = UNCONFIRMED
        self._client.connect_async(
            self._address.host, self._address.port, KEEPALIVE_S, clean_start=False, properties=properties
        )
        self._client.loop_start()

    def wait_connected(self, limit_s: float) -> bool:
        return self._is_connected.wait(limit_s)

    def say(self, topic: str, data: bytes, *, retain: bool = False) -> bool:
        """False where there is no connection: whoever needs it says it again."""
        if not self.is_connected:
            return False
        return self._client.publish(topic, data, qos=1, retain=retain).rc == mqtt.MQTT_ERR_SUCCESS

    def confirm(self, delivery: Delivery) -> None:
        with self._lock:
            is_current = delivery.connection == self._connections and self.is_connected
        if is_current and delivery.number:
            self._client.ack(delivery.number, 1)

    def close(self, last_words: bytes) -> None:
        """The hub goes as it should: its will is not needed."""
        self._on_change = lambda: None
        if self.is_connected:
            self._client.publish(self._topics.hub, last_words, qos=1, retain=True).wait_for_publish(STOP_S)
        self._client.disconnect()
        self._client.loop_stop()

    def _connected(self, client: mqtt.Client, _data: Any, _flags: Any, code: Any, _properties: Any) -> None:
        if code.is_failure:
            self.problem = str(code)
            log.info("the broker %s refuses the hub: %s", self._address, code)
            self._on_change()
            return
        every = f"{self._topics.league}/tables/+"
        # What is so now comes with QoS 0: a status that waited at the broker would tell a wrong clock.
        client.subscribe([(f"{every}/{word}", qos) for word, qos in WORDS.items()])
        with self._lock:
            self._connections += 1
            self.problem = ""
            self._is_connected.set()
        self._on_change()

    def _not_connected(self, _client: mqtt.Client, _data: Any) -> None:
        self.problem = "no answer"
        self._on_change()

    def _disconnected(self, _client: mqtt.Client, _data: Any, _flags: Any, code: Any, _properties: Any) -> None:
        with self._lock:
            self._is_connected.clear()
            self.problem = str(code)
        log.info("the broker %s is away: %s", self._address, code)
        self._on_change()

    def _taken(self, client: mqtt.Client, _data: Any, message: mqtt.MQTTMessage) -> None:
        table_and_word = self._topics.table_of(message.topic)
        if table_and_word is None or table_and_word[1] not in WORDS:
            if message.qos:
                client.ack(message.mid, message.qos)
            return
        number = message.mid if message.qos else 0
        with self._lock:
            delivery = Delivery(
                *table_and_word, bytes(message.payload), bool(message.retain), number, self._connections
            )
        self._on_delivery(delivery)


class BrokerSide:
    """Of a broker that is not ours: its admin sees to users and rights (`league broker-files`)."""

    def __init__(self, address: BrokerAddress, authority: Path | None = None) -> None:
        self.address = address
        self.authority = authority
        """Who signed its certificate; None for those whom the system trusts."""

    @property
    def problem(self) -> str:
        return ""

    def start(self, accounts: Sequence[Account]) -> None:
        pass

    def see_to(self, accounts: Sequence[Account]) -> None:
        """Called again and again."""

    def close(self) -> None:
        pass


class OwnBrokerSide(BrokerSide):
    def __init__(self, folder: LeagueFolder, league: str, *, port: int, to_network: bool, host: str) -> None:
        """`host`: by which others reach this computer."""
        password = secrets.token_urlsafe(24)
        address = BrokerAddress(LOOPBACK, port, user=HUB_USER, password=password)
        self._files = folder.certificates
        super().__init__(address, self._files.authority)
        self._names = (host,)
        self._renew_certificates()
        self._hub = Account(HUB_USER, AccountRole.HUB, hash_password(password))
        self._known: list[Account] = []
        listens = EVERYWHERE if to_network else LOOPBACK
        self.broker = OwnBroker(find_mosquitto(), folder.broker, league, host=listens, port=port)

    @property
    def problem(self) -> str:
        return "" if self.broker.process is not None else self.broker.last_words or "it has ended"

    def start(self, accounts: Sequence[Account]) -> None:
        self._known = [self._hub, *accounts]
        self.broker.start(self._known)

    def see_to(self, accounts: Sequence[Account]) -> None:
        wanted = [self._hub, *accounts]
        if wanted != self._known:
            self.broker.change(wanted)
            self._known = wanted
        if self._renew_certificates():
            self.broker.reload()

    def close(self) -> None:
        self.broker.close()

    def _renew_certificates(self) -> bool:
        return renew_certificates(self._files, own_host_names(*self._names), now=datetime.datetime.now(datetime.UTC))


def add_default_user(address: BrokerAddress) -> BrokerAddress:
    """Whoever names a broker without a user means the league's own one."""
    return address if address.user else replace(address, user=HUB_USER)


LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"
