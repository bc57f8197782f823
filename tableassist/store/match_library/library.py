"""The matches in a folder: listed, searched, deleted with care. And what a person notes in a match that is over: a
mark, or a call of his own; nothing that was seen is changed."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tableassist.errors import BadFileError, BadRequestError
from tableassist.messages import Text
from tableassist.rulebook import Overruling
from tableassist.store.files.problems import bad_file
from tableassist.store.keys.signature import TableKey
from tableassist.store.keys.table_key import key_folder
from tableassist.store.match.blocks.packing import damage_as_bad_file
from tableassist.store.match.chain.additions import additions_to
from tableassist.store.match.chain.check import check_chain
from tableassist.store.match.chain.finding import Standing
from tableassist.store.match.chain.making import continued_chain
from tableassist.store.match.chain.memory_check import check_memory
from tableassist.store.match.chain.records import LinkKind
from tableassist.store.match.chain.remembered import remember_note
from tableassist.store.match.database import as_bad_file, open_to_note
from tableassist.store.match.folder import (
    SUFFIX,
    MatchLock,
    is_being_recorded,
    is_match,
    match_bytes,
    match_files,
    named_match,
    remove_match,
)
from tableassist.store.match.notes import MatchFacts
from tableassist.store.match.reader import MatchReader
from tableassist.store.match.schema import transaction
from tableassist.store.match.writer import written_overrulings

DISPUTED = ("dispute", "disputes", "disputed")


@dataclass(frozen=True, slots=True)
class MatchCard:
    """What a list shows of a match."""

    folder: Path
    facts: MatchFacts | None
    """None where it cannot be read."""
    seconds: float
    bytes: int
    has_video: bool
    marks: int
    disputes: int
    """Rulings that a person has overruled."""
    is_chained: bool
    """Whether it shows tampering; one of an older version does not."""
    additions: int
    """How many were made after the end."""
    problem: Text
    """Why it cannot be read; empty where it can."""

    @property
    def name(self) -> str:
        return self.folder.stem

    @property
    def started(self) -> datetime | None:
        return None if self.facts is None else datetime.fromtimestamp(self.facts.started_ms / 1000, UTC).astimezone()


def matches_in(root: Path) -> tuple[MatchCard, ...]:
    """The newest first, those that cannot be read last."""
    folders = [folder for folder in root.glob(f"*{SUFFIX}") if is_match(folder)] if root.is_dir() else []
    cards = [match_card(folder) for folder in folders]
    return tuple(sorted(cards, key=lambda card: (card.facts is None, -(card.facts.started_ms if card.facts else 0))))


def match_card(folder: Path) -> MatchCard:
    try:
        with closing(MatchReader(folder)) as reader:
            notes = reader.notes
            overruled = notes.overrulings()
            return MatchCard(
                folder=folder,
                facts=reader.facts,
                seconds=(reader.last_ns - reader.first_ns) / 1e9,
                bytes=match_bytes(folder),
                has_video=bool(notes.segments()),
                marks=len(notes.marks()),
                disputes=len(overruled[-1].standing) if overruled else 0,
                is_chained=notes.is_chained,
                additions=len(additions_to(folder)),
                problem="",
            )
    except BadFileError as problem:
        return MatchCard(folder, None, 0.0, match_bytes(folder), False, 0, 0, False, 0, problem.message)


def found(cards: tuple[MatchCard, ...], words: tuple[str, ...]) -> tuple[MatchCard, ...]:
    """Those that every word is about: a player, a ship, a table, a name, a date as 2025-03, or `disputes`."""
    return tuple(card for card in cards if all(_is_about(card, word.casefold()) for word in words))


def find_match(root: Path, name: str) -> Path:
    """By its name in the library, or by a path to it."""
    for folder in (Path(name), named_match(Path(name)), root / named_match(Path(name)).name):
        if is_match(folder):
            return folder
    raise BadRequestError("{name}: no such match, expected a folder, or one of {root}", name=name, root=root)


def delete_match(folder: Path) -> tuple[str, ...]:
    """Gives the names of what it leaves: files that are not of the match."""
    if is_being_recorded(folder):
        raise BadRequestError("{folder}: is being recorded, expected a match that is over", folder=folder)
    remove_match(folder)
    left = match_files(folder)
    if left:
        raise bad_file(left[0], "cannot be deleted")
    return tuple(sorted(path.name for path in folder.iterdir())) if folder.is_dir() else ()


def _is_about(card: MatchCard, word: str) -> bool:
    if word in DISPUTED:
        return card.disputes > 0
    facts, started = card.facts, card.started
    texts = [card.name]
    if facts is not None and started is not None:
        texts += [facts.name, facts.table, *facts.players, *facts.pieces, started.strftime("%Y-%m-%d %A %B")]
    return any(word in text.casefold() for text in texts)


def note_mark(folder: Path, words: str, *, t_ns: int, wall_ms: int, by: str = "", key: TableKey | None = None) -> None:
    """BadFileError where the match cannot be written, or is being recorded: then its recorder notes it."""
    _insert(folder, "marks", [(t_ns, wall_ms, by, words)], key)


def note_acts(folder: Path, acts: Sequence[tuple[int, str]], *, wall_ms: int, by: str, key: TableKey | None) -> None:
    """Acts of the game, each with its time in the match."""
    _insert(folder, "acts", [(t_ns, wall_ms, by, words) for t_ns, words in acts], key)


def note_overrulings(
    folder: Path,
    standing: tuple[Overruling, ...],
    *,
    t_ns: int,
    wall_ms: int,
    by: str = "",
    key: TableKey | None = None,
) -> None:
    """All that stand from now on; what was taken back stays in the rows before."""
    _insert(folder, "overrulings", [(t_ns, wall_ms, by, written_overrulings(standing))], key)


def _insert(folder: Path, table: str, rows: Sequence[tuple[int, int, str, object]], key: TableKey | None) -> None:
    """And signed, where the match has a chain: what was recorded stays vouched for by whoever recorded it."""
    lock = MatchLock(folder)
    lock.take()
    try:
        _check_before_noting(folder)
        with closing(open_to_note(folder)) as database, as_bad_file(folder), transaction(database):
            (number,) = database.execute(f"SELECT coalesce(max(id), 0) + 1 FROM {table}").fetchone()
            numbered = [(number + place, *row) for place, row in enumerate(rows)]
            database.executemany(f"INSERT INTO {table} VALUES (?, ?, ?, ?, ?)", numbered)
            with damage_as_bad_file(f"{folder}: chain"):
                found = continued_chain(database, key, LinkKind.NOTED, wall_ms=rows[0][1])
            if found is not None:
                chain, links = found
                chain.wall_ms = rows[0][1]
                for row in numbered:
                    chain.put(table, row)
                head = chain.head(None, is_closed=chain.is_closed, kind=LinkKind.NOTED)
                database.executemany("INSERT OR REPLACE INTO chain VALUES (?, ?, ?)", links)
                database.execute("INSERT OR REPLACE INTO heads VALUES (?, ?, ?, ?)", head)
    finally:
        lock.free()
    if found is not None and found[0].remembered_note is not None:
        remember_note(key_folder(), found[0].remembered_note)


def _check_before_noting(folder: Path) -> None:
    """A note is signed on top of what is there, so it must not be added to what nobody signed like this, nor to another
    match under the name of one that this computer recorded."""
    checked = check_chain(folder)
    memory = check_memory(key_folder(), checked.match.match_id, checked.chain, checked.frames, is_recorded_now=False)
    for finding in (*checked.found, *memory):
        if finding.standing in (Standing.DIFFERS, Standing.WRONG_SIGNER):
            raise bad_file(folder, "nothing was added, the match is not as it was signed: {what}", what=finding.message)
