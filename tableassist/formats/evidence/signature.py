"""Who vouches for a piece of evidence: an Ed25519 signature over its manifest, which has a SHA-256 of all the rest."""

import base64
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from tableassist.formats.evidence.bundle import SIGNATURE, Evidence
from tableassist.formats.io.bad_file import bad_file
from tableassist.formats.signing.fingerprint import fingerprint
from tableassist.formats.signing.key_file import read_private_key, read_public_key
from tableassist.formats.signing.signature import verify

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


def signed(evidence: Evidence, key_path: Path) -> Evidence:
    key = read_private_key(key_path)
    entry = SignatureEntry(
        algorithm="ed25519",
        public_key=base64.b64encode(key.public).decode("ascii"),
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
    if not verify(raw, signature, PURPOSE + evidence.manifest_bytes):
        raise bad_file(where, "the signature does not hold: the evidence was changed after it was signed")
    name = next((path.name for path in known if read_public_key(path) == raw), None)
    return Signer(fingerprint(raw), name)
