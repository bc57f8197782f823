"""Who vouches for a piece of evidence: an Ed25519 signature over its manifest, which has a SHA-256 of all the rest."""

import base64
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import msgspec

from tableassist.store.evidence.bundle import (
    Evidence,
    Member,
)
from tableassist.store.files.problems import bad_file
from tableassist.store.keys.handover import MOST_HANDOVERS, Handover
from tableassist.store.keys.signature import TableKey, verify

PURPOSE = b"tableassist evidence 1\n"
"""Goes before what is signed, so that a signature made for something else means nothing here."""


class SignatureEntry(msgspec.Struct, forbid_unknown_fields=True):
    algorithm: str
    public_key: str
    signature: str
    handovers: Annotated[list[Handover], msgspec.Meta(max_length=MOST_HANDOVERS)] = []
    """From the keys that the table had before."""


@dataclass(frozen=True, slots=True)
class EvidenceSignature:
    public: bytes
    holds: bool
    """Whether it is of this evidence, and by this key, which must be the one that the manifest names."""
    handovers: tuple[Handover, ...] = ()


def key_words(public: bytes) -> str:
    """As manifest and signature have it."""
    return base64.b64encode(public).decode("ascii")


def signed(evidence: Evidence, key: TableKey, handovers: Sequence[Handover] = ()) -> Evidence:
    """Its manifest must name this key."""
    entry = SignatureEntry(
        algorithm="ed25519",
        public_key=key_words(key.public),
        signature=key_words(key.sign(PURPOSE + evidence.manifest_bytes)),
        handovers=list(handovers[-MOST_HANDOVERS:]),
    )
    return replace(evidence, signature=msgspec.json.format(msgspec.json.encode(entry), indent=2))


def signature_of(evidence: Evidence, where: Path) -> EvidenceSignature | None:
    """None where nobody signed. BadFileError for what is no signature at all."""
    if evidence.signature is None:
        return None
    try:
        entry = msgspec.json.decode(evidence.signature, type=SignatureEntry)
        raw, signature = (base64.b64decode(each, validate=True) for each in (entry.public_key, entry.signature))
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise bad_file(f"{where}: {Member.SIGNATURE}", "not in tableassist's format") from None
    if entry.algorithm != "ed25519" or len(raw) != 32 or len(signature) != 64:
        raise bad_file(f"{where}: {Member.SIGNATURE}", "not in tableassist's format, expected ed25519")
    manifest = evidence.manifest
    named = manifest.format == 1 or manifest.public_key == entry.public_key
    holds = named and verify(raw, signature, PURPOSE + evidence.manifest_bytes)
    return EvidenceSignature(raw, holds, tuple(entry.handovers))
