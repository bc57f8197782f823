"""The code that a person types to bring a table into a league, and what it opens.

The first four characters name the invitation, the other eight are its secret and never travel. What the hub sends back
is sealed with a key made of the secret: a listener in the network learns nothing, and a false hub cannot make one up.
"""

import hashlib
import secrets
from dataclasses import dataclass

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from tableassist.errors import BadRequestError
from tableassist.store.league_records import Id, Words

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: no I, L, O, U."""
READ_AS = str.maketrans({"I": "1", "L": "1", "O": "0", "-": None, " ": None})
NAME_LENGTH, LENGTH = 4, 12
SALT_BYTES, NONCE_BYTES = 16, 12
WORK, BLOCK = 1 << 15, 8


@dataclass(frozen=True, slots=True)
class JoinCode:
    text: str
    """Twelve characters of the alphabet."""

    @property
    def name(self) -> str:
        """What the table sends to ask for its invitation."""
        return self.text[:NAME_LENGTH]

    def __str__(self) -> str:
        return "-".join(self.text[at : at + 4] for at in range(0, LENGTH, 4))


class Membership(msgspec.Struct, frozen=True):
    """What a table needs to take part, kept by it in its own folder."""

    league: Id
    table: Id
    broker: Words
    """mqtt://host:port or mqtts://host:port."""
    token: Words
    """The table's password at the broker."""
    hub_key: Words
    """The hub's public key in base64."""
    title: Words = ""
    certificate: str = ""
    """PEM of the authority that signed the broker's certificate; empty where the system's own are asked."""


def new_join_code() -> JoinCode:
    return JoinCode("".join(secrets.choice(ALPHABET) for _ in range(LENGTH)))


def read_join_code(typed: str) -> JoinCode:
    text = typed.strip().upper().translate(READ_AS)
    if len(text) != LENGTH or any(each not in ALPHABET for each in text):
        raise BadRequestError("join code: got '{typed}', expected twelve letters and digits", typed=typed[:40])
    return JoinCode(text)


def sealed(membership: Membership, code: JoinCode) -> bytes:
    salt, nonce = secrets.token_bytes(SALT_BYTES), secrets.token_bytes(NONCE_BYTES)
    plain = msgspec.json.encode(membership)
    return salt + nonce + ChaCha20Poly1305(_key(code, salt)).encrypt(nonce, plain, code.name.encode())


def unsealed(data: bytes, code: JoinCode) -> Membership | None:
    """None where the code does not open it."""
    salt, nonce, rest = (
        data[:SALT_BYTES],
        data[SALT_BYTES : SALT_BYTES + NONCE_BYTES],
        data[SALT_BYTES + NONCE_BYTES :],
    )
    try:
        plain = ChaCha20Poly1305(_key(code, salt)).decrypt(nonce, rest, code.name.encode())
        return msgspec.json.decode(plain, type=Membership)
    except (InvalidTag, ValueError, msgspec.MsgspecError):
        return None


def _key(code: JoinCode, salt: bytes) -> bytes:
    return hashlib.scrypt(code.text.encode(), salt=salt, n=WORK, r=BLOCK, p=1, maxmem=1 << 27, dklen=32)
