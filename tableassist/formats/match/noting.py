"""What a person notes in a match that is over: a mark, or a call of his own. Nothing that was seen is changed."""

from contextlib import closing
from pathlib import Path

import msgspec

from tableassist.formats.io.written_messages import in_words
from tableassist.formats.match.database import as_bad_file, open_to_note
from tableassist.formats.match.folder import MatchLock
from tableassist.rules.ruling.overruling import Overruling


def note_mark(folder: Path, words: str, *, t_ns: int, wall_ms: int) -> None:
    """BadFileError where the match cannot be written, or is being recorded: then its recorder notes it."""
    _insert(folder, "marks", (t_ns, wall_ms, words))


def note_overrulings(folder: Path, standing: tuple[Overruling, ...], *, t_ns: int, wall_ms: int) -> None:
    """All that stand from now on; what was taken back stays in the rows before."""
    _insert(folder, "overrulings", (t_ns, wall_ms, msgspec.json.encode(list(standing), enc_hook=in_words)))


def _insert(folder: Path, table: str, row: tuple[int, int, object]) -> None:
    lock = MatchLock(folder)
    lock.take()
    try:
        with closing(open_to_note(folder)) as database, as_bad_file(folder):
            database.execute(f"INSERT INTO {table} VALUES (NULL, ?, ?, ?)", row)
    finally:
        lock.free()
