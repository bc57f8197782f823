"""The replay buffer: the last ten minutes, in the same form as a match, in the user's cache folder.

It is a recorder that forgets. Saved after the fact it becomes a match; after a clean end nothing of it is left; after
a crash `unfinished_matches` finds it.
"""

import logging
import time
import uuid
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from tableassist.errors import BadFileError
from tableassist.matches.recording.recorder import Recorder
from tableassist.matches.recording.status import free_bytes
from tableassist.store.keys import key_folder, table_key_or_none
from tableassist.store.match import SUFFIX, MatchReader, is_being_recorded, is_match, move_match, named_match
from tableassist.store.match.chain import LinkKind
from tableassist.store.match.writer import CHAPTER_NS, resume_match
from tableassist.store.table import TableBundle

log = logging.getLogger(__name__)
KEEP_S = 600.0
SEGMENT_S = 60.0
LEAST_OFFERED_S = 1.0
"""A memory of less shows nothing, and is not worth a question."""
PREFIX = "memory-"
"""Of the folders, as earlier versions named them."""


def replay_buffer_root() -> Path:
    """Named as earlier versions named it: what they left there is found."""
    return platformdirs.user_cache_path("tableassist") / "memory"


def matches_root() -> Path:
    """Where matches lie that nobody gave another place."""
    return platformdirs.user_data_path("tableassist") / "matches"


def start_replay_buffer(
    bundle: TableBundle | None,
    *,
    video: bool = True,
    root: Path | None = None,
    keep_s: float = KEEP_S,
    segment_s: float = SEGMENT_S,
    free: Callable[[Path], int | None] = free_bytes,
) -> Recorder:
    """`keep` of the recorder makes it a match."""
    path = (root or replay_buffer_root()) / f"{PREFIX}{uuid.uuid4().hex[:12]}{SUFFIX}"
    return Recorder(path, bundle, video=video, keep_s=keep_s, segment_s=segment_s, free=free)


@dataclass(frozen=True, slots=True)
class UnfinishedMatch:
    """One whose recorder was stopped before it could close it."""

    folder: Path
    name: str
    table: str
    started_ms: int
    seconds: float
    is_replay_buffer: bool
    """Whether it would be gone if all had gone well: to be saved or dropped, not gone on with."""


def unfinished_matches(roots: Iterable[Path] | None = None) -> tuple[UnfinishedMatch, ...]:
    """For the next start to offer, the newest first: to go on with (`Recorder(folder, go_on=True)`), to save
    (`save_unfinished`) or to drop (`remove_match`). What cannot be read is passed over."""
    found = []
    for root in (replay_buffer_root(), matches_root()) if roots is None else roots:
        for folder in sorted(root.glob(f"*{SUFFIX}")) if root.is_dir() else ():
            match = unfinished_match(folder)
            if match is not None and not (match.is_replay_buffer and match.seconds < LEAST_OFFERED_S):
                found.append(match)
    return tuple(sorted(found, key=lambda match: -match.started_ms))


def unfinished_match(folder: Path) -> UnfinishedMatch | None:
    """None where it was closed, or is being recorded."""
    if not is_match(folder) or is_being_recorded(folder):
        return None
    try:
        with closing(MatchReader(folder)) as reader:
            facts, seconds = reader.facts, (reader.last_ns - reader.first_ns) / 1e9
    except BadFileError as problem:
        log.debug("%s", problem)
        return None
    if facts.closed_ms is not None:
        return None
    is_replay_buffer = folder.name.startswith(PREFIX)
    return UnfinishedMatch(folder, facts.name, facts.table, facts.started_ms, seconds, is_replay_buffer)


def save_unfinished(folder: Path, as_path: Path | None = None) -> Path:
    """Closes it as it is, and gives it a name; where it lies if that is None."""
    with closing(MatchReader(folder)) as reader:
        last = None if reader.is_empty else reader.row(reader.end_frame - 1)
        closed_ms = reader.facts.started_ms if last is None else last.wall_ms
    writer = resume_match(folder, chapter_ns=CHAPTER_NS)
    target = folder if as_path is None else named_match(as_path)
    is_buffer, key = folder.name.startswith(PREFIX), table_key_or_none(key_folder())
    before = LinkKind.KEPT if is_buffer else LinkKind.ADOPTED
    writer.begin_chain(folder, key, wall_ms=time.time_ns() // 1_000_000, before=before)
    writer.note({"name": target.stem})
    writer.close(closed_ms=closed_ms)
    if target != folder:
        if target.exists():
            raise BadFileError("{path}: already exists, expected a new name", path=target)
        try:
            move_match(folder, target)
        except OSError as problem:
            why = problem.strerror
            raise BadFileError("{path}: cannot be kept there: {problem}", path=target, problem=why) from None
    return target
