"""Who signed a match, and whether that is somebody whom the reader knows."""

from collections.abc import Iterator
from dataclasses import dataclass

from tableassist.formats.match.chain.finding import MatchFinding, Standing, told, wrong_signer
from tableassist.formats.match.chain.reading import ReadChain, SignedHead
from tableassist.formats.match.chain.records import signed_text
from tableassist.formats.signing.fingerprint import fingerprint
from tableassist.formats.signing.known_tables import Acquaintance, KnownTable, known_as
from tableassist.formats.signing.signature import verify
from tableassist.messages import Message, template

ACQUAINTANCES = {
    Acquaintance.KNOWN: (Standing.TOLD, template("signed by {table}, known since {since} ({key})")),
    Acquaintance.OTHER_NAME: (
        Standing.TOLD,
        template("signed with the key of {other}, which you know since {since}; it calls itself {table} ({key})"),
    ),
    Acquaintance.NEW: (
        Standing.TOLD,
        template(
            "signed by {table}, which you meet for the first time: {key}; have its owner read these digits to you, "
            "they stand in his window and on his sheets"
        ),
    ),
    Acquaintance.CHANGED_KEY: (
        Standing.WRONG_SIGNER,
        template("signed with the key {key}, which is not that of {table} as you know it since {since}"),
    ),
}


@dataclass(frozen=True, slots=True)
class MatchReaderKeys:
    """Whom the reader knows, and what he asks for."""

    named: tuple[tuple[str, bytes], ...] = ()
    """Public keys by the name of their file: one of them must have signed each part."""
    is_signature_demanded: bool = False
    tables: tuple[KnownTable, ...] = ()
    own: bytes | None = None
    """The public key of this computer's own tables."""


def check_signers(chain: ReadChain, table: str, reader: MatchReaderKeys) -> Iterator[MatchFinding]:
    signed = [each for each in chain.heads if each.head.signature]
    if len(signed) < len(chain.heads) or not signed:
        yield from _unsigned(table, reader)
    for each in signed:
        if verify(each.head.public_key, each.head.signature, signed_text(each.head.state)):
            yield _recognised(each, table, reader)


def new_signers(chain: ReadChain, table: str, reader: MatchReaderKeys) -> tuple[bytes, ...]:
    """Whom to remember from now on, where all the rest agrees."""
    keys = {each.head.public_key for each in chain.heads if each.head.signature} - {reader.own}
    how = {key: known_as(reader.tables, name=table, public=key).how for key in keys}
    return () if reader.named else tuple(key for key in keys if how[key] is not Acquaintance.KNOWN)


def _unsigned(table: str, reader: MatchReaderKeys) -> Iterator[MatchFinding]:
    if reader.named or reader.is_signature_demanded:
        yield wrong_signer("not signed, and a signature was asked for")
    elif any(each.name == table for each in reader.tables):
        yield wrong_signer("not signed, and {table}, which you know, signs its matches", table=table)


def _recognised(signed: SignedHead, table: str, reader: MatchReaderKeys) -> MatchFinding:
    public = signed.head.public_key
    key = fingerprint(public)
    if reader.named:
        name = next((name for name, each in reader.named if each == public), None)
        if name is None:
            return wrong_signer("signed with the key {key}: none of the keys that you named", key=key)
        return told("signed with the key of {name} ({key})", name=name, key=key)
    if public == reader.own:
        return told("signed with this computer's own key ({key})", key=key)
    found = known_as(reader.tables, name=table, public=public)
    standing, what = ACQUAINTANCES[found.how]
    since, other = ("", "") if found.table is None else (found.table.first_seen[:10], found.table.name)
    return MatchFinding(standing, Message(what, table=table, key=key, since=since, other=other))
