"""The address of a network stream, and the part of it that may be shown."""

from base64 import b64encode
from dataclasses import dataclass
from urllib.parse import SplitResult, quote, unquote, urlsplit

from tableassist.errors import SourceError

_ESCAPED_OR_PLAIN = "/%:@!$&'()*+,;=~?"

_USUAL_PORTS = {"http": 80, "https": 443, "rtsp": 554}


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
