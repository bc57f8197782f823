"""Results that all processes of a test run share: whichever asks first makes them, the others read them.

Each worker of a run, and each window that a test starts as a process, would else draw and measure the same pictures.
"""

import fcntl
import functools
import hashlib
import os
import pickle
import sys
from pathlib import Path

TESTS = Path(__file__).parent
FOLDER_VARIABLE = "TABLEASSIST_TEST_SIGHTS"


def shared_between_processes(make):
    """Decorate a function of hashable arguments whose picklable result nobody may change."""

    # By its file: a helper may be imported by two names.
    place = ".".join(Path(make.__code__.co_filename).relative_to(TESTS).with_suffix("").parts)

    @functools.cache
    def shared(*arguments, **named):
        asked = f"{arguments or ''}{sorted(named.items()) or ''}"
        return load_or_make(f"{place}.{make.__name__}{asked}", lambda: make(*arguments, **named))

    return functools.wraps(make)(shared)


def remember_by_value(patch, module, name):
    """Make a pure function of a module compute once for equal arguments in a run, whoever has imported it."""
    compute = getattr(module, name)

    def remembered(*arguments):
        key = hashlib.sha256(pickle.dumps(arguments)).hexdigest()
        return load_or_make(f"{module.__name__}.{name}.{key}", lambda: compute(*arguments))

    for importer in list(sys.modules.values()):
        if vars(importer).get(name) is compute:
            patch.setattr(importer, name, remembered)


def load_or_make(name, make):
    """Return what `make` gives; only one process of a run makes it."""
    folder = os.environ.get(FOLDER_VARIABLE)
    if folder is None:
        return make()
    path = Path(folder) / f"{name}.pickle"
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            result = make()
            unfinished = path.with_suffix(".part")
            unfinished.write_bytes(pickle.dumps(result, pickle.HIGHEST_PROTOCOL))
            unfinished.replace(path)
            return result
    return pickle.loads(path.read_bytes())
