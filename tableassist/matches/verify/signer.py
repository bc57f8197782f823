"""Who signed a match, and whether that is somebody whom the reader knows."""

from collections.abc import Iterator
from dataclasses import dataclass

from tableassist.messages import Message, template
from tableassist.store.keys import Acquaintance, KnownTable, fingerprint, known_as, tables_named, verify
from tableassist.store.match.chain import MatchFinding, ReadChain, Standing, not_proven, signed_text, told, wrong_signer

ACQUAINTANCES = {
    Acquaintance.KNOWN: (Standing.TOLD, template("signed by {table}, known since {since} ({key})")),
    Acquaintance.OTHER_NAME: (
        Standing.TOLD,
        template("signed with the key of {other}, which you know since {since}; it calls itself {table} ({key})"),
    ),
    Acquaintance.NEW: (
        Standing.TOLD,
        template(
            "signed by {table}, a table that is new to you: {key}; ask its owner to read these digits to you, they "
            "are shown in the owner's window and on printed rulings"
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
    """The first head is the table's; others are of whoever noted something in the match later, or resumed it."""
    if not all(each.head.signature for each in chain.heads) or not chain.heads:
        yield from _unsigned(table, reader, is_chained=chain.is_there)
    for place, each in enumerate(chain.heads):
        public, signature = each.head.public_key, each.head.signature
        if signature and verify(public, signature, signed_text(each.head.state)):
            yield _recognised(public, table, reader) if place == 0 else _added(public, reader)


def new_signer(chain: ReadChain, table: str, reader: MatchReaderKeys) -> bytes | None:
    """Whom to remember from now on, where all the rest agrees."""
    public = chain.heads[0].head.public_key if chain.heads else b""
    if reader.named or public in (b"", reader.own):
        return None
    return None if known_as(reader.tables, name=table, public=public).how is Acquaintance.KNOWN else public


def _added(public: bytes, reader: MatchReaderKeys) -> MatchFinding:
    key = fingerprint(public)
    known = [name for name, each in reader.named if each == public]
    known += [each.name for each in reader.tables if each.public == public]
    if public == reader.own:
        return told("added to later by this computer ({key})", key=key)
    if known:
        return told("added to later with the key of {name} ({key})", name=known[0], key=key)
    return not_proven("added to later with the key {key}, which you do not know", key=key)


def _unsigned(table: str, reader: MatchReaderKeys, *, is_chained: bool) -> Iterator[MatchFinding]:
    """A match without a chain may be of a time when no match was signed."""
    if reader.named or reader.is_signature_demanded:
        yield wrong_signer("not signed, but a signature was required")
    elif is_chained and tables_named(reader.tables, table):
        yield wrong_signer("not signed, although {table}, which you know, signs its matches", table=table)


def _recognised(public: bytes, table: str, reader: MatchReaderKeys) -> MatchFinding:
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
