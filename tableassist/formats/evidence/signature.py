"""Who vouches for a piece of evidence: an Ed25519 signature over its manifest, which has a SHA-256 of everything else.

`cryptography` is an extra: nothing else needs it, and this file is imported only where a signature is made or read.
"""

import base64
import hashlib
import os
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from tableassist.errors import BadRequestError
from tableassist.formats.evidence.bundle import SIGNATURE, Evidence
from tableassist.formats.io.bad_file import bad_file, library_words, unreadable, unwritable

try:
    from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
    from cryptography.hazmat.primitives import serialization as form
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
except ImportError:
    raise BadRequestError(
        "signatures need the package cryptography; install it with: pip install 'tableassist[sign]'"
    ) from None

MOST_KEY_BYTES = 10_000
PURPOSE = b"tableassist evidence 1\n"
"""Goes before what is signed, so that a signature made for something else means nothing here."""


class SignatureEntry(msgspec.Struct, forbid_unknown_fields=True):
    algorithm: str
    public_key: str
    signature: str


@dataclass(frozen=True, slots=True)
class Signer:
    """Whose key made a signature that holds."""

    fingerprint: str
    name: str | None
    """The file of the key, where it is one of those that the reader knows."""


def make_key(path: Path) -> Path:
    """A new private key, for its owner's eyes only, and beside it the public one, to hand out: NAME.pub."""
    public_path = path.with_suffix(".pub")
    for each in (path, public_path):
        if each.exists():
            raise BadRequestError("{path}: already exists; a key is never overwritten", path=each)
    key = Ed25519PrivateKey.generate()
    secret = key.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption())
    public = key.public_key().public_bytes(form.Encoding.PEM, form.PublicFormat.SubjectPublicKeyInfo)
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(secret)
        public_path.write_bytes(public)
    except OSError as problem:
        raise unwritable(problem.filename, problem) from None
    return public_path


def signed(evidence: Evidence, key_path: Path) -> Evidence:
    key = _private_key(key_path)
    entry = SignatureEntry(
        algorithm="ed25519",
        public_key=base64.b64encode(key.public_key().public_bytes_raw()).decode("ascii"),
        signature=base64.b64encode(key.sign(PURPOSE + evidence.manifest_bytes)).decode("ascii"),
    )
    return replace(evidence, signature=msgspec.json.format(msgspec.json.encode(entry), indent=2))


def signer_of(evidence: Evidence, known: tuple[Path, ...], where: Path) -> Signer | None:
    """None where nobody signed. BadFileError where a signature does not hold."""
    if evidence.signature is None:
        return None
    try:
        entry = msgspec.json.decode(evidence.signature, type=SignatureEntry)
        raw, signature = (base64.b64decode(each, validate=True) for each in (entry.public_key, entry.signature))
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise bad_file(f"{where}: {SIGNATURE}", "not in tableassist's format") from None
    if entry.algorithm != "ed25519" or len(raw) != 32 or len(signature) != 64:
        raise bad_file(f"{where}: {SIGNATURE}", "not in tableassist's format, expected ed25519")
    if not _holds(raw, signature, PURPOSE + evidence.manifest_bytes):
        raise bad_file(where, "the signature does not hold: the evidence was changed after it was signed")
    name = next((path.name for path in known if _public_key(path).public_bytes_raw() == raw), None)
    return Signer(f"ed25519:{hashlib.sha256(raw).hexdigest()[:16]}", name)


def _holds(public: bytes, signature: bytes, content: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, content)
    except (InvalidSignature, ValueError):
        return False
    return True


def _private_key(path: Path) -> Ed25519PrivateKey:
    content = _key_bytes(path)
    try:
        key = form.load_pem_private_key(content, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as problem:
        words = library_words(problem)
        raise bad_file(path, "not a private key without a password: {problem}", problem=words) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise bad_file(path, "got another kind of key, expected Ed25519")
    return key


def _public_key(path: Path) -> Ed25519PublicKey:
    content = _key_bytes(path)
    try:
        key = form.load_pem_public_key(content)
    except (ValueError, TypeError, UnsupportedAlgorithm) as problem:
        raise bad_file(path, "not a public key: {problem}", problem=library_words(problem)) from None
    if not isinstance(key, Ed25519PublicKey):
        raise bad_file(path, "got another kind of key, expected Ed25519")
    return key


def _key_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MOST_KEY_BYTES)
    except OSError as problem:
        raise unreadable(path, problem) from None
