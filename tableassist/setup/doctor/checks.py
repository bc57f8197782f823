"""What the doctor looks at on this computer: versions, cameras, rights, screen, disk, processor; and a bundle of it.
Nothing is sent."""

import io
import os
import platform
import shutil
import sys
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from tableassist import __version__
from tableassist.capture import CameraDevice, list_cameras
from tableassist.errors import BadRequestError
from tableassist.matches.recording import matches_root, replay_buffer_root
from tableassist.messages import Message, Text, all_of, template
from tableassist.package_version import installed_version, loaded_version
from tableassist.process import log_path
from tableassist.store.files import write_bytes_safely

PACKAGES = (
    ("opencv", ("opencv-python-headless", "opencv-python"), "cv2"),
    ("Qt", ("PyQt6",), "PyQt6.QtCore"),
    ("av", ("av",), "av"),
    ("apriltag", ("pyapriltags",), "pyapriltags"),
    ("numpy", ("numpy",), "numpy"),
    ("shapely", ("shapely",), "shapely"),
)
"""What it is called here, the packages that bring it, and the module that they bring."""
Finder = Callable[[str], str | None]
"""The version of a package, or of a module; None where there is none."""
Asker = Callable[[Path], bool]
LEAST_PYTHON = (3, 11)
LITTLE_BYTES = 5_000_000_000
"""An evening's video may take some gigabytes."""
TOO_LITTLE_BYTES = 500_000_000
LEAST_CORES = 2
DAY = (1980, 1, 1, 0, 0, 0)


class CheckSign(StrEnum):
    OK = "ok"
    LOOK = "look"
    """It works, but something may be better."""
    MISSING = "missing"
    """Something does not work without it."""


@dataclass(frozen=True, slots=True)
class DoctorLine:
    what: str
    """Marked as a template: it is translated where it is shown."""
    sign: CheckSign
    words: Text
    do: Text = ""
    """What to do about it; empty where there is nothing."""


def fine(what: str, words: Text) -> DoctorLine:
    return DoctorLine(what, CheckSign.OK, words)


def look(what: str, words: Text, do: Text) -> DoctorLine:
    return DoctorLine(what, CheckSign.LOOK, words, do)


def missing(what: str, words: Text, do: Text) -> DoctorLine:
    return DoctorLine(what, CheckSign.MISSING, words, do)


def all_lines(window: DoctorLine) -> Iterator[DoctorLine]:
    """`window`: of the libraries that windows need; whoever has them looks."""
    yield fine(template("tableassist"), __version__)
    yield python_line(sys.version_info[:3], platform.platform())
    yield from package_lines(installed_version, loaded_version)
    yield cores_line(os.cpu_count() or 1)
    yield screen_line(sys.platform, os.environ)
    yield window
    devices = list_cameras()
    yield cameras_line(devices)
    yield from rights_lines(sys.platform, sorted(Path("/dev").glob("video*")), _can_use)
    yield disk_line(template("replay buffer"), replay_buffer_root())
    yield disk_line(template("matches"), matches_root())


def python_line(got: Sequence[int], where: str) -> DoctorLine:
    words = ".".join(map(str, got))
    if tuple(got[:2]) < LEAST_PYTHON:
        return missing("Python", words, Message("install Python 3.11 or newer"))
    return fine("Python", f"{words}, {where}")


def package_lines(find: Finder, load: Finder) -> Iterator[DoctorLine]:
    """A bundle may bring a module without saying from which package it comes."""
    for name, packages, module in PACKAGES:
        found = [(package, got) for package in packages if (got := find(package)) is not None]
        if not found and (loaded := load(module)) is not None:
            found = [(module, loaded)]
        if not found:
            yield missing(name, Message("not installed"), f"pip install {packages[0]}")
        elif len(found) > 1:
            both = Message("got both {packages}", packages=all_of([package for package, _ in found]))
            do = Message("pip uninstall {package}: they overwrite each other", package=found[1][0])
            yield look(name, both, do)
        else:
            yield fine(name, f"{found[0][1]} ({found[0][0]})")


def cores_line(cores: int) -> DoctorLine:
    what, words = template("processor"), Message.plural("1 core", "{count} cores", count=cores)
    if cores < LEAST_CORES:
        return look(what, words, Message("a computer with two or more keeps window and camera apart"))
    return fine(what, words)


def screen_line(system: str, environment: Mapping[str, str]) -> DoctorLine:
    what = template("screen")
    chosen = environment.get("QT_QPA_PLATFORM")
    if chosen:
        do = Message("unset it if windows do not open")
        return look(what, Message("{name} is {value}", name="QT_QPA_PLATFORM", value=chosen), do)
    if system in ("win32", "darwin"):
        return fine(what, Message("the system's own"))
    for name in ("WAYLAND_DISPLAY", "DISPLAY"):
        if environment.get(name):
            return fine(what, Message("{name} is {value}", name=name, value=environment[name]))
    do = Message("demo --no-window, judge and record work without one")
    return look(what, Message("none found: no window opens here"), do)


def cameras_line(devices: Sequence[CameraDevice]) -> DoctorLine:
    what = template("cameras")
    if not devices:
        do = Message("plug one in; a phone or network camera needs only its address, no driver")
        return look(what, Message("none found"), do)
    return fine(what, ", ".join(f"camera:{device.index} {device.name}" for device in devices))


def rights_lines(system: str, devices: Iterable[Path], can_use: Asker) -> Iterator[DoctorLine]:
    """Who may open a camera is the system's to say, and each has its own way."""
    what = template("rights")
    if system == "darwin":
        words = Message("macOS asks at the first picture; later: System Settings > Privacy & Security > Camera")
        yield fine(what, words)
    elif system == "win32":
        yield fine(what, Message("if a camera stays black: Settings > Privacy & security > Camera > desktop apps"))
    elif shut := tuple(device.name for device in devices if not can_use(device)):
        do = Message("sudo usermod -aG video $USER, then log out and in again")
        yield missing(what, Message("you have no permission to open {devices}", devices=shut), do)
    else:
        yield fine(what, Message("every camera device may be opened"))


def disk_line(what: str, folder: Path) -> DoctorLine:
    there = next((each for each in (folder, *folder.parents) if each.is_dir()), Path("/"))
    shown = at_home(folder)
    try:
        free = shutil.disk_usage(there).free
    except OSError as problem:
        return missing(what, f"{shown}: {problem.strerror}", Message("make the folder, or mount its disk"))
    if not os.access(there, os.W_OK):
        do = Message("make {folder} writable for your user", folder=at_home(there))
        return missing(what, Message("{folder} cannot be written", folder=shown), do)
    words = Message("{folder}, {gigabytes:.1f} GB free", folder=shown, gigabytes=free / 1e9)
    if free < TOO_LITTLE_BYTES:
        return missing(what, words, Message("free some space: nothing can be recorded on a full disk"))
    if free < LITTLE_BYTES:
        return look(what, words, Message("free some space before a long evening, or record without video"))
    return fine(what, words)


def at_home(path: Path) -> str:
    """Without the name of whoever sits here."""
    try:
        return f"~/{path.relative_to(Path.home()).as_posix()}"
    except (ValueError, RuntimeError):
        return str(path)


def _can_use(device: Path) -> bool:
    return os.access(device, os.R_OK | os.W_OK)


def check_out(out: Path) -> None:
    if out.suffix != ".zip":
        raise BadRequestError("--bundle: got '{name}', expected a name that ends in .zip", name=out.name)
    if out.exists():
        raise BadRequestError("--bundle: {out} already exists, expected a new name", out=out)


def write_bundle(files: Mapping[str, bytes], out: Path) -> None:
    """For a bug report: one zip."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(zipfile.ZipInfo(name, DAY), content)
    write_bytes_safely(out, made.getvalue())


def log_files() -> dict[str, bytes]:
    """What went wrong so far, newest first."""
    path = log_path()
    return {each.name: each.read_bytes() for each in sorted(path.parent.glob(f"{path.name}*")) if each.is_file()}
