"""The broker's address, and its user accounts with their rights."""

import base64
import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import unquote, urlsplit

from tableassist.errors import BadRequestError
from tableassist.store.league import LeagueTopics, check_name

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


def parse_broker_address(typed: str) -> BrokerAddress:
    try:
        parts = urlsplit(typed)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise _bad_address(typed) from None
    if parts.scheme not in ("mqtt", "mqtts") or not host:
        raise _bad_address(typed)
    tls = parts.scheme == "mqtts"
    return BrokerAddress(
        host,
        port or (TLS_PORT if tls else PLAIN_PORT),
        tls=tls,
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        league=parts.path.strip("/"),
    )


def _bad_address(typed: str) -> BadRequestError:
    shown = typed.rsplit("@", maxsplit=1)[-1][:60]
    return BadRequestError("--broker: got '{shown}', expected {expected}", shown=shown, expected=EXPECTED)


HUB_USER = "hub"
RESERVED = frozenset({HUB_USER, "spectator", "admin", "root"})
"""No table is called so: people would take its words for somebody else's."""
ROUNDS = 101
"""As `mosquitto_passwd` does it. Tokens are random and long; more rounds would only slow a broker down when a hundred
tables come back at once."""
SALT_BYTES, HASH_BYTES = 12, 64


class AccountRole(StrEnum):
    HUB = "hub"
    TABLE = "table"
    SPECTATOR = "spectator"


@dataclass(frozen=True, slots=True)
class Account:
    user: str
    role: AccountRole
    broker_hash: str


def hash_password(token: str, salt: bytes | None = None) -> str:
    """As the password file has it: PBKDF2 with SHA-512."""
    salt = secrets.token_bytes(SALT_BYTES) if salt is None else salt
    digest = hashlib.pbkdf2_hmac("sha512", token.encode(), salt, ROUNDS, HASH_BYTES)
    return f"$7${ROUNDS}${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"


def check_table_name(name: str) -> str:
    if check_name(name, "table") in RESERVED:
        raise BadRequestError(
            "table: got '{name}', expected another name: this one is reserved for the league", name=name
        )
    return name


def format_password_file(accounts: Iterable[Account]) -> str:
    return "".join(f"{check_name(account.user, 'user')}:{account.broker_hash}\n" for account in accounts)


def format_access_list(league: str, accounts: Iterable[Account]) -> str:
    topics = LeagueTopics(league)
    blocks = (f"user {check_name(account.user, 'user')}\n{_format_rights(topics, account)}" for account in accounts)
    return "# Written by the hub; what is changed here is overwritten.\n\n" + "\n".join(blocks)


def _format_rights(topics: LeagueTopics, account: Account) -> str:
    match account.role:
        case AccountRole.HUB:
            rights = [("readwrite", f"{topics.league}/#")]
        case AccountRole.SPECTATOR:
            all_tables = f"{topics.league}/tables/+"
            rights = [("read", f"{all_tables}/status"), ("read", f"{all_tables}/state"), ("read", topics.hub)]
        case AccountRole.TABLE:
            table = topics.table(account.user)
            writes = (table.status, table.state, table.records, table.evidence)
            reads = (table.receipts, table.commands, topics.hub)
            rights = [*(("write", topic) for topic in writes), *(("read", topic) for topic in reads)]
    return "".join(f"topic {right} {topic}\n" for right, topic in rights)
