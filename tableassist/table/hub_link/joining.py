"""How a table finds a hub in the local network and joins its league."""

import http.client
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from tableassist.capture import find_services
from tableassist.errors import BadRequestError, SourceError
from tableassist.messages import template
from tableassist.store.league import JoinCode, Membership, check_name, unsealed
from tableassist.table.hub_link.membership_file import broker_address

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


HUB_PORT = 8750
WAIT_S = 10.0
MOST_BYTES = 100_000
_REFUSED = {
    404: template("the hub at {hub} does not know this code, or it has already been used"),
    410: template("the code has been used or has expired; get a new one from the hub at {hub}"),
    429: template("too many tries at {hub}; wait a minute"),
}


def joined(hub: str, code: JoinCode) -> Membership:
    """`hub`: HOST[:PORT]. Only the first four characters of the code travel. SourceError where the hub is not there,
    BadRequestError where it does not know the code."""
    host, port = hub_address(hub)
    status, data = _ask_hub(host, port, f"/join/{code.name}")
    shown = f"{host}:{port}"
    if status in _REFUSED:
        raise BadRequestError(_REFUSED[status], hub=shown)
    membership = unsealed(data, code) if status == 200 else None
    if status != 200:
        raise SourceError("{hub}: no hub of a league, its answer was {status}", hub=shown, status=status)
    if membership is None:
        raise BadRequestError("join code: it does not decrypt what {hub} sent; did you mistype it?", hub=shown)
    for name, what in ((membership.league, "league"), (membership.table, "table")):
        check_name(name, what)
    broker_address(membership.broker)
    return membership


def hub_address(typed: str) -> tuple[str, int]:
    """Also as somebody copies it from a browser."""
    text = typed.strip()
    try:
        parts = urlsplit(text if "//" in text else f"//{text}")
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host:
        raise BadRequestError("hub: got '{got}', expected an address such as 192.168.1.5:8750", got=typed[:200])
    return host, port or HUB_PORT


def _ask_hub(host: str, port: int, path: str) -> tuple[int, bytes]:
    """No proxy and no redirection: the hub is in the room."""
    connection = http.client.HTTPConnection(host, port, timeout=WAIT_S)
    try:
        connection.request("GET", path, headers={"Accept": "application/octet-stream"})
        answer = connection.getresponse()
        return answer.status, answer.read(MOST_BYTES)
    except (OSError, http.client.HTTPException, socket.gaierror, UnicodeError) as problem:
        words = str(problem) or type(problem).__name__
        raise SourceError("{hub}: no hub answers: {problem}", hub=f"{host}:{port}", problem=words) from None
    finally:
        connection.close()
