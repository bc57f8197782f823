"""What a person may open or drop: tables, pictures, videos, matches. No widgets."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from tableassist.capture.picture import PICTURE_SUFFIXES

VIDEO_SUFFIXES = frozenset({".mp4", ".mov", ".mkv", ".avi", ".webm", ".m4v"})
MATCH_SUFFIX = ".match"


class FileKind(StrEnum):
    TABLE = "table"
    PICTURE = "picture"
    VIDEO = "video"
    MATCH = "match"


@dataclass(frozen=True, slots=True)
class Dropped:
    """What was dropped at once; None where there was none of that kind."""

    table: Path | None = None
    source: Path | None = None
    match: Path | None = None
    unknown: tuple[Path, ...] = ()


def kind_of(path: Path) -> FileKind | None:
    suffix = path.suffix.lower()
    if suffix == MATCH_SUFFIX or (path.name == "match.sqlite" and path.parent.suffix == MATCH_SUFFIX):
        return FileKind.MATCH
    if suffix == ".toml":
        return FileKind.TABLE
    if suffix in PICTURE_SUFFIXES or path.is_dir():
        return FileKind.PICTURE
    return FileKind.VIDEO if suffix in VIDEO_SUFFIXES else None


def sorted_out(paths: tuple[Path, ...]) -> Dropped:
    """The last of each kind counts."""
    by_kind: dict[FileKind | None, list[Path]] = {}
    for path in paths:
        by_kind.setdefault(kind_of(path), []).append(path)
    tables = by_kind.get(FileKind.TABLE, [])
    sources = [*by_kind.get(FileKind.PICTURE, ()), *by_kind.get(FileKind.VIDEO, ())]
    matches = [path.parent if path.name == "match.sqlite" else path for path in by_kind.get(FileKind.MATCH, ())]
    return Dropped(
        table=tables[-1] if tables else None,
        source=sources[-1] if sources else None,
        match=matches[-1] if matches else None,
        unknown=tuple(by_kind.get(None, ())),
    )
