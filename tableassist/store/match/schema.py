"""The tables of `match.sqlite`, their version, and the way from older versions to this one."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tableassist.messages import template
from tableassist.store.files.problems import bad_file

VERSION = 5
TABLES = {
    "meta": "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "files": "CREATE TABLE files (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL, content BLOB NOT NULL) WITHOUT ROWID",
    "parts": "CREATE TABLE parts (sha256 TEXT PRIMARY KEY, content BLOB NOT NULL) WITHOUT ROWID",
    "settings": "CREATE TABLE settings (id INTEGER PRIMARY KEY, t_ns INTEGER NOT NULL, parts TEXT NOT NULL)",
    "blocks": "CREATE TABLE blocks (id INTEGER PRIMARY KEY, chapter INTEGER NOT NULL, first_frame INTEGER NOT NULL, "
    "frame_count INTEGER NOT NULL, first_ns INTEGER NOT NULL, last_ns INTEGER NOT NULL, first_pose INTEGER NOT NULL, "
    "pose_count INTEGER NOT NULL, first_registration INTEGER NOT NULL, registration_count INTEGER NOT NULL, "
    "frames BLOB NOT NULL, poses BLOB NOT NULL, registrations BLOB NOT NULL)",
    "segments": "CREATE TABLE segments (number INTEGER PRIMARY KEY, file TEXT NOT NULL, first_ns INTEGER NOT NULL, "
    "width_px INTEGER NOT NULL, height_px INTEGER NOT NULL)",
    "words": "CREATE TABLE words (id INTEGER PRIMARY KEY, words TEXT NOT NULL)",
    "events": "CREATE TABLE events (id INTEGER PRIMARY KEY, t_ns INTEGER NOT NULL, change TEXT NOT NULL, "
    "piece TEXT NOT NULL, start_mm BLOB, end_mm BLOB)",
    "events_by_time": "CREATE INDEX events_by_time ON events (t_ns)",
    "questions": "CREATE TABLE questions (id INTEGER PRIMARY KEY, rule TEXT NOT NULL, subject TEXT NOT NULL, "
    "target TEXT NOT NULL, cannon INTEGER)",
    "rulings": "CREATE TABLE rulings (id INTEGER PRIMARY KEY, t_ns INTEGER NOT NULL, question INTEGER NOT NULL, "
    "before TEXT, after TEXT)",
    "edits": "CREATE TABLE edits (id INTEGER PRIMARY KEY, t_ns INTEGER NOT NULL, wall_ms INTEGER NOT NULL, "
    "by TEXT NOT NULL, words TEXT NOT NULL)",
    "overrulings": "CREATE TABLE overrulings (id INTEGER PRIMARY KEY, t_ns INTEGER NOT NULL, "
    "wall_ms INTEGER NOT NULL, by TEXT NOT NULL, standing BLOB NOT NULL)",
    "marks": "CREATE TABLE marks (id INTEGER PRIMARY KEY, t_ns INTEGER NOT NULL, wall_ms INTEGER NOT NULL, "
    "by TEXT NOT NULL, words TEXT NOT NULL)",
    "acts": "CREATE TABLE acts (id INTEGER PRIMARY KEY, t_ns INTEGER NOT NULL, wall_ms INTEGER NOT NULL, "
    "by TEXT NOT NULL, words TEXT NOT NULL)",
    "stills": "CREATE TABLE stills (id INTEGER PRIMARY KEY, t_ns INTEGER NOT NULL, sha256 TEXT NOT NULL)",
    "photos": "CREATE TABLE photos (id INTEGER PRIMARY KEY, t_ns INTEGER NOT NULL, wall_ms INTEGER NOT NULL, "
    "by TEXT NOT NULL, name TEXT NOT NULL, camera INTEGER, film_mm REAL, content BLOB NOT NULL)",
    "chain": "CREATE TABLE chain (id INTEGER PRIMARY KEY, body TEXT NOT NULL, sha256 TEXT NOT NULL)",
    "heads": "CREATE TABLE heads (id INTEGER PRIMARY KEY, state TEXT NOT NULL, public_key BLOB NOT NULL, "
    "signature BLOB NOT NULL)",
}
"""`blocks` hold two seconds each: frames, and the poses and registrations that are new in them. `chapter` is a
stretch that can be read, shown and dropped by itself: its frames refer to nothing before it. `rulings` has a row for
each verdict that changed; None is a question that was not asked. `acts` is for what happens in the game, as text of
whoever tells it. `photos` are those by which the table was judged, too, as files.
`chain` and `heads`: see the room `chain`. A row that is chained keeps its form for ever."""
RULINGS_1 = (
    "CREATE TABLE rulings (id INTEGER PRIMARY KEY, t_ns INTEGER NOT NULL, rule TEXT NOT NULL, subject TEXT NOT NULL, "
    "target TEXT NOT NULL, cannon INTEGER, before TEXT, after TEXT)"
)
MARKS_1 = "CREATE TABLE marks (id INTEGER PRIMARY KEY, t_ns INTEGER NOT NULL, words TEXT NOT NULL)"
MARKS_3, EDITS_3 = (
    f"CREATE TABLE {name} (id INTEGER PRIMARY KEY, t_ns INTEGER NOT NULL, wall_ms INTEGER NOT NULL, "
    "words TEXT NOT NULL)"
    for name in ("marks", "edits")
)
OVERRULINGS_3 = (
    "CREATE TABLE overrulings (id INTEGER PRIMARY KEY, t_ns INTEGER NOT NULL, "
    "wall_ms INTEGER NOT NULL, standing BLOB NOT NULL)"
)
TABLES_4 = {name: ddl for name, ddl in TABLES.items() if name != "photos"}
TABLES_3 = {
    **{name: ddl for name, ddl in TABLES_4.items() if name not in ("acts", "stills", "chain", "heads")},
    "marks": MARKS_3,
    "edits": EDITS_3,
    "overrulings": OVERRULINGS_3,
}
TABLES_2 = {name: ddl for name, ddl in TABLES_3.items() if name != "events_by_time"}
TABLES_1 = {
    **{name: ddl for name, ddl in TABLES_2.items() if name != "questions"},
    "rulings": RULINGS_1,
    "marks": MARKS_1,
}
"""Version 1 wrote every question out with each ruling, and marks without the time of day."""
OF_VERSION = {1: TABLES_1, 2: TABLES_2, 3: TABLES_3, 4: TABLES_4, VERSION: TABLES}


def create_tables(database: sqlite3.Connection, version: int = VERSION) -> None:
    for ddl in OF_VERSION[version].values():
        database.execute(ddl)
    database.execute(f"PRAGMA user_version = {version}")


def version_of(database: sqlite3.Connection, where: Path) -> int:
    """Checked: only tables that this program makes, written as it writes them. A stranger's views, triggers and
    virtual tables would run with our rights."""
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        what = template("got {version}, expected {known}; made by a newer tableassist")
        raise bad_file(f"{where}: format", what, version=version, known=VERSION)
    if version not in OF_VERSION:
        what = template("not a match of tableassist: got version {version}, expected 1 to {known}")
        raise bad_file(where, what, version=version, known=VERSION)
    rows = database.execute("SELECT type, name, sql FROM sqlite_master LIMIT 100").fetchall()
    found = {name: ddl for kind, name, ddl in rows if (kind, name[:7]) != ("index", "sqlite_")}
    if len(rows) == 100:
        raise bad_file(where, "not a match of tableassist: got a hundred tables and indexes, or more")
    if found != OF_VERSION[version]:
        odd = sorted(set(found.items()) ^ set(OF_VERSION[version].items()), key=str)
        raise bad_file(where, "not a match of tableassist: the table {name!r:.80} is not in its format", name=odd[0][0])
    return int(version)


def migrate(database: sqlite3.Connection, version: int) -> None:
    """In one transaction: a match is of the old version or of the new, and never between."""
    for step in range(version, VERSION):
        with transaction(database):
            STEPS[step](database)
            database.execute(f"PRAGMA user_version = {step + 1}")


@contextmanager
def transaction(database: sqlite3.Connection) -> Iterator[None]:
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


def _questions_of_their_own(database: sqlite3.Connection) -> None:
    """1 to 2."""
    database.execute(TABLES["questions"])
    database.execute(
        "INSERT INTO questions (rule, subject, target, cannon) "
        "SELECT rule, subject, target, cannon FROM rulings GROUP BY rule, subject, target, cannon ORDER BY min(id)"
    )
    database.execute("ALTER TABLE rulings RENAME TO old_rulings")
    database.execute(TABLES["rulings"])
    database.execute(
        "INSERT INTO rulings SELECT old.id, old.t_ns, asked.id, old.before, old.after FROM old_rulings old "
        "JOIN questions asked ON asked.rule = old.rule AND asked.subject = old.subject AND asked.target = old.target "
        "AND asked.cannon IS old.cannon ORDER BY old.id"
    )
    database.execute("DROP TABLE old_rulings")
    database.execute("ALTER TABLE marks RENAME TO old_marks")
    database.execute(TABLES_2["marks"])
    started = "coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'started_ms'), 0)"
    first = "coalesce((SELECT min(first_ns) FROM blocks), 0)"
    database.execute(
        f"INSERT INTO marks SELECT id, t_ns, {started} + (t_ns - {first}) / 1000000, words FROM old_marks ORDER BY id"
    )
    database.execute("DROP TABLE old_marks")


def _events_by_time(database: sqlite3.Connection) -> None:
    """2 to 3. The poses of a block may be written shorter as well, and are read either way: the number keeps an older
    program from misreading them."""
    database.execute(TABLES["events_by_time"])


def _chained(database: sqlite3.Connection) -> None:
    """3 to 4: notes say who made them, and what is recorded from now on is chained."""
    for table in ("marks", "edits", "overrulings"):
        database.execute(f"ALTER TABLE {table} RENAME TO old_{table}")
        database.execute(TABLES[table])
        said = "standing" if table == "overrulings" else "words"
        database.execute(f"INSERT INTO {table} SELECT id, t_ns, wall_ms, '', {said} FROM old_{table} ORDER BY id")
        database.execute(f"DROP TABLE old_{table}")
    for table in ("acts", "stills", "chain", "heads"):
        database.execute(TABLES[table])


def _with_photos(database: sqlite3.Connection) -> None:
    """4 to 5."""
    database.execute(TABLES["photos"])


STEPS: dict[int, Callable[[sqlite3.Connection], None]] = {
    1: _questions_of_their_own,
    2: _events_by_time,
    3: _chained,
    4: _with_photos,
}
"""What leads from a version to the next."""
