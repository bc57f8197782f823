"""Cameras that say on the local network that they are there."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tableassist.capture.network.service_search import (
    EVERYBODY,
    LISTEN_S,
    MOST_SERVICES,
    HostHeard,
    find_services,
    service_kind,
    service_title,
    text_value,
)

_PATH = re.compile(r"/[!-~]{0,200}")
_CAMERA_WORD = re.compile(r"cam|video", re.IGNORECASE)
_SERVICES = {"_rtsp": ("rtsp", "/"), "_axis-video": ("http", "/axis-cgi/mjpg/video.cgi"), "_http": ("http", "/video")}
"""How each kind of service is opened, and where its stream usually is."""


@dataclass(frozen=True, slots=True)
class NetworkCamera:
    name: str
    """As it calls itself, on one line."""
    address: str


def find_network_cameras(*, ask: tuple[str, int] = EVERYBODY, listen_s: float = LISTEN_S) -> tuple[NetworkCamera, ...]:
    """In the order of their names; none where there is no network."""
    heard = find_services(tuple(_SERVICES), ask=ask, listen_s=listen_s)
    cameras = {camera.address: camera for host, answer in heard.items() for camera in _cameras(host, answer)}
    return tuple(sorted(cameras.values(), key=lambda camera: (camera.name.casefold(), camera.address)))[:MOST_SERVICES]


def _cameras(host: str, answer: HostHeard) -> Iterator[NetworkCamera]:
    for name, port in answer.ports.items():
        kind = service_kind(name, _SERVICES)
        if kind is None or not 0 < port <= 65535:
            continue
        texts = answer.texts.get(name, ())
        if kind == "_http" and not any(_CAMERA_WORD.search(words) for words in (name[0], *texts)):
            continue  # a printer has pages too
        scheme, usual = _SERVICES[kind]
        yield NetworkCamera(service_title(name[0]) or host, f"{scheme}://{host}:{port}{_path(texts, usual)}")


def _path(texts: Iterable[str], usual: str) -> str:
    """As it says, where that can be one; a bare `/` is its page for people."""
    path = text_value(texts, "path")
    return path if path != "/" and _PATH.fullmatch(path) else usual
