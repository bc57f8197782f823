"""What the doctor looks at on this computer: versions, cameras, rights, screen, disk, processor. Nothing is sent."""

import os
import platform
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from tableassist import __version__
from tableassist.capture.camera_device import CameraDevice, list_cameras
from tableassist.cli.doctor.line import DoctorLine, fine, look, missing
from tableassist.runtime.recorder.replay_buffer import matches_root, replay_buffer_root

PACKAGES = (
    ("opencv", ("opencv-python-headless", "opencv-python")),
    ("Qt", ("PyQt6",)),
    ("av", ("av",)),
    ("apriltag", ("pyapriltags",)),
    ("numpy", ("numpy",)),
    ("shapely", ("shapely",)),
)
"""What it is called here, and the packages that bring it."""
Finder = Callable[[str], str | None]
"""A package's version, None where it is not installed."""
Asker = Callable[[Path], bool]
LEAST_PYTHON = (3, 11)
LITTLE_BYTES = 5_000_000_000
"""An evening's video may take some gigabytes."""
TOO_LITTLE_BYTES = 500_000_000
LEAST_CORES = 2


def all_lines() -> Iterator[DoctorLine]:
    yield fine("tableassist", __version__)
    yield python_line(sys.version_info[:3], platform.platform())
    yield from package_lines(installed)
    yield cores_line(os.cpu_count() or 1)
    yield screen_line(sys.platform, os.environ)
    yield qt_line()
    devices = list_cameras()
    yield cameras_line(devices)
    yield from rights_lines(sys.platform, sorted(Path("/dev").glob("video*")), _can_use)
    yield disk_line("memory of the last minutes", replay_buffer_root())
    yield disk_line("matches", matches_root())


def installed(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def python_line(got: Sequence[int], where: str) -> DoctorLine:
    words = ".".join(map(str, got))
    if tuple(got[:2]) < LEAST_PYTHON:
        return missing("Python", words, "install Python 3.11 or newer")
    return fine("Python", f"{words}, {where}")


def package_lines(find: Finder) -> Iterator[DoctorLine]:
    for name, packages in PACKAGES:
        found = [(package, got) for package in packages if (got := find(package)) is not None]
        if not found:
            yield missing(name, "not installed", f"pip install {packages[0]}")
        elif len(found) > 1:
            both = " and ".join(package for package, _ in found)
            yield look(name, f"got both {both}", f"pip uninstall {found[1][0]}: they overwrite each other")
        else:
            yield fine(name, f"{found[0][1]} ({found[0][0]})")


def cores_line(cores: int) -> DoctorLine:
    if cores < LEAST_CORES:
        return look("processor", f"{cores} core", "a computer with two or more keeps window and camera apart")
    return fine("processor", f"{cores} cores")


def screen_line(system: str, environment: Mapping[str, str]) -> DoctorLine:
    chosen = environment.get("QT_QPA_PLATFORM")
    if chosen:
        return look("screen", f"QT_QPA_PLATFORM is {chosen}", "take it away if windows do not open")
    if system in ("win32", "darwin"):
        return fine("screen", "the system's own")
    for name in ("WAYLAND_DISPLAY", "DISPLAY"):
        if environment.get(name):
            return fine("screen", f"{name} is {environment[name]}")
    return look("screen", "none found: no window opens here", "demo --no-window, judge and record work without one")


def qt_line() -> DoctorLine:
    try:
        from PyQt6.QtCore import QT_VERSION_STR
        from PyQt6.QtWidgets import QApplication
    except ImportError as problem:
        return missing("Qt's libraries", str(problem), "install the system's libraries: make demo does it on Debian")
    return fine("Qt's libraries", f"Qt {QT_VERSION_STR} loads ({QApplication.__name__})")


def cameras_line(devices: Sequence[CameraDevice]) -> DoctorLine:
    if not devices:
        return look("cameras", "none found", "plug one in; a phone or network camera needs no driver, only its address")
    return fine("cameras", ", ".join(f"camera:{device.index} {device.name}" for device in devices))


def rights_lines(system: str, devices: Iterable[Path], can_use: Asker) -> Iterator[DoctorLine]:
    """Who may open a camera is the system's to say, and each has its own way."""
    if system == "darwin":
        yield fine("rights", "macOS asks at the first picture; later: System Settings > Privacy & Security > Camera")
    elif system == "win32":
        yield fine("rights", "where a camera stays black: Settings > Privacy & security > Camera > desktop apps")
    else:
        shut = [device.name for device in devices if not can_use(device)]
        if shut:
            yield missing(
                "rights",
                f"you may not open {', '.join(shut)}",
                "sudo usermod -aG video $USER, then log out and in again",
            )
        else:
            yield fine("rights", "every camera device may be opened")


def disk_line(what: str, folder: Path) -> DoctorLine:
    there = next((each for each in (folder, *folder.parents) if each.is_dir()), Path("/"))
    shown = at_home(folder)
    try:
        free = shutil.disk_usage(there).free
    except OSError as problem:
        return missing(what, f"{shown}: {problem.strerror}", "make the folder, or mount its disk")
    if not os.access(there, os.W_OK):
        return missing(what, f"{shown} cannot be written", f"make {at_home(there)} yours to write")
    words = f"{shown}, {free / 1e9:.1f} GB free"
    if free < TOO_LITTLE_BYTES:
        return missing(what, words, "make room: nothing is recorded on a full disk")
    if free < LITTLE_BYTES:
        return look(what, words, "make room before a long evening, or record without video")
    return fine(what, words)


def at_home(path: Path) -> str:
    """Without the name of whoever sits here."""
    try:
        return f"~/{path.relative_to(Path.home()).as_posix()}"
    except (ValueError, RuntimeError):
        return str(path)


def _can_use(device: Path) -> bool:
    return os.access(device, os.R_OK | os.W_OK)
