"""This computer's own key and the tables that it knows, for commands and window alike."""

from datetime import UTC, datetime
from pathlib import Path

from tableassist.errors import BadRequestError
from tableassist.matches.evidence.make import Signing
from tableassist.matches.evidence.signer import Reader
from tableassist.store.evidence import read_evidence, signature_of
from tableassist.store.keys import (
    KnownTable,
    TableKey,
    forgotten,
    key_folder,
    read_handovers,
    read_known_tables,
    read_private_key,
    read_public_key,
    remembered,
    renew_table_key,
    table_key_or_none,
    write_known_tables,
)


def table_signing() -> Signing | None:
    """With this table's own key; None where there is no place for one, and the log says why."""
    key = table_key_or_none(key_folder())
    return None if key is None else Signing(key, read_handovers(key_folder()))


def signing_with(path: Path) -> Signing:
    return Signing(read_private_key(path))


def reader_here(keys: tuple[Path, ...], *, demanded: bool) -> Reader:
    own = table_key_or_none(key_folder())
    return Reader(keys=keys, is_signature_demanded=demanded, own=None if own is None else own.public)


def renewed_table_key(folder: Path, *, hand_over: bool) -> TableKey:
    return renew_table_key(folder, when=_now(), hand_over=hand_over)


def changed_known_tables(
    folder: Path,
    *,
    accept: Path | None = None,
    add: Path | None = None,
    name: str | None = None,
    forget: str | None = None,
) -> tuple[KnownTable, ...]:
    """All that are known afterwards."""
    if (add is None) is not (name is None):
        raise BadRequestError("--add and --name: expected both")
    before = tables = read_known_tables(folder)
    if forget is not None:
        tables = forgotten(tables, forget)
    if accept is not None:
        table, public = _signer(accept)
        tables = remembered(tables, name=table, public=public, when=_now())
    if add is not None and name is not None:
        tables = remembered(tables, name=name, public=read_public_key(add), when=_now())
    if tables != before:
        write_known_tables(folder, tables)
    return tables


def _signer(path: Path) -> tuple[str, bytes]:
    evidence = read_evidence(path)
    signature = signature_of(evidence, path)
    if signature is None or not signature.holds:
        raise BadRequestError("{path}: not signed, or the signature is not valid", path=path)
    return evidence.manifest.table, signature.public


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
