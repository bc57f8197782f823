"""Where a broker is, as a person types it: mqtts://user:password@host:port/league."""

from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from tableassist.errors import BadRequestError

PLAIN_PORT, TLS_PORT = 1883, 8883
EXPECTED = "mqtts://user:password@host:port/league"


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    host: str
    port: int
    tls: bool = True
    user: str = ""
    password: str = ""
    league: str = ""

    def __str__(self) -> str:
        """Without what is secret."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'mqtts' if self.tls else 'mqtt'}://{host}:{self.port}"

    def __repr__(self) -> str:
        return f"BrokerAddress({self})"


def broker_address(typed: str) -> BrokerAddress:
    try:
        parts = urlsplit(typed)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise _wrong(typed) from None
    if parts.scheme not in ("mqtt", "mqtts") or not host:
        raise _wrong(typed)
    tls = parts.scheme == "mqtts"
    return BrokerAddress(
        host,
        port or (TLS_PORT if tls else PLAIN_PORT),
        tls=tls,
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        league=parts.path.strip("/"),
    )


def _wrong(typed: str) -> BadRequestError:
    shown = typed.rsplit("@", maxsplit=1)[-1][:60]
    return BadRequestError("--broker: got '{shown}', expected {expected}", shown=shown, expected=EXPECTED)
