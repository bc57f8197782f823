"""`tableassist doctor`: what this computer has and lacks, a look at a camera, and a bundle for a bug report."""

import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
import typer

from tableassist import __version__
from tableassist.capture import SourceKind, parse_source, stream_address
from tableassist.cli.terminal import echo, echo_json, print_rows, tell
from tableassist.errors import BadRequestError, SourceError
from tableassist.messages import Message, say, template, tr
from tableassist.plain_file import read_plain_file
from tableassist.setup.doctor import (
    CheckSign,
    DoctorLine,
    all_lines,
    at_home,
    camera_lines,
    check_out,
    fine,
    log_files,
    missing,
    table_view_lines,
    write_bundle,
)
from tableassist.setup.program import part_licences
from tableassist.sources import open_table_source
from tableassist.store.files import MOST_BYTES, encoded
from tableassist.store.judgement_json import to_json
from tableassist.vision.camera.frame import Frame


def tell_licences(*, as_json: bool) -> None:
    parts = part_licences()
    if as_json:
        echo_json(msgspec.json.format(msgspec.json.encode(parts), indent=2).decode())
        return
    tell(tr("Table Assist {version}: GPL-3.0-or-later. It is shipped with:", version=__version__))
    rows = [(part.name, part.version, part.licence or tr("it does not say")) for part in parts]
    print_rows((tr("package"), tr("version"), tr("licence")), rows, given=(2,), indent=2)


MARKS = {CheckSign.OK: template("OK"), CheckSign.LOOK: template("look"), CheckSign.MISSING: template("MISSING")}
INKS = {CheckSign.OK: typer.colors.GREEN, CheckSign.LOOK: typer.colors.YELLOW, CheckSign.MISSING: typer.colors.RED}


class DoctorRow(msgspec.Struct):
    what: str
    sign: CheckSign
    words: str
    do: str


class DoctorReport(msgspec.Struct):
    """For programs: in English."""

    fine: bool
    lines: tuple[DoctorRow, ...]


def see_doctor(
    camera: str | None,
    *,
    bundle: Path | None,
    table: Path | None,
    with_picture: bool,
    yes: bool,
    as_json: bool,
    more: Sequence[DoctorLine] = (),
) -> int:
    """The exit code: 1 where something is missing. `more`: what somebody else has looked at."""
    if bundle is not None:
        check_out(bundle)
    lines, frame = tuple(all_lines(qt_line())), None
    if camera is not None:
        seen, frame = camera_lines(camera, open_table_source)
        lines += seen
    if frame is not None and table is not None:
        lines += table_view_lines(table, frame)
    lines += tuple(more)
    report = _report(lines)
    if as_json:
        echo_json(to_json(report).decode())
    else:
        for line in lines:
            _print(line)
    if bundle is not None:
        files = _files(report, camera, table, frame if with_picture else None)
        _write(files, bundle, yes=yes, quiet=as_json)
    return 0 if report.fine else 1


def qt_line() -> DoctorLine:
    what = template("Qt's libraries")
    try:
        from PyQt6.QtCore import QT_VERSION_STR
        from PyQt6.QtWidgets import QApplication
    except ImportError as problem:
        do = Message("install the system's libraries: make demo does it on Debian")
        return missing(what, str(problem), do)
    return fine(what, Message("Qt {version} loads ({name})", version=QT_VERSION_STR, name=QApplication.__name__))


def _report(lines: Sequence[DoctorLine]) -> DoctorReport:
    rows = tuple(DoctorRow(line.what, line.sign, str(line.words), str(line.do)) for line in lines)
    return DoctorReport(all(line.sign is not CheckSign.MISSING for line in lines), rows)


def _print(line: DoctorLine) -> None:
    width = max(len(say(Message(mark))) for mark in MARKS.values())
    mark = say(Message(MARKS[line.sign])).ljust(width)
    echo(f" {say(Message(line.what))}: {say(line.words)}", mark=mark, ink=INKS[line.sign])
    if line.do:
        echo(f"{' ' * (width + 1)}-> {say(line.do)}")


def _files(report: DoctorReport, camera: str | None, table: Path | None, frame: Frame | None) -> dict[str, bytes]:
    told = (f"{each.sign}: {each.what}: {each.words}" + (f" -> {each.do}" if each.do else "") for each in report.lines)
    files = {"doctor.txt": "".join(f"{line}\n" for line in told).encode(), "doctor.json": to_json(report)}
    if camera is not None:
        files["camera.txt"] = f"{_without_password(camera)}\n".encode()
    if table is not None:
        files["table.toml"] = read_plain_file(table, MOST_BYTES)
    if frame is not None:
        files["picture.png"] = encoded(frame.image)
    return {**files, **log_files()}


def _without_password(camera: str) -> str:
    try:
        spec = parse_source(camera)
    except SourceError:
        return camera
    return stream_address(spec.target).shown if spec.kind in (SourceKind.HTTP, SourceKind.RTSP) else camera


def _write(files: dict[str, bytes], out: Path, *, yes: bool, quiet: bool) -> None:
    tell(tr("{path} would hold:", path=out), err=quiet)
    for name, content in files.items():
        tell(tr("  {name:<20} {count:>9} bytes", name=name, count=len(content)), err=quiet)
    tell(tr("Nothing is sent anywhere: look into the file, and attach it or not, as you like."), err=quiet)
    if not yes:
        if not sys.stdin.isatty():
            raise BadRequestError("--bundle: cannot ask for confirmation here, expected --yes")
        if not typer.confirm(tr("Write it?")):
            return
    write_bundle(files, out)
    tell(tr("written: {path}", path=at_home(out)), err=quiet)
