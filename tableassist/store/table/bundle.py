"""A table file and everything it refers to, as one value: what a match or a piece of evidence carries along.

Files that lie beside the table file keep their names. Packaged ones, which the table file calls by name, are put under
`packaged/`, so that the table reads the same where another version is installed. Cards are looked up in the catalogue
that is installed. Bundles come from strangers: `bundle_from` checks names, number and size before anything is read.
"""

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from tableassist.errors import BadFileError
from tableassist.messages import message_from_plain, plain_of
from tableassist.pieces.catalogue import FortCard, ShipCard
from tableassist.pipeline.table_settings import TableSettings
from tableassist.plain_file import read_plain_file
from tableassist.store.camera.profile_file import TYPICAL
from tableassist.store.files.packaged_data import packaged_folder
from tableassist.store.files.problems import bad_file, too_large
from tableassist.store.files.toml_file import MOST_BYTES, parse_toml
from tableassist.store.models.catalogue_file import packaged_catalogue
from tableassist.store.table.file import read_leniently
from tableassist.store.table.problem import Findings

TABLE = "table.toml"
"""The table file's own name in a bundle, whatever it was called."""
PACKAGED = "packaged"
MOST_FILES = 500
MOST_BYTES_TOGETHER = 16_000_000
MOST_LETTERS = 200


@dataclass(frozen=True, slots=True)
class TableBundle:
    files: Mapping[str, bytes]
    """By relative name, `/` between its parts; `table.toml` is among them."""


def bundle_of(table: Path, text: str | None = None) -> TableBundle:
    """`text`: as if it stood in the file; the demo's table differs by its camera from stage to stage."""
    content = read_plain_file(table, MOST_BYTES) if text is None else text.encode("utf-8")
    files = {TABLE: content}
    for name in _named_files(_raw(table, content)):
        if name.startswith(f"{PACKAGED}/"):
            files[name] = read_plain_file(packaged_folder(name.split("/")[1]) / name.split("/", 2)[2], MOST_BYTES)
        else:
            _check_name(table, name)
            files[name] = read_plain_file(table.parent / name, MOST_BYTES)
    return bundle_from(files, table)


def bundle_from(files: Mapping[str, bytes], where: Path) -> TableBundle:
    """Of somebody's files; BadFileError, with `where` in front, if they cannot be a table's."""
    if TABLE not in files:
        raise bad_file(where, "got no {table} among the table's files", table=TABLE)
    if len(files) > MOST_FILES:
        count = len(files)
        raise bad_file(where, "got {count} files of a table, expected at most {most}", count=count, most=MOST_FILES)
    for name, content in files.items():
        _check_name(where, name)
        if len(content) > MOST_BYTES:
            raise too_large(f"{where}: {name}", len(content), MOST_BYTES)
    whole = sum(map(len, files.values()))
    if whole > MOST_BYTES_TOGETHER:
        most = MOST_BYTES_TOGETHER
        raise bad_file(where, "got a table of {size} bytes, expected at most {most}", size=whole, most=most)
    return TableBundle(dict(files))


def unnamed_files(bundle: TableBundle) -> tuple[str, ...]:
    """Those to which the table file does not refer."""
    named = {TABLE, *_named_files(_raw(Path(TABLE), bundle.files[TABLE]))}
    return tuple(sorted(bundle.files.keys() - named))


def settings_of(bundle: TableBundle) -> TableSettings:
    """Unpacked in a private folder and read by the ordinary readers, packaged files as they were then."""
    with tempfile.TemporaryDirectory(prefix="tableassist-") as made:
        folder = Path(made).resolve()
        try:
            unpack(bundle, folder)
            raw = _raw(Path(TABLE), bundle.files[TABLE])
            findings = Findings(folder / TABLE)
            read = read_leniently(_with_own_files(raw, bundle), findings)
            findings.raise_first()
        except BadFileError as problem:
            raise BadFileError(message_from_plain(_without(f"{folder}/", plain_of(problem.message)))) from None
    assert read is not None
    return read.settings


def _without(folder: str, plain: Any) -> Any:
    """A message as plain values, with no word of the private folder."""
    if isinstance(plain, dict):
        return {name: _without(folder, each) for name, each in plain.items()}
    return plain.replace(folder, "") if isinstance(plain, str) else plain


def unpack(bundle: TableBundle, folder: Path) -> None:
    for name, content in bundle.files.items():
        _check_name(folder, name)
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _with_own_files(raw: dict[str, object], bundle: TableBundle) -> dict[str, object]:
    """The table with packaged files called by the names that they have in the bundle."""
    packaged = {name: f"{PACKAGED}/calibration/{name}.toml" for name in _cameras(raw)}
    own = {name: packed for name, packed in packaged.items() if packed in bundle.files}
    changed, pieces, more = dict(raw), raw.get("pieces"), raw.get("more_cameras")
    if isinstance(name := raw.get("camera"), str):
        changed["camera"] = own.get(name, name)
    if isinstance(more, list):
        changed["more_cameras"] = [own.get(name, name) if isinstance(name, str) else name for name in more]
    if isinstance(pieces, list):
        changed["pieces"] = [_with_own_model(piece, bundle) for piece in pieces]
    return changed


def _with_own_model(piece: object, bundle: TableBundle) -> object:
    name = _model_name(piece)
    own = f"{PACKAGED}/models/{name}.toml"
    return {**piece, "model": own} if isinstance(piece, dict) and name and own in bundle.files else piece


def _named_files(raw: dict[str, object]) -> Iterator[str]:
    """All that the table file refers to, and that is there to be read; what is missing, its reader will tell."""
    mat, pieces = raw.get("mat"), raw.get("pieces")
    for camera in dict.fromkeys(_cameras(raw)):
        if camera != TYPICAL:
            yield camera if camera.endswith(".toml") else f"{PACKAGED}/calibration/{camera}.toml"
    if isinstance(mat, dict) and isinstance(mat.get("survey"), str):
        yield mat["survey"]
    for piece in pieces if isinstance(pieces, list) else ():
        name = _model_name(piece)
        if name is not None:
            yield name if name.endswith(".toml") else f"{PACKAGED}/models/{name}.toml"


def _cameras(raw: dict[str, object]) -> Iterator[str]:
    """The names of all camera profiles."""
    more = raw.get("more_cameras")
    for name in (raw.get("camera"), *(more if isinstance(more, list) else ())):
        if isinstance(name, str):
            yield name


def _model_name(piece: object) -> str | None:
    """Its own, or its card's."""
    if not isinstance(piece, dict):
        return None
    name, key = piece.get("model"), piece.get("card")
    if isinstance(name, str):
        return name
    card = packaged_catalogue().card(key) if isinstance(key, str) else None
    return card.model if isinstance(card, ShipCard | FortCard) else None


def _raw(path: Path, content: bytes) -> dict[str, object]:
    try:
        return parse_toml(path, content.decode("utf-8"))
    except UnicodeDecodeError as problem:
        raise bad_file(path, "not a text file: byte {place} is not UTF-8", place=problem.start) from None


def _check_name(where: Path, name: str) -> None:
    posix, windows = PurePosixPath(name), PureWindowsPath(name)
    plain = name.isprintable() and len(name) <= MOST_LETTERS and name.endswith(".toml") and str(posix) == name
    if not plain or ".." in (*posix.parts, *windows.parts) or posix.anchor or windows.anchor or "\\" in name:
        name = name[:MOST_LETTERS]
        raise bad_file(where, "got a file {name!r}, expected a .toml within the table's folder", name=name)
