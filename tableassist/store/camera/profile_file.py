"""Camera profiles as TOML files: the lens at one resolution, and how well it is known."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import msgspec
import numpy as np

from tableassist.geometry import Floats
from tableassist.store.files.last_good_copy import read_or_name_copy
from tableassist.store.files.packaged_data import packaged_folder
from tableassist.store.files.problems import bad_file
from tableassist.store.files.safe_write import write_text_safely
from tableassist.store.files.toml_file import Length, Name, Size, pick, read_toml
from tableassist.vision.camera.lens import PARAMETERS, Lens, Projection
from tableassist.vision.camera.profile import STUDIO_PREFIX, CalibrationRecord, CameraProfile

TYPICAL = "typical"
"""The name of the camera that nobody has calibrated; it fits every picture."""
ASYMMETRY = 1e-6
Pixels = Annotated[int, msgspec.Meta(ge=16, le=100_000)]


class RecordEntry(msgspec.Struct, forbid_unknown_fields=True):
    """How the profile came about; nothing is computed from it."""

    date: Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d{2}-\d{2}$")]
    model: Name
    views: Annotated[int, msgspec.Meta(ge=0)]
    held_out_px: float
    half_mm: float
    verdict: Name


class ProfileEntry(msgspec.Struct, forbid_unknown_fields=True):
    format: int
    camera: Name
    width_px: Pixels
    height_px: Pixels
    fx: Size
    fy: Size
    cx: Length
    cy: Length
    projection: Projection = Projection.PINHOLE
    """Absent in files of before there were fisheye lenses."""
    k1: Length = 0.0
    k2: Length = 0.0
    p1: Length = 0.0
    p2: Length = 0.0
    k3: Length = 0.0
    k4: Length = 0.0
    k5: Length = 0.0
    k6: Length = 0.0
    sigma: dict[str, Length] = {}
    """Standard deviation of single parameters; those not named are taken as exact."""
    varies: list[str] = []
    """Which parameters the rows and columns of `covariance` stand for; those not named are taken as exact."""
    covariance: list[list[float]] = []
    calibration: RecordEntry | None = None


def profile_names() -> tuple[str, ...]:
    """All packaged profiles, those of the synthetic camera too."""
    return tuple(sorted(path.stem for path in packaged_folder("calibration").glob("*.toml")))


def real_profile_names() -> tuple[str, ...]:
    """Packaged profiles that a person with a real camera may choose: the synthetic camera's lens fits no other."""
    return tuple(name for name in profile_names() if not name.startswith(STUDIO_PREFIX))


def unknown_camera() -> CameraProfile:
    """A camera of which nothing is known: the lens is taken from what a picture states and from the mat's tags."""
    return CameraProfile("a typical camera, not calibrated", None)


def find_camera(name: str, *, asked_in: Path) -> CameraProfile:
    """A path beside the table file if it ends in .toml, else a packaged profile by name, or `typical`."""
    if name == TYPICAL:
        return unknown_camera()
    if name.endswith(".toml"):
        return replace(read_camera(asked_in.parent / name), name=Path(name).stem)
    known = pick(asked_in, "camera", name, (*profile_names(), TYPICAL))
    return replace(read_camera(packaged_folder("calibration") / f"{known}.toml"), name=known)


def read_camera(path: Path) -> CameraProfile:
    return read_or_name_copy(path, _read_camera)


def _read_camera(path: Path) -> CameraProfile:
    entry = read_toml(path, ProfileEntry)
    fx, fy, cx, cy, *bend = (getattr(entry, name) for name in PARAMETERS)
    covariance = _covariance(path, entry)
    lens = Lens(entry.width_px, entry.height_px, fx, fy, cx, cy, tuple(bend), covariance, entry.projection)
    record = None if entry.calibration is None else CalibrationRecord(*msgspec.structs.astuple(entry.calibration))
    return CameraProfile(entry.camera, lens, record)


def _covariance(path: Path, entry: ProfileEntry) -> Floats:
    if entry.sigma and entry.varies:
        raise bad_file(path, "got both sigma and covariance, expected one of them")
    for name in entry.sigma:
        pick(path, "sigma", name, PARAMETERS)
    whole = np.diag(np.array([entry.sigma.get(name, 0.0) for name in PARAMETERS]) ** 2)
    places = [PARAMETERS.index(pick(path, "varies", name, PARAMETERS)) for name in entry.varies]
    if len(set(places)) != len(places):
        raise bad_file(f"{path}: varies", "got a parameter twice, expected each once")
    count = len(places)
    if len(entry.covariance) != count or any(len(row) != count for row in entry.covariance):
        raise bad_file(
            f"{path}: covariance", "expected {count} rows of {count} numbers, one for each in varies", count=count
        )
    if count:
        whole[np.ix_(places, places)] = _checked(path, np.array(entry.covariance, dtype=np.float64))
    return whole


def _checked(path: Path, block: Floats) -> Floats:
    scale = np.sqrt(np.abs(np.diag(block)))
    limit = ASYMMETRY * np.outer(scale, scale) + 1e-30
    if (np.abs(block - block.T) > limit).any():
        raise bad_file(f"{path}: covariance", "got an unsymmetric matrix, expected a symmetric one")
    even: Floats = (block + block.T) / 2
    if (np.diag(block) < 0).any() or np.linalg.eigvalsh(
        even / np.outer(scale + 1e-30, scale + 1e-30)
    ).min() < -ASYMMETRY:
        raise bad_file(f"{path}: covariance", "got a matrix with negative variances, expected none")
    return even


def write_camera(path: Path, camera: CameraProfile) -> None:
    write_text_safely(path, profile_text(camera), keep_if=_read_camera)


def profile_text(camera: CameraProfile) -> str:
    lens = camera.lens
    if lens is None:
        raise bad_file(camera.camera, "got no lens, expected a calibrated camera")
    lines = [
        "# Made by tableassist calibrate. Pixel (0, 0) is the centre of the top-left pixel.",
        "format = 1",
        f"camera = {_quoted(camera.camera)}",
        f"width_px = {lens.width_px}",
        f"height_px = {lens.height_px}",
        *([] if lens.projection is Projection.PINHOLE else [f"projection = {_quoted(lens.projection)}"]),
        *(f"{name} = {float(value)!r}" for name, value in zip(PARAMETERS, lens.numbers, strict=True) if value),
        *_covariance_lines(lens.covariance),
    ]
    if camera.record is not None:
        made = camera.record
        lines += [
            "",
            "[calibration]",
            f"date = {_quoted(made.date)}",
            f"model = {_quoted(made.model)}",
            f"views = {made.views}",
            f"held_out_px = {made.held_out_px:.4f}",
            f"half_mm = {made.half_mm:.4f}",
            f"verdict = {_quoted(made.grade)}",
        ]
    return "\n".join(lines) + "\n"


def _covariance_lines(covariance: Floats) -> list[str]:
    places = [number for number in range(len(PARAMETERS)) if covariance[number, number] > 0]
    if not places:
        return []
    names = ", ".join(_quoted(PARAMETERS[number]) for number in places)
    rows = [", ".join(f"{float(covariance[row, column])!r}" for column in places) for row in places]
    return [f"varies = [{names}]", "covariance = [", *(f"    [{row}]," for row in rows), "]"]


def _quoted(text: str) -> str:
    """As a TOML string. Control characters have no place in a name."""
    return json.dumps("".join(letter for letter in text if letter.isprintable())[:80], ensure_ascii=False)
