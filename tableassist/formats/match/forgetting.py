"""Dropping the beginning of a match of which only the last minutes are wanted."""

import sqlite3


def forget_chapters(database: sqlite3.Connection, t_ns: int) -> tuple[str, ...]:
    """Those that lie wholly before; gives the video files that no frame needs any more."""
    execute = database.execute
    old = execute("SELECT chapter FROM blocks GROUP BY chapter HAVING max(last_ns) < ?", (t_ns,)).fetchall()
    for (chapter,) in old:
        execute("DELETE FROM blocks WHERE chapter = ?", (chapter,))
    first = execute("SELECT min(first_ns) FROM blocks").fetchone()[0]
    if not old or first is None:
        return ()
    for table in ("events", "rulings", "marks", "edits"):
        execute(f"DELETE FROM {table} WHERE t_ns < ?", (first,))
    later = "SELECT 1 FROM segments later WHERE later.first_ns > segments.first_ns AND later.first_ns <= ?"
    gone = execute(f"SELECT number, file FROM segments WHERE EXISTS ({later})", (first,)).fetchall()
    for number, _ in gone:
        execute("DELETE FROM segments WHERE number = ?", (number,))
    return tuple(file for _, file in gone)
