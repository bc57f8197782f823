"""Services that say on the local network that they are there (multicast DNS): a question, and a moment of listening."""

import logging
import socket
import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address

from tableassist.capture.network.dns_packet import MOST_BYTES, DnsKind, DnsName, DnsRecord, answers, query
from tableassist.messages.visible import visible

log = logging.getLogger(__name__)
EVERYBODY = ("224.0.0.251", 5353)
LISTEN_S = 1.5
ASK_AGAIN_S = 0.6
"""Then those that were named without their port are asked for it."""
_SLICE_S = 0.1
MOST_PACKETS = 200
MOST_SERVICES = 20
MOST_NAME = 60


@dataclass(slots=True)
class HostHeard:
    """What one host has said of itself."""

    named: dict[DnsName, None] = field(default_factory=dict)
    ports: dict[DnsName, int] = field(default_factory=dict)
    texts: dict[DnsName, tuple[str, ...]] = field(default_factory=dict)

    def take(self, record: DnsRecord) -> None:
        if record.kind is DnsKind.POINTER:
            self.named[record.target] = None
        elif record.kind is DnsKind.SERVICE:
            self.ports[record.name] = record.port
        else:
            self.texts[record.name] = record.texts


def find_services(
    kinds: Collection[str], *, ask: tuple[str, int] = EVERYBODY, listen_s: float = LISTEN_S
) -> Mapping[str, HostHeard]:
    """By the address that answered: a host is believed about itself alone, so its address is where its answer came
    from, never what the answer says. Nothing where there is no network. `kinds`: `_http`, say."""
    try:
        return _listen(kinds, ask, listen_s)
    except OSError:
        log.debug("nobody can be asked", exc_info=True)
        return {}


def service_kind(name: DnsName, kinds: Collection[str]) -> str | None:
    """`Phone._http._tcp.local` is a `_http`."""
    kind = name[-3].lower() if len(name) == 4 else None
    return kind if kind in kinds else None


def service_title(words: str) -> str:
    """As it calls itself, on one line."""
    return visible(" ".join(words.split()))[:MOST_NAME]


def text_value(texts: Iterable[str], key: str) -> str:
    """Of `key=value` among what it says of itself; empty where it does not."""
    start = f"{key}="
    return next((text[len(start) :] for text in texts if text.lower().startswith(start)), "")


def _listen(kinds: Collection[str], ask: tuple[str, int], listen_s: float) -> dict[str, HostHeard]:
    heard: dict[str, HostHeard] = {}
    begun = time.monotonic()
    asked_again = False
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as wire:
        wire.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)
        wire.sendto(query(tuple((kind, "_tcp", "local") for kind in kinds), DnsKind.POINTER), ask)
        for _ in range(MOST_PACKETS):
            left_s = begun + listen_s - time.monotonic()
            if left_s <= 0:
                break
            wire.settimeout(min(left_s, _SLICE_S))
            _take_one(wire, heard)
            if not asked_again and time.monotonic() - begun > min(ASK_AGAIN_S, listen_s / 2):
                asked_again = True
                _ask_for_ports(wire, ask, kinds, heard.values())
    return heard


def _take_one(wire: socket.socket, heard: dict[str, HostHeard]) -> None:
    try:
        packet, (host, _) = wire.recvfrom(MOST_BYTES + 1)
    except (TimeoutError, ConnectionError):
        return
    if not ip_address(host).is_private:
        return
    try:
        records = answers(packet)
    except ValueError as problem:
        log.debug("a packet from %s is not used: %s", host, problem)
        return
    answer = heard.setdefault(host, HostHeard())
    for record in records:
        answer.take(record)


def _ask_for_ports(
    wire: socket.socket, ask: tuple[str, int], kinds: Collection[str], heard: Iterable[HostHeard]
) -> None:
    names = [
        name
        for answer in heard
        for name in answer.named
        if name not in answer.ports and service_kind(name, kinds) is not None
    ]
    if names:
        wire.sendto(query(tuple(names[:MOST_SERVICES]), DnsKind.SERVICE), ask)
