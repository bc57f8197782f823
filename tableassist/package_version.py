"""Which version of a package is here: as its metadata says, else as it says itself. A bundle may lack metadata."""

from collections.abc import Callable
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from types import ModuleType

Load = Callable[[str], ModuleType]
NOT_STATED = "?"


def installed_version(package: str) -> str | None:
    """None where there is no metadata of it."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def loaded_version(module: str, load: Load = import_module) -> str | None:
    """What a module says of itself; None where it cannot be loaded."""
    try:
        loaded = load(module)
    except ImportError:
        return None
    said = getattr(loaded, "__version__", None) or getattr(loaded, "PYQT_VERSION_STR", None)
    return NOT_STATED if said is None else str(said)
