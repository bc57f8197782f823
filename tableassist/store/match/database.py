"""Opening `match.sqlite`: to write it so that a kill cannot spoil it, or to read one that a stranger has sent."""

import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from tableassist.store.files.closing import closed_if_it_fails
from tableassist.store.files.problems import bad_file, library_words
from tableassist.store.match.folder import DATABASE, is_match
from tableassist.store.match.schema import VERSION, create_tables, migrate, transaction, version_of

LARGEST_CELL = 16_000_000
LONGEST_QUERY_S = 20.0
STEPS_BETWEEN_LOOKS = 100_000
OLD_COPIES_MOST_BYTES = 2_000_000_000
BUSY_S = 5.0
MOST_ROWS = 5_000_000
"""Of one table: a week of play."""
T = TypeVar("T")


def create_database(folder: Path) -> sqlite3.Connection:
    try:
        database = _writable(folder / DATABASE)
        with closed_if_it_fails(database), transaction(database):
            create_tables(database)
        return database
    except sqlite3.Error as problem:
        raise bad_file(folder, "cannot be written: {problem}", problem=str(problem)) from None


def open_to_resume(folder: Path) -> sqlite3.Connection:
    """To record on into an existing match, which is of this version from now on."""
    return _opened(folder, _writable)


def open_to_note(folder: Path) -> sqlite3.Connection:
    """As `open_to_resume`, for a row or two: whoever reads the match meanwhile is not disturbed by a log beside it."""
    return _opened(folder, _connected)


def _opened(folder: Path, connect: Callable[[Path], sqlite3.Connection]) -> sqlite3.Connection:
    _check_there(folder)
    with as_bad_file(folder):
        database = connect(folder / DATABASE)
        with closed_if_it_fails(database):
            migrate(database, version_of(database, folder))
        return database


def _check_there(folder: Path) -> None:
    if not is_match(folder):
        raise bad_file(folder, "no match here, expected {database} in it", database=DATABASE)


def finish_database(database: sqlite3.Connection) -> None:
    """Closed as one plain file, with nothing beside it; but for the log, where somebody is looking at the match."""
    try:
        database.execute("PRAGMA busy_timeout = 0")
        with suppress(sqlite3.OperationalError):
            database.execute("PRAGMA journal_mode = DELETE")
    finally:
        database.close()


def empty_log(database: sqlite3.Connection) -> None:
    """Not while somebody reads: then the next time."""
    database.execute("PRAGMA busy_timeout = 0")
    try:
        with suppress(sqlite3.OperationalError):
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    finally:
        database.execute(f"PRAGMA busy_timeout = {round(1000 * BUSY_S)}")


def _writable(path: Path) -> sqlite3.Connection:
    database = _connected(path)
    with closed_if_it_fails(database):
        database.execute("PRAGMA journal_mode = WAL")
    return database


def _connected(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=BUSY_S)
    with closed_if_it_fails(database):
        database.execute("PRAGMA trusted_schema = OFF")
        database.execute("PRAGMA synchronous = FULL")
        database.execute("PRAGMA secure_delete = FAST")
    return database


def forget_chapters(database: sqlite3.Connection, t_ns: int) -> tuple[str, ...]:
    """Drops those that lie wholly before; gives the video files that no frame needs any more."""
    execute = database.execute
    old = execute("SELECT chapter FROM blocks GROUP BY chapter HAVING max(last_ns) < ?", (t_ns,)).fetchall()
    for (chapter,) in old:
        execute("DELETE FROM blocks WHERE chapter = ?", (chapter,))
    first = execute("SELECT min(first_ns) FROM blocks").fetchone()[0]
    if not old or first is None:
        return ()
    for table in ("events", "rulings", "marks", "edits", "acts"):
        execute(f"DELETE FROM {table} WHERE t_ns < ?", (first,))
    later = "SELECT 1 FROM segments later WHERE later.first_ns > segments.first_ns AND later.first_ns <= ?"
    gone = execute(f"SELECT number, file FROM segments WHERE EXISTS ({later})", (first,)).fetchall()
    for number, _ in gone:
        execute("DELETE FROM segments WHERE number = ?", (number,))
    return tuple(file for _, file in gone)


class ReadOnlyDatabase:
    """A connection that can change nothing, and what must be tidied up after it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._private: tempfile.TemporaryDirectory[str] | None = None
        _check_there(folder)
        with as_bad_file(folder):
            try:
                self._database = self._opened(folder)
            except BaseException:
                self._tidy()
                raise

    def rows(self, query: str, values: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
        with as_bad_file(self._folder):
            self._deadline = time.monotonic() + LONGEST_QUERY_S
            return self._database.execute(query, values).fetchall()

    def each_row(self, query: str, values: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
        """One after the other, for what would not fit into memory."""
        with as_bad_file(self._folder):
            self._deadline = time.monotonic() + LONGEST_QUERY_S
            yield from self._database.execute(query, values)

    def integrity_problems(self) -> tuple[str, ...]:
        """What SQLite finds wrong with its trees and indexes, ("ok",) where nothing is."""
        return tuple(str(problem) for (problem,) in self.rows("PRAGMA integrity_check(5)"))

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """All that is read inside is of one time, also while the match is recorded."""
        with as_bad_file(self._folder):
            self._database.execute("BEGIN")
            try:
                yield
            finally:
                self._database.execute("ROLLBACK")

    def typed(self, query: str, kind: type[T], values: tuple[object, ...] = (), most: int = MOST_ROWS) -> list[T]:
        """Rows of values of known kinds: SQLite lets anybody put anything into a column."""
        rows = self.rows(f"{query} LIMIT {most + 1}", values)
        if len(rows) > most:
            asked = query[:60]
            raise bad_file(self._folder, "got more than {most} rows, expected fewer: {query}", most=most, query=asked)
        try:
            return msgspec.convert(rows, list[kind])  # type: ignore[valid-type]
        except msgspec.ValidationError as problem:
            raise bad_file(self._folder, "damaged: {problem}", problem=library_words(problem)) from None

    def close(self) -> None:
        self._database.close()
        self._tidy()

    def _tidy(self) -> None:
        if self._private is not None:
            self._private.cleanup()

    def _opened(self, folder: Path) -> sqlite3.Connection:
        try:
            database = self._limited(folder / DATABASE)
            with closed_if_it_fails(database):
                version = version_of(database, folder)
        except sqlite3.OperationalError:
            # A log beside it that cannot be gone through where it lies: on a disc that is read-only, say. Or a note
            # that was cut off: the copy is rolled back, as whoever notes something next does with the match.
            version = 0
        else:
            if version == VERSION:
                return database
            database.close()
        copy = self._copied(folder)
        with closing(sqlite3.connect(copy, isolation_level=None)) as old:
            old.execute("PRAGMA trusted_schema = OFF")
            migrate(old, version_of(old, folder))
        return self._limited(copy)

    def _copied(self, folder: Path) -> Path:
        """What an older version wrote is left as it is, and read from a copy that is brought up to date."""
        beside = [
            folder / f"{DATABASE}-{name}" for name in ("wal", "journal") if (folder / f"{DATABASE}-{name}").is_file()
        ]
        size = sum(path.stat().st_size for path in (folder / DATABASE, *beside))
        if size > OLD_COPIES_MOST_BYTES:
            most = OLD_COPIES_MOST_BYTES
            raise bad_file(folder, "got {size} bytes of an old version, expected at most {most}", size=size, most=most)
        self._private = tempfile.TemporaryDirectory(prefix="tableassist-")
        copy = Path(self._private.name) / DATABASE
        shutil.copyfile(folder / DATABASE, copy)
        for path in beside:
            shutil.copyfile(path, copy.with_name(path.name))
        return copy

    def _limited(self, path: Path) -> sqlite3.Connection:
        self._deadline = time.monotonic() + LONGEST_QUERY_S
        address = f"{path.resolve().as_uri()}?mode=ro"
        database = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False, timeout=BUSY_S)
        with closed_if_it_fails(database):
            database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_CELL)
            database.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
            database.set_progress_handler(lambda: time.monotonic() > self._deadline, STEPS_BETWEEN_LOOKS)
            for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "query_only = ON", "mmap_size = 0"):
                database.execute(f"PRAGMA {pragma}")
        return database


@contextmanager
def as_bad_file(folder: Path) -> Iterator[None]:
    """What SQLite says, as one line of ours."""
    try:
        yield
    except (sqlite3.Error, OSError, OverflowError, UnicodeDecodeError) as problem:
        raise bad_file(folder, "not a match that can be read: {problem}", problem=library_words(problem)) from None
