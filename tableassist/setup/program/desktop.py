"""Table Assist in a desktop's menu, and its files tied to it: for whoever installed it without a package of the system.

The freedesktop way, for one user: a desktop file, an icon and the types of files, below ~/.local/share.
"""

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

from tableassist.bundled import in_bundle
from tableassist.errors import BadRequestError
from tableassist.store.files import packaged_folder, write_bytes_safely

PLACES: Final = {
    "tableassist.desktop": "applications",
    "tableassist.png": "icons/hicolor/256x256/apps",
    "tableassist.xml": "mime/packages",
}
"""Each file, and where desktops look for it."""
UPDATES: Final = (("update-mime-database", "mime"), ("update-desktop-database", "applications"))
"""What makes a desktop look again, where the system has it."""
_EXEC: Final = "Exec=tableassist "
Run = Callable[[Sequence[str]], object]


def check_desktop(system: str) -> None:
    if system in ("win32", "darwin"):
        raise BadRequestError("desktop: got {system}, expected Linux: elsewhere the installer does it", system=system)


def data_home() -> Path:
    return user_data_path()


def own_command() -> tuple[str, ...]:
    """How this very program is started again, wherever it lies."""
    if in_bundle():
        return (sys.executable,)
    given = Path(sys.argv[0])
    script = given.parent.resolve() / given.name  # not through the last link: pipx and uv may replace what it leads to
    return (
        (str(script),) if script.name == "tableassist" and script.is_file() else (sys.executable, "-m", "tableassist")
    )


def install_desktop(home: Path, command: Sequence[str], run: Run | None = None) -> tuple[Path, ...]:
    """What was written."""
    written = []
    for name, place in PLACES.items():
        content = (packaged_folder("desktop") / name).read_bytes()
        if name.endswith(".desktop"):
            started = " ".join(_quoted(word) for word in command)
            content = content.decode().replace(_EXEC, f"Exec={started} ").encode()
        target = home / place / name
        target.parent.mkdir(parents=True, exist_ok=True)
        write_bytes_safely(target, content)
        written.append(target)
    _update(home, run or _run)
    return tuple(written)


def remove_desktop(home: Path, run: Run | None = None) -> tuple[Path, ...]:
    """What was there, and is not any more."""
    there = [path for name, place in PLACES.items() if (path := home / place / name).is_file()]
    for path in there:
        path.unlink()
    if there:
        _update(home, run or _run)
    return tuple(there)


def _quoted(word: str) -> str:
    """As the Desktop Entry Specification wants it: quoted, its own signs escaped, and once more as any string."""
    escaped = "".join(f"\\{letter}" if letter in '"`$\\' else letter for letter in word)
    return f'"{escaped}"'.replace("\\", "\\\\").replace("%", "%%")


def _update(home: Path, run: Run) -> None:
    for program, folder in UPDATES:
        if (home / folder).is_dir() and (found := shutil.which(program)):
            run((found, str(home / folder)))


def _run(argv: Sequence[str]) -> None:
    """A desktop that is not told at once looks by itself later."""
    subprocess.run(argv, capture_output=True, check=False)
