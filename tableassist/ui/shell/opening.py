"""What a person may open or drop: tables, pictures, videos, matches, scores. No widgets."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from tableassist.capture import PICTURE_SUFFIXES

VIDEO_SUFFIXES = frozenset({".mp4", ".mov", ".mkv", ".avi", ".webm", ".m4v"})
MATCH_SUFFIX = ".match"
PACKED_SUFFIX = ".zip"
SCORE_SUFFIX = ".pcn"


class FileKind(StrEnum):
    TABLE = "table"
    PICTURE = "picture"
    VIDEO = "video"
    MATCH = "match"
    PACKED_MATCH = "packed match"
    SCORE = "score"


@dataclass(frozen=True, slots=True)
class Dropped:
    """What was dropped at once; None where there was none of that kind."""

    table: Path | None = None
    source: Path | None = None
    match: Path | None = None
    packed_match: Path | None = None
    score: Path | None = None
    unknown: tuple[Path, ...] = ()


def kind_of(path: Path) -> FileKind | None:
    suffix = path.suffix.lower()
    if suffix == MATCH_SUFFIX or (path.name == "match.sqlite" and path.parent.suffix == MATCH_SUFFIX):
        return FileKind.MATCH
    by_suffix = {".toml": FileKind.TABLE, PACKED_SUFFIX: FileKind.PACKED_MATCH, SCORE_SUFFIX: FileKind.SCORE}
    if suffix in by_suffix:
        return by_suffix[suffix]
    if suffix in PICTURE_SUFFIXES or path.is_dir():
        return FileKind.PICTURE
    return FileKind.VIDEO if suffix in VIDEO_SUFFIXES else None


def sorted_out(paths: tuple[Path, ...]) -> Dropped:
    """The last of each kind counts."""
    by_kind: dict[FileKind | None, list[Path]] = {}
    for path in paths:
        by_kind.setdefault(kind_of(path), []).append(path)
    sources = [*by_kind.get(FileKind.PICTURE, ()), *by_kind.get(FileKind.VIDEO, ())]
    matches = [path.parent if path.name == "match.sqlite" else path for path in by_kind.get(FileKind.MATCH, ())]
    return Dropped(
        table=_last(by_kind.get(FileKind.TABLE, ())),
        source=_last(sources),
        match=_last(matches),
        packed_match=_last(by_kind.get(FileKind.PACKED_MATCH, ())),
        score=_last(by_kind.get(FileKind.SCORE, ())),
        unknown=tuple(by_kind.get(None, ())),
    )


def _last(paths: Sequence[Path]) -> Path | None:
    return paths[-1] if paths else None
