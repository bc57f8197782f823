"""Hubs of leagues that say on the local network that they are there."""

from collections.abc import Iterator
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

SERVICE = "_tableassist-league"


@dataclass(frozen=True, slots=True)
class FoundHub:
    title: str
    """As it calls itself, on one line."""
    address: str
    """HOST:PORT, for `joining`."""
    league: str = ""


def find_hubs(*, ask: tuple[str, int] = EVERYBODY, listen_s: float = LISTEN_S) -> tuple[FoundHub, ...]:
    """In the order of their titles; none where there is no network. What they say is only shown: the code decides whom
    the table joins."""
    heard = find_services((SERVICE,), ask=ask, listen_s=listen_s)
    found = {hub.address: hub for host, said in heard.items() for hub in _hubs(host, said)}
    return tuple(sorted(found.values(), key=lambda hub: (hub.title.casefold(), hub.address)))[:MOST_SERVICES]


def _hubs(host: str, said: HostHeard) -> Iterator[FoundHub]:
    for name, port in said.ports.items():
        if service_kind(name, (SERVICE,)) is not None and 0 < port <= 65535:
            texts = said.texts.get(name, ())
            league = service_title(text_value(texts, "league"))
            title = service_title(text_value(texts, "title")) or service_title(name[0]) or league or host
            yield FoundHub(title, f"{host}:{port}", league)
