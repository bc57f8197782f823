"""Hubs of leagues that say on the local network that they are there."""

from dataclasses import dataclass

from tableassist.capture import find_services

SERVICE = "_tableassist-league"
MAX_HUBS = 20


@dataclass(frozen=True, slots=True)
class FoundHub:
    title: str
    """As it calls itself, on one line."""
    address: str
    """HOST:PORT, for `joining`."""
    league: str = ""


def find_hubs(*, ask: tuple[str, int] | None = None, listen_s: float | None = None) -> tuple[FoundHub, ...]:
    """In the order of their titles; none where there is no network. What they say is only shown: the code decides whom
    the table joins."""
    hubs = {}
    for service in find_services((SERVICE,), ask=ask, listen_s=listen_s):
        league = service.text("league")
        address = f"{service.host}:{service.port}"
        hubs[address] = FoundHub(service.text("title") or service.title or league or service.host, address, league)
    return tuple(sorted(hubs.values(), key=lambda hub: (hub.title.casefold(), hub.address)))[:MAX_HUBS]
