"""Camera profiles as TOML files: the lens at one resolution, and how well it is known."""

from pathlib import Path

import msgspec
import numpy as np

from tableassist.storage.packaged_data import packaged_folder
from tableassist.storage.toml_file import Length, Name, Size, pick, read_toml
from tableassist.vision.lens import PARAMETERS, Lens


class ProfileEntry(msgspec.Struct, forbid_unknown_fields=True):
    format: int
    camera: Name
    width_px: int
    height_px: int
    fx: Size
    fy: Size
    cx: Length
    cy: Length
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


def profile_names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in packaged_folder("calibration").glob("*.toml")))


def find_profile(name: str, *, asked_in: Path) -> Lens:
    """A path beside the table file if it ends in .toml, else a packaged profile by name."""
    if name.endswith(".toml"):
        return read_profile(asked_in.parent / name)
    return read_profile(packaged_folder("calibration") / f"{pick(asked_in, 'camera', name, profile_names())}.toml")


def read_profile(path: Path) -> Lens:
    entry = read_toml(path, ProfileEntry)
    for name in entry.sigma:
        pick(path, "sigma", name, PARAMETERS)
    sigmas = np.array([entry.sigma.get(name, 0.0) for name in PARAMETERS])
    return Lens(
        width_px=entry.width_px,
        height_px=entry.height_px,
        fx=entry.fx,
        fy=entry.fy,
        cx=entry.cx,
        cy=entry.cy,
        distortion=(entry.k1, entry.k2, entry.p1, entry.p2, entry.k3, entry.k4, entry.k5, entry.k6),
        covariance=np.diag(sigmas**2),
    )
