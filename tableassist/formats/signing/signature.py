"""Signing and checking a signature. Whoever signs puts its purpose before the data, so that a signature made for one
thing means nothing for another."""

from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from tableassist.formats.signing.fingerprint import fingerprint


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
    """False also for what is no key or no signature at all."""
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, data)
    except (InvalidSignature, ValueError):
        return False
    return True
