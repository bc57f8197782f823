"""`tableassist doctor`: what this computer has and lacks, a look at a camera, and a bundle for a bug report."""

import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import msgspec
import typer

from tableassist.capture.network.stream_address import stream_address
from tableassist.cli.doctor.bundle import bundle_words, check_out, write_bundle
from tableassist.cli.doctor.camera import camera_lines
from tableassist.cli.doctor.checks import all_lines, at_home
from tableassist.cli.doctor.line import CheckSign, DoctorLine
from tableassist.errors import BadRequestError
from tableassist.formats.io.toml_file import MOST_BYTES
from tableassist.formats.judgement_json import to_json
from tableassist.plain_file import read_plain_file
from tableassist.runtime.table_source import open_table_source
from tableassist.vision.camera.frame import Frame

MARKS = {CheckSign.OK: "OK     ", CheckSign.LOOK: "look   ", CheckSign.MISSING: "MISSING"}
INKS = {CheckSign.OK: typer.colors.GREEN, CheckSign.LOOK: typer.colors.YELLOW, CheckSign.MISSING: typer.colors.RED}


class DoctorReport(msgspec.Struct):
    fine: bool
    lines: tuple[DoctorLine, ...]


def see_doctor(
    camera: str | None, *, bundle: Path | None, table: Path | None, with_picture: bool, yes: bool, as_json: bool
) -> int:
    """The exit code: 1 where something is missing."""
    if bundle is not None:
        check_out(bundle)
    lines, frame = tuple(all_lines()), None
    if camera is not None:
        seen, frame = camera_lines(camera, open_table_source)
        lines += seen
    report = DoctorReport(all(line.sign is not CheckSign.MISSING for line in lines), lines)
    if as_json:
        sys.stdout.write(to_json(report).decode() + "\n")
    else:
        for line in lines:
            _print(line)
    if bundle is not None:
        files = _files(report, camera, table, frame if with_picture else None)
        _write(files, bundle, yes=yes, quiet=as_json)
    return 0 if report.fine else 1


def _print(line: DoctorLine) -> None:
    mark = typer.style(MARKS[line.sign], fg=INKS[line.sign], bold=True)
    typer.echo(f"{mark} {line.what}: {line.words}")
    if line.do:
        typer.echo(f"        -> {line.do}")


def _files(report: DoctorReport, camera: str | None, table: Path | None, frame: Frame | None) -> dict[str, bytes]:
    text = "\n".join(plain_lines(report.lines))
    files = {"doctor.txt": f"{text}\n".encode(), "doctor.json": to_json(report)}
    if camera is not None:
        files["camera.txt"] = f"{_without_password(camera)}\n".encode()
    if table is not None:
        files["table.toml"] = read_plain_file(table, MOST_BYTES)
    if frame is not None:
        ok, encoded = cv2.imencode(".png", frame.image)
        assert ok
        files["picture.png"] = encoded.tobytes()
    return files


def plain_lines(lines: Sequence[DoctorLine]) -> list[str]:
    return [f"{line.sign}: {line.what}: {line.words}" + (f" -> {line.do}" if line.do else "") for line in lines]


def _without_password(source: str) -> str:
    return stream_address(source).shown if "://" in source else source


def _write(files: dict[str, bytes], out: Path, *, yes: bool, quiet: bool) -> None:
    for line in bundle_words(files, out):
        typer.echo(line, err=quiet)
    if not yes:
        if not sys.stdin.isatty():
            raise BadRequestError("--bundle: nobody is there to be asked, expected --yes")
        if not typer.confirm("Write it?"):
            return
    write_bundle(files, out)
    typer.echo(f"written: {at_home(out)}", err=quiet)
