"""A file that another file names: in the same folder or below it, and nowhere else."""

from pathlib import Path, PurePosixPath, PureWindowsPath

from tableassist.store.files.problems import bad_file


def path_beside(name: str, *, asked_in: Path, field: str) -> Path:
    """A table file that somebody sends may name no file outside its own folder, nor by a link that leads there.

    `asked_in` and `field` say who asks, for the error.
    """
    where = f"{asked_in}: {field}"
    posix, windows = PurePosixPath(name), PureWindowsPath(name)
    if ".." in (*posix.parts, *windows.parts) or posix.anchor or windows.anchor or not name.isprintable():
        raise bad_file(where, "got {name!r}, expected a file in the folder of this one", name=name)
    try:
        folder = asked_in.parent.resolve()
        path = (folder / name).resolve()
    except (OSError, RuntimeError):  # Python before 3.13 tells a link that leads to itself by the latter
        raise bad_file(where, "got {name!r}, a link that leads nowhere", name=name) from None
    if not path.is_relative_to(folder):
        raise bad_file(where, "got {name!r}, a link that leads out of the folder of this file", name=name)
    return path
