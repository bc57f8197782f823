"""Who signed a piece of evidence, and whether that is somebody whom the reader knows."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tableassist.matches.evidence.findings import EvidenceFindings
from tableassist.messages import Message, template
from tableassist.store.evidence import Evidence, EvidenceSignature, signature_of
from tableassist.store.keys import (
    Acquaintance,
    KnownTable,
    earlier_keys,
    fingerprint,
    known_as,
    read_public_key,
    tables_named,
)


@dataclass(frozen=True, slots=True)
class Reader:
    """Whom the reader knows, and what he asks for."""

    keys: tuple[Path, ...] = ()
    """Public keys: one of them must have signed it."""
    is_signature_demanded: bool = False
    tables: Sequence[KnownTable] = ()
    own: bytes | None = None
    """The public key of this computer's own tables."""


@dataclass(frozen=True, slots=True)
class ToRemember:
    name: str
    public: bytes


def check_signer(
    evidence: Evidence, table: str, reader: Reader, path: Path, findings: EvidenceFindings
) -> ToRemember | None:
    """Whom to remember from now on, where the rest of the evidence holds too. `table`: the name that it gives."""
    signature = signature_of(evidence, path)
    if signature is None:
        _tell_unsigned(evidence, table, reader, findings)
        return None
    if not signature.holds:
        findings.bad_signature(Message("it does not hold: the evidence was changed after it was signed"))
        return None
    if reader.keys:
        _tell_named(signature, reader, findings)
        return None
    return _recognised(table, signature, reader, findings)


def _tell_unsigned(evidence: Evidence, table: str, reader: Reader, findings: EvidenceFindings) -> None:
    if evidence.manifest.public_key:
        findings.bad_signature(Message("the manifest says that it is signed, and the signature is gone"))
    elif reader.keys or reader.is_signature_demanded:
        findings.bad_signature(Message("not signed, but a signature was required"))
    elif tables_named(reader.tables, table):
        findings.bad_signature(Message("not signed, although {table}, which you know, signs its evidence", table=table))
    else:
        what = template(
            "not signed: there is only the sender's word that the picture is of this match, and that tags, lens, "
            "ledger and table file are true"
        )
        findings.not_proven(Message(what))


def _tell_named(signature: EvidenceSignature, reader: Reader, findings: EvidenceFindings) -> None:
    key = fingerprint(signature.public)
    name = next((path.name for path in reader.keys if read_public_key(path) == signature.public), None)
    if name is None:
        findings.bad_signature(Message("signed with the key {key}: none of the keys that you named", key=key))
    else:
        findings.tell(Message("signed with the key of {name} ({key})", name=name, key=key))


def _recognised(
    table: str, signature: EvidenceSignature, reader: Reader, findings: EvidenceFindings
) -> ToRemember | None:
    public, key = signature.public, fingerprint(signature.public)
    if public == reader.own:
        findings.tell(Message("signed with this computer's own key ({key})", key=key))
        return None
    found = known_as(reader.tables, name=table, public=public)
    about = {"table": table, "key": key, "since": "" if found.table is None else found.table.first_seen[:10]}
    if found.how is Acquaintance.KNOWN:
        findings.tell(Message("signed by {table}, known since {since} ({key})", **about))
        return None
    if found.how is Acquaintance.OTHER_NAME and found.table is not None:
        what = template("signed with the key of {other}, which you know since {since}; it calls itself {table} ({key})")
        findings.tell(Message(what, other=found.table.name, **about))
        return ToRemember(table, public)
    if found.how is Acquaintance.CHANGED_KEY:
        return _changed_key(table, signature, reader, about, findings)
    what = template(
        "signed by {table}, a table that is new to you: {key}; ask its owner to read these digits to you, they are "
        "shown in the owner's window and on printed rulings"
    )
    findings.tell(Message(what, **about))
    return ToRemember(table, public)


def _changed_key(
    table: str, signature: EvidenceSignature, reader: Reader, about: dict[str, str], findings: EvidenceFindings
) -> ToRemember | None:
    before = earlier_keys(signature.handovers, signature.public)
    if any(each.public in before for each in tables_named(reader.tables, table)):
        findings.tell(
            Message("signed by {table} with a new key ({key}), handed over by the one that you know", **about)
        )
        return ToRemember(table, signature.public)
    known = tables_named(reader.tables, table)[0].fingerprint
    what = template(
        "signed with the key {key}, which is not that of {table} as you know it since {since} ({known}); if it is "
        "another table of that name, or it has a new key: tableassist known-tables --accept EVIDENCE"
    )
    findings.bad_signature(Message(what, known=known, **about))
    return None
