"""A match on the disk: the folder `NAME.match` with `match.sqlite`, the video's segments and stills."""

import shutil
from contextlib import suppress
from pathlib import Path

from tableassist.formats.io.bad_file import bad_file
from tableassist.formats.match.stills import STILL_FILES

SUFFIX = ".match"
DATABASE = "match.sqlite"
LOCK = "recording.lock"
BESIDE_DATABASE = ("match.sqlite-wal", "match.sqlite-shm", "match.sqlite-journal")


def segment_name(chapter: int) -> str:
    return f"video-{chapter:04d}.mp4"


def is_match(folder: Path) -> bool:
    return (folder / DATABASE).is_file()


def named_match(path: Path) -> Path:
    """With the ending that a match has."""
    return path if path.suffix == SUFFIX else path.with_name(path.name + SUFFIX)


def make_match_folder(path: Path) -> Path:
    """An empty folder of that name; nobody's match is written over."""
    folder = named_match(path)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir()
    except FileExistsError:
        raise bad_file(folder, "is there already, expected a new name") from None
    except OSError as problem:
        raise bad_file(folder, "cannot be created: {problem}", problem=problem.strerror) from None
    return folder


def match_files(folder: Path) -> tuple[Path, ...]:
    """All that belongs to the match, and nothing that somebody else has put there."""
    names = [DATABASE, *BESIDE_DATABASE]
    pictures = [*sorted(folder.glob("video-[0-9][0-9][0-9][0-9].mp4")), *sorted(folder.glob(STILL_FILES))]
    return tuple(path for path in (*(folder / name for name in names), *pictures) if path.is_file())


def match_bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in match_files(folder))


def move_match(folder: Path, target: Path) -> None:
    """OSError where it cannot be; then it is where it was."""
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        folder.rename(target)
        return
    except OSError:
        if target.exists():
            raise
    # On another disk: whole or not at all.
    part = target.with_name(f".{target.name}.part")
    try:
        shutil.copytree(folder, part)
        part.rename(target)
    except OSError:
        shutil.rmtree(part, ignore_errors=True)
        raise
    remove_match(folder)


def remove_match(folder: Path) -> None:
    """Only what belongs to a match; the folder too if nothing else is in it."""
    for path in (*match_files(folder), folder / LOCK):
        with suppress(OSError):
            path.unlink(missing_ok=True)
    with suppress(OSError):
        folder.rmdir()
