"""Find cameras and other services on the local network by multicast DNS; phone apps that are cameras."""

import logging
import re
import socket
import time
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Final

from tableassist.capture.network.dns_packet import MOST_BYTES, DnsKind, DnsName, DnsRecord, build_query, parse_answers
from tableassist.messages import template, visible

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


@dataclass(frozen=True, slots=True)
class NetworkService:
    """A service that a host in the local network announces about itself."""

    host: str
    """Where the answer came from, never what the answer says: a host is believed about itself alone."""
    kind: str
    """`_http`, say."""
    title: str
    """As it calls itself, on one line; may be empty."""
    port: int
    texts: tuple[str, ...] = ()

    def text(self, key: str) -> str:
        """Return the value of `key=value` among the texts as one clean line; empty where it is missing."""
        start = f"{key}="
        value = next((text[len(start) :] for text in self.texts if text.lower().startswith(start)), "")
        return _one_line(value)


def find_services(
    kinds: Collection[str], *, ask: tuple[str, int] | None = None, listen_s: float | None = None
) -> tuple[NetworkService, ...]:
    """Ask the local network for services; none where there is no network. `kinds`: `_http`, say."""
    try:
        answers_by_host = _collect_answers(
            kinds, EVERYBODY if ask is None else ask, LISTEN_S if listen_s is None else listen_s
        )
    except OSError:
        log.debug("nobody can be asked", exc_info=True)
        return ()
    return tuple(
        NetworkService(host, kind, _one_line(name[0]), port, answer.texts.get(name, ()))
        for host, answer in answers_by_host.items()
        for name, port in answer.ports.items()
        if (kind := _service_kind(name, kinds)) is not None and 0 < port <= 65535
    )


def _service_kind(name: DnsName, kinds: Collection[str]) -> str | None:
    """`Phone._http._tcp.local` is a `_http`."""
    kind = name[-3].lower() if len(name) == 4 else None
    return kind if kind in kinds else None


def _one_line(words: str) -> str:
    """Return a stranger's words on one line, short, without control characters."""
    return visible(" ".join(words.split()))[:MOST_NAME]


def _collect_answers(kinds: Collection[str], ask: tuple[str, int], listen_s: float) -> dict[str, HostHeard]:
    heard: dict[str, HostHeard] = {}
    begun = time.monotonic()
    asked_again = False
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as wire:
        wire.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)
        wire.sendto(build_query(tuple((kind, "_tcp", "local") for kind in kinds), DnsKind.POINTER), ask)
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
        records = parse_answers(packet)
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
        if name not in answer.ports and _service_kind(name, kinds) is not None
    ]
    if names:
        wire.sendto(build_query(tuple(names[:MOST_SERVICES]), DnsKind.SERVICE), ask)


_PATH = re.compile(r"/[!-~]{0,200}")
_CAMERA_WORD = re.compile(r"cam|video", re.IGNORECASE)
_SERVICES = {"_rtsp": ("rtsp", "/"), "_axis-video": ("http", "/axis-cgi/mjpg/video.cgi"), "_http": ("http", "/video")}
"""How each kind of service is opened, and where its stream usually is."""


@dataclass(frozen=True, slots=True)
class NetworkCamera:
    name: str
    """As it calls itself, on one line."""
    address: str


def find_network_cameras(
    *, ask: tuple[str, int] | None = None, listen_s: float | None = None
) -> tuple[NetworkCamera, ...]:
    """In the order of their names; none where there is no network."""
    cameras = {}
    for service in find_services(tuple(_SERVICES), ask=ask, listen_s=listen_s):
        if service.kind == "_http" and not any(_CAMERA_WORD.search(words) for words in (service.title, *service.texts)):
            continue  # a printer has pages too
        scheme, usual = _SERVICES[service.kind]
        address = f"{scheme}://{service.host}:{service.port}{_stream_path(service, usual)}"
        cameras[address] = NetworkCamera(service.title or service.host, address)
    return tuple(sorted(cameras.values(), key=lambda camera: (camera.name.casefold(), camera.address)))[:MOST_SERVICES]


def _stream_path(service: "NetworkService", usual: str) -> str:
    """As it says, where that can be one; a bare `/` is its page for people."""
    path = service.text("path")
    return path if path != "/" and _PATH.fullmatch(path) else usual


@dataclass(frozen=True, slots=True)
class PhoneApp:
    title: str
    ending: str
    """Of its address, behind the phone's own."""
    start: str
    """What to touch in it."""
    store: str
    user: str = ""
    """The name and password that it asks for unless somebody changes them."""


_SEND: Final = template("Open the app; it shows the phone's address at once.")
APPS: Final = (
    PhoneApp(
        "Android: IP Webcam",
        ":8080/video",
        template("Open the app, and touch “Start server” at the end of its list."),
        "https://play.google.com/store/apps/details?id=com.pas.webcam",
    ),
    PhoneApp(
        "Android: DroidCam",
        ":4747/video",
        _SEND,
        "https://play.google.com/store/apps/details?id=com.dev47apps.droidcam",
    ),
    PhoneApp("iPhone: DroidCam", ":4747/video", _SEND, "https://apps.apple.com/app/id1510258102"),
    PhoneApp(
        "iPhone: IP Camera Lite",
        ":8081/video",
        template("Open the app, and turn its server on."),
        "https://apps.apple.com/app/id1013455241",
        user="admin:admin@",
    ),
)
