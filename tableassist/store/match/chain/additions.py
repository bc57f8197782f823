"""What was added to a match when it was over: signed like the rest, but nobody saw it happen in the game."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tableassist.messages import Message
from tableassist.store.keys.digits import fingerprint
from tableassist.store.match.chain.reading import AddedNote, ReadChain, read_chain
from tableassist.store.match.chain.records import RowRange, utc_minutes
from tableassist.store.match.database import ReadOnlyDatabase

NOUNS = {
    "settings": Message("settings"),
    "blocks": Message("blocks of frames and poses"),
    "segments": Message("video files"),
    "words": Message("warnings"),
    "events": Message("events"),
    "questions": Message("questions"),
    "rulings": Message("recorded verdicts"),
    "edits": Message("edits"),
    "overrulings": Message("overrulings"),
    "marks": Message("marks"),
    "acts": Message("acts"),
    "stills": Message("stills"),
    "photos": Message("photos"),
}


@dataclass(frozen=True, slots=True)
class Addition:
    """Rows of one kind that one note brought."""

    note: AddedNote
    table: str
    rows: RowRange

    @property
    def when(self) -> str:
        return utc_minutes(self.note.wall_ms)

    @property
    def by(self) -> str:
        """The fingerprint of the key that signed it; empty where nobody did."""
        return fingerprint(self.note.public_key) if self.note.public_key else ""

    @property
    def words(self) -> Message:
        return Message(
            "added after the end, at {when} UTC by {key}: {what} ({count})",
            when=self.when,
            key=self.by or Message("no signer"),
            what=NOUNS.get(self.table, self.table),
            count=self.rows.count,
        )


def additions(chain: ReadChain) -> Iterator[Addition]:
    """List them, oldest first."""
    for note in chain.notes():
        for table, rows in note.covered.rows.items():
            yield Addition(note, table, rows)


def additions_to(folder: Path) -> tuple[Addition, ...]:
    """Read what the chain of the match in this folder says was added; `verify` judges whether the chain holds."""
    with closing(ReadOnlyDatabase(folder)) as database, database.snapshot():
        return tuple(additions(read_chain(database)))
