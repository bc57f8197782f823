"""The data that travels with the program: `calibration/`, `models/` and `docs/`."""

from pathlib import Path

import tableassist

_PACKAGE = Path(tableassist.__file__).parent


def packaged_folder(name: str) -> Path:
    """In a wheel it lies inside the package, in a checkout beside it."""
    inside = _PACKAGE / "data" / name
    return inside if inside.is_dir() else _PACKAGE.parent / name
