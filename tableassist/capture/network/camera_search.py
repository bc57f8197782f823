"""Cameras that say on the local network that they are there (zeroconf): a question, and a moment of listening."""

import logging
import re
import socket
import time
from collections.abc import Iterable, Iterator
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
MOST_CAMERAS = 20
MOST_NAME = 60
_PATH = re.compile(r"/[!-~]{0,200}")
_CAMERA_WORD = re.compile(r"cam|video", re.IGNORECASE)
_SERVICES = {"_rtsp": ("rtsp", "/"), "_axis-video": ("http", "/axis-cgi/mjpg/video.cgi"), "_http": ("http", "/video")}
"""How each kind of service is opened, and where its stream usually is."""
_ASKED: tuple[DnsName, ...] = tuple((kind, "_tcp", "local") for kind in _SERVICES)


@dataclass(frozen=True, slots=True)
class NetworkCamera:
    name: str
    """As it calls itself, on one line."""
    address: str


@dataclass(slots=True)
class _Heard:
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

    @property
    def without_port(self) -> tuple[DnsName, ...]:
        return tuple(name for name in self.named if name not in self.ports and _service(name) is not None)


def find_network_cameras(*, ask: tuple[str, int] = EVERYBODY, listen_s: float = LISTEN_S) -> tuple[NetworkCamera, ...]:
    """In the order of their names; none where there is no network. A host is believed about itself alone: its address
    is where its answer came from, never what the answer says."""
    try:
        heard = _listen(ask, listen_s)
    except OSError:
        log.debug("nobody can be asked for cameras", exc_info=True)
        return ()
    found = {camera.address: camera for host, said in heard.items() for camera in _cameras(host, said)}
    return tuple(sorted(found.values(), key=lambda camera: (camera.name.casefold(), camera.address)))[:MOST_CAMERAS]


def _listen(ask: tuple[str, int], listen_s: float) -> dict[str, _Heard]:
    heard: dict[str, _Heard] = {}
    begun = time.monotonic()
    asked_again = False
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as wire:
        wire.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)
        wire.sendto(query(_ASKED, DnsKind.POINTER), ask)
        for _ in range(MOST_PACKETS):
            left_s = begun + listen_s - time.monotonic()
            if left_s <= 0:
                break
            wire.settimeout(min(left_s, _SLICE_S))
            _take_one(wire, heard)
            if not asked_again and time.monotonic() - begun > min(ASK_AGAIN_S, listen_s / 2):
                asked_again = True
                _ask_for_ports(wire, ask, heard.values())
    return heard


def _take_one(wire: socket.socket, heard: dict[str, _Heard]) -> None:
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
    said = heard.setdefault(host, _Heard())
    for record in records:
        said.take(record)


def _ask_for_ports(wire: socket.socket, ask: tuple[str, int], heard: Iterable[_Heard]) -> None:
    names = tuple(name for said in heard for name in said.without_port)[:MOST_CAMERAS]
    if names:
        wire.sendto(query(names, DnsKind.SERVICE), ask)


def _service(name: DnsName) -> str | None:
    """`Phone._http._tcp.local` is a `_http`."""
    kind = name[-3].lower() if len(name) == 4 else None
    return kind if kind in _SERVICES else None


def _cameras(host: str, said: _Heard) -> Iterator[NetworkCamera]:
    for name, port in said.ports.items():
        kind = _service(name)
        if kind is None or not 0 < port <= 65535:
            continue
        texts = said.texts.get(name, ())
        if kind == "_http" and not any(_CAMERA_WORD.search(words) for words in (name[0], *texts)):
            continue  # a printer has pages too
        scheme, usual = _SERVICES[kind]
        called = visible(" ".join(name[0].split()))[:MOST_NAME] or host
        yield NetworkCamera(called, f"{scheme}://{host}:{port}{_path(texts, usual)}")


def _path(texts: Iterable[str], usual: str) -> str:
    """As it says, where that can be one; a bare `/` is its page for people."""
    told = next((text[5:] for text in texts if text.lower().startswith("path=")), "")
    return told if told != "/" and _PATH.fullmatch(told) else usual
