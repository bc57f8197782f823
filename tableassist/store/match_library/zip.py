"""A match as one file to send, and back. What comes back is a stranger's until it has been read."""

import re
import shutil
import sqlite3
import tempfile
import uuid
import zipfile
import zlib
from contextlib import closing
from pathlib import Path, PurePosixPath

from tableassist.plain_file import check_plain_file
from tableassist.store.files.problems import bad_file, library_words
from tableassist.store.match.folder import DATABASE, SUFFIX, match_files, named_match
from tableassist.store.match.reader import MatchReader
from tableassist.store.match.stills import STILL

VIDEO = re.compile(r"video-\d{4}\.mp4")
MOST_FILES = 1_000
MOST_BYTES = 60_000_000_000
MOST_RATIO = 100
"""Unpacked to packed; a video cannot be packed at all, and a database to a third."""
SMALL_BYTES = 10_000_000
"""An empty table packs better than that, and does no harm."""
CHUNK = 1 << 20
UNREADABLE = (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, RuntimeError, ValueError)


def export_match(folder: Path, out: Path) -> Path:
    """Whole or not at all; also of a match that was never closed, or that is being recorded."""
    MatchReader(folder).close()
    if out.exists():
        raise bad_file(out, "already exists, expected a new name")
    part = out.with_name(f".{out.name}.part")
    try:
        with tempfile.TemporaryDirectory(prefix="tableassist-") as made:
            database = _copy_of_database(folder, Path(made) / DATABASE)
            inside = folder.name.encode("utf-8", "replace").decode()  # a folder's name need not be UTF-8, a zip's must
            with zipfile.ZipFile(part, "w", allowZip64=True) as packed:
                packed.write(database, f"{inside}/{DATABASE}", zipfile.ZIP_DEFLATED)
                for path in match_files(folder):
                    if _is_picture(path.name):
                        packed.write(path, f"{inside}/{path.name}", zipfile.ZIP_STORED)
        part.rename(out)
    except (OSError, sqlite3.Error) as problem:
        raise bad_file(out, "cannot be written: {problem}", problem=problem) from None
    finally:
        part.unlink(missing_ok=True)
    return out


def import_match(source: Path, root: Path) -> Path:
    """A zip of `export_match`, or a match's folder, into a library. It is read before it is taken in."""
    root.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".import-", dir=root) as made:
        part = Path(made) / "match"
        part.mkdir()
        name = _copied(source, part) if source.is_dir() else _unpacked(source, part)
        _check(part)
        target = _free_name(root, name)
        part.rename(target)
    return target


def _is_picture(name: str) -> bool:
    return VIDEO.fullmatch(name) is not None or STILL.fullmatch(name) is not None


def _copy_of_database(folder: Path, copy: Path) -> Path:
    """With what only stands in its log so far."""
    address = f"{(folder / DATABASE).resolve().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")
    return copy


def _check(part: Path) -> None:
    """The beginning and the end can be read."""
    with closing(MatchReader(part)) as reader:
        if not reader.is_empty:
            reader.frame(reader.first_frame)
            reader.frame(reader.end_frame - 1)
        reader.notes.segments()
        reader.notes.bundle()


def _free_name(root: Path, name: str) -> Path:
    plain = "".join(letter for letter in name if letter.isprintable() and letter not in '/\\:*?"<>|').strip(". ")[:80]
    for number in range(1, 1000):
        target = named_match(root / (plain if number == 1 else f"{plain} {number}"))
        if plain and not target.exists():
            return target
    return named_match(root / f"match-{uuid.uuid4().hex[:12]}")


def _copied(source: Path, part: Path) -> str:
    try:
        for path in match_files(source):
            if path.is_symlink():
                raise bad_file(path, "got a link, expected a file")
            shutil.copyfile(path, part / path.name)
    except OSError as problem:
        raise bad_file(source, "cannot be copied: {problem}", problem=problem.strerror) from None
    return source.stem


def _unpacked(source: Path, part: Path) -> str:
    check_plain_file(source)
    try:
        with zipfile.ZipFile(source) as packed:
            entries = packed.infolist()
            name = _checked_entries(source, entries)
            for entry in entries:
                _unpack(packed, entry, part / PurePosixPath(entry.filename).name, source)
            return name
    except UNREADABLE as problem:
        raise bad_file(source, "not a match that can be imported: {problem}", problem=library_words(problem)) from None


def _checked_entries(source: Path, entries: list[zipfile.ZipInfo]) -> str:
    if not 0 < len(entries) <= MOST_FILES:
        raise bad_file(source, "got {count} files, expected 1 to {most}", count=len(entries), most=MOST_FILES)
    folders, names = set(), []
    for entry in entries:
        path = PurePosixPath(entry.filename)
        is_ours = len(path.parts) == 2 and (path.name == DATABASE or _is_picture(path.name))
        if not is_ours or path.anchor or ".." in path.parts or not path.parts[0].endswith(SUFFIX) or entry.is_dir():
            raise bad_file(source, "got {name!r}, expected the files of one match", name=entry.filename[:80])
        if entry.file_size > max(SMALL_BYTES, MOST_RATIO * entry.compress_size):
            where, size = f"{source}: {path.name}", entry.file_size
            raise bad_file(where, "unpacks to {size} bytes, too many for a match", size=size)
        folders.add(path.parts[0])
        names.append(path.name)
    if len(folders) != 1 or DATABASE not in names or len(set(names)) != len(names):
        raise bad_file(source, "got the files of {count} folders, expected those of one match", count=len(folders))
    whole = sum(entry.file_size for entry in entries)
    if whole > MOST_BYTES:
        raise bad_file(source, "unpacks to {size} bytes, expected at most {most}", size=whole, most=MOST_BYTES)
    return Path(folders.pop()).stem


def _unpack(packed: zipfile.ZipFile, entry: zipfile.ZipInfo, target: Path, source: Path) -> None:
    left = entry.file_size
    with packed.open(entry) as content, target.open("xb") as file:
        while chunk := content.read(CHUNK):
            left -= len(chunk)
            if left < 0:
                raise bad_file(f"{source}: {target.name}", "is longer than its header says")
            file.write(chunk)
