"""A piece of evidence: a zip with all that is needed to see a moment of a match, and to judge it again.

Evidence comes from strangers. Its files are read into memory and never unpacked; number, size, packing and names are
checked before anything else is, and the manifest has a SHA-256 of each.
"""

import hashlib
import io
import logging
import stat
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec

from tableassist.errors import BadFileError, one_line
from tableassist.messages import template
from tableassist.plain_file import check_plain_file
from tableassist.store.evidence.plain_form import check_zip_layout, is_plain_png, repeated_name
from tableassist.store.files.problems import bad_file, library_words, not_ours, too_large, unreadable
from tableassist.store.files.safe_write import write_bytes_safely
from tableassist.store.match.settings import OPTIONAL_PARTS, PARTS

T = TypeVar("T")
FORMAT, OLDEST_FORMAT = 4, 1
LAST_WITH_OVERLAY = 2
"""Up to this format a picture with the drawing lay in the zip, which nobody derived again."""
CAMERAS_OWN, OUT_OF_VIDEO = "camera", "video"


class Member:
    """Names of the files in the zip. Those that end with `/` are folders."""

    MANIFEST = "manifest.json"
    SIGNATURE = "signature.json"
    FRAME = "frame.png"
    EARLIER = "earlier/"
    VIEWS = "views/"
    RECTIFIED = "rectified.png"
    OVERLAY = "overlay.png"
    POSES = "poses.json"
    MISSING = "missing.json"
    WHEREABOUTS = "whereabouts.json"
    RULINGS = "rulings.json"
    RECORDED = "recorded.json"
    OVERRULINGS = "overrulings.json"
    CHANGES = "changes.json"
    RULING = "ruling.txt"
    SETTINGS = "settings/"
    TABLE = "table/"
    VERSIONS = "versions.json"


WORDS = {
    Member.POSES,
    Member.RULINGS,
    Member.OVERRULINGS,
    Member.VERSIONS,
    Member.RULING,
    Member.MISSING,
    Member.WHEREABOUTS,
    Member.RECORDED,
    Member.CHANGES,
}
SINGLE = frozenset({Member.MANIFEST, Member.SIGNATURE, *WORDS, Member.FRAME, Member.RECTIFIED, Member.OVERLAY})
FOLDERS = {Member.SETTINGS: ".json", Member.TABLE: ".toml", Member.EARLIER: ".png", Member.VIEWS: ".png"}
"""What may lie in each."""
MOST_FILES = 600
MOST_ZIP_BYTES = 200_000_000
MOST_FILE_BYTES = 100_000_000
MOST_BYTES = 300_000_000
MOST_RATIO, RATIO_FROM_BYTES = 100, 1_000_000
"""How many bytes may come out of one, for a file that is large at all."""
MOST_NAME, MOST_DOUBT = 200, 400
DAY = (1980, 1, 1, 0, 0, 0)
"""A zip keeps a time for each file; ours keep none, so that the same evidence is the same bytes."""


class Listed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sha256: str
    size: int


Doubt = Annotated[str, msgspec.Meta(max_length=MOST_DOUBT)]
Line = Annotated[str, msgspec.Meta(max_length=1000)]


class ViewFacts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a picture from another side goes with."""

    camera: Annotated[int, msgspec.Meta(ge=0, le=3)] | None
    """Which of the table's cameras took it; None: a photo by one of which nothing else is known."""
    film_mm: Annotated[float, msgspec.Meta(gt=0, le=1000)] | None
    """The 35 mm equivalent focal length that it stated; nothing else is known of its camera."""
    pieces: tuple[str, ...]
    """Those that had not been moved since it was taken: it speaks of no other."""


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    format: int
    made_by: Line
    """tableassist and its version."""
    match_id: Line
    match_name: Line
    t_ns: int
    """Of the moment, as the match counts."""
    at_s: float
    """Since the match began."""
    wall: Line
    """Time of day of the moment, ISO 8601."""
    ruling: Line | None
    """The id of the ruling that it is about; None: of all."""
    registered: bool
    """Whether the mat was seen; else nothing is judged."""
    picture: Line = ""
    """CAMERAS_OWN, OUT_OF_VIDEO, or nothing where there is none."""
    table: Line = ""
    """The name of the table, under which its key is known."""
    public_key: Line = ""
    """Of the one who signs, in base64; empty where nobody does. Stripping the signature alone is noticed by it."""
    language: Line = "en"
    """Of the words in it."""
    earlier: Mapping[str, tuple[str, ...]] = {}
    """The time of each earlier picture, and the pieces that are hidden in the moment's own and were last seen there."""
    film_mm: Annotated[float, msgspec.Meta(gt=0, le=1000)] | None = None
    """The 35 mm equivalent focal length that the picture stated, where it is a photo. Since format 4."""
    views: Mapping[str, ViewFacts] = {}
    """By the names of their files: photos by which the moment was judged together with its own picture. Since
    format 4."""
    match_doubts: tuple[Doubt, ...] = ()
    """What was not right with the match when this was cut from it, in words: whoever signs does not vouch for that."""
    files: Mapping[str, Listed]


class _Format(msgspec.Struct, frozen=True):
    """Of a manifest, whatever else is in it: a later version may say more."""

    format: int


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    manifest: Manifest
    files: Mapping[str, bytes]
    """All but the manifest and the signature, by name."""
    manifest_bytes: bytes
    """What a signature is over."""
    signature: bytes | None = None

    def folder(self, name: str) -> dict[str, bytes]:
        """The files of a folder, by their names in it."""
        return {key.removeprefix(name): content for key, content in self.files.items() if key.startswith(name)}


def evidence_of(files: Mapping[str, bytes], **about: object) -> Evidence:
    """`about`: the manifest's other fields."""
    listed = {name: Listed(hashlib.sha256(content).hexdigest(), len(content)) for name, content in files.items()}
    manifest = msgspec.convert({"format": FORMAT, "files": listed, **about}, Manifest)
    plain = msgspec.json.format(msgspec.json.encode(manifest, order="deterministic"), indent=2)
    return Evidence(manifest, dict(files), plain)


def write_evidence(path: Path, evidence: Evidence) -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, data in _all_files(evidence):
            packing = zipfile.ZIP_STORED if name.endswith(".png") else zipfile.ZIP_DEFLATED
            entry = zipfile.ZipInfo(name, DAY)
            entry.compress_type, entry.external_attr = packing, 0o644 << 16
            archive.writestr(entry, data)
    write_bytes_safely(path, content.getvalue())


def _all_files(evidence: Evidence) -> Iterator[tuple[str, bytes]]:
    yield Member.MANIFEST, evidence.manifest_bytes
    if evidence.signature is not None:
        yield Member.SIGNATURE, evidence.signature
    yield from sorted(evidence.files.items())


def read_evidence(path: Path) -> Evidence:
    """BadFileError, in one line, for whatever is not evidence as it was written."""
    size = check_plain_file(path)
    if size > MOST_ZIP_BYTES:
        raise too_large(path, size, MOST_ZIP_BYTES)
    try:
        with zipfile.ZipFile(path) as archive:
            check_zip_layout(archive, path)
            files = dict(_unpacked(archive, path))
    except OSError as problem:
        raise unreadable(path, problem) from None
    except BadFileError:
        raise
    except Exception as problem:  # BadZipFile, zlib.error and what else a damaged zip makes its reader trip over
        logging.getLogger(__name__).debug("%s", path, exc_info=True)
        raise bad_file(path, "not a zip that can be read: {problem}", problem=library_words(problem)) from None
    return _checked(files, path)


def _unpacked(archive: zipfile.ZipFile, path: Path) -> Iterator[tuple[str, bytes]]:
    entries = archive.infolist()
    if len(entries) > MOST_FILES:
        raise bad_file(path, "got {count} files, expected at most {most}", count=len(entries), most=MOST_FILES)
    left, seen = MOST_BYTES, set[str]()
    for entry in entries:
        _check_entry(entry, seen, path)
        seen.add(entry.filename)
        most = min(left, MOST_FILE_BYTES)
        if entry.file_size > RATIO_FROM_BYTES:
            most = min(most, MOST_RATIO * max(1, entry.compress_size))
        if entry.file_size > most:
            raise too_large(f"{path}: {entry.filename}", entry.file_size, most)
        with archive.open(entry) as file:
            content = file.read(most + 1)
        if len(content) > most:
            raise bad_file(f"{path}: {entry.filename}", "got more than {most} bytes", most=most)
        left -= len(content)
        _check_form(entry.filename, content, path)
        yield entry.filename, content


def _check_form(name: str, content: bytes, path: Path) -> None:
    """A file says one thing, whatever program reads it."""
    where = f"{path}: {name}"
    if name.endswith(".png") and not is_plain_png(content):
        raise bad_file(where, "not a plain PNG picture, expected one picture and nothing else")
    if name.endswith(".json") and (twice := repeated_name(content)) is not None:
        raise bad_file(where, "got '{name:.80}' twice in one place, expected each name once", name=one_line(twice, 80))


def _check_entry(entry: zipfile.ZipInfo, seen: set[str], path: Path) -> None:
    """Only names that evidence has, each once: none leads anywhere else."""
    name = entry.filename
    shown = "".join(c if c.isprintable() else "?" for c in name[:MOST_NAME])
    if not _is_ours(name) or name in seen:
        raise bad_file(path, "got a file '{got}', expected only those of evidence, each once", got=shown)
    mode = entry.external_attr >> 16
    if entry.is_dir() or (mode and not stat.S_ISREG(mode) and stat.S_IFMT(mode)):
        raise bad_file(f"{path}: {shown}", "got a folder or a link, expected a file")
    if entry.flag_bits & 0x1 or entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise bad_file(f"{path}: {shown}", "got a file that is encrypted or compressed in an unusual way")


def _is_ours(name: str) -> bool:
    if name in SINGLE:
        return True
    folder = next((each for each in FOLDERS if name.startswith(each)), None)
    if folder is None or len(name) > MOST_NAME or not name.isprintable() or "\\" in name or ":" in name:
        return False
    stem = name.removeprefix(folder).removesuffix(FOLDERS[folder])
    if folder == Member.SETTINGS:
        return stem in (*PARTS, *OPTIONAL_PARTS)
    parts = name.split("/")
    return name.endswith(FOLDERS[folder]) and not any(part in ("", ".", "..") for part in parts)


def _checked(files: dict[str, bytes], path: Path) -> Evidence:
    if Member.MANIFEST not in files:
        raise bad_file(path, "not evidence of tableassist: no {file} in it", file=Member.MANIFEST)
    plain, signature = files.pop(Member.MANIFEST), files.pop(Member.SIGNATURE, None)
    manifest = _manifest(plain, path)
    for name in sorted(files.keys() ^ manifest.files.keys()):
        if name in files:
            raise bad_file(path, "{name} is not in the manifest", name=library_words(name))
        raise bad_file(path, "{name} is missing", name=library_words(name))
    for name, content in files.items():
        if hashlib.sha256(content).hexdigest() != manifest.files[name].sha256:
            raise bad_file(path, "{name} was changed: its SHA-256 is not the manifest's", name=name)
    return Evidence(manifest, files, plain, signature)


def _manifest(plain: bytes, path: Path) -> Manifest:
    _check_format(_decoded(plain, _Format, path).format, path)
    manifest = _decoded(plain, Manifest, path)
    try:
        datetime.fromisoformat(manifest.wall)
    except ValueError:
        where, wall = f"{path}: {Member.MANIFEST}: wall", one_line(manifest.wall, 40)
        raise bad_file(where, "got '{got}', expected a time of day", got=wall) from None
    if Member.OVERLAY in manifest.files and manifest.format > LAST_WITH_OVERLAY:
        what = template("got a file '{got}', which evidence of format {format} has not")
        raise bad_file(path, what, got=Member.OVERLAY, format=manifest.format)
    return manifest


def _check_format(number: int, path: Path) -> None:
    if number > FORMAT:
        what = template("made by a later version of tableassist: got format {got}, this version reads up to {most}")
        raise bad_file(path, what, got=number, most=FORMAT)
    if number < OLDEST_FORMAT:
        raise bad_file(f"{path}: format", "got {got}, expected {expected}", got=number, expected=FORMAT)


def _decoded(plain: bytes, kind: type[T], path: Path) -> T:
    try:
        return msgspec.json.decode(plain, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
        raise not_ours(f"{path}: {Member.MANIFEST}", problem) from None
