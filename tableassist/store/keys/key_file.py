"""Key files in PEM: a private key only its owner can read, and a public one to hand out."""

import os
import tempfile
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization as form
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from tableassist.errors import BadRequestError
from tableassist.store.files.problems import bad_file, library_words, unreadable, unwritable
from tableassist.store.keys.signature import TableKey

MOST_KEY_BYTES = 10_000


def make_key(path: Path) -> Path:
    """A new private key, for its owner's eyes only, and beside it the public one, to hand out: NAME.pub."""
    public_path = path.with_suffix(".pub")
    for each in (path, public_path):
        if each.exists():
            raise BadRequestError("{path}: already exists; a key is never overwritten", path=each)
    key = Ed25519PrivateKey.generate()
    try:
        if not write_new_key(path, key):
            raise BadRequestError("{path}: already exists; a key is never overwritten", path=path)
        public_path.write_bytes(public_pem(key.public_key().public_bytes_raw()))
    except OSError as problem:
        raise unwritable(problem.filename, problem) from None
    return public_path


def write_new_key(path: Path, key: Ed25519PrivateKey) -> bool:
    """Whole or not at all, whoever else is writing it; False where one is there already."""
    secret = key.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption())
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".key-") as folder:
        new = Path(folder) / "key"
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(secret)
            file.flush()
            os.fsync(file.fileno())
        try:
            path.hardlink_to(new)
        except FileExistsError:
            return False
        except OSError:  # not every disk has links
            if path.exists():
                return False
            new.replace(path)
    return True


def read_private_key(path: Path) -> TableKey:
    content = _key_bytes(path)
    try:
        key = form.load_pem_private_key(content, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as problem:
        words = library_words(problem)
        raise bad_file(path, "not a private key without a password: {problem}", problem=words) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise bad_file(path, "got another kind of key, expected Ed25519")
    return TableKey(key)


def read_public_key(path: Path) -> bytes:
    content = _key_bytes(path)
    try:
        key = form.load_pem_public_key(content)
    except (ValueError, TypeError, UnsupportedAlgorithm) as problem:
        raise bad_file(path, "not a public key: {problem}", problem=library_words(problem)) from None
    if not isinstance(key, Ed25519PublicKey):
        raise bad_file(path, "got another kind of key, expected Ed25519")
    return key.public_bytes_raw()


def public_pem(public: bytes) -> bytes:
    key = Ed25519PublicKey.from_public_bytes(public)
    return key.public_bytes(form.Encoding.PEM, form.PublicFormat.SubjectPublicKeyInfo)


def _key_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MOST_KEY_BYTES)
    except OSError as problem:
        raise unreadable(path, problem) from None
