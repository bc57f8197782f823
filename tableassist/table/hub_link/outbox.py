"""What a table has to tell the hub, kept until the hub says that it has it: in SQLite, so that a kill loses nothing.

Every record has a number in its match, from 1 and without a gap; the number is given and written in one transaction.
"""

import hashlib
import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

import msgspec

from tableassist.errors import BadFileError
from tableassist.store.files import unwritable
from tableassist.store.league_records import (
    MOST_BATCH_BYTES,
    MOST_IN_A_BATCH,
    ActSaid,
    AnyBody,
    CommandAnswered,
    DisputeRaised,
    MatchBegun,
    MatchEnded,
    Receipt,
    Record,
)
from tableassist.store.witness import Witness, write_witness

DATABASE, EVIDENCE_FOLDER = "outbox.sqlite", "evidence"
KEEP_MS = 30 * 86_400_000
"""What the hub has is kept for so long, for a hub whose database was set back."""
_SCHEMA = """
CREATE TABLE IF NOT EXISTS matches (
    match TEXT PRIMARY KEY, next_number INTEGER NOT NULL, confirmed INTEGER NOT NULL DEFAULT 0,
    acts INTEGER NOT NULL DEFAULT 0, chain BLOB NOT NULL DEFAULT x'', refused TEXT NOT NULL DEFAULT '',
    is_ended INTEGER NOT NULL DEFAULT 0, said_ms INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS records (
    match TEXT NOT NULL, number INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (match, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS evidence (
    match TEXT NOT NULL, sha256 TEXT NOT NULL, number INTEGER NOT NULL, is_confirmed INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match, sha256)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS commands (id TEXT PRIMARY KEY, done_ms INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class MatchKept:
    """How far a match has come."""

    match: str
    next_number: int
    confirmed: int
    """All records up to this one are in the hub's database."""
    acts: int
    chain: bytes
    """A digest of the set-up and all lines of acts that were said."""
    refused: str
    is_ended: bool

    @property
    def waiting(self) -> int:
        return 0 if self.refused else self.next_number - 1 - self.confirmed


@dataclass(frozen=True, slots=True)
class EvidenceKept:
    match: str
    sha256: str
    number: int
    """Of the record that announces it."""


@dataclass(frozen=True, slots=True)
class Batch:
    data: bytes
    """A `RecordBatch` as JSON."""
    last: int


class Outbox:
    """For any thread. sqlite3.Error where the disk does not take it."""

    def __init__(self, folder: Path) -> None:
        """BadFileError where it cannot be opened. One that is damaged is set aside, and another is begun."""
        self._folder = folder
        self._lock = Lock()
        try:
            (folder / EVIDENCE_FOLDER).mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise unwritable(folder, problem) from None
        try:
            self._database = self._open_database()
        except sqlite3.DatabaseError:
            self._set_aside()
            try:
                self._database = self._open_database()
            except sqlite3.Error as problem:
                raise BadFileError("{path}: {problem}", path=folder / DATABASE, problem=str(problem)) from None

    def close(self) -> None:
        with self._lock:
            self._database.close()

    # What the table says

    def say(self, match: str, body: AnyBody, wall_ms: int) -> int:
        """The number it got. Out of the program's hands when it returns. msgspec.ValidationError where the hub would
        not read it: words that are too long, say."""
        with self._changing() as database:
            return _say(database, match, body, wall_ms)

    def answer(self, match: str, answered: CommandAnswered, wall_ms: int) -> bool:
        """Says that a command was done, or why not; False where that was said before."""
        with self._changing() as database:
            done = database.execute("INSERT OR IGNORE INTO commands VALUES (?, ?)", (answered.command, wall_ms))
            if not done.rowcount:
                return False
            _say(database, match, answered, wall_ms)
            return True

    def is_done(self, command: str) -> bool:
        with self._lock:
            return self._database.execute("SELECT 1 FROM commands WHERE id = ?", (command,)).fetchone() is not None

    def dispute(self, match: str, raised: DisputeRaised, bundle: bytes | None, wall_ms: int) -> int:
        """With its evidence, whose digest the record must name. The file is there before the record is."""
        if bundle is not None and raised.evidence is not None:
            path = self.evidence_path(raised.evidence)
            part = path.with_suffix(".part")
            part.write_bytes(bundle)
            part.replace(path)
        with self._changing() as database:
            number = _say(database, match, raised, wall_ms)
            if bundle is not None and raised.evidence is not None:
                kept = match, raised.evidence, number
                database.execute("INSERT OR IGNORE INTO evidence (match, sha256, number) VALUES (?, ?, ?)", kept)
            return number

    # What the hub says

    def take_receipt(self, receipt: Receipt, *, lowers: bool = False) -> MatchKept | None:
        """`lowers`: the hub was asked what it has, and may have lost some. None where the match is not known here."""
        with self._changing() as database:
            kept = _find_kept(database, receipt.match)
            if kept is None:
                return None
            up_to = receipt.up_to if lowers else max(kept.confirmed, receipt.up_to)
            changed = min(up_to, kept.next_number - 1), receipt.refused, receipt.match
            database.execute("UPDATE matches SET confirmed = ?, refused = ? WHERE match = ?", changed)
            for sha256 in receipt.evidence:
                database.execute(
                    "UPDATE evidence SET is_confirmed = 1 WHERE match = ? AND sha256 = ?", (receipt.match, sha256)
                )
            for sha256 in receipt.wanted:
                database.execute(
                    "UPDATE evidence SET is_confirmed = 0 WHERE match = ? AND sha256 = ?", (receipt.match, sha256)
                )
            return _find_kept(database, receipt.match)

    # What is there

    def match(self, match: str) -> MatchKept | None:
        with self._lock:
            return _find_kept(self._database, match)

    def unconfirmed(self) -> tuple[MatchKept, ...]:
        """Matches of which the hub lacks something, the oldest first."""
        query = f"{_MATCHES} WHERE confirmed < next_number - 1 AND refused = '' ORDER BY said_ms"
        with self._lock:
            return tuple(_match_of(row) for row in self._database.execute(query))

    def recent(self, since_ms: int) -> tuple[MatchKept, ...]:
        """Matches of which the hub has something."""
        query = f"{_MATCHES} WHERE confirmed > 0 AND refused = '' AND said_ms >= ? ORDER BY said_ms"
        with self._lock:
            return tuple(_match_of(row) for row in self._database.execute(query, (since_ms,)))

    def waiting(self) -> int:
        """Records that the hub has not confirmed."""
        with self._lock:
            query = "SELECT coalesce(sum(next_number - 1 - confirmed), 0) FROM matches WHERE refused = ''"
            return int(self._database.execute(query).fetchone()[0])

    def batch(self, match: str, first: int, most: int = MOST_IN_A_BATCH) -> Batch | None:
        """Of the records from that number on; None where there are none."""
        query = "SELECT number, data FROM records WHERE match = ? AND number >= ? ORDER BY number LIMIT ?"
        with self._lock:
            rows = self._database.execute(query, (match, first, most)).fetchall()
        taken: list[bytes] = []
        size = last = 0
        for number, data in rows:
            size += len(data) + 1
            if taken and size > MOST_BATCH_BYTES - 100:
                break
            taken.append(data)
            last = number
        return Batch(b'{"records":[' + b",".join(taken) + b"]}", last) if taken else None

    def records(self, match: str) -> tuple[Record, ...]:
        query = "SELECT data FROM records WHERE match = ? ORDER BY number"
        with self._lock:
            rows = self._database.execute(query, (match,)).fetchall()
        return tuple(msgspec.json.decode(data, type=Record) for (data,) in rows)

    def missing_evidence(self) -> tuple[EvidenceKept, ...]:
        """Bundles that the hub has not confirmed, of disputes that it has."""
        query = (
            "SELECT e.match, e.sha256, e.number FROM evidence e JOIN matches m USING (match)"
            " WHERE NOT e.is_confirmed AND e.number <= m.confirmed AND m.refused = '' ORDER BY m.said_ms, e.number"
        )
        with self._lock:
            return tuple(EvidenceKept(*row) for row in self._database.execute(query))

    def keep_witness(self, witness: Witness) -> None:
        """Next to the bundle. The hub's first word stays: a later one says less."""
        path = self.evidence_path(witness.sha256).with_suffix(".witness.json")
        if not path.exists():
            write_witness(path, witness)

    def evidence_path(self, sha256: str) -> Path:
        return self._folder / EVIDENCE_FOLDER / f"{sha256}.zip"

    def fact(self, name: str) -> str:
        with self._lock:
            row = self._database.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
        return "" if row is None else str(row[0])

    def note_fact(self, name: str, value: str) -> None:
        with self._changing() as database:
            database.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, value))

    # The disk

    def make_durable(self) -> None:
        """What was said is on the disk itself. A number that the hub has seen must not be given again after a power
        cut; so the link does this before it sends. Takes as long as the disk does."""
        try:
            file = os.open(self._folder / f"{DATABASE}-wal", os.O_RDWR)
        except OSError:
            return  # it was taken into the database, which syncs it
        try:
            os.fsync(file)
        finally:
            os.close(file)

    def forget(self, before_ms: int) -> None:
        """Matches that the hub has whole and that nobody has spoken of since; done commands stay known."""
        old = "SELECT match FROM matches WHERE said_ms < ? AND confirmed = next_number - 1"
        with self._changing() as database:
            matches = [match for (match,) in database.execute(old, (before_ms,))]
            for match in matches:
                for sha256, confirmed in database.execute(
                    "SELECT sha256, is_confirmed FROM evidence WHERE match = ?", (match,)
                ).fetchall():
                    if confirmed:
                        self.evidence_path(sha256).unlink(missing_ok=True)
                for table in ("records", "evidence", "matches"):
                    database.execute(f"DELETE FROM {table} WHERE match = ?", (match,))

    @contextmanager
    def _changing(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield self._database
            except BaseException:
                self._database.execute("ROLLBACK")
                raise
            self._database.execute("COMMIT")

    def _open_database(self) -> sqlite3.Connection:
        database = sqlite3.connect(self._folder / DATABASE, check_same_thread=False, isolation_level=None, timeout=5.0)
        try:
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = NORMAL")
            database.executescript(_SCHEMA)
        except sqlite3.Error:
            database.close()
            raise
        return database

    def _set_aside(self) -> None:
        """Its matches go on under other names (`MatchFeed`): their numbers are lost with it."""
        when = time.strftime("%Y-%m-%d %H.%M.%S")
        for name in (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm"):
            path = self._folder / name
            if path.exists():
                path.replace(path.with_name(f"damaged {when} {name}"))


def chain_start(start: str) -> bytes:
    """Of a game that begins with that line."""
    return hashlib.sha256(start.encode()).digest()


def chain_with(chain: bytes, line: str) -> bytes:
    return hashlib.sha256(chain + line.encode()).digest()


def chain_of(lines: Sequence[str]) -> bytes:
    """Of a game's file, the set-up first."""
    chain = chain_start(lines[0])
    for line in lines[1:]:
        chain = chain_with(chain, line)
    return chain


_MATCHES = "SELECT match, next_number, confirmed, acts, chain, refused, is_ended FROM matches"


def _match_of(row: tuple[str, int, int, int, bytes, str, int]) -> MatchKept:
    match, next_number, confirmed, acts, chain, refused, is_ended = row
    return MatchKept(match, next_number, confirmed, acts, chain, refused, is_ended=bool(is_ended))


def _find_kept(database: sqlite3.Connection, match: str) -> MatchKept | None:
    row = database.execute(f"{_MATCHES} WHERE match = ?", (match,)).fetchone()
    return None if row is None else _match_of(row)


def _say(database: sqlite3.Connection, match: str, body: AnyBody, wall_ms: int) -> int:
    kept = _find_kept(database, match) or MatchKept(match, 1, 0, 0, b"", "", is_ended=False)
    number, acts, chain = kept.next_number, kept.acts, kept.chain
    if isinstance(body, MatchBegun):
        chain = chain_start(body.start)
    elif isinstance(body, ActSaid):
        acts, chain = acts + 1, chain_with(chain, body.line)
    data = msgspec.json.encode(Record(match, number, wall_ms, body))
    msgspec.json.decode(data, type=Record)  # what the hub would not read would keep all that follows waiting
    ended = kept.is_ended or isinstance(body, MatchEnded)
    database.execute("INSERT INTO records VALUES (?, ?, ?)", (match, number, data))
    database.execute(
        "INSERT OR REPLACE INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (match, number + 1, kept.confirmed, acts, chain, kept.refused, ended, wall_ms),
    )
    return number
