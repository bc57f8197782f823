"""A table joins: it asks the hub for its invitation, and opens what it gets with the code that somebody typed."""

import http.client
import socket
from urllib.parse import urlsplit

from tableassist.errors import BadRequestError, SourceError
from tableassist.messages import template
from tableassist.store.league import JoinCode, Membership, check_name, unsealed
from tableassist.table.hub_link.membership_file import broker_address

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
    status, data = _asked(host, port, f"/join/{code.name}")
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


def _asked(host: str, port: int, path: str) -> tuple[int, bytes]:
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
