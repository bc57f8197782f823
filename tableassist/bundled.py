"""Within a bundle (an installer's, or a plain archive) there is no Python to call by its name.

Where Python runs in a program of its own, `sys.executable` is that program, and multiprocessing starts it for every
child process: with `-c` as it starts Python, or as a frozen program is started. Such a start is answered here.
"""

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

_TRACKER: Final = re.compile(r"from multiprocessing\.resource_tracker import main;\s*main\((\d+)\)")
"""What multiprocessing hands to Python to have shared memory cleaned up after a crash. Not on Windows."""


def in_bundle(executable: str | None = None) -> bool:
    """Whether we run in a program of our own, and not in a Python that anybody can start."""
    name = Path(sys.executable if executable is None else executable).name.lower()
    return bool(name) and not name.startswith(("python", "pypy"))


def serve_as_child() -> None:
    """Does a child's work, and ends the process, where multiprocessing has started it. First of all in the process."""
    if not in_bundle():
        return
    # Not `multiprocessing.freeze_support`, which does nothing but on Windows.
    from multiprocessing.spawn import freeze_support  # noqa: PLC0415  a quarter of the time of --help

    sys.frozen = True  # type: ignore[attr-defined]  # the sign by which multiprocessing starts its children as below
    freeze_support()
    descriptor = tracker_descriptor(sys.argv)
    if descriptor is not None:
        from multiprocessing.resource_tracker import main  # noqa: PLC0415

        main(descriptor)
        sys.exit(0)


def tracker_descriptor(arguments: Sequence[str]) -> int | None:
    """Where the resource tracker is told what there is; None where it is not the tracker that is started."""
    match = None
    if "-c" in arguments[1:-1]:
        match = _TRACKER.fullmatch(arguments[arguments.index("-c", 1) + 1])
    return None if match is None else int(match[1])


def with_open(arguments: Sequence[str], *, clicked: bool) -> list[str]:
    """A desktop starts a program with nothing, or with the files that were clicked: both mean the command `open`.

    `clicked`: by a desktop, as far as one can tell; in a terminal nothing at all means help.
    """
    if arguments and Path(arguments[0]).suffix and Path(arguments[0]).exists():
        return ["open", *arguments]
    return ["open"] if clicked and not arguments else list(arguments)
