"""Signing and checking a signature. Whoever signs puts its purpose before the data, so that a signature made for one
thing means nothing for another."""

from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from tableassist.store.keys.digits import fingerprint

SMALL_ORDER = frozenset(
    int(digits, 16)
    for digits in (
        "0",
        "1",
        "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffec",
        "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed",
        "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffee",
        "05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826",
        "7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7",
    )
)
"""The y of all points of Ed25519 whose order divides 8, with the two that are written beyond the prime. Under such a
key one signature holds for many texts."""


@dataclass(frozen=True, slots=True)
class TableKey:
    private: Ed25519PrivateKey

    @property
    def public(self) -> bytes:
        """32 bytes."""
        return self.private.public_key().public_bytes_raw()

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.public)

    def sign(self, data: bytes) -> bytes:
        """64 bytes."""
        return self.private.sign(data)


def verify(public_key: bytes, signature: bytes, data: bytes) -> bool:
    """False also for what is no key or no signature at all, and for a key that vouches for anything."""
    if is_weak_key(public_key):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, data)
    except (InvalidSignature, ValueError):
        return False
    return True


def is_weak_key(public_key: bytes) -> bool:
    """Whether the point has a small order. The highest bit is the sign of x, and counts for nothing here."""
    return int.from_bytes(public_key, "little") & (2**255 - 1) in SMALL_ORDER
