"""The address of a network stream, and the part of it that may be shown."""

import re
from base64 import b64encode
from dataclasses import dataclass
from urllib.parse import SplitResult, quote, unquote, urlsplit

from tableassist.errors import SourceError

_ESCAPED_OR_PLAIN = "/%:@!$&'()*+,;=~?"

_USUAL_PORTS = {"http": 80, "https": 443, "rtsp": 554}
_RTSP_PORTS = (554, 8554)
_LEAST_PORT = 80
"""A smaller number behind a colon is a slip in `camera:1`, not the port of a camera."""
_WITHOUT_SCHEME = re.compile(
    r"(?:[^\s/@]+@)?(?P<host>\[[0-9A-Fa-f:.]+\]|[0-9A-Za-z](?:[0-9A-Za-z.-]*[0-9A-Za-z])?)"
    r"(?::(?P<port>[0-9]{1,5}))?(?:[/?]\S*)?"
)
_IP = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}|\[.*")


@dataclass(frozen=True, slots=True)
class StreamAddress:
    url: str
    parts: SplitResult
    host: str
    port: int | None

    @property
    def shown(self) -> str:
        """Without the password, and without the query, where cameras take one too."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port is None else f":{self.port}"
        return f"{self.parts.scheme}://{host}{port}{self.parts.path}"

    @property
    def scheme(self) -> str:
        return self.parts.scheme.lower()

    @property
    def usual_port(self) -> int:
        return _USUAL_PORTS.get(self.scheme, 0)

    @property
    def origin(self) -> tuple[str, str, int]:
        """Two addresses of one origin are of one server: what is secret may be told to both."""
        return self.scheme, self.host.lower(), self.port or self.usual_port

    @property
    def without_password(self) -> str:
        """The whole address, to ask for; it is not for showing."""
        return self.parts._replace(netloc=self.parts.netloc.rpartition("@")[2]).geturl()

    @property
    def request_path(self) -> str:
        query = f"?{quote(self.parts.query, safe=_ESCAPED_OR_PLAIN)}" if self.parts.query else ""
        return quote(self.parts.path or "/", safe=_ESCAPED_OR_PLAIN) + query

    @property
    def authorization(self) -> str | None:
        """The header for `http://user:password@host`."""
        if self.parts.username is None:
            return None
        pair = f"{unquote(self.parts.username)}:{unquote(self.parts.password or '')}"
        return "Basic " + b64encode(pair.encode()).decode("ascii")


def with_scheme(text: str) -> str | None:
    """`192.168.1.20:8080/video` as a whole address, as phones show it; None where it cannot be meant as one."""
    match = _WITHOUT_SCHEME.fullmatch(text)
    if match is None:
        return None
    host, port = match["host"], int(match["port"] or 0)
    is_host = _IP.fullmatch(host) is not None or host.lower() == "localhost" or host.lower().endswith(".local")
    if not _LEAST_PORT <= port <= 65535 and not (is_host and match["port"] is None):
        return None
    return f"{'rtsp' if port in _RTSP_PORTS else 'http'}://{text}"


def stream_address(url: str) -> StreamAddress:
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host = None
    if not host:
        # The text itself is not repeated: it may hold a password.
        raise SourceError("the address of the stream cannot be read, expected http://HOST:PORT/PATH or rtsp://")
    return StreamAddress(url=url, parts=parts, host=host, port=port)
