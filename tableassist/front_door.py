"""Load the public names of a package when they are first used, so that a command loads only what it needs."""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def lazy_names(package: str, names_by_module: Mapping[str, str]) -> Callable[[str], object]:
    """Return a `__getattr__` for a package.

    `names_by_module`: the public names of each of its modules; a module elsewhere is named in full.
    """
    modules = {
        name: module if module.startswith("tableassist.") else f"{package}.{module}"
        for module, names in names_by_module.items()
        for name in names.split()
    }

    def load(name: str) -> object:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(modules[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    return load
